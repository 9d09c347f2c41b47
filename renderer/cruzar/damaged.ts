import { createStore } from 'zustand'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Output } from '../../preload/contract/question.ts'
import type { TableQuery } from '../../preload/contract/table-queries.ts'
import { damageKinds } from '../../preload/values/key-problems.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { filterOf } from '../tables/query.ts'

interface DamagedState {
  /** How many rows of a run have a damaged number, by kind. */
  readonly counts: Loadable<{ readonly run: string; readonly kinds: Output<AppContract['cruzar.damaged']> }>
  /** The contacts that the row with the open details may mean. */
  readonly likely: Loadable<{ readonly row: number; readonly found: Output<AppContract['cruzar.likely']> }>
  /** Counts once for each run: its list never changes. */
  count(run: string): Promise<boolean>
  findLikely(run: string, row: number): Promise<boolean>
}

/** Rows of the open run with a damaged number, and the contacts that they may mean. */
export function createDamagedStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<DamagedState>()((set, get) => {
    const counts = createLatest({ get, set, key: 'counts' })
    const likely = createLatest({ get, set, key: 'likely' })
    return {
      counts: { status: 'idle' },
      likely: { status: 'idle' },
      count: async (run) =>
        readyValue(get().counts)?.run === run ||
        counts.load(async (_, { signal }) => ({ run, kinds: await ask('cruzar.damaged', { id: run }, { signal }) }), {
          keep: false,
        }),
      findLikely: (run, row) =>
        likely.load(
          async (_, { signal }) => ({ row, found: await ask('cruzar.likely', { id: run, row }, { signal }) }),
          {
            keep: false,
          },
        ),
    }
  })
}

export type DamagedStore = ReturnType<typeof createDamagedStore>

/** The column of a run's table that says why a row is invalid, or why it matches. */
export const reasonColumn = 'cruzar_motivo'
/** Lets only rows with a damaged number through. */
export const damagedFilter = { column: reasonColumn, operator: 'in' as const, values: [...damageKinds] }

/** Whether a query shows only rows with a damaged number. */
export function showsDamaged(query: TableQuery): boolean {
  const filter = filterOf(query, reasonColumn)
  return filter?.operator === 'in' && filter.values.length > 0 && filter.values.every((value) => kinds.has(value))
}

const kinds: ReadonlySet<string | null> = new Set(damageKinds)
