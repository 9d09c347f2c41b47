import type { TableColumn } from '../../../../preload/contract/table-queries.ts'
import type { Column } from '../../../engine/columns/column.ts'
import { columnsOf } from '../../../engine/columns/derived-columns.ts'
import { type Table, wholePrefix } from '../../../engine/tables/table.ts'
import { isoTimeOf, recordOf } from '../../../kernel/json.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../../kernel/schedule.ts'
import { answerText, maskedMeta } from './answers.ts'
import type { EntryFacts } from './entry-facts.ts'
import { tableFields } from './form-shape.ts'

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
  /** By row, as far as there are any. */
  readonly values: unknown[]
  /** How many entries have it. */
  given: number
}

/**
 * The answers and metadata of these entries as columns. For one form, its fields in their order over all versions, then
 * keys that no version knows. For several forms, the answers that at least two of them ask for, by label.
 */
export async function answerColumns(entries: readonly EntryFacts[]): Promise<Pick<Table, 'columns' | 'order'>> {
  const yieldToEventLoop = createYieldToEventLoop()
  const { formFields, unknown, meta, whole, texts } = await gather(entries, yieldToEventLoop)
  const columns = new Map<string, Column>([[everyAnswerKey, columnsOf(texts).text('text', (text) => text)]])
  const order: TableColumn[] = []
  const rowsOf = (values: readonly unknown[]) => Array.from({ length: entries.length }, (_, row) => values[row])
  const add = async (key: string, { heading, type, values }: Gathered, isChosen: boolean) => {
    const all = rowsOf(values)
    const column = isChosen ? columnsOf(all).dictionary('choice', answerText) : answerColumn(type, all)
    columns.set(key, column)
    order.push({ key, type: column.type, heading })
    await yieldToEventLoop()
  }
  for (const [key, gathered] of [...formFields, ...mostGiven(unknown, mostUnknown)]) {
    await add(answerPrefix + key, gathered, false)
  }
  for (const [key, gathered] of metaOrder(mostGiven(meta, mostMeta))) {
    await add(metaPrefix + key, gathered, chosenMeta.test(key))
    const values = whole.get(key)
    if (values) columns.set(wholePrefix + metaPrefix + key, columnsOf(rowsOf(values)).text('text', answerText))
  }
  return { columns, order }
}

/** Reads every entry once. A second answer to one field has no place in its column; it is searched and shown alone. */
async function gather(entries: readonly EntryFacts[], yieldToEventLoop: YieldToEventLoop) {
  const forms = [...new Set(entries.map(({ form }) => form))]
  const { fields, keyOf } = tableFields(forms)
  const formFields = new Map(fields.map(({ key, label, type }) => [key, gathering(label, type)]))
  const unknown = new Map<string, Gathered>()
  const meta = new Map<string, Gathered>()
  const came = new Map<string, unknown[]>()
  const masked = new Set<string>()
  const texts: string[] = []
  for (const [row, { form, schema_version, body }] of entries.entries()) {
    const { fields: given, metadata } = recordOf(JSON.parse(body))
    const answers = Object.entries(recordOf(given))
    for (const [name, value] of answers) {
      const key = keyOf(form, schema_version, name)
      const field = key === null ? undefined : formFields.get(key)
      if (field && field.values[row] === undefined) field.values[row] = value
      else if (!field && forms.length === 1) put(unknown, name, row, value)
    }
    for (const [name, value] of Object.entries(recordOf(metadata))) {
      const shown = maskedMeta(name, value)
      put(meta, name, row, shown.value)
      if (shown.masked) masked.add(name)
      const values = came.get(name) ?? []
      values[row] = value
      came.set(name, values)
    }
    texts.push(answers.map(([, value]) => answerText(value) ?? '').join('\n'))
    await yieldToEventLoop()
  }
  const whole = new Map([...came].filter(([name]) => masked.has(name)))
  return { formFields, unknown, meta, whole, texts }
}

function gathering(heading: string, type: string | null): Gathered {
  return { heading, type, values: [], given: 0 }
}

function put(gathered: Map<string, Gathered>, name: string, row: number, value: unknown): void {
  const one = gathered.get(name) ?? gathering(name, null)
  one.values[row] = value
  one.given++
  gathered.set(name, one)
}

function mostGiven(gathered: ReadonlyMap<string, Gathered>, limit: number): [string, Gathered][] {
  if (gathered.size <= limit) return [...gathered]
  return [...gathered].sort(([, one], [, other]) => other.given - one.given).slice(0, limit)
}

/** The usual keys first, in their own order. */
function metaOrder(pairs: readonly [string, Gathered][]): readonly [string, Gathered][] {
  const rank = (key: string) => (firstMeta.includes(key) ? firstMeta.indexOf(key) : firstMeta.length)
  return pairs.toSorted(([one], [other]) => rank(one) - rank(other))
}

/** Of fields that may have several values: one alone may come without a list. */
const severalTypes = new Set(['checkbox', 'multiselect'])

const choiceTypes = new Set(['select', 'radio', 'dropdown', 'checkbox', 'boolean', 'hidden'])

/**
 * The column of an answer: numbers where every answer is one, lists where every one is a list of texts (or one alone,
 * of a field that may have several). Times where the field asks for a date and every answer has a time of day as well.
 * A day alone stays as it was written: as a moment it would be another day elsewhere. Words of few where they are
 * chosen, yes and no as codes. Any other answers as texts. Values are one a row, undefined where the entry has none.
 */
function answerColumn(type: string | null, values: readonly unknown[]): Column {
  const { number, list, time, dictionary, text } = columnsOf(values)
  const given = values.filter((value) => value !== undefined && value !== null && value !== '')
  if (given.length === 0) return text('text', answerText)
  if (given.every((value) => typeof value === 'number' && Number.isFinite(value))) {
    const type = given.every(Number.isInteger) ? 'integer' : 'number'
    return number(type, (value) => (typeof value === 'number' ? value : null))
  }
  const mayBeOne = severalTypes.has(type?.toLowerCase() ?? '') && given.some(Array.isArray)
  const isList = (value: unknown) => isListOfTexts(value) || (mayBeOne && isListOfTexts([value]))
  if (given.every(isList))
    return list('list', (value) => {
      if (Array.isArray(value)) return value.map(String)
      return value === undefined || value === null || value === '' ? [] : [String(value)]
    })
  if (type !== null && /date|time/i.test(type) && given.every((value) => isoTimeOf(value) !== null))
    return time(answerText)
  if (given.every((value) => typeof value === 'boolean')) return dictionary('code', answerText)
  return choiceTypes.has(type?.toLowerCase() ?? '') ? dictionary('choice', answerText) : text('text', answerText)
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')
}
