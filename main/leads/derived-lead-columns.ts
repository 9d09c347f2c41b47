import type { ColumnType, DerivedColumn } from '../../preload/contract/table-queries.ts'
import { type DerivedField, derivedFields, isAwaited, weekdays } from '../../preload/values/derived-fields.ts'
import type { LeadField } from '../../preload/values/lead-fields.ts'
import type { Column } from '../engine/columns/column.ts'
import { createThroughColumn, noRow } from '../engine/columns/derived-columns.ts'
import { createDictionaryColumn } from '../engine/columns/dictionary-column.ts'
import { createKeyTable } from '../engine/columns/key-index.ts'
import { createLazyColumn } from '../engine/columns/lazy-column.ts'
import { createNumberColumn } from '../engine/columns/number-column.ts'
import { numberPart } from '../engine/columns/numbers.ts'
import {
  dayIn,
  type RowReader,
  readBytes,
  readColumn,
  readDays,
  readMoments,
  readNumbers,
  readValues,
} from '../engine/columns/row-reader.ts'
import { segmentRows } from '../engine/columns/segment.ts'
import { type InterruptibleWork, runSync } from '../kernel/schedule.ts'
import type { Zone } from '../kernel/times.ts'
import { areaCodeIn, regionOfAreaCode, regions, stateOfAreaCode, states } from '../phones/area-code-states.ts'

/** What columns are computed from. Without one of them those that need it do not exist. */
export interface DerivedSources {
  readonly length: number
  /** The column of moments since when contacts wait, and what gives the moment of a row that still waits. */
  readonly waiting: { readonly since: Column; readonly read: () => RowReader } | null
  readonly lastMessage: Column | undefined
  /** The first message of the contact. */
  readonly firstMessage: Column | undefined
  /** Reads when the team answered first; null where the service does not say it. */
  readonly firstAnswer: (() => InterruptibleWork<Column>) | null
  readonly phone: Column | undefined
  /** Of rows that are conversations: whose, and its number. */
  readonly conversations: { readonly contact: Column; readonly id: Column } | null
  /** When the rows were read, epoch ms; null where that is unknown. */
  readonly readAt: number | null
  readonly zone: Zone
}

/** A column as its rows are computed: a range of them at once, or all. */
type Recipe =
  | { readonly range: (first: number, rows: number) => InterruptibleWork<Column> }
  | { readonly whole: () => InterruptibleWork<Column> }

interface Derivation {
  readonly type: ColumnType
  /** Null where the table lacks what it is computed from. */
  readonly of: (sources: DerivedSources) => Recipe | null
}

const hourMs = 3_600_000

/** The derived columns of a table: to add one, a name in `derivedFields`, a line here, and its heading. */
const derivations: Readonly<Record<DerivedField, Derivation>> = {
  espera_desde: {
    type: 'time',
    of: ({ waiting }) => waiting && chosenRows(waiting.since, waiting.read),
  },
  espera_horas: {
    type: 'number',
    of: ({ waiting, readAt }) =>
      waiting &&
      numbers('number', () => {
        const since = waiting.read()
        const end = readAt ?? Number.NaN
        // Hundredths of an hour; the reading may have begun just before the message came.
        return (row) => Math.round(Math.max(0, end - since(row)) / (hourMs / 100)) / 100
      }),
  },
  dias_parada: {
    type: 'integer',
    of: ({ lastMessage, readAt, zone }) =>
      lastMessage
        ? numbers('integer', () => {
            const day = readColumn(lastMessage, readDays(zone))
            const today = readAt === null ? Number.NaN : dayIn(zone, readAt)
            return (row) => Math.max(0, today - day(row))
          })
        : null,
  },
  primeira_resposta_em: { type: 'time', of: ({ firstAnswer }) => firstAnswer && { whole: firstAnswer } },
  uf: { type: 'choice', of: ({ phone }) => ofAreaCode('choice', phone, stateOfAreaCode, states) },
  regiao: { type: 'choice', of: ({ phone }) => ofAreaCode('choice', phone, regionOfAreaCode, regions) },
  primeira_mensagem_dia_da_semana: {
    type: 'code',
    of: ({ firstMessage, zone }) =>
      firstMessage
        ? codes('code', weekdays, () => {
            const day = readColumn(firstMessage, readDays(zone))
            return (row) => weekdayOf(day(row))
          })
        : null,
  },
  primeira_mensagem_hora: {
    type: 'integer',
    of: ({ firstMessage, zone }) =>
      firstMessage
        ? numbers('integer', () => {
            const at = readColumn(firstMessage, readMoments)
            return (row) => hourOf(zone, at(row))
          })
        : null,
  },
  conversas_da_pessoa: {
    type: 'integer',
    of: ({ conversations, length }) => conversations && { whole: () => countConversations(conversations, length) },
  },
}

/**
 * The derived columns that these sources allow. Nothing is computed before it is needed, and only the rows around those
 * that are shown until all are.
 */
export function derivedColumns(sources: DerivedSources): ReadonlyMap<DerivedField, Column> {
  const columns = new Map<DerivedField, Column>()
  for (const key of derivedFields) {
    const { type, of } = derivations[key]
    const recipe = of(sources)
    if (recipe) columns.set(key, lazyColumn(type, sources.length, recipe))
  }
  return columns
}

/** How people see a derived column: behind all others, unless it stands beside one. */
export function derivedTableColumn(
  key: string,
  { type }: Pick<Column, 'type'>,
  beside: string | null = null,
): DerivedColumn {
  return { key, type, heading: null, beside }
}

/** What is known of rows of leads besides their columns. */
export interface LeadRowsContext extends Pick<DerivedSources, 'zone'> {
  /** When they were read: ISO 8601. */
  readonly readAt: string | null
  /** Each row is a conversation, and not a person. */
  readonly byConversation: boolean
}

