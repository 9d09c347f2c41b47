import { createStore } from 'zustand'
import type { EntryFigures } from '../../preload/contract/entries.ts'
import type { EntryColumnKey, ReviewState } from '../../preload/contract/entries-table.ts'
import type { ColumnFilter, TableColumn, TableQuery, TableRef } from '../../preload/contract/tables.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { type DayRange, momentsOf } from '../tables/day-range.ts'

export interface FiguresState {
  readonly figures: Loadable<EntryFigures>
  /** What is shown belongs to an earlier filter; the new one is being asked for. */
  readonly busy: boolean
  readonly filter: FiguresFilter
  /** The answer whose values are counted; null for none. */
  readonly field: string | null
  /** Answers and metadata of the table, those that can be chosen. */
  readonly fields: readonly TableColumn[]
  /** Begins to show the entries of this query, such as the one of the list beside it. */
  open(base: TableQuery): Promise<void>
  /** Stops following changes. */
  close(): void
  /** After a push: refetches while the pictures are open. */
  reload(): Promise<void>
  narrow(days: DayRange): Promise<void>
  choose(states: readonly ReviewState[]): Promise<void>
  clear(): Promise<void>
  show(field: string | null): Promise<void>
}

export interface FiguresDeps {
  readonly ask: AppAsk
  readonly table: TableRef
}

export type FiguresStore = ReturnType<typeof createFiguresStore>

export const everything: TableQuery = { search: '', sort: [], filters: [] }

/** Pictures of the entries of one table, narrowed by period and state. */
export function createFiguresStore({ ask, table }: FiguresDeps) {
  let base = everything
  let asked = 0
  let shown = false
  return createStore<FiguresState>()((set, get) => {
    const reloadFigures = createReload<EntryFigures>(
      () => get().figures,
      (figures) => set({ figures }),
    )
    const renew = async () => {
      asked += 1
      const turn = asked
      const { filter, field } = get()
      await reloadFigures(() => ask('entries.figures', { table, query: narrowedBy(base, filter), field }))
      if (turn === asked) set({ busy: false })
    }
    const load = () => {
      set({ busy: true })
      return renew()
    }
    const learnFields = async () => {
      try {
        const { columns } = await ask('tables.shape', { table, query: everything })
        const fields = columns.filter(({ key }) => key.startsWith('campo:') || key.startsWith('meta:'))
        const chosen = fields.some(({ key }) => key === get().field)
        set({ fields, field: chosen ? get().field : firstChoice(fields) })
      } catch {
        // Without the columns the other pictures still stand; what fails all of them is said by their own question.
      }
    }
    return {
      figures: { status: 'idle' },
      busy: false,
      filter: noFilter,
      field: null,
      fields: [],
      async open(query) {
        base = query
        shown = true
        await learnFields()
        await load()
      },
      close() {
        shown = false
      },
      async reload() {
        if (shown) await renew()
      },
      async narrow(days) {
        set({ filter: { ...get().filter, days } })
        await load()
      },
      async choose(states) {
        set({ filter: { ...get().filter, states } })
        await load()
      },
      async clear() {
        set({ filter: noFilter })
        await load()
      },
      async show(field) {
        set({ field })
        await load()
      },
    }
  })
}

/** An answer with few values says most at first sight; texts rarely repeat. */
function firstChoice(fields: readonly TableColumn[]): string | null {
  const answers = fields.filter(({ key }) => key.startsWith('campo:'))
  return answers.find(({ type }) => type === 'choice' || type === 'list')?.key ?? null
}

/** What a person narrows the pictures by, on top of the query that they are given. */
export interface FiguresFilter {
  /** Whole days of the person's calendar, both included. */
  readonly days: DayRange
  /** None stands for all. */
  readonly states: readonly ReviewState[]
}

const noFilter: FiguresFilter = { days: { from: null, to: null }, states: [] }
const received: EntryColumnKey = 'created_at'
const state: EntryColumnKey = 'revisao_estado'
/** Whether the filter leaves anything out. */
export function isNarrowed({ days, states }: FiguresFilter): boolean {
  return days.from !== null || days.to !== null || states.length > 0
}

/** The query with the filter joined to it: both must hold. */
function narrowedBy(base: TableQuery, filter: FiguresFilter): TableQuery {
  const { days, states } = filter
  const own: ColumnFilter[] = []
  if (days.from !== null || days.to !== null) own.push({ column: received, operator: 'between', ...momentsOf(days) })
  if (states.length > 0) own.push({ column: state, operator: 'in', values: [...states] })
  return { ...base, filters: [...base.filters, ...own] }
}
