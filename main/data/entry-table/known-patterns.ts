import { foldText } from '../columns/fold-text.ts'

/** Markup that no person writes into a form: links of forums and pages, scripts. */
const markup =
  /\[(?:url|link|img)[\]=]|<\s{0,3}(?:a\s[^>]{0,200}href|script|iframe|img|svg|object|embed|style)\b|href\s{0,3}=/i
/** What spam sells, as whole words of a folded text. */
const wares =
  /(?<![\p{L}\p{N}])(?:casinos?|cassinos?|poker online|slots?|jackpot|bitcoins?|crypto(?:currency)?|criptomoedas?|forex|viagra|cialis|tadalafil|backlinks?|link building|seo|page rank|payday loans?|emprestimo sem consulta|renda extra garantida|onlyfans|escorts?|porn|sexcam|replica watches|followers?)(?![\p{L}\p{N}])/u
/** Scripts in which nobody fills in a form in Portuguese. */
const otherScripts =
  /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Thai}\p{Script=Hebrew}]/gu

const fewestLetters = 12
/** Of the letters of a text. */
const mostOther = 0.3

/** What in the texts of an entry is known from spam, as a short neutral word; null for nothing. */
export function knownPattern(texts: readonly string[]): string | null {
  for (const text of texts) {
    const mark = markup.exec(text)?.[0]
    if (mark !== undefined) return mark.replace(/\s+/g, ' ').slice(0, 20)
    const ware = wares.exec(foldText(text))?.[0]
    if (ware !== undefined) return ware
    const script = otherScriptOf(text)
    if (script !== null) return script
  }
  return null
}

/** The first letters of a text that is mostly in another script. */
function otherScriptOf(text: string): string | null {
  const found = text.match(otherScripts)
  if (!found || found.length < fewestLetters) return null
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return found.length > letters * mostOther ? found.slice(0, 6).join('') : null
}
