import type { TableColumn } from '../../../preload/contract/tables.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { readTime, type Zones } from '../../kernel/times.ts'
import type { Column } from '../columns/column.ts'
import { columnsOf } from '../columns/derived-columns.ts'
import { partsOfTableId, type Table, type TableSource } from '../tables/table.ts'
import type { DatasetStore } from './dataset-store.ts'
import { type FlatColumn, flattenRecords } from './flat-records.ts'
import { type JoinedLeads, ownOrder } from './joined-leads.ts'

/** What the search box covers besides the columns of the data set. */
const searchedLead = ['lead_nome', 'lead_telefone', 'lead_telefone_digitos', 'lead_email']

/** Tables of kind `dataset` (preload/contract/datasets-table.ts): the records as they came, with the joined lead. */
export function createDatasetSource({
  datasets,
  leads,
}: {
  readonly datasets: DatasetStore
  readonly leads: JoinedLeads
}): TableSource {
  const stored = (tableId: string) => {
    const { connectionId, id } = partsOfTableId(tableId)
    const { dataset, layout, revision } = datasets.read(connectionId, id)
    const version = dataset.join ? `${revision} ${leads.revision(connectionId, dataset.join.by)}` : String(revision)
    return { connectionId, id, join: dataset.join, layout, version }
  }
  return {
    version: (tableId) => stored(tableId).version,
    async load(tableId) {
      // Taken before anything is read, so that a change meanwhile makes the table stale.
      const { connectionId, id, join, version } = stored(tableId)
      const table = await ownTable(datasets.records(connectionId, id), version)
      const matched = join ? table.columns.get(join.column) : undefined
      if (!join || !matched) return table
      const joined = await leads.beside(matched, connectionId, join.by)
      const after = table.order.findIndex(({ key }) => key === join.column) + 1
      return {
        ...table,
        columns: new Map([...table.columns, ...joined]),
        // Beside the column that identifies the person: at the end of a wide table nobody would see them come.
        order: [...table.order.slice(0, after), ...ownOrder(joined), ...table.order.slice(after)],
        searchable: [...table.searchable, ...searchedLead.filter((key) => joined.has(key))],
      }
    },
    layout: (tableId) => stored(tableId).layout,
    arrange(tableId, layout) {
      const { connectionId, id } = partsOfTableId(tableId)
      return datasets.arrange(connectionId, id, layout)
    },
  }
}

async function ownTable(records: readonly unknown[], version: string): Promise<Table> {
  const yieldToEventLoop = createYieldToEventLoop()
  const columns = new Map<string, Column>()
  const order: TableColumn[] = []
  for (const one of flattenRecords(records)) {
    const column = recordColumn(one)
    columns.set(one.key, column)
    order.push({ key: one.key, type: column.type, heading: one.key })
    await yieldToEventLoop()
  }
  return { columns, order, length: records.length, version, searchable: [...columns.keys()] }
}

/** A key that speaks of a moment, such as `created_at`, `criada_em`, `timestamp` or `snoozed_until`. */
const timeLike =
  /(?:^|[_.])(?:at|em|on|until|since|time|date|data|timestamp|created|updated)$|(?:At|On|Date|Timestamp)$/
/** 2000 to 2100, in seconds and in milliseconds: what lies outside is an amount, a duration, a number of a record. */
const earliest = 946_684_800
const latest = 4_102_444_800
/** Texts of so few kinds are chosen, not written. */
const mostChoices = 50
const longestChoice = 60
const phone = /^\+\d{8,15}$/
const zones: Zones = new Map()

/**
 * The column of values of any kind, whose type is learnt from the values alone: whole numbers, numbers, moments (ISO 8601,
 * or seconds and milliseconds since 1970 where the key speaks of a time), lists, yes and no, phones, words of few kinds;
 * everything else is text, objects as their JSON. Digits that came as a text stay one.
 */
function recordColumn({ key, values }: FlatColumn): Column {
  const { text, time, number, dictionary, list } = columnsOf(values)
  const given = values.filter((value) => value !== undefined && value !== null && value !== '')
  if (given.length === 0) return text('text', textOf)
  if (isAllMoments(key, given)) return time((value) => (typeof value === 'number' ? value : textOf(value)))
  if (given.every((value) => typeof value === 'number')) {
    return number(given.every(Number.isInteger) ? 'integer' : 'number', (value) =>
      typeof value === 'number' ? value : null,
    )
  }
  if (given.every((value) => typeof value === 'boolean')) return dictionary('code', textOf)
  if (given.every(isListOfScalars)) return list('list', (value) => (Array.isArray(value) ? value.map(String) : []))
  if (given.every((value) => typeof value === 'string')) {
    if (given.every((value) => phone.test(value))) return text('phone', textOf)
    if (isChosen(given)) return dictionary('choice', textOf)
  }
  return text('text', textOf)
}

/** A value of any kind as the text of a cell; null where there is none. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isAllMoments(key: string, given: readonly unknown[]): boolean {
  const saysTime = timeLike.test(key)
  // A key alone proves nothing: zeros stand for "none", and none of them makes a column of times.
  return (
    given.every((value) => isMoment(value) || (saysTime && (value === 0 || isEpoch(value)))) &&
    given.some((value) => value !== 0)
  )
}

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && readTime(value, zones) !== null
}

function isEpoch(value: unknown): boolean {
  const number = typeof value === 'string' && /^\d{9,13}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number') return false
  return (number >= earliest && number <= latest) || (number >= earliest * 1000 && number <= latest * 1000)
}

function isListOfScalars(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => item !== null && typeof item !== 'object')
}

/** Few kinds, each short, and most of them more than once. */
function isChosen(given: readonly string[]): boolean {
  const kinds = new Set(given)
  if (kinds.size > mostChoices || kinds.size * 2 > given.length) return false
  return [...kinds].every((kind) => kind.length <= longestChoice)
}
