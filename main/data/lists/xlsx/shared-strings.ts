import { unreadable } from './unreadable.ts'
import { decodeText, type XmlListener } from './xml.ts'

const mostStrings = 20_000_000
const mostCharacters = 400_000_000

/** Listens to `sharedStrings.xml`; `strings` is whole at the end of the part. Reading aids (`rPh`) are not text. */
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
        if (strings.length >= mostStrings || characters > mostCharacters) throw unreadable('xlsx: too much text')
        strings.push(decodeText(string))
      }
    },
    text(raw) {
      if (inText) string += raw
    },
  }
}
