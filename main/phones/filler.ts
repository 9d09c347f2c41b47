import { foldText } from '../../preload/values/text.ts'

const longestFiller = 40

/** The texts that programs and people write for no value, folded and without brackets around them. */
const nothing =
  /^(?:0{0,4}|[-–—_.*/\\?x]+|null|none|nil|nan|undefined|na|nd|nt|\\n|n[/.]?[ad]|s[/.](?:\s?(?:n|numero|tel\S*|fone|celular|e-?mail|contato))?|#(?:n\/?[ad]|null!|ref!|value!|valor!)|object object|vazi[oa]|empty|blank|em branco|false|unknown|desconhecid[oa]|nenhum[a]?|nada|nao (?:tem|possui|informad[oa]|consta|ha|cadastrad[oa]|disponivel|se aplica|sabe)|sem (?:tel\S*|fone|celular|whats\S*|e-?mail|numero|contato|informacao|registro|dados)|sem|not (?:available|provided|set|informed)|no (?:tiene|informado|disponible|aplica)|sin (?:tel\S*|correo|e-?mail|numero|datos))$/

/** No such text begins so, and most phones and names do. */
const otherStart = /^[+1-9acg-mp-rtwyz]/i

/** Whether a cell has such a text for no value: "-", "0", NULL, "não tem". Such a cell holds nothing of a person. */
export function isFiller(text: string): boolean {
  if (text.length > longestFiller || otherStart.test(text)) return false
  const folded = foldText(text.trim())
  const bracketed = /^[[({<"'](.*)[\])}>"']$/s.exec(folded)?.[1]
  return nothing.test((bracketed ?? folded).trim())
}
