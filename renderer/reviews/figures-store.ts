import { createStore } from 'zustand'
import type { EntryFigures } from '../../preload/contract/entries.ts'
import type { ColumnFilter, TableColumn, TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import type { EntryColumnKey, ReviewState } from '../../preload/values/entries-table.ts'
import type { DayRange } from '../../preload/values/periods.ts'
import { type AppAsk, orNull } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { momentsOf } from '../tables/day-range.ts'

/** Which entries of the table are counted. */
export interface FiguresFilter {
  /** Whole days of the person's calendar, both included. */
  readonly days: DayRange
  /** Empty for all. */
  readonly states: readonly ReviewState[]
}

interface FiguresState {
  readonly figures: Loadable<EntryFigures>
  /** The figures belong to a former filter; those of the present one are loading. */
  readonly busy: boolean
  readonly filter: FiguresFilter
  /** The field whose values are counted; null for none. */
  readonly field: string | null
  /** The fields that can be chosen: answers and metadata of the table. */
  readonly fields: readonly TableColumn[]
  /** Loads the figures and follows changes until `close`. */
  open(): Promise<void>
  close(): void
  /** After a push: requests the figures again while they are open. */
  reload(): Promise<unknown>
  narrow(filter: Partial<FiguresFilter>): Promise<void>
  show(field: string | null): Promise<void>
}

export type FiguresStore = ReturnType<typeof createFiguresStore>

export const noFilter: FiguresFilter = { days: { from: null, to: null }, states: [] }

/** Figures of the entries of one table, restricted by period and state. */
export function createFiguresStore({ ask, table }: { readonly ask: AppAsk; readonly table: TableRef }) {
  let isOpen = false
  return createStore<FiguresState>()((set, get) => {
    const figures = createLatest({ get, set, key: 'figures' })
    const refetch = () => {
      const { filter, field } = get()
      return figures.load((_, options) => ask('entries.figures', { table, query: queryOf(filter), field }, options))
    }
    const load = async () => {
      set({ busy: true })
      await refetch()
      set({ busy: false })
    }
    const loadFields = async () => {
      // Without columns the other figures are still shown. A failure that concerns all of them is that of their own
      // request.
      const shape = await orNull(ask('tables.shape', { table, query: emptyQuery }))
      if (!shape) return
      const fields = shape.columns.filter(({ key }) => key.startsWith('campo:') || key.startsWith('meta:'))
      const isKnown = fields.some(({ key }) => key === get().field)
      set({ fields, field: isKnown ? get().field : firstChoice(fields) })
    }
    return {
      figures: { status: 'idle' },
      busy: false,
      filter: noFilter,
      field: null,
      fields: [],
      async open() {
        isOpen = true
        await loadFields()
        await load()
      },
      close() {
        isOpen = false
      },
      reload: async () => isOpen && refetch(),
      narrow(filter) {
        set({ filter: { ...get().filter, ...filter } })
        return load()
      },
      show(field) {
        set({ field })
        return load()
      },
    }
  })
}

/** The first answer with few values: texts rarely repeat. */
function firstChoice(fields: readonly TableColumn[]): string | null {
  const answers = fields.filter(({ key }) => key.startsWith('campo:'))
  return answers.find(({ type }) => type === 'choice' || type === 'list')?.key ?? null
}

/** Whether the filter leaves anything out. */
export function isNarrowed({ days, states }: FiguresFilter): boolean {
  return days.from !== null || days.to !== null || states.length > 0
}

const received: EntryColumnKey = 'created_at'
const state: EntryColumnKey = 'revisao_estado'

function queryOf({ days, states }: FiguresFilter): TableQuery {
  const filters: ColumnFilter[] = []
  if (days.from !== null || days.to !== null)
    filters.push({ column: received, operator: 'between', ...momentsOf(days) })
  if (states.length > 0) filters.push({ column: state, operator: 'in', values: [...states] })
  return { ...emptyQuery, filters }
}
