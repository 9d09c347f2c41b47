import type { TableColumn } from '../../../preload/contract/tables.ts'
import type { Column, Pause } from '../columns/column.ts'
import { answerColumn, choiceColumn, plainTextColumn, type Values } from './answer-column.ts'
import { answerText } from './answer-text.ts'
import type { EntryFacts } from './entry-facts.ts'
import { recordOf } from './json-record.ts'
import { maskedMeta } from './mask-ip.ts'
import type { FormInfo } from './read-forms.ts'
import { tableFields } from './table-fields.ts'

/** Columns with their place in the table. */
export interface PlacedColumns {
  readonly columns: ReadonlyMap<string, Column>
  readonly order: readonly TableColumn[]
}

/** All texts of an entry's answers as one; searched, never shown: a table of all forms has no column for most. */
export const everyAnswerKey = 'respostas'
export const answerPrefix = 'campo:'
export const metaPrefix = 'meta:'

/** Anyone can post any key: what no form knows gets so many columns, those of most entries first. */
const mostUnknown = 100
const mostMeta = 50
const firstMeta = ['source', 'utm_source', 'utm_medium', 'utm_campaign', 'referrer', 'country', 'ip', 'user_agent']
const chosenMeta = /^(?:source|country|language|locale|device|browser|os|utm_.*)$/i

interface Gathered {
  readonly heading: string
  readonly type: string | null
  readonly values: unknown[]
}

/**
 * The answers and metadata of these entries as columns. For one form, its fields in their order over all versions, then
 * keys that no version knows. For several forms, the answers that at least two of them ask for, by label.
 */
export async function answerColumns(
  entries: readonly EntryFacts[],
  forms: ReadonlyMap<number, FormInfo>,
  pause: Pause,
): Promise<PlacedColumns> {
  const present = [...new Set(entries.map(({ stored }) => stored.form_id))].flatMap((id) => forms.get(id) ?? [])
  const { fields, keyOf } = tableFields(present)
  const known = new Map(fields.map(({ key, label, type }) => [key, gatherer(label, type)]))
  const unknown = new Map<string, Gathered>()
  const meta = new Map<string, Gathered>()
  const texts: string[] = []
  for (const [row, { stored }] of entries.entries()) {
    const body = recordOf(JSON.parse(stored.body))
    const answers = recordOf(body.fields)
    for (const [name, value] of Object.entries(answers)) {
      const key = keyOf(stored.form_id, stored.schema_version, name)
      const field = key === null ? undefined : known.get(key)
      if (field && field.values[row] === undefined) field.values[row] = value
      else if (!field && present.length === 1) put(unknown, name, row, value)
    }
    for (const [name, value] of Object.entries(recordOf(body.metadata)))
      put(meta, name, row, maskedMeta(name, value).value)
    texts.push(
      Object.values(answers)
        .map(answerText)
        .filter((text) => text)
        .join('\n'),
    )
    await pause()
  }
  const columns = new Map<string, Column>([[everyAnswerKey, plainTextColumn('text', texts)]])
  const order: TableColumn[] = []
  const add = (key: string, heading: string, column: Column) => {
    columns.set(key, column)
    order.push({ key, type: column.type, heading })
  }
  const whole = (values: unknown[]): Values => Array.from({ length: entries.length }, (_, row) => values[row])
  for (const [key, { heading, type, values }] of [...known, ...mostGiven(unknown, mostUnknown)]) {
    add(answerPrefix + key, heading, answerColumn(type, whole(values)))
    await pause()
  }
  for (const [key, { heading, values }] of metaOrder(mostGiven(meta, mostMeta))) {
    const column = chosenMeta.test(key) ? choiceColumn(whole(values)) : answerColumn(null, whole(values))
    add(metaPrefix + key, heading, column)
    await pause()
  }
  return { columns, order }
}

function gatherer(heading: string, type: string | null): Gathered {
  return { heading, type, values: [] }
}

function put(gathered: Map<string, Gathered>, name: string, row: number, value: unknown): void {
  const one = gathered.get(name) ?? gatherer(name, null)
  one.values[row] = value
  gathered.set(name, one)
}

function mostGiven(gathered: ReadonlyMap<string, Gathered>, most: number): [string, Gathered][] {
  const count = ({ values }: Gathered) => values.reduce<number>((sum, value) => sum + Number(value !== undefined), 0)
  if (gathered.size <= most) return [...gathered]
  const counted = [...gathered].map((pair) => ({ pair, count: count(pair[1]) }))
  return counted
    .sort((one, other) => other.count - one.count)
    .slice(0, most)
    .map(({ pair }) => pair)
}

/** The usual keys first, in their own order. */
function metaOrder(pairs: readonly [string, Gathered][]): readonly [string, Gathered][] {
  const place = (key: string) => (firstMeta.includes(key) ? firstMeta.indexOf(key) : firstMeta.length)
  return pairs.toSorted(([one], [other]) => place(one) - place(other))
}
