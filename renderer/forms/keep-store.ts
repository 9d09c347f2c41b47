import { createStore } from 'zustand'
import type { KeepPlan } from '../../preload/contract/forms.ts'
import type { KeptPeriod } from '../../preload/contract/kept-period.ts'
import { periodOfDays } from '../../preload/messages/kept-days.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { dayOf, isPossible } from '../tables/day-range.ts'
import type { FormKey } from './form-store.ts'

export const keepChoices = ['all', 'last30', 'last90', 'days'] as const
export type KeepChoice = (typeof keepChoices)[number]

export interface KeepState {
  readonly choice: KeepChoice
  /** What stands in the fields of `days`: days of the person's zone as 2026-11-20; null is open on that side. */
  readonly first: string | null
  readonly last: string | null
  /** What the choice will cost; idle while the days say nothing, or nothing possible. */
  readonly plan: Loadable<KeepPlan>
  /** Begins anew with a form: all of it, or nothing chosen yet where a part is kept. */
  open(form: FormKey): void
  choose(change: Partial<Pick<KeepState, 'choice' | 'first' | 'last'>>): void
  /** Asks again, after a failure. */
  refreshPlan(): void
  /** Cancels the estimate. */
  close(): void
}

export type KeepStore = ReturnType<typeof createKeepStore>

export interface KeepDeps {
  readonly ask: AppAsk
  readonly today: () => Date
  /** How long changes rest before the service is asked, in ms. */
  readonly planAfter?: number
}

/** Which entries of a form will be kept offline, and what that will cost. */
export function createKeepStore({ ask, today, planAfter = 400 }: KeepDeps) {
  return createStore<KeepState>()((set, get) => {
    let form: FormKey | null = null
    let planning = new AbortController()
    let resting: ReturnType<typeof setTimeout> | undefined

    const stop = () => {
      clearTimeout(resting)
      planning.abort()
    }
    const plan = async () => {
      const period = periodOf(get(), today())
      if (!form || period === undefined) return
      planning = new AbortController()
      const { signal } = planning
      try {
        const input = { connection_id: form.connection, id: form.id, period }
        const value = await ask('forms.plan_keep', input, { signal })
        if (!signal.aborted) set({ plan: { status: 'ready', value } })
      } catch (error) {
        if (!signal.aborted) set({ plan: { status: 'failed', failure: failureOf(error) } })
      }
    }
    /** Each question costs two requests: days that are being typed rest first. */
    const planAfterRest = (rest: number) => {
      stop()
      const possible = periodOf(get(), today()) !== undefined
      set({ plan: { status: possible ? 'loading' : 'idle' } })
      if (possible) resting = setTimeout(() => void plan(), rest)
    }

    return {
      choice: 'all',
      first: null,
      last: null,
      plan: { status: 'idle' },
      open(key) {
        form = key
        set({ choice: 'all', first: null, last: null })
        planAfterRest(0)
      },
      choose(change) {
        set(change)
        planAfterRest(planAfter)
      },
      refreshPlan: () => planAfterRest(0),
      close: stop,
    }
  })
}

type Chosen = Pick<KeepState, 'choice' | 'first' | 'last'>

/** The period that is chosen, null for the whole form; undefined while the days say none. */
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