/** The derived columns of rows of leads. */
export function derivedLeadColumns(
  columns: ReadonlyMap<string, Column>,
  { readAt, zone, byConversation }: LeadRowsContext,
): ReadonlyMap<DerivedField, Column> {
  const of = (key: LeadField) => columns.get(key)
  const [last, since, status] = [of('ultima_mensagem_em'), of('ultima_mensagem_do_contato_em'), of('status')]
  const [contact, id] = [of('contato_id'), of('conversa_id')]
  return derivedColumns({
    length: contact?.length ?? 0,
    waiting: last && since && status ? { since, read: () => waitingIn(last, since, status) } : null,
    lastMessage: last,
    firstMessage: of('primeira_mensagem_do_contato_em'),
    firstAnswer: null,
    phone: of('telefone_digitos'),
    conversations: byConversation && contact && id ? { contact, id } : null,
    readAt: readAt === null ? null : Date.parse(readAt),
    zone,
  })
}

/** The contact's last message, where it is the last one of all and the conversation is not resolved. */
function waitingIn(last: Column, since: Column, status: Column): RowReader {
  const lastAt = readColumn(last, readMoments)
  const sinceAt = readColumn(since, readMoments)
  const awaited = readColumn(
    status,
    readValues((value) => (isAwaited(value) ? 1 : 0)),
  )
  return (row) => {
    const moment = sinceAt(row)
    return moment >= lastAt(row) && awaited(row) === 1 ? moment : Number.NaN
  }
}

function lazyColumn(type: ColumnType, length: number, recipe: Recipe): Column {
  if ('whole' in recipe) return createLazyColumn({ type, length, bytes: 0, whole: recipe.whole })
  return createLazyColumn({
    type,
    length,
    bytes: 0,
    piece(number) {
      const first = number * segmentRows
      return runSync(recipe.range(first, Math.min(segmentRows, length - first)))
    },
    whole: () => recipe.range(0, length),
  })
}

/** Calls for each row of a range, and yields now and then. */
function* eachRow(first: number, rows: number, take: (row: number, place: number) => void): InterruptibleWork<void> {
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const end = Math.min(rows, from + rowsAtOnce)
    for (let place = from; place < end; place++) take(first + place, place)
    yield
  }
}

/** Two milliseconds of the slowest column. */
const rowsAtOnce = 32_768

function numbers(type: 'integer' | 'number', read: () => RowReader): Recipe {
  return {
    *range(first, rows) {
      const at = read()
      const values = new Float64Array(rows)
      yield* eachRow(first, rows, (row, place) => {
        values[place] = at(row)
      })
      return createNumberColumn(numberPart(values), type)
    },
  }
}

/** `read` gives 1 + the place of the row's value; 0 or NaN for none. */
function codes(type: 'choice' | 'code', values: readonly string[], read: () => RowReader): Recipe {
  return {
    *range(first, rows) {
      const at = read()
      const ofRows = new Uint8Array(rows)
      yield* eachRow(first, rows, (row, place) => {
        ofRows[place] = at(row)
      })
      return createDictionaryColumn(type, { kind: 'dictionary', rows, codes: ofRows, values }, values)
    },
  }
}

/** The values of `base` in the rows for which `read` gives a number. */
function chosenRows(base: Column, read: () => RowReader): Recipe {
  return {
    *range(first, rows) {
      const at = read()
      const chosen = new Uint32Array(rows)
      yield* eachRow(first, rows, (row, place) => {
        chosen[place] = Number.isNaN(at(row)) ? noRow : row
      })
      return createThroughColumn(base, chosen)
    },
  }
}

function ofAreaCode(
  type: 'choice',
  phone: Column | undefined,
  table: Uint8Array,
  values: readonly string[],
): Recipe | null {
  if (!phone) return null
  return codes(type, values, () => {
    const areaCode = readColumn(phone, readBytes(areaCodeIn))
    return (row) => table[areaCode(row)] ?? 0
  })
}

/** 1 for Monday to 7 for Sunday. The first day of 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

function hourOf(zone: Zone, epochMs: number): number {
  if (Number.isNaN(epochMs)) return epochMs
  return ((Math.floor(zone.wallClockAt(epochMs) / hourMs) % 24) + 24) % 24
}

/** By row: how many rows with a conversation its contact has; none without a contact, whose number is above 0. */
function* countConversations(
  { contact, id }: NonNullable<DerivedSources['conversations']>,
  length: number,
): InterruptibleWork<Column> {
  const contactAt = readColumn(contact, readNumbers)
  const idAt = readColumn(id, readNumbers)
  const numbers = new Float64Array(length)
  yield* eachRow(0, length, (row) => {
    const number = contactAt(row)
    numbers[row] = number > 0 ? number : 0
  })
  const people = createKeyTable(length)
  const ofRows = new Uint32Array(length)
  const contacts = { count: length, numbers, ends: new Uint32Array(length), heap: new Uint8Array(0) }
  for (let from = 0; from < length; from += rowsAtOnce) {
    people.takeAll(contacts, ofRows, from, Math.min(length, from + rowsAtOnce))
    yield
  }
  // Places lie inside the arrays: `as number` spares a check each.
  const counts = new Uint32Array(people.size)
  yield* eachRow(0, length, (row) => {
    const person = ofRows[row] as number
    if (!Number.isNaN(idAt(row))) counts[person] = (counts[person] as number) + 1
  })
  const values = new Float64Array(length)
  yield* eachRow(0, length, (row) => {
    values[row] = numbers[row] === 0 ? Number.NaN : (counts[ofRows[row] as number] as number)
  })
  return createNumberColumn(numberPart(values))
}
