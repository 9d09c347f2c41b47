import type { LeadFilter } from '../../../../preload/contract/sheets.ts'
import { type LeadField, leadFields } from '../../../../preload/values/lead-fields.ts'
import { givenFilters } from '../../../../preload/values/lead-filters.ts'
import { listReader } from '../../../engine/columns/dictionary-column.ts'
import { type NumberPart, type Part, textReader } from '../../../engine/columns/part.ts'
import { createTextBuilder } from '../../../engine/columns/text-part.ts'
import { nullCode } from '../../../engine/columns/time-column.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import { type JsonRecord, momentOf, recordOf } from '../../../kernel/json.ts'
import { dayMs, echoedOffset } from '../../../kernel/times.ts'
import { extraKey, leadColumns } from '../../../leads/lead-columns.ts'
import type { PieceReader } from '../../../leads/open-sheet.ts'
import { noConversation } from '../../../people/sheet-people.ts'

type Rank = (row: number) => number

/**
 * The filters of a run over the rows of one cached sheet, as the service's cross-check applies them (docs/services.md
 * §3.1, rule 2): a conversation outside of them counts as none. Labels are those of the conversation, and "moved" is
 * the last message; of several values of a filter any one is enough.
 */
export interface ConversationFilter {
  /** The rank of the rows of a piece, the first of which is row `first` of the sheet. */
  over(rank: Rank, first: number, read: PieceReader): Rank
  /** Throws `sheet_lacks_field` where conversations were seen, and none with what the filter compares. */
  requireFields(): void
  /** By row of the sheet that was compared: 1 where its conversation lies outside. */
  readonly outside: Uint8Array
}

/** `echoed` names the zone of the days; `rows` are those of the sheet. Null for a filter that leaves nothing out. */
export function createConversationFilter(
  filter: LeadFilter,
  echoed: JsonRecord | null,
  rows: number,
): ConversationFilter | null {
  const conditions = conditionsOf(filter, echoed)
  if (conditions.length === 0) return null
  const outside = new Uint8Array(rows)
  const unseen = new Set(conditions.map(({ key }) => key))
  return {
    over(rank, first, read) {
      const readers = new Map(conditions.map(({ key }) => [key, valuesOf(read(key, kindOf(key)))]))
      for (const key of unseen) if (readers.get(key)?.some()) unseen.delete(key)
      const tests = conditions.flatMap(({ key, accepts }) => {
        const values = readers.get(key)
        return values ? [(row: number) => accepts(values.at(row))] : []
      })
      return (row) => {
        const rowRank = rank(row)
        if (rowRank === noConversation || tests.every((test) => test(row))) return rowRank
        outside[first + row] = 1
        return noConversation
      }
    },
    requireFields() {
      const [field] = unseen
      if (field !== undefined && outside.includes(1)) throw new AppFailure('sheet_lacks_field', { field })
    },
    outside,
  }
}

/** The conversations that lie outside alone. */
export function onlyOutside(part: NumberPart, isOutside: (row: number) => boolean): NumberPart {
  return { ...part, values: part.values.map((value, row) => (isOutside(row) ? value : Number.NaN)) }
}

type Value = number | string | readonly string[] | null

interface Condition {
  readonly key: LeadField
  accepts(value: Value): boolean
}

/** Whether a lead as a service sent it has a conversation that the filter lets through. */
export function hasConversationWithin(lead: JsonRecord, filter: LeadFilter, echoed: JsonRecord | null): boolean {
  if ((lead.conversa_id ?? null) === null) return false
  return conditionsOf(filter, echoed).every(({ key, accepts }) => accepts(sentValue(key, lead[key])))
}

