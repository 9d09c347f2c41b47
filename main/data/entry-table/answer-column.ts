import type { ColumnType } from '../../../preload/contract/tables.ts'
import { readTime, type Zones } from '../../kernel/time-text.ts'
import type { Column } from '../columns/column.ts'
import { createDictionaryColumn } from '../columns/dictionary-column.ts'
import { createDictionaryBuilder, createListBuilder } from '../columns/dictionary-part.ts'
import { createListColumn } from '../columns/list-column.ts'
import { createNumberColumn } from '../columns/number-column.ts'
import { numberPart } from '../columns/number-part.ts'
import { createTextColumn } from '../columns/text-column.ts'
import { textPartOf } from '../columns/text-part.ts'
import { createTimeColumn } from '../columns/time-column.ts'
import { createTimeBuilder } from '../columns/time-part.ts'
import { answerText } from './answer-text.ts'

/** Values of one answer or of one key of metadata, one a row; undefined where the entry has none. */
export type Values = readonly unknown[]

const choiceTypes = new Set(['select', 'radio', 'dropdown', 'checkbox', 'boolean', 'hidden'])

/**
 * The column of an answer: numbers where every answer is one, lists where every one is a list of texts, times where the
 * field asks for a date and every answer tells a time of day as well (a day alone stays as it was written: as a moment it
 * would be another day elsewhere), words of few where they are chosen, yes and no as codes; any other answers as texts.
 */
export function answerColumn(type: string | null, values: Values): Column {
  const given = values.filter((value) => value !== undefined && value !== null && value !== '')
  if (given.length > 0 && given.every((value) => typeof value === 'number' && Number.isFinite(value))) {
    const numbers = Float64Array.from(values, (value) => (typeof value === 'number' ? value : NaN))
    return createNumberColumn(numberPart(numbers), given.every(Number.isInteger) ? 'integer' : 'number')
  }
  if (given.length > 0 && given.every(isListOfTexts)) return listColumn(values)
  if (type !== null && /date|time/i.test(type) && given.length > 0 && given.every(isMoment)) return timeColumn(values)
  if (given.length > 0 && given.every((value) => typeof value === 'boolean')) return choiceColumn(values, 'code')
  const isChosen = given.length > 0 && choiceTypes.has(type?.toLowerCase() ?? '')
  return isChosen ? choiceColumn(values) : plainTextColumn('text', values)
}

/** Few distinct texts; `code` for those that the catalogue has words for. */
export function choiceColumn(values: Values, type: 'choice' | 'code' = 'choice'): Column {
  const builder = createDictionaryBuilder()
  for (const value of values) builder.append(answerText(value))
  return createDictionaryColumn(type, builder.take())
}

export function plainTextColumn(type: ColumnType, values: Values): Column {
  return createTextColumn(type, textPartOf(values.map(answerText)))
}

function listColumn(values: Values): Column {
  const builder = createListBuilder()
  for (const value of values) builder.append(Array.isArray(value) ? value.map(String) : [])
  return createListColumn(builder.take())
}

export function timeColumn(values: Values): Column {
  const builder = createTimeBuilder()
  for (const value of values) builder.append(answerText(value))
  return createTimeColumn(builder.take())
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')
}

const zones: Zones = new Map()

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && readTime(value, zones) !== null
}
