import { createStore } from 'zustand'
import type { SpamRules } from '../../preload/contract/reviews.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

export interface RulesState {
  readonly connection: string
  readonly rules: Loadable<SpamRules>
  load(): Promise<void>
  /** Throws when they are not kept. */
  save(rules: SpamRules): Promise<void>
}

export interface RulesDeps {
  readonly ask: AppAsk
  readonly connection: string
}

export type RulesStore = ReturnType<typeof createRulesStore>

/** What the team counts as a hint of spam. */
export function createRulesStore({ ask, connection }: RulesDeps) {
  return createStore<RulesState>()((set, get) => {
    const reload = createReload<SpamRules>(
      () => get().rules,
      (rules) => set({ rules }),
    )
    return {
      connection,
      rules: { status: 'idle' },
      load: () => reload(() => ask('reviews.rules', { connection_id: connection })),
      async save(rules) {
        const saved = await ask('reviews.set_rules', { connection_id: connection, rules })
        set({ rules: { status: 'ready', value: saved } })
      },
    }
  })
}
