import { createStore } from 'zustand'
import type { LeadFilter, Sheet, SheetPlan } from '../../preload/contract/sheets.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { AppAsk } from '../kernel/ask.ts'
import type { Format } from '../kernel/format.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { emptyFilter, periodOf, periodProblem } from '../leads/lead-filter.ts'

export interface NewSheetState extends MutationState {
  readonly connectionId: string | null
  /** What the person typed, or null while the proposed name stands. */
  readonly name: string | null
  readonly filter: LeadFilter
  /** What the download would cost; idle while the dates do not allow to plan. */
  readonly plan: Loadable<SheetPlan>
  reset(): void
  setConnection(connectionId: string): void
  setName(name: string | null): void
  setFilter(filter: LeadFilter): void
  retryPlan(): void
  /** Creates the sheet and starts reading. Returns it, or null when that failed. */
  create(name: string): Promise<Sheet | null>
  /** Stops planning. */
  close(): void
}

export type NewSheetStore = ReturnType<typeof createNewSheetStore>

/** A sheet that is being described, and what its download would cost. Changes are planned after `debounceMs`. */
export function createNewSheetStore({ ask, debounceMs = 500 }: { readonly ask: AppAsk; readonly debounceMs?: number }) {
  return createStore<NewSheetState>()((set, get) => {
    const scope = () => get().connectionId
    const plan = createLatest({ get, set, key: 'plan', scope })
    const mutation = createMutation({ get, set, scope })
    const planSoon = () => {
      const { filter } = get()
      if (periodProblem(periodOf(filter), true) !== null) return plan.clear()
      void plan.load((connection_id, { signal }) => ask('sheets.plan', { connection_id, filter }, { signal }), {
        afterMs: debounceMs,
        keep: false,
      })
    }
    return {
      connectionId: null,
      name: null,
      filter: emptyFilter,
      plan: { status: 'idle' },
      ...noMutation,
      reset() {
        plan.clear()
        mutation.cancel()
        set({ connectionId: null, name: null, filter: emptyFilter, failure: null })
      },
      setConnection(connectionId) {
        // Numbers of inboxes and agents belong to one account.
        set({ connectionId, filter: { ...get().filter, inbox_ids: [], assignee_ids: [] } })
        planSoon()
      },
      setName: (name) => set({ name }),
      setFilter(filter) {
        set({ filter })
        planSoon()
      },
      retryPlan: planSoon,
      create(name) {
        const { filter } = get()
        return mutation.run('create', (connection_id) => ask('sheets.create', { connection_id, filter, name }))
      },
      close: plan.cancel,
    }
  })
}

/** A name for a new sheet from its dates, that no other sheet has: "Leads desde 01/01/2026", then "… (2)". */
export function proposedName(
  filter: LeadFilter,
  taken: ReadonlySet<string>,
  messages: Messages,
  format: Format,
): string {
  const name = nameOfDates(filter, messages, format)
  for (let place = 1; ; place += 1) {
    const proposed = place === 1 ? name : `${name} (${place})`
    if (!taken.has(proposed)) return proposed
  }
}

function nameOfDates(filter: LeadFilter, messages: Messages, format: Format): string {
  const { names } = messages.sheets.new
  const { created_after: from, created_before: to, updated_after: moved } = filter
  if (from && to) return names.between(format.day(from), format.day(to))
  if (from) return names.from(format.day(from))
  if (to) return names.to(format.day(to))
  return moved ? names.moved(format.day(moved)) : names.none
}
