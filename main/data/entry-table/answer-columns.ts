import type { TableColumn } from '../../../preload/contract/tables.ts'
import { recordOf } from '../../kernel/json.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { readTime } from '../../kernel/times.ts'
import type { Column } from '../columns/column.ts'
import { columnsOf } from '../columns/derived-columns.ts'
import { answerText, maskedMeta } from './answers.ts'
import type { EntryFacts } from './entry-facts.ts'
import { type Forms, tableFields } from './form-shape.ts'

/** Columns and their order in the table. */
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
  /** How many entries have it. */
  given: number
}

/**
 * The answers and metadata of these entries as columns. For one form, its fields in their order over all versions, then
 * keys that no version knows. For several forms, the answers that at least two of them ask for, by label.
 */
export async function answerColumns(
  entries: readonly EntryFacts[],
  forms: Forms,
  yieldToEventLoop: YieldToEventLoop,
): Promise<PlacedColumns> {
  const { known, unknown, meta, texts } = await gather(entries, forms, yieldToEventLoop)
  const columns = new Map<string, Column>([[everyAnswerKey, columnsOf(texts).text('text', (text) => text)]])
  const order: TableColumn[] = []
  const add = async (key: string, heading: string, column: Column) => {
    columns.set(key, column)
    order.push({ key, type: column.type, heading })
    await yieldToEventLoop()
  }
  const whole = ({ values }: Gathered): Values =>
    values.length === entries.length ? values : Array.from({ length: entries.length }, (_, row) => values[row])
  for (const [key, gathered] of [...known, ...mostGiven(unknown, mostUnknown)]) {
    await add(answerPrefix + key, gathered.heading, answerColumn(gathered.type, whole(gathered)))
  }
  for (const [key, gathered] of metaOrder(mostGiven(meta, mostMeta))) {
    const values = whole(gathered)
    const column = chosenMeta.test(key)
      ? columnsOf(values).dictionary('choice', answerText)
      : answerColumn(null, values)
    await add(metaPrefix + key, gathered.heading, column)
  }
  return { columns, order }
}

/** Reads every entry once. A second answer to one field has no place in its column; it is searched and shown alone. */
async function gather(entries: readonly EntryFacts[], forms: Forms, yieldToEventLoop: YieldToEventLoop) {
  const present = [...new Set(entries.map(({ stored }) => stored.form_id))].flatMap((id) => forms.get(id) ?? [])
  const { fields, keyOf } = tableFields(present)
  const rows = entries.length
  const known = new Map(fields.map(({ key, label, type }) => [key, gatherer(label, type, rows)]))
  const unknown = new Map<string, Gathered>()
  const meta = new Map<string, Gathered>()
  const texts: string[] = []
  for (const [row, { stored }] of entries.entries()) {
    const body = recordOf(JSON.parse(stored.body))
    const answers = Object.entries(recordOf(body.fields))
    for (const [name, value] of answers) {
      const key = keyOf(stored.form_id, stored.schema_version, name)
      const field = key === null ? undefined : known.get(key)
      if (field && field.values[row] === undefined) field.values[row] = value
      else if (!field && present.length === 1) put(unknown, name, { row, rows, value })
    }
    for (const [name, value] of Object.entries(recordOf(body.metadata))) {
      put(meta, name, { row, rows, value: maskedMeta(name, value).value })
    }
    texts.push(answers.map(([, value]) => answerText(value) ?? '').join('\n'))
    await yieldToEventLoop()
  }
  return { known, unknown, meta, texts }
}

function gatherer(heading: string, type: string | null, rows: number): Gathered {
  return { heading, type, values: new Array<unknown>(rows).fill(undefined), given: 0 }
}

/** Keys that get no column take no room for all rows. */
function put(
  gathered: Map<string, Gathered>,
  name: string,
  { row, rows, value }: { readonly row: number; readonly rows: number; readonly value: unknown },
): void {
  const one = gathered.get(name) ?? gatherer(name, null, gathered.size < mostUnknown ? rows : 0)
  one.values[row] = value
  one.given++
  gathered.set(name, one)
}

function mostGiven(gathered: ReadonlyMap<string, Gathered>, most: number): [string, Gathered][] {
  if (gathered.size <= most) return [...gathered]
  return [...gathered].sort(([, one], [, other]) => other.given - one.given).slice(0, most)
}

/** The usual keys first, in their own order. */
function metaOrder(pairs: readonly [string, Gathered][]): readonly [string, Gathered][] {
  const rank = (key: string) => (firstMeta.includes(key) ? firstMeta.indexOf(key) : firstMeta.length)
  return pairs.toSorted(([one], [other]) => rank(one) - rank(other))
}

/** Values of one answer or of one key of metadata, one a row; undefined where the entry has none. */
type Values = readonly unknown[]
const choiceTypes = new Set(['select', 'radio', 'dropdown', 'checkbox', 'boolean', 'hidden'])

/**
 * The column of an answer: numbers where every answer is one, lists where every one is a list of texts, times where the
 * field asks for a date and every answer has a time of day as well (a day alone stays as it was written: as a moment it
 * would be another day elsewhere), words of few where they are chosen, yes and no as codes; any other answers as texts.
 */
function answerColumn(type: string | null, values: Values): Column {
  const { number, list, time, dictionary, text } = columnsOf(values)
  const given = values.filter((value) => value !== undefined && value !== null && value !== '')
  if (given.length === 0) return text('text', answerText)
  if (given.every((value) => typeof value === 'number' && Number.isFinite(value))) {
    const type = given.every(Number.isInteger) ? 'integer' : 'number'
    return number(type, (value) => (typeof value === 'number' ? value : null))
  }
  if (given.every(isListOfTexts)) return list('list', (value) => (Array.isArray(value) ? value.map(String) : []))
  if (type !== null && /date|time/i.test(type) && given.every(isMoment)) return time(answerText)
  if (given.every((value) => typeof value === 'boolean')) return dictionary('code', answerText)
  return choiceTypes.has(type?.toLowerCase() ?? '') ? dictionary('choice', answerText) : text('text', answerText)
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')
}

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && readTime(value) !== null
}
