import type { KeyProblem } from '../../preload/values/key-problems.ts'
import { foldEmail } from './match-ladder.ts'
import { type PhoneKind, phoneKey, writtenForms } from './phones.ts'

/**
 * What has an @ in a cell: e-mails as people and programs write them, and the identities of messengers and telephone
 * systems.
 */

export interface CellKey {
  readonly key: string
  readonly kind: PhoneKind | 'email'
  /** One of `writtenForms`: an e-mail is as it is sent, or `otherwise`. */
  readonly form: number
  /** The phone's digits, or the e-mail, as the cell has it. */
  readonly written: string
}

export type Reading = ({ readonly ok: true } & CellKey) | { readonly ok: false; readonly problem: KeyProblem }

const address = /^[^\s@<>()[\]",;:\\]+@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}$/u
/** What may stand before and behind an address. */
const aroundAddress = /(?:[\s<>()[\]{}"“”„«»‹›,;|/，；¦→]|\p{Extended_Pictographic}\ufe0f?)+/u
/** Quotes and marks that a text has around an address. Inside it they may belong to it. */
const marksBefore = /^['‘’‚`´*•~:]+/
const marksBehind = /(?<!['‘’`´*•~.,;:!#=-])['‘’`´*•~.,;:!#=-]+$/
/** What names the address before a colon: `mailto:`, `e-mail:`, `SMTP:`. */
const label = /^(?:[^@]*:|e-?mail=)/i
const hiddenSigns = /[*•●○■□█▓▒░…]|##/
/** Signs that hide one side of an address alone: `***1@exemplo.com`, `ana@exemplo.com.***`. */
const hiddenSide = /^[*•●]{2}.*[^*•●]$|^[^*•●].*(?:[*•●]{2}|\.[*•●])$/s
/** The longest e-mail in characters (RFC 5321 §4.5.3.1.3). */
export const longestAddress = 254

/** The parts of a text that have an @, without what stands around them. */
export function addressesIn(text: string): string[] {
  return text.split(aroundAddress).filter((part) => part.includes('@'))
}

/**
 * An e-mail as it is sent: in small letters, without `mailto:`, quotes, and the name before `<…>` or behind it. Reads
 * the first one of a text.
 */
export function emailKey(text: string): Reading {
  const [part] = addressesIn(text.replaceAll('＠', '@'))
  if (part === undefined) return { ok: false, problem: text.trim() === '' ? 'empty' : 'bad_email' }
  const written = withoutMarks(part)
  const key = withoutMarks(foldEmail(written))
  const isMasked = hiddenSigns.test(key) || hiddenSide.test(part) || (key.startsWith('@') && hiddenSigns.test(part))
  if (isMasked) return { ok: false, problem: 'masked' }
  const good = key.length <= longestAddress && address.test(key) && !key.includes('..')
  if (!good) return { ok: false, problem: 'bad_email' }
  return { ok: true, key, kind: 'email', form: key === written ? writtenForms.asKey : writtenForms.otherwise, written }
}

function withoutMarks(part: string): string {
  const bare = part.replace(label, '').replace(marksBefore, '')
  const [address = ''] = bare.split('?', 1)
  return address.replace(marksBehind, '')
}

/** WhatsApp's hosts whose names are phones, one of its devices behind a colon. */
const phoneHost = /^[<'"]*\+?(\d+)(?:[.:_]\d+)*@(?:c\.us|s\.whatsapp\.net|wa\.gw\.msging\.net|hosted)(?![.\w-])/i
/** Hosts whose names are numbers of their own. */
const otherHost = /@(?:lid|g\.us|broadcast|newsletter|call|bot|(?:[\w-]+\.)*msging\.net)(?![.\w-])/i
/** A name at Instagram, Telegram and the like: `@ana.souza`. */
const nameAlone = /^@[\w.]+$/
const telephoneSystem = /^[<'"]*sips?:\+?([^@]*)@/i

/** Whether a part with an @ is no e-mail, but of a messenger or a telephone system. */
export function isIdentity(part: string): boolean {
  return [phoneHost, otherHost, telephoneSystem, nameAlone].some((pattern) => pattern.test(part))
}

/** The phone in such an identity, where it has one. */
export function identityKey(part: string, areaCode: string | null): Reading {
  const [, id] = phoneHost.exec(part) ?? []
  if (id !== undefined) return phoneKey(id.length > 9 ? `+${id}` : id, areaCode)
  const [, user] = telephoneSystem.exec(part) ?? []
  return user === undefined ? { ok: false, problem: 'messenger_id' } : phoneKey(user, areaCode)
}

/** By byte, the signs of common addresses: 1 before the @, 2 behind it, 3 both. */
export const addressSigns = new Uint8Array(256)
for (const sign of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.')
  addressSigns[sign.charCodeAt(0)] = 3
for (const sign of '_+%') addressSigns[sign.charCodeAt(0)] = 1
