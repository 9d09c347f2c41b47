import type { ReactNode } from 'react'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { fieldName, isObject } from './record-fields.ts'

type Fields = Readonly<Record<string, unknown>>
/** How many rows and columns of an array are shown. The console shows all of any answer. */
const mostRows = 100
const mostColumns = 8

/** Any answer of the service: its fields, with arrays as tables. */
export function AnswerView({ answer }: { readonly answer: unknown }): ReactNode {
  const texts = useMessages().captain
  if (answer === null || answer === undefined) return <p className="dim">{texts.value.nothing}</p>
  if (Array.isArray(answer)) return <RowsView name="" rows={answer} />
  if (!isObject(answer)) return <ValueView name="" value={answer} />
  return <FieldsView fields={answer} />
}

interface FieldsViewProps {
  readonly fields: Fields
  /** The name of the record with a number; null where it is not known. */
  readonly nameOf?: (field: string, value: unknown) => string | null
}

/** Names and values, one below the other; an array of records is a table. */
export function FieldsView({ fields, nameOf = () => null }: FieldsViewProps) {
  const texts = useMessages().captain
  return (
    <dl>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name} className="captain-field">
          <dt>{fieldName(texts.fields, name)}</dt>
          <dd>
            {isRows(value) ? (
              <RowsView name={name} rows={value} />
            ) : (
              (nameOf(name, value) ?? <ValueView name={name} value={value} />)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RowsView({ name, rows }: { readonly name: string; readonly rows: readonly unknown[] }) {
  const { captain: texts, common } = useMessages()
  if (!isRows(rows)) return <ValueView name={name} value={rows} />
  const shown = rows.slice(0, mostRows)
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))].slice(0, mostColumns)
  // Tools are identified by a word, which is not formatted as a number.
  const heading = (column: string) =>
    column === 'id' && shown.some(({ id }) => typeof id === 'string') ? 'slug' : column
  return (
    <div className="captain-rows">
      <table className="captain-table figures">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {fieldName(texts.fields, heading(column))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no name of their own
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <ValueView name={column} value={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows ? <p className="dim">{common.andCountMore(rows.length - mostRows)}</p> : null}
    </div>
  )
}

function isRows(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

/** The text of an answer or message, in any of its fields (docs/services.md §7.5); null where there is none. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  if (!isObject(value)) return null
  for (const key of ['message', 'content', 'response', 'summary', 'text', 'answer', 'payload', 'data']) {
    const words = textIn(value[key])
    if (words) return words
  }
  return null
}

/** How many characters of a value are shown: an answer may hold a whole page. */
const longest = 20_000

interface ValueViewProps {
  /** The key of the value. It distinguishes times from numbers. */
  readonly name: string
  readonly value: unknown
}

/** A value as the service sent it. It is never rendered as markup. */
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
  if (typeof value === 'string') return <span className="captain-words verbatim">{value.slice(0, longest)}</span>
  if (Array.isArray(value) && value.every((item) => !isObject(item) && !Array.isArray(item))) {
    if (value.length === 0) return <span className="dim">—</span>
    return (
      <ul className="captain-items">
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of an answer have no name of their own
          <li key={index}>{String(item)}</li>
        ))}
      </ul>
    )
  }
  if (isObject(value) && Object.keys(value).length === 0) return <span className="dim">—</span>
  const words = isObject(value) ? recordWords(value, texts.conversationOf) : null
  if (words !== null) return <span className="captain-words verbatim">{words.slice(0, longest)}</span>
  return <pre className="captain-json verbatim">{JSON.stringify(value, null, 2).slice(0, longest)}</pre>
}

/**
 * The name of a record inside another, such as the assistant of an answer. A conversation is named by number and
 * contact, a message by its text. Null for what has no number, such as settings, or no name.
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
