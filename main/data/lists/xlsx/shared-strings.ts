import { listLimits, tooLarge } from './unreadable.ts'
import { appended, unescaped, type XmlListener } from './xml.ts'

/**
 * Listens to `sharedStrings.xml`; `strings` is whole at the end of the part. Reading aids (`rPh`) are not text. Throws
 * `list_too_large` for more texts than a list may have.
 */
export function createSharedStringsListener(): XmlListener & { readonly strings: readonly string[] } {
  const strings: string[] = []
  let characters = 0
  let string = ''
  let inText = false
  let inAid = false
  return {
    strings,
    open(name) {
      if (name === 'si') string = ''
      else if (name === 't') inText = !inAid
      else if (name === 'rPh') inAid = true
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') inAid = false
      else if (name === 'si') {
        characters += string.length
        if (strings.length >= listLimits.texts) throw tooLarge('texts')
        if (characters > listLimits.characters) throw tooLarge('characters')
        strings.push(unescaped(string))
      }
    },
    text(part) {
      if (inText) string = appended(string, part)
    },
  }
}