function sentValue(key: LeadField, value: unknown): Value {
  if (kindOf(key) === 'time') return momentOf(value)
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

function conditionsOf(filter: LeadFilter, echoed: JsonRecord | null): Condition[] {
  return givenFilters(filter).map(({ column, compares, given }) => {
    if (compares === 'any_of' || compares === 'none_of') {
      const accepted = new Set<Value>(given)
      const isWanted = compares === 'any_of'
      const has = (value: Value) =>
        Array.isArray(value) ? value.some((one) => accepted.has(one)) : accepted.has(value)
      return { key: column, accepts: (value) => has(value) === isWanted }
    }
    const start = Date.parse(String(given[0])) - echoedOffset(echoed) * 60_000
    const [from, end] =
      compares === 'from' ? [start, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, start + dayMs]
    return { key: column, accepts: (at) => typeof at === 'number' && at >= from && at < end }
  })
}

const kinds = new Map(leadColumns.map(({ key, kind }) => [key, kind]))

function kindOf(key: LeadField) {
  return kinds.get(key) ?? 'text'
}

/** The values of a column by row, and whether any row has one. */
function valuesOf(part: Part): { at(row: number): Value; some(): boolean } {
  // Rows lie inside the part: `as number` spares a check each.
  switch (part.kind) {
    case 'number':
    case 'time': {
      const numbers = part.kind === 'number' ? part.values : part.at
      return { at: (row) => numbers[row] as number, some: () => numbers.some((value) => !Number.isNaN(value)) }
    }
    case 'dictionary':
    case 'list': {
      const { codes } = part
      const valueAt = part.kind === 'list' ? listReader(part) : (code: number) => part.values[code - 1] ?? null
      return { at: (row) => valueAt(codes[row] as number), some: () => codes.some((code) => code > 0) }
    }
    case 'text':
      throw new Error('no filter compares a text')
  }
}

/** The fields of the lead row from `conversa_id` on (docs/services.md §2.1). */
const conversationFields: ReadonlySet<string> = new Set(
  leadFields.slice(leadFields.findIndex(({ key }) => key === 'conversa_id')).map(({ key }) => key),
)
const counted: ReadonlySet<string> = new Set(['mensagens', 'conversas_no_periodo'] satisfies LeadField[])

function isConversations(key: string): boolean {
  return key === extraKey || conversationFields.has(key)
}

/**
 * A column of leads where a row whose conversation lies outside is a lead without one. How many conversations a person
 * has within the filter is not known of several: that is empty then.
 */
export function withoutConversations(key: string, part: Part, isOutside: (row: number) => boolean): Part {
  if (!isConversations(key)) return part
  switch (part.kind) {
    case 'number': {
      const isPeriod = key === ('conversas_no_periodo' satisfies LeadField)
      const nothing = counted.has(key) ? 0 : Number.NaN
      const values = part.values.map((value, row) => {
        if (isOutside(row)) return nothing
        return isPeriod && value > 1 ? Number.NaN : value
      })
      return { ...part, values }
    }
    case 'time': {
      const at = part.at.map((moment, row) => (isOutside(row) ? Number.NaN : moment))
      const codes = part.codes.map((code, row) => (isOutside(row) ? nullCode : code))
      return { ...part, at, codes, exceptions: new Map([...part.exceptions].filter(([row]) => !isOutside(row))) }
    }
    case 'dictionary':
    case 'list':
      return { ...part, codes: part.codes.map((code, row) => (isOutside(row) ? 0 : code)) }
    case 'text': {
      const textAt = textReader(part)
      const texts = createTextBuilder(part.rows)
      for (let row = 0; row < part.rows; row++) {
        const text = textAt(row) || null
        texts.append(text !== null && isOutside(row) ? extraWithoutConversation(text) : text)
      }
      return texts.take()
    }
  }
}

/** `extra` is an object's JSON that this program wrote. */
function extraWithoutConversation(extra: string): string | null {
  const left = Object.entries(recordOf(JSON.parse(extra))).filter(([name]) => !conversationFields.has(name))
  return left.length === 0 ? null : JSON.stringify(Object.fromEntries(left))
}
