import type { ReactNode } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { fieldName } from './field-name.ts'
import { isObject } from './learn-fields.ts'
import { ValueView } from './value-view.tsx'

type Fields = Readonly<Record<string, unknown>>

/** How many rows and columns of an array are shown; the console shows all of any answer. */
const mostRows = 100
const mostColumns = 8

/** Any answer of the service: what it names, and its arrays as tables. */
export function AnswerView({ answer }: { readonly answer: unknown }): ReactNode {
  const texts = useMessages().captain
  if (answer === null || answer === undefined) return <p className="dim">{texts.value.nothing}</p>
  if (Array.isArray(answer)) return <RowsView name="" rows={answer} />
  if (!isObject(answer)) return <ValueView name="" value={answer} />
  return <FieldsView fields={answer} />
}

export interface FieldsViewProps {
  readonly fields: Fields
  /** What the thing behind a number is called; null where it is not known. */
  readonly nameOf?: (field: string, value: unknown) => string | null
}

/** Names and values, one below the other; an array of records becomes a table. */
export function FieldsView({ fields, nameOf = () => null }: FieldsViewProps) {
  const texts = useMessages().captain
  return (
    <dl className="captain-fields">
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
  const texts = useMessages().captain
  if (!isRows(rows)) return <ValueView name={name} value={rows} />
  const shown = rows.slice(0, mostRows)
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))].slice(0, mostColumns)
  // Tools are told apart by a word: that is no number.
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
          {shown.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no name of their own
            <tr key={place}>
              {columns.map((column) => (
                <td key={column}>
                  <ValueView name={column} value={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > mostRows ? <p className="dim">{texts.value.rest(rows.length - mostRows)}</p> : null}
    </div>
  )
}

function isRows(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}
