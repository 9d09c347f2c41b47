import type { ReportCell, ReportColumn } from '../../preload/contract/reports.ts'
import { isDay } from '../../preload/values/days.ts'

/** A table of an answer, before the kinds of its columns are known. */
export interface RawTable {
  /** Its key in the answer; empty for the whole answer. */
  readonly name: string
  readonly keys: readonly string[]
  /** JSON scalars, or texts of a CSV. Rows may be shorter than `keys`. */
  readonly rows: readonly (readonly unknown[])[]
}

/** More columns than any report has. The rest of a wider table is left out, so that it does not block the screen. */
export const mostColumns = 200

type Kind = ReportColumn['kind']

/** A whole table of an answer with the kinds of its columns. */
export interface TypedTable {
  readonly name: string
  readonly columns: readonly ReportColumn[]
  /** The column that names the rows. */
  readonly label: number | null
  readonly rows: readonly (readonly ReportCell[])[]
}

/**
 * How an answer writes its cells. Those of a CSV are texts, its first column names the rows, and a unit is given or
 * unknown.
 */
export interface Dialect extends NumberStyle {
  readonly from: 'json' | 'csv'
}

export const jsonDialect: Dialect = { from: 'json', decimal: '.' }

/** Cells are separated by semicolons where the comma is the decimal sign. */
export function csvDialect(delimiter: string): Dialect {
  return { from: 'csv', decimal: delimiter === ';' ? ',' : '.' }
}

/** Whether cells are read by the kinds of their columns, or stay unchanged texts. */
export type Cells = 'read' | 'as_they_came'

/** The same table with the kinds of its columns, and with numbers, durations and times read from the cells. */
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

/** Averages are seconds in the service's own fields (docs/services.md §6.3); for other names the unit is unknown. */
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
  // A few inexact durations ("menos de um minuto") stay as texts among exact ones.
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

/** Epoch seconds or ms; 0 means none (docs/services.md §13.1). */
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

/**
 * Values of a report as people and services write them. Averages are seconds in JSON and words in CSV, and any of them
 * may be null, a text or not there (docs/services.md §6.3).
 */

const blanks = /^(|n\/?a|n\/?d|null|nil|nan|-+|–|—)$/i

/** Whether a text only means that there is no value. */
export function isBlank(text: string): boolean {
  return blanks.test(text.trim())
}

/** Seconds of each unit, by its beginnings in Portuguese, English and Spanish. */
const units: readonly (readonly [words: RegExp, seconds: number])[] = [
  [/^(s|seg|segs|segundos?|sec|secs|seconds?)$/, 1],
  [/^(m|min|mins|minutos?|minutes?)$/, 60],
  [/^(h|hs|hr|hrs|horas?|hours?)$/, 3600],
  [/^(d|dias?|días?|days?)$/, 86_400],
  [/^(sem|semanas?|weeks?)$/, 604_800],
]

/** Longer cells are texts, since the expressions below take too long on hostile ones. */
const longest = 100
const part = /(?<!\d)(\d+(?:[.,]\d+)?)\s*([a-zà-ú]+)\.?/giu
const between = /\b(e|y|and)\b|[,\s]+/giu

/**
 * Seconds of a duration in words ("1 dia 2 horas", "5 min 3 s", "1h05m" written with its units) or as a clock
 * (`27:05:12`). Null for anything else, such as "about 2 hours", so that no value is more exact than its text.
 */
function durationOf(text: string): number | null {
  if (text.length > longest) return null
  const clock = /^(\d{1,5}):([0-5]\d):([0-5]\d)$/.exec(text.trim())
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  let seconds = 0
  let parts = 0
  let hasUnits = true
  const rest = text.trim().replace(part, (_, amount: string, word: string) => {
    const unit = units.find(([words]) => words.test(word.toLowerCase()))
    if (!unit) hasUnits = false
    seconds += Number(amount.replace(',', '.')) * (unit?.[1] ?? 0)
    parts += 1
    return ' '
  })
  return hasUnits && parts > 0 && rest.replace(between, '') === '' ? seconds : null
}

interface NumberStyle {
  readonly decimal: '.' | ','
}

/** A number in this style, with or without thousands separators; null for anything else. */
function numberOf(text: string, { decimal }: NumberStyle): number | null {
  const [pattern, group] =
    decimal === ','
      ? ([/^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/, /\./g] as const)
      : ([/^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/, /,/g] as const)
  const clean = text.trim()
  return pattern.test(clean) ? Number(clean.replace(group, '').replace(',', '.')) : null
}

/** 45.5 for "45,5%"; null for anything else. */
function percentOf(text: string, style: NumberStyle): number | null {
  const clean = text.trim()
  return clean.endsWith('%') ? numberOf(clean.slice(0, -1), style) : null
}

/** Epoch ms of an ISO 8601 timestamp with its time of day; null for anything else. */
function momentOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) return null
  const moment = Date.parse(text.replace(' UTC', 'Z'))
  return Number.isNaN(moment) ? null : moment
}
