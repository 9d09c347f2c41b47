import { format, getFormatDateInfo, getFormatFromId, isDateFormat, isValidFormat } from 'numfmt'
import type { CellValue } from '../../engine/columns/column.ts'
import { listLimits, tooLarge } from '../plan.ts'
import { attribute, type scanXml } from './xml.ts'

const language = { locale: 'pt-BR' }
const general = 'General'
/** Booleans, as Excel in Portuguese shows them. */
export const trueText = 'VERDADEIRO'
export const falseText = 'FALSO'
/** Excel takes no longer ones. */
const longestFormat = 255
/** Days between the two systems of dates. */
const daysTo1904 = 1462
/** From here on whole numbers are phones and ids. They are shown with all their digits. */
const firstIdentifier = 1e9

/**
 * Days and prices repeat, and making their texts is most of the work of reading them. So many texts of so many styles
 * are cached.
 */
const maxRemembered = 5000
const maxRemembering = 50
/** A number has no more characters; blanks may stand around it. */
const longestRemembered = 40

/** The text of a cell as the person saw it, and its value; the value is null for a text. */
export interface SheetCell {
  readonly text: string
  readonly value: CellValue | null
}

/** How the cells of a style show a number, which comes as the file has it. Throws nothing. */
export type CellStyle = (raw: string) => SheetCell

/**
 * Gives the style of cells by their `s`, from `styles.xml`. Throws `list_too_large` for more formats than Excel knows.
 */
export async function readStyles(
  pieces: ReturnType<typeof scanXml>,
  starts1904: boolean,
): Promise<(index: number) => CellStyle> {
  let ofCells: readonly number[] = []
  let ids: number[] = []
  const custom = new Map<number, string>()
  for await (const elements of pieces) {
    for (const { name, attributes } of elements) {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') custom.set(id, attribute(attributes, 'formatCode') ?? general)
      else if (name === 'xf') ids.push(id)
      else {
        // The end of a list of formats, which cells have, or styles by name.
        if (name === 'cellXfs') ofCells = ids
        ids = []
      }
      if (custom.size > listLimits.styles || ids.length > listLimits.styles) throw tooLarge('styles')
    }
  }
  return createStyles(ofCells, custom, starts1904)
}

/**
 * Gives the style of cells by their format. Takes the formats of a file: the ids of its cells, and the codes of ids
 * that Excel does not define.
 */
export function createStyles(
  ofCells: readonly number[],
  custom: ReadonlyMap<number, string>,
  starts1904: boolean,
): (index: number) => CellStyle {
  const made = new Map<number, CellStyle>()
  return (index) => {
    const id = ofCells[index] ?? 0
    const existing = made.get(id)
    if (existing) return existing
    const code = custom.get(id) ?? (getFormatFromId(id, language.locale) || general)
    const style = createCellStyle(code, starts1904, made.size < maxRemembering)
    made.set(id, style)
    return style
  }
}

/**
 * The style of a format code, as Excel in Portuguese shows it. An invalid code counts as General. Dates of the 1904
 * system get the number that they have in the usual one.
 */
export function createCellStyle(code: string, starts1904: boolean, remembers = true): CellStyle {
  const validCode = code.length <= longestFormat && isValidFormat(code) ? code : general
  const isGeneral = validCode.toLowerCase() === 'general'
  const isDate = !isGeneral && isDateFormat(validCode)
  const { year, month, day } = getFormatDateInfo(validCode)
  const shift = starts1904 && isDate && (year || month || day) ? daysTo1904 : 0
  const show = (raw: string): SheetCell => {
    const number = Number(raw)
    if (!Number.isFinite(number) || raw.trim() === '') return { text: raw.trim(), value: null }
    const value = { number: number + shift, format: isGeneral ? '' : validCode }
    if ((isGeneral && Number.isInteger(number)) || (isDate && number < 0)) return { text: numberText(raw), value }
    return { text: withDigits(shown(validCode, number + shift), raw), value }
  }
  if (isGeneral || !remembers) return show
  const remembered = new Map<string, SheetCell>()
  return (raw) => {
    const cached = remembered.get(raw)
    if (cached) return cached
    const made = show(raw)
    if (remembered.size < maxRemembered && raw.length <= longestRemembered) remembered.set(raw, made)
    return made
  }
}

function shown(code: string, number: number): string {
  try {
    return format(code, number, language).trim()
  } catch {
    return String(number)
  }
}

/**
 * The text that a cell shows of a number, or all its digits. A phone stored as a number must not be lost to a format,
 * as in `5,51E+12`, `R$ 11.988.887.777,00`, or no text at all.
 */
export function withDigits(text: string, raw: string): string {
  const number = Number(raw)
  const hidesDigits =
    number >= firstIdentifier && Number.isInteger(number) && !text.replace(/\D/g, '').endsWith(String(number))
  return hidesDigits ? numberText(raw) : text
}

const dayMs = 86_400_000
/** Days of Excel before it have other numbers. */
const firstDay = 61

/** The number that Excel has for a day or a time in ISO 8601, such as `2026-03-01T10:30:00`; null for others. */
export function dayNumber(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)?$/.test(text)) return null
  const time = Date.parse(`${text.slice(0, 19)}${text.length > 10 ? '' : 'T00:00:00'}Z`)
  const days = (time - Date.UTC(1899, 11, 30)) / dayMs
  return days >= firstDay ? String(days) : null
}

const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 })

/** A number of a cell as plain digits, without exponent: `5.511988887777E12` is `5511988887777`. */
function numberText(raw: string): string {
  const text = raw.trim()
  return /^-?\d{1,15}$/.test(text) ? text : plain.format(Number(text))
}
