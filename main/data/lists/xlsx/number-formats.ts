import { attribute, type XmlListener } from './xml.ts'

/** Whether each cell style (the `s` of a cell) shows its number as a date or a time. */
export type DateStyles = readonly boolean[]

/** Built-in formats of dates and times (ECMA-376 part 1, 18.8.30; 27 to 36 and 50 to 58 are those of East Asia). */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
}

/** Whether a format code shows a date or a time: a y, m, d, h or s that is neither quoted, escaped nor in brackets. */
export function isDateFormat(code: string): boolean {
  const first = code.split(';')[0] ?? ''
  if (/\[[hms]+\]/i.test(first)) return true
  const bare = first.replace(/"[^"]*"|\\.|_.|\*.|\[[^[\]]*\]/g, '')
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare)
}

/** Listens to `styles.xml`; `styles` is whole at the end of the part. */
export function createStylesListener(): XmlListener & { readonly styles: DateStyles } {
  const styles: boolean[] = []
  const custom = new Map<number, boolean>()
  let inCellFormats = false
  return {
    styles,
    open(name, attributes) {
      if (name === 'cellXfs') inCellFormats = true
      if (name === 'numFmt') {
        custom.set(Number(attribute(attributes, 'numFmtId')), isDateFormat(attribute(attributes, 'formatCode') ?? ''))
      }
      if (name === 'xf' && inCellFormats) {
        const id = Number(attribute(attributes, 'numFmtId') ?? 0)
        styles.push(custom.get(id) ?? isBuiltInDate(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false
    },
    text() {},
  }
}
