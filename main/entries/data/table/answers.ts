import { foldText } from '../../../../preload/values/text.ts'
import { isRecord, type JsonRecord } from '../../../kernel/json.ts'
import { readHeading } from '../../../lists/headings.ts'
import { contactKeysOf } from '../../../people/contact-keys.ts'
import { type CellKey, emailKey } from '../../../phones/addresses.ts'
import { readCellKeys } from '../../../phones/cell-keys.ts'
import { phoneKey } from '../../../phones/phones.ts'

/**
 * An answer of any type as the text of a cell; null where there is none. Texts stay as they are, lists of single values
 * are joined by `, `, a link to a file is its address, and whatever is nested is its JSON. So nothing of it is lost.
 */
export function answerText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const single = singleText(value)
  if (single !== null) return single
  const items = Array.isArray(value) ? value.map(singleText) : [null]
  return items.includes(null) ? JSON.stringify(value) : items.join(', ')
}

/** The text of a single value; null for several values. */
function singleText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return fileAddress(value)
}

/** What services say of a file beside its address. */
const fileFacts = /^(?:url|id|name|(?:file|original)_?name|size|type|mime(?:_?type)?|content_?type|extension)$/i

function fileAddress(value: unknown): string | null {
  if (!isRecord(value) || typeof value.url !== 'string' || !/^https?:\/\//i.test(value.url)) return null
  return Object.keys(value).every((key) => fileFacts.test(key)) ? value.url : null
}

const mostDepth = 4

/** Every text inside an answer, those of lists and objects too. */
export function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth >= mostDepth) return []
  return Object.values(value).flatMap((item) => textsIn(item, depth + 1))
}

/** A text in one line of at most so many characters, without marks that turn the direction of the text around it. */
export function oneLine(text: string, maxLength: number): string {
  // Long texts are cut before they are cleaned: only their start can be seen.
  const line = text
    .slice(0, maxLength * 4)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
  const characters = [...line.slice(0, maxLength * 2)]
  if (characters.length <= maxLength && line.length < maxLength * 2) return line
  const start = characters.slice(0, maxLength - 1).join('')
  return `${start.trimEnd()}…`
}

/** What an answer is of: who sent it, a way to reach them, digits that are no phone, a choice of few, or any text. */
export type AnswerRole = 'name' | 'surname' | 'phone' | 'email' | 'digits' | 'choice' | 'text'

const phoneTypes = new Set(['phone', 'tel', 'telephone', 'telefone', 'celular', 'mobile', 'whatsapp'])

const choiceTypes = new Set(['select', 'radio', 'checkbox', 'dropdown', 'multiselect', 'hidden', 'rating', 'boolean'])

const names = new Set(['nome', 'name', 'nome completo', 'seu nome', 'full name', 'your name', 'primeiro nome'])

/** A name beside one of these is of something else. */
const notOfPerson =
  /\b(?:empresa|fantasia|produto|usuario|user|arquivo|file|mae|pai|campanha|pet|razao|loja|curso|evento|company)\b/

/** Returns the role by the field's type and by what it is called: its label and its key, the surer one first. */
export function answerRole(type: string | null, called: readonly string[]): AnswerRole {
  const kind = type?.toLowerCase() ?? ''
  if (kind === 'email') return 'email'
  if (phoneTypes.has(kind)) return 'phone'
  if (choiceTypes.has(kind)) return 'choice'
  return called.map(roleOfWords).find((role) => role !== 'text') ?? 'text'
}

function roleOfWords(text: string): AnswerRole {
  const heading = readHeading(text.replaceAll('_', ' '))
  if (heading.email) return 'email'
  if (heading.phone) return 'phone'
  if (heading.otherDigits) return 'digits'
  const words = foldText(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  if (/^(?:sobrenome|ultimo nome|last name|surname)$/.test(words)) return 'surname'
  if (names.has(words)) return 'name'
  return /\b(?:nome|name)\b/.test(words) && !notOfPerson.test(words) ? 'name' : 'text'
}

const longest = 254

const phoneShape = /^\+?[\d\s().-]{8,24}$/

/**
 * How the sender of an entry can be reached: what the fields for it hold first, then phones and e-mails in any other
 * answer. Phones are the digits that cruzar would send, e-mails lower case. Takes the entry as the service sent it and
 * the roles of its answers.
 */
export function contactsOf(
  body: JsonRecord,
  answers: readonly { role: AnswerRole; value: unknown }[],
): readonly CellKey[] {
  const named = answers.flatMap(({ role, value }) =>
    role === 'phone' || role === 'email' ? shortTexts(value).flatMap((text) => readCellKeys(text, role).keys) : [],
  )
  return contactKeysOf(body, named)
}

/** What a trimmed text as a whole is, so that it can be called or written to; null for anything else. */
export function recogniseContact(role: AnswerRole, text: string): 'phone' | 'email' | null {
  if (text.length > longest) return null
  if (text.includes('@')) return emailKey(text).ok && !/[\s<>()[\]]/.test(text) ? 'email' : null
  if (role === 'digits' || role === 'choice' || !phoneShape.test(text)) return null
  return phoneKey(text).ok ? 'phone' : null
}

function shortTexts(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.flatMap((one) => {
    if (typeof one === 'string' && one.length <= longest) return [one]
    return typeof one === 'number' ? [String(one)] : []
  })
}

const dot = '•'

/** Whether metadata of this name is an address of a person's machine, shown only on request. */
function isAddressKey(key: string): boolean {
  const words = key.replace(/([a-z\d])([A-Z])/g, '$1_$2')
  return /(?:^|[_\-.])ip(?:v[46])?(?:$|[_\-.])|(?:ip|remote)[_-]?addr|forwarded[_-]?for/i.test(words)
}

/** `177.1.2.3` becomes `177.•.•.•`, `2804:14d:…` becomes `2804:•`; what is no address is hidden whole. */
export function maskIp(text: string): string {
  const [, first] = /^\s*(\d{1,3})\.\d{1,3}\.\d{1,3}\.\d{1,3}\s*$/.exec(text) ?? []
  if (first !== undefined) return `${first}.${dot}.${dot}.${dot}`
  const [, group] = /^\s*([0-9a-f]{1,4}):[0-9a-f:.%\w]+$/i.exec(text) ?? []
  return group === undefined ? dot : `${group}:${dot}`
}

/** Metadata's value as it may be shown unasked, at any depth, and whether something of it is hidden. */
export function maskedMeta(key: string, value: unknown): { readonly value: unknown; readonly masked: boolean } {
  if (value === null || value === undefined || value === '') return { value, masked: false }
  if (isAddressKey(key)) return { value: typeof value === 'string' ? maskIp(value) : dot, masked: true }
  if (typeof value !== 'object') return { value, masked: false }
  const inner = Object.entries(value).map(([name, one]) => [name, maskedMeta(name, one)] as const)
  // Most metadata hide nothing: their value stays the very one that came.
  if (!inner.some(([, { masked }]) => masked)) return { value, masked: false }
  const shown = inner.map(([name, one]) => [name, one.value] as const)
  return { value: Array.isArray(value) ? shown.map(([, one]) => one) : Object.fromEntries(shown), masked: true }
}
