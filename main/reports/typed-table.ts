import type { ReportCell, ReportColumn } from '../../preload/contract/reports.ts'
import { durationOf, isBlank, isDay, momentOf, type NumberStyle, numberOf, percentOf } from './cells.ts'
import type { RawTable } from './raw-table.ts'

type Kind = ReportColumn['kind']

/** A whole table of an answer with the kinds of its columns. */
export interface TypedTable {
  readonly name: string
  readonly columns: readonly ReportColumn[]
  /** The column that names the rows. */
  readonly label: number | null
  readonly rows: readonly (readonly ReportCell[])[]
}

/** How the answer writes: a CSV is words, where the first column names the rows and a unit is said or unknown. */
export interface Dialect extends NumberStyle {
  readonly from: 'json' | 'csv'
}

export const jsonDialect: Dialect = { from: 'json', decimal: '.' }

/** A semicolon parts cells where the comma is the decimal sign. */
export function csvDialect(delimiter: string): Dialect {
  return { from: 'csv', decimal: delimiter === ';' ? ',' : '.' }
}

/** Whether cells are read by the kinds of their columns, or are the texts that came. */
export type Cells = 'read' | 'as_they_came'

/** The same table with the kinds of its columns, and numbers, durations and times read from what they hold. */
export function typedTable({ name, keys, rows }: RawTable, dialect: Dialect, cells: Cells = 'read'): TypedTable {
  const columns = keys.map((key, place): ReportColumn => {
    const values = rows.map((row) => row[place] ?? null).filter((value) => !isNothing(value))
    return { key, kind: kindOf(key, place, values, dialect) }
  })
  const typed = rows.map((row) =>
    columns.map(({ kind }, place) => (cells === 'read' ? cellOf(row[place], kind, dialect) : textOf(row[place]))),
  )
  return { name, columns, label: labelOf(columns, rows.length), rows: typed }
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && isBlank(value))

/** Averages are seconds in the service's own fields (features.md §8.7); in other words a unit is not known. */
const durationEnd = /(?:reply|response|resolution|waiting|handling)_time$|_seconds$/
const averageWord = /(?:^|_)(?:avg|average|mean|median|p\d\d)_/
const momentKey = /(^|[_.])(timestamp|time|date|day|since|until|key|at|1)$|_(at|on)$/
const idKey = /(^|[_.])id$|^key$/

function isDurationKey(key: string): boolean {
  const word = key.slice(key.lastIndexOf('.') + 1)
  return durationEnd.test(word) || (word.endsWith('time') && averageWord.test(word))
}

function kindOf(key: string, place: number, values: readonly unknown[], dialect: Dialect): Kind {
  if (values.length === 0) return dialect.from === 'json' && isDurationKey(key) ? 'duration' : emptyKind(place, dialect)
  const all = (test: (value: string) => boolean) => values.every((value) => typeof value === 'string' && test(value))
  if (all(isDay)) return 'day'
  if (all((value) => momentOf(value) !== null)) return 'time'
  // Names of inboxes and labels may be numbers.
  if ((dialect.from === 'csv' && place === 0) || (idKey.test(key) && !isEpoch(values))) return 'text'
  if (values.every((value) => amountOf(value, dialect) !== null)) return numberKind(key, values, dialect)
  if (all((value) => percentOf(value, dialect) !== null)) return 'percent'
  // A few words that are no exact duration ("menos de um minuto") stay as they are among those that are.
  const read = values.filter((value) => secondsOf(value, dialect) !== null).length
  return read * 2 > values.length && values.some((value) => typeof value === 'string') ? 'duration' : 'text'
}

const emptyKind = (place: number, { from }: Dialect): Kind => (from === 'csv' && place > 0 ? 'number' : 'text')

/** Seconds or ms of this century, as numbers or digits. */
const isEpoch = (values: readonly unknown[]) => values.every((value) => Number(value) > 9e8 && Number(value) < 5e12)

function numberKind(key: string, values: readonly unknown[], dialect: Dialect): Kind {
  if (dialect.from === 'csv') return 'number'
  if (isEpoch(values) && momentKey.test(key)) return 'time'
  return isDurationKey(key) ? 'duration' : 'number'
}

function amountOf(value: unknown, dialect: Dialect): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' ? numberOf(value, dialect) : null
}

function secondsOf(value: unknown, dialect: Dialect): number | null {
  const words = typeof value === 'string' ? durationOf(value) : null
  return words ?? amountOf(value, dialect)
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

function cellOf(value: unknown, kind: Kind, dialect: Dialect): ReportCell {
  if (value === null || value === undefined) return null
  const text = String(value)
  if (kind !== 'text' && isBlank(text)) return null
  switch (kind) {
    case 'text':
      return text
    case 'day':
      return text
    case 'number':
      return amountOf(value, dialect) ?? text
    case 'percent':
      return percentOf(text, dialect) ?? text
    case 'duration':
      return secondsOf(value, dialect) ?? text
    case 'time':
      return typeof value === 'string' && momentOf(value) !== null ? momentOf(value) : epochMs(Number(value))
  }
}

/** Epoch seconds or ms; 0 means nothing (features.md §8.4). */
function epochMs(value: number): number | null {
  if (!(value > 0)) return null
  return value < 1e11 ? value * 1000 : value
}

const nameKey = /^(name|nome|title|t[ií]tulo|label|etiqueta|agent|agente|inbox|caixa|team|time|email|key|value)$/i

function labelOf(columns: readonly ReportColumn[], rows: number): number | null {
  const texts = columns.flatMap(({ kind }, place) => (kind === 'text' ? [place] : []))
  const named = texts.find((place) => nameKey.test(columns[place]?.key ?? ''))
  const moment = columns.findIndex(({ kind }) => kind === 'time' || kind === 'day')
  const label = named ?? texts[0] ?? (moment < 0 ? null : moment)
  return rows === 1 && named === undefined && columns.length > 2 ? null : label
}
