import { createStore } from 'zustand'
import type { KeepPlan, KeptPeriod } from '../../preload/contract/forms.ts'
import { periodOfDays } from '../../preload/messages/kept-days.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { dayOf, isPossible } from '../tables/day-range.ts'
import type { FormKey } from './form-store.ts'

export const keepChoices = ['all', 'last30', 'last90', 'days'] as const
export type KeepChoice = (typeof keepChoices)[number]

export interface KeepState {
  readonly choice: KeepChoice
  /** The typed days of `days` in the user's zone, as 2026-11-20; null is open on that side. */
  readonly first: string | null
  readonly last: string | null
  /** What the choice will cost; idle while the days are not a valid period. */
  readonly plan: Loadable<KeepPlan>
  /** Starts anew with a form: all of it is chosen. */
  open(form: FormKey): void
  choose(change: Partial<Pick<KeepState, 'choice' | 'first' | 'last'>>): void
  /** Retries after a failure. */
  refreshPlan(): void
  /** Cancels the request. */
  close(): void
}

export type KeepStore = ReturnType<typeof createKeepStore>

export interface KeepDeps {
  readonly ask: AppAsk
  readonly today: () => Date
  /** Debounce of changes, in ms. */
  readonly planAfter?: number
}

/** Which entries of a form will be kept offline, and what that will cost. */
export function createKeepStore({ ask, today, planAfter = 400 }: KeepDeps) {
  return createStore<KeepState>()((set, get) => {
    let form: FormKey | null = null
    const plan = createLatest({ get, set, key: 'plan', scope: () => form })
    /** Each plan costs two requests of the budget: days that are being typed are debounced. */
    const refreshPlan = (afterMs: number) => {
      const period = periodOf(get(), today())
      if (period === undefined) return plan.clear()
      void plan.load(
        ({ connection, id }, options) => ask('forms.plan_keep', { connection_id: connection, id, period }, options),
        { afterMs, keep: false },
      )
    }
    return {
      choice: 'all',
      first: null,
      last: null,
      plan: { status: 'idle' },
      open(key) {
        form = key
        set({ choice: 'all', first: null, last: null })
        refreshPlan(0)
      },
      choose(change) {
        set(change)
        refreshPlan(planAfter)
      },
      refreshPlan: () => refreshPlan(0),
      close: plan.cancel,
    }
  })
}

type Chosen = Pick<KeepState, 'choice' | 'first' | 'last'>

/** The chosen period; null for the whole form; undefined while the days are invalid. */
export function periodOf(chosen: Chosen, today: Date): KeptPeriod | null | undefined {
  const { choice, first, last } = chosen
  if (choice === 'all') return null
  if (choice === 'days') {
    return isPossible({ from: first, to: last }) ? (periodOfDays(first, last) ?? undefined) : undefined
  }
  const days = choice === 'last30' ? 30 : 90
  // Today is the last of them.
  const start = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1)
  return periodOfDays(dayOf(start), null)
}
