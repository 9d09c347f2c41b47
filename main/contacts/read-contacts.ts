import type { Contact } from '../../preload/contract/contacts.ts'
import { AppFailure } from '../kernel/failure.ts'
import { idOf, isRecord, parseJson, recordOf, textOf, timeOf } from '../kernel/json.ts'
import { phoneForms } from '../kernel/phones/brazil.ts'
import { digitsOf, phoneKey } from '../kernel/phones/phone-key.ts'

/** One answer of the search. */
export interface ReceivedContacts {
  readonly contacts: readonly Contact[]
  /** How many items the answer had. */
  readonly received: number
  readonly count: number | null
  /** The next page as the answer reports it; null where it has none. */
  readonly hasMore: boolean | null
}

/** Where services put the list, the usual place first (features.md §8.5): wrapped, wrapped twice, or bare. */
const listKeys = ['payload', 'data', 'contacts', 'results'] as const

const mostDepth = 3

/** Reads an answer of the contact search. Throws `unexpected_body` for what is no JSON, has no list, or lists no contacts. */
export function readContacts(body: string): ReceivedContacts {
  // Some builds answer a search without hits with an empty 200 (features.md §8.5).
  const answer = body.trim() === '' ? [] : parseJson(body)
  if (answer === undefined) throw new AppFailure('unexpected_body', {}, 'not JSON')
  const list = listIn(answer, 0)
  if (!list) throw new AppFailure('unexpected_body', {}, 'the answer has no list')
  const contacts = list.flatMap((item) => readContact(item) ?? [])
  if (list.length > 0 && contacts.length === 0) {
    throw new AppFailure('unexpected_body', {}, 'the list has no contacts')
  }
  const meta = metaIn(answer, 0)
  return {
    contacts,
    received: list.length,
    count: idOf(meta.count) ?? idOf(meta.total_count) ?? idOf(meta.total),
    hasMore: typeof meta.has_more === 'boolean' ? meta.has_more : null,
  }
}

/** A contact as a service sends it, missing keys null, unknown ones in `raw`. Null for what has no number. */
export function readContact(item: unknown): Contact | null {
  const outer = recordOf(item)
  const record = isRecord(outer.contact) ? outer.contact : outer
  const id = idOf(record.id)
  if (id === null) return null
  return {
    id,
    name: textOf(record.name),
    phone: textOf(record.phone_number) ?? textOf(record.phone),
    email: textOf(record.email),
    identifier: textOf(record.identifier),
    created_at: timeOf(record.created_at),
    last_activity_at: timeOf(record.last_activity_at),
    raw: record,
  }
}

function listIn(value: unknown, depth: number): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value) || depth === mostDepth) return null
  for (const key of listKeys) {
    const found = key in value ? listIn(value[key], depth + 1) : null
    if (found) return found
  }
  return null
}

function metaIn(value: unknown, depth: number): Readonly<Record<string, unknown>> {
  if (!isRecord(value) || depth === mostDepth) return {}
  return isRecord(value.meta) ? value.meta : metaIn(value.data ?? value.payload, depth + 1)
}

/** What a search sends, and the other form of the same phone where it has one. */
interface SearchText {
  /** Null for what is too short to be asked. */
  readonly sent: string | null
  readonly otherNinth: string | null
}

const maskedDigits = /^[\d\s().+-]+$/
const shortest = 2

/**
 * What to ask for when a person types this (agent-platform.md, "Contact and message lookups": digits are an accepted
 * form). A phone goes as digits, a Brazilian one with its area code and without 55, so that it is found however it is
 * stored; a part of a phone as its digits; a name or an e-mail as it is typed. Less than two characters are not asked.
 */
export function searchText(typed: string): SearchText {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (!maskedDigits.test(text)) return { sent: text.length < shortest ? null : text, otherNinth: null }
  const reading = phoneKey(text)
  if (!reading.ok) {
    const digits = digitsOf(text)
    return { sent: digits.length < shortest ? null : digits, otherNinth: null }
  }
  const { exact, otherNinth } = phoneForms(reading.key)
  return { sent: shortestOf(exact), otherNinth: otherNinth.length > 0 ? shortestOf(otherNinth) : null }
}

function shortestOf(forms: readonly string[]): string {
  return forms.reduce((best, form) => (form.length < best.length ? form : best))
}
