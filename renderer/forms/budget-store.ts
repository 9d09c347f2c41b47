import { createStore } from 'zustand'
import type { Budget } from '../../preload/contract/forms.ts'
import type { AppAsk } from '../kernel/ask.ts'

export interface BudgetState {
  readonly connection: string | null
  /** Null before the first answer. */
  readonly budget: Budget | null
  open(connection: string): Promise<void>
  /** Asks main, which asks nobody: the figures of the last answers. A failure leaves the last ones. */
  load(): Promise<void>
}

export type BudgetStore = ReturnType<typeof createBudgetStore>

/** What is left of a key's requests, for the meter on every screen of the form service. */
export function createBudgetStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<BudgetState>()((set, get) => ({
    connection: null,
    budget: null,
    async open(connection) {
      if (get().connection !== connection) set({ connection, budget: null })
      await get().load()
    },
    async load() {
      const { connection } = get()
      if (connection === null) return
      try {
        const budget = await ask('forms.budget', { connection_id: connection })
        if (get().connection === connection) set({ budget })
      } catch {
        // The meter is a convenience: a request to the service shows its own failure.
      }
    },
  }))
}
