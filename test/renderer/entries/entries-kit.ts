import { entriesTable, type ReviewState } from '../../../preload/contract/entries-table.ts'
import type { ReviewBatch, ReviewChange, SavedFilter } from '../../../preload/contract/reviews.ts'
import type { EntrySelection, TableQuery } from '../../../preload/contract/tables.ts'
import { createEntriesStore } from '../../../renderer/entries/entries-store.ts'
import { entryDefaults } from '../../../renderer/entries/entry-columns.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createTableStore } from '../../../renderer/tables/table-store.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { entryBriefWith, entryDetailWith } from '../../kit/samples-forms.ts'

/** What main would know of entries: enough of it for the review to be worked on. */
interface Stored {
  ids: number[]
  states: Map<number, ReviewState>
  filters: SavedFilter[]
  batches: { readonly id: string; readonly before: Map<number, ReviewState> }[]
}

interface ReviewInput {
  readonly select: EntrySelection
  readonly change: ReviewChange
}

const states: readonly ReviewState[] = ['nova', 'em_revisao', 'aprovada', 'duvida', 'rejeitada', 'spam']
const table = { connection_id: 'c1', form_id: 301, set: '' }

/** A store over so many entries, the newest with the highest number; those of a state filter are found. */
export function setUpEntries({ entries = 10 }: { readonly entries?: number } = {}) {
  const stored: Stored = {
    ids: Array.from({ length: entries }, (_, place) => entries - place),
    states: new Map(),
    filters: [],
    batches: [],
  }
  const stateOf = (id: number) => stored.states.get(id) ?? 'nova'
  const found = (query: TableQuery) => {
    const filter = query.filters.find(({ column }) => column === 'revisao_estado')
    const requestedStates = filter && 'values' in filter ? filter.values : null
    return stored.ids.filter((id) => requestedStates === null || requestedStates.includes(stateOf(id)))
  }
  const batch = (id: string, change: ReviewChange, changed: readonly number[]): ReviewBatch => ({
    id,
    at: '2026-11-20T12:00:00.000Z',
    who: 'Ana',
    kind: change.kind,
    value: change.kind === 'state' ? change.state : null,
    entries: changed.length,
    entry_id: changed.length === 1 ? (changed[0] ?? null) : null,
    undone: false,
  })
  const bridge = createFakeBridge({
    'forms.list': () => [],
    'reviews.filters': () => stored.filters,
    'reviews.save_filter': ({ filter }: { filter: SavedFilter }) => {
      stored.filters = [...stored.filters.filter(({ id }) => id !== filter.id), filter]
      return stored.filters
    },
    'reviews.forget_filter': ({ id }: { id: string }) => {
      stored.filters = stored.filters.filter((filter) => filter.id !== id)
      return stored.filters
    },
    'tables.layout': () => ({ columns: [] }),
    'tables.arrange': ({ layout }: { layout: unknown }) => layout,
    'tables.shape': ({ query }: { query: TableQuery }) => ({
      columns: [
        { key: 'revisao_estado', type: 'code', heading: null },
        { key: 'id', type: 'integer', heading: null },
      ],
      total: stored.ids.length,
      matching: found(query).length,
      version: 'v1',
    }),
    'tables.rows': ({
      query,
      from,
      count,
      columns,
    }: {
      query: TableQuery
      from: number
      count: number
      columns: string[]
    }) => ({
      rows: found(query)
        .slice(from, from + count)
        .map((id) => ({ row: stored.ids.indexOf(id), cells: columns.map((key) => (key === 'id' ? id : stateOf(id))) })),
      matching: found(query).length,
      version: 'v1',
    }),
    'tables.values': ({ query }: { query: TableQuery }) => ({
      values: states.map((value) => ({ value, rows: found(query).filter((id) => stateOf(id) === value).length })),
      more: false,
    }),
    'entries.ids': ({ query }: { query: TableQuery }) => ({ ids: found(query), version: 'v1' }),
    'entries.briefs': ({ ids }: { ids: number[] }) => ids.map((id) => entryBriefWith({ id, state: stateOf(id) })),
    'entries.read': ({ id }: { id: number }) => entryDetailWith({ id, state: stateOf(id) }),
    'entries.counts': ({ query }: { query: TableQuery }) => ({
      total: stored.ids.length,
      states: Object.fromEntries(
        states.map((state) => [state, stored.ids.filter((id) => stateOf(id) === state).length]),
      ),
      matching: found(query).length,
      decided_today: stored.ids.filter((id) => !['nova', 'em_revisao'].includes(stateOf(id))).length,
    }),
    'reviews.change': ({ select, change }: ReviewInput) => {
      const ids = 'ids' in select ? select.ids : found(select.query)
      const id = `b${stored.batches.length + 1}`
      stored.batches.push({ id, before: new Map(ids.map((each) => [each, stateOf(each)])) })
      if (change.kind === 'state') for (const each of ids) stored.states.set(each, change.state)
      return { batch: batch(id, change, ids), changed: ids.length }
    },
    'reviews.undo': () => {
      const last = stored.batches.pop()
      if (!last) return { undone: null, changed: 0 }
      for (const [id, state] of last.before) stored.states.set(id, state)
      const change = { kind: 'state', state: 'aprovada', comment: '' } as const
      return { undone: batch(last.id, change, [...last.before.keys()]), changed: last.before.size }
    },
  })
  const ask = createAsk(bridge)
  const ref = entriesTable(table)
  const rows = createTableStore({ ask, table: ref, defaults: entryDefaults, saveAfterMs: 0 })
  const store = createEntriesStore({ ask, table, ref, rows })
  return { bridge, store, rows, stored, inputs: bridge.inputs, stateOf, state: () => store.getState() }
}

/** The same, opened and with its list there. */
export async function openedEntries(options?: Parameters<typeof setUpEntries>[0]) {
  const made = setUpEntries(options)
  await Promise.all([made.rows.getState().open(), made.state().open()])
  return made
}
