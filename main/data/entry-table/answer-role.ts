import { fold, readHeading } from '../lists/heading-words.ts'

/** What an answer is of: who sent it, a way to reach them, digits that are no phone, a choice of few, or any text. */
export type AnswerRole = 'name' | 'surname' | 'phone' | 'email' | 'digits' | 'choice' | 'text'

const phoneTypes = new Set(['phone', 'tel', 'telephone', 'telefone', 'celular', 'mobile', 'whatsapp'])
const choiceTypes = new Set(['select', 'radio', 'checkbox', 'dropdown', 'multiselect', 'hidden', 'rating', 'boolean'])
const names = new Set(['nome', 'name', 'nome completo', 'seu nome', 'full name', 'your name', 'primeiro nome'])
/** A name beside one of these is of something else. */
const notOfPerson =
  /\b(?:empresa|fantasia|produto|usuario|user|arquivo|file|mae|pai|campanha|pet|razao|loja|curso|evento|company)\b/

/** Tells the role from the field's type and what it is called; `names` are its label and its key, the surer one first. */
export function answerRole(type: string | null, called: readonly string[]): AnswerRole {
  const kind = type?.toLowerCase() ?? ''
  if (kind === 'email') return 'email'
  if (phoneTypes.has(kind)) return 'phone'
  if (choiceTypes.has(kind)) return 'choice'
  for (const text of called) {
    const role = roleOfWords(text)
    if (role !== 'text') return role
  }
  return 'text'
}

function roleOfWords(text: string): AnswerRole {
  const heading = readHeading(text.replaceAll('_', ' '))
  if (heading.email) return 'email'
  if (heading.phone) return 'phone'
  if (heading.otherDigits) return 'digits'
  const words = fold(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  if (/^(?:sobrenome|ultimo nome|last name|surname)$/.test(words)) return 'surname'
  if (names.has(words)) return 'name'
  return /\b(?:nome|name)\b/.test(words) && !notOfPerson.test(words) ? 'name' : 'text'
}
