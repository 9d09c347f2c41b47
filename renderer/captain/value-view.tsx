import type { ReactNode } from 'react'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { fieldName } from './field-name.ts'
import { isObject } from './learn-fields.ts'

/** How many characters of a value are shown: an answer may hold a whole page. */
const longest = 20_000

export interface ValueViewProps {
  /** The key that it stands under: it tells times from numbers. */
  readonly name: string
  readonly value: unknown
}

/** A value as the service sent it, for reading: never as markup, whatever is in it. */
export function ValueView({ name, value }: ValueViewProps): ReactNode {
  const texts = useMessages().captain
  const format = useFormat()
  if (value === null || value === undefined || value === '') return <span className="dim">—</span>
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  const time = timeOf(name, value)
  if (time !== null) return format.dateTime(time)
  if (typeof value === 'number') return isNumberOfThing(name) ? String(value) : format.number(value)
  if ((name === 'status' || name === 'sync_status') && typeof value === 'string' && Object.hasOwn(texts.states, value))
    return texts.states[value]
  if (name === 'record_type' && typeof value === 'string') return fieldName(texts.fields, value)
  if (typeof value === 'string') return <span className="captain-words">{value.slice(0, longest)}</span>
  if (Array.isArray(value) && value.every((item) => !isObject(item) && !Array.isArray(item))) {
    if (value.length === 0) return <span className="dim">—</span>
    return (
      <ul className="captain-items">
        {value.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of an answer have no name of their own
          <li key={place}>{String(item)}</li>
        ))}
      </ul>
    )
  }
  if (isObject(value) && Object.keys(value).length === 0) return <span className="dim">—</span>
  const words = isObject(value) ? recordWords(value, texts.conversationOf) : null
  if (words !== null) return <span className="captain-words">{words.slice(0, longest)}</span>
  return <pre className="captain-json">{JSON.stringify(value, null, 2).slice(0, longest)}</pre>
}

/**
 * What a record inside of another is called, such as the assistant of an answer: a conversation by its number and contact,
 * a message by its text; null for what has no number, such as settings, or no name.
 */
function recordWords(
  record: Readonly<Record<string, unknown>>,
  conversationOf: (id: number, name: string | null) => string,
): string | null {
  const text = (key: string) => {
    const value = record[key]
    return typeof value === 'string' && value.trim() !== '' ? value : null
  }
  if (typeof record.display_id === 'number') return conversationOf(record.display_id, text('contact_name'))
  if (record.id === undefined) return null
  return text('name') ?? text('title') ?? text('question') ?? text('content') ?? text('email')
}

/** Epoch milliseconds of a time in seconds, milliseconds or ISO, under a key that names one; null for anything else. */
export function timeOf(name: string, value: unknown): number | null {
  if (!/(_at|^at|timestamp)$/.test(name)) return null
  if (typeof value === 'number') return value > 1e11 ? value : value * 1000
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

function isNumberOfThing(name: string): boolean {
  return /(^|_)id$/.test(name)
}
