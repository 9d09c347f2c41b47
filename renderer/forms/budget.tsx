import { Tooltip } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { Budget } from '../../preload/contract/forms.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'

export interface BudgetMeterProps {
  readonly store: BudgetStore
  readonly connection: string
  readonly now: () => number
}

/** The figures are asked of main this often while they are on screen, in ms: a question that costs the service nothing. */
const refreshEveryMs = 2000

/** What is left of the key's requests in this minute, and who waits: always on screen where the service is used. */
export function BudgetMeter({ store, connection, now }: BudgetMeterProps) {
  const messages = useMessages()
  const format = useFormat()
  const budget = useStore(store, (state) => (state.connection === connection ? readyValue(state.budget) : undefined))
  const time = useNow(now, 1000)
  useEffect(() => {
    void store.getState().open(connection)
    const timer = setInterval(() => {
      if (!document.hidden) void store.getState().load()
    }, refreshEveryMs)
    return () => clearInterval(timer)
  }, [store, connection])

  if (!budget) return null
  const texts = messages.forms.budget
  const { limit, remaining } = budgetNow(budget, time)
  const known = limit !== null && remaining !== null
  const share = known && limit > 0 ? Math.max(0, Math.min(1, remaining / limit)) : 1
  const words = budgetWords(budget, time, messages, format)
  return (
    <Tooltip label={texts.hint} multiline maw={320}>
      <div className="budget-meter row note figures" data-waiting={budget.waiting > 0 || undefined}>
        {budget.waiting > 0 ? <IconClockPause size={14} aria-hidden="true" /> : null}
        {known && budget.waiting === 0 ? (
          // biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn in the colours of the app
          <div
            className="budget-meter-bar"
            role="meter"
            aria-label={texts.label}
            aria-valuemin={0}
            aria-valuemax={limit}
            aria-valuenow={remaining}
            aria-valuetext={words}
            data-low={share < 0.2 || undefined}
          >
            <span style={{ width: `${share * 100}%` }} />
          </div>
        ) : null}
        <span>{words}</span>
      </div>
    </Tooltip>
  )
}

/** After the window the whole limit is available again, before any response confirms it. */
function budgetNow({ limit, remaining, resets_at }: Budget, now: number): Pick<Budget, 'limit' | 'remaining'> {
  const over = resets_at !== null && Date.parse(resets_at) <= now
  return { limit, remaining: over ? limit : remaining }
}

/** The meter as a sentence: who waits how long, or what is left and when it is given back. */
export function budgetWords(budget: Budget, now: number, messages: Messages, format: Format): string {
  const texts = messages.forms.budget
  const { limit, remaining } = budgetNow(budget, now)
  if (budget.waiting > 0) {
    const until = budget.waiting_until
    if (until === null) return texts.waitingNow(budget.waiting)
    return texts.waiting(budget.waiting, format.duration((Date.parse(until) - now) / 1000))
  }
  if (limit === null || remaining === null) return texts.unknown
  const left = budget.resets_at === null ? 0 : Math.ceil((Date.parse(budget.resets_at) - now) / 1000)
  const words = [texts.remaining(remaining, limit)]
  if (left > 0 && remaining < limit) words.push(texts.resets(format.duration(left)))
  return joinFacts(words)
}

export interface BudgetState {
  readonly connection: string | null
  readonly budget: Loadable<Budget>
  open(connection: string): Promise<unknown>
  /** Reads main's figures of the last answers; the service is not asked. A failure keeps the last figures. */
  load(): Promise<unknown>
}

export type BudgetStore = ReturnType<typeof createBudgetStore>

/** What is left of a key's requests. */
export function createBudgetStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<BudgetState>()((set, get) => {
    const budget = createLatest({ get, set, key: 'budget', scope: () => get().connection })
    return {
      connection: null,
      budget: { status: 'idle' },
      open(connection) {
        if (get().connection !== connection) set({ connection, budget: { status: 'idle' } })
        return get().load()
      },
      load: () => budget.load((connection_id) => ask('forms.budget', { connection_id })),
    }
  })
}

/** The time in epoch ms, updated every `every` ms. */
function useNow(now: () => number, every: number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), every)
    return () => clearInterval(timer)
  }, [now, every])
  return time
}
