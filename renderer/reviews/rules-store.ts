import { createStore } from 'zustand'
import type { SpamRules } from '../../preload/contract/reviews.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { createDeeds, type Doing } from './deed.ts'

export interface RulesState extends Doing<'save'> {
  readonly rules: Loadable<SpamRules>
  load(): Promise<void>
  /** True when they are kept. */
  save(rules: SpamRules): Promise<boolean>
  forgetFailure(): void
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
    const act = createDeeds<'save'>(set)
    return {
      rules: { status: 'idle' },
      doing: null,
      failure: undefined,
      load: () => reload(() => ask('reviews.rules', { connection_id: connection })),
      async save(rules) {
        const saved = await act('save', () => ask('reviews.set_rules', { connection_id: connection, rules }))
        if (saved) set({ rules: { status: 'ready', value: saved } })
        return saved !== undefined
      },
      forgetFailure: () => set({ failure: undefined }),
    }
  })
}
