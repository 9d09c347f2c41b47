import { phoneKey } from '../../kernel/phones/phone-key.ts'
import { type ContactKeys, contactKeysOf } from '../lead-links/contact-keys.ts'
import { emailKey, readCellKeys } from '../lists/cell-keys.ts'
import type { AnswerRole } from './answer-role.ts'

export interface RoledAnswer {
  readonly role: AnswerRole
  readonly value: unknown
}

const longest = 254
const phoneShape = /^\+?[\d\s().-]{8,24}$/

/**
 * How the sender of an entry can be reached: what the fields for it hold first, then phones and e-mails in any other
 * answer. Phones are the digits that cruzar would send, e-mails lower case. Takes the entry as the service sent it and
 * the roles of its answers.
 */
export function contactsOf(body: Readonly<Record<string, unknown>>, answers: readonly RoledAnswer[]): ContactKeys {
  const asked = { phones: new Set<string>(), emails: new Set<string>() }
  for (const { role, value } of answers) {
    if (role !== 'phone' && role !== 'email') continue
    for (const text of shortTexts(value)) {
      for (const { key, kind } of readCellKeys(text, role).keys)
        (kind === 'email' ? asked.emails : asked.phones).add(key)
    }
  }
  const { phones, emails } = contactKeysOf(body)
  return { phones: [...new Set([...asked.phones, ...phones])], emails: [...new Set([...asked.emails, ...emails])] }
}

/** What a text as a whole is, so that it can be called or written to; null for anything else. */
export function recogniseContact(role: AnswerRole, text: string): 'phone' | 'email' | null {
  const trimmed = text.trim()
  if (trimmed.length > longest) return null
  if (trimmed.includes('@')) return emailKey(trimmed).ok && !/[\s<>]/.test(trimmed) ? 'email' : null
  if (role === 'digits' || role === 'choice' || !phoneShape.test(trimmed)) return null
  return phoneKey(trimmed).ok ? 'phone' : null
}

function shortTexts(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.flatMap((one) => {
    if (typeof one === 'string' && one.length <= longest) return [one]
    return typeof one === 'number' ? [String(one)] : []
  })
}
