import type { ReactNode } from 'react'
import { expect } from 'vitest'
import type { ReviewChange } from '../../../preload/contract/reviews.ts'
import type { TableQuery } from '../../../preload/contract/table-queries.ts'
import { type SavedView, savedView } from '../../../preload/contract/views.ts'
import { entriesTable, type ReviewState, reviewStates } from '../../../preload/values/entries-table.ts'
import { createEntriesStore } from '../../../renderer/entries/entries-store.ts'
import { entryDefaults, stateColumn } from '../../../renderer/entries/entry-table.ts'
import { createReview, ReviewProvider } from '../../../renderer/entries/review.ts'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createTableStore } from '../../../renderer/tables/table-store.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { createTestApp } from '../../kit/render.tsx'
import { tableShapeWith } from '../../kit/samples.ts'
import { batchWith, byState, entryBriefWith, entryCountsWith, entryDetailWith } from '../../kit/samples-forms.ts'
import { until } from '../../kit/until.ts'

/** What main would know of entries: enough of it for the review to be worked on. */
interface Stored {
  ids: number[]
  states: Map<number, ReviewState>
  views: readonly SavedView[]
  batches: { readonly id: string; readonly before: Map<number, ReviewState> }[]
}

const table = { connection_id: 'c1', form_id: 301, set: '' }

/** A store over so many entries, the newest with the highest number; those of a state filter are found. */
export function setUpEntries(entries = 10) {
  const stored: Stored = {
    ids: Array.from({ length: entries }, (_, place) => entries - place),
    states: new Map(),
    views: [],
    batches: [],
  }
  const stateOf = (id: number) => stored.states.get(id) ?? 'nova'
  const matches = ({ filters }: TableQuery) => {
    const filter = filters.find(({ column }) => column === stateColumn)
    const wanted = filter && 'values' in filter ? filter.values : reviewStates
    return stored.ids.filter((id) => wanted.includes(stateOf(id)))
  }
  const countIn = (ids: readonly number[], state: ReviewState) => ids.filter((id) => stateOf(id) === state).length
  const batch = (id: string, kind: ReviewChange['kind'], ids: readonly number[]) =>
    batchWith({ id, kind, entries: ids.length, entry_id: ids.length === 1 ? (ids[0] ?? null) : null })
  const shapeOf = (query: TableQuery) => ({
    matching: matches(query).length,
    version: `v${stored.ids.length} ${[...stored.states].join()}`,
  })
  const bridge = createFakeBridge({
    'forms.list': () => [],
    'views.list': () => stored.views,
    'views.save': ({ view }) => {
      stored.views = [...stored.views.filter(({ id }) => id !== view.id), savedView.parse(view)]
      return stored.views
    },
    'views.forget': ({ id }) => {
      stored.views = stored.views.filter((view) => view.id !== id)
      return stored.views
    },
    'tables.layout': () => ({ columns: [] }),
    'tables.shape': ({ query }) =>
      tableShapeWith({
        columns: [stateColumn, 'id'].map((key) => ({ key, type: 'code', heading: null })),
        total: stored.ids.length,
        ...shapeOf(query),
      }),
    'tables.rows': ({ query, from, count, columns }) => ({
      ...shapeOf(query),
      rows: matches(query)
        .slice(from, from + count)
        .map((id) => ({ row: stored.ids.indexOf(id), cells: columns.map((key) => (key === 'id' ? id : stateOf(id))) })),
    }),
    'tables.values': ({ query }) => ({
      values: reviewStates.map((value) => ({ value, rows: countIn(matches(query), value) })),
      more: false,
    }),
    'entries.ids': ({ query }) => ({ ids: matches(query), version: 'v1' }),
    'entries.briefs': ({ ids }) => ids.map((id) => entryBriefWith({ id, state: stateOf(id) })),
    'entries.read': ({ id }) => entryDetailWith({ id, state: stateOf(id) }),
    'entries.counts': ({ query }) =>
      entryCountsWith({
        total: stored.ids.length,
        states: byState((state) => countIn(stored.ids, state)),
        matching: matches(query).length,
        decided_today: stored.ids.filter((id) => !['nova', 'em_revisao'].includes(stateOf(id))).length,
      }),
    'reviews.change': ({ select, change }) => {
      const ids = 'ids' in select ? select.ids : matches(select.query)
      const id = `b${stored.batches.length + 1}`
      stored.batches.push({ id, before: new Map(ids.map((each) => [each, stateOf(each)])) })
      if (change.kind === 'state') for (const each of ids) stored.states.set(each, change.state)
      return { batch: batch(id, change.kind, ids), changed: ids.length }
    },
    'reviews.undo': ({ batch: id }) => {
      const place = id === null ? -1 : stored.batches.findIndex((one) => one.id === id)
      const [last] = id !== null && place < 0 ? [] : stored.batches.splice(place, 1)
      if (!last) return { undone: null, changed: 0 }
      for (const [id, state] of last.before) stored.states.set(id, state)
      return { undone: batch(last.id, 'state', [...last.before.keys()]), changed: last.before.size }
    },
  })
  const app = createTestApp({}, { bridge })
  const ref = entriesTable(table)
  const rows = createTableStore({ ask: app.ask, table: ref, defaults: entryDefaults, saveAfterMs: 0 })
  const store = createEntriesStore({ ask: app.ask, table, ref, rows })
  const review = createReview(store)
  const state = store.getState
  return {
    bridge,
    store,
    rows,
    stored,
    stateOf,
    state,
    review,
    inputs: bridge.inputs,
    open: () => Promise.all([rows.getState().open(), state().open()]),
    /** The entries of the list. */
    ids: () => readyValue(state().list),
    decide: (to: ReviewState, comment = '') => state().decide({ kind: 'state', state: to, comment }),
    /** Filters by a state, or by none. */
    filter: (value: ReviewState) =>
      rows.getState().filter(stateColumn, { column: stateColumn, operator: 'in', values: [value] }),
    /** Components of the review, as its screen shows them. */
    inReview: (children: ReactNode) => (
      <AppProvider
        value={createTestApp({ tasks: { useTaskProps }, cruzar: {}, entries: { of: () => store } }, { bridge })}
      >
        <ReviewProvider value={review}>{children}</ReviewProvider>
      </AppProvider>
    ),
  }
}

const useTaskProps = () => ({ tasks: [], taskWords: () => '', now: () => 0, onCancelTask: () => undefined })

/** Resolves when every answer that was given is taken. */
export const answered = () => new Promise((resolve) => setTimeout(resolve))

/** The same, opened, with its list, its first briefs and the entries around the first one. */
export async function openedEntries(entries?: number) {
  const made = setUpEntries(entries)
  await made.open()
  await until(() => {
    const { briefs, figures, shown } = made.state()
    expect(briefs.size).toBe(Math.min(made.stored.ids.length, 201))
    expect([figures.status, shown?.detail.status]).toEqual(['ready', 'ready'])
    expect(made.inputs('entries.read').length).toBeGreaterThanOrEqual(Math.min(made.stored.ids.length, 5))
  })
  return made
}
