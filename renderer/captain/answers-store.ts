import { createStore } from 'zustand'
import type { CaptainAnswer, CaptainRecord } from '../../preload/contract/captain.ts'
import type { CaptainQuestion } from '../../preload/contract/captain-resources.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import { type Kind, keyOf } from './lists-store.ts'

export interface Asked {
  readonly question: CaptainQuestion
  readonly id?: number
  readonly slug?: string
  readonly query?: Readonly<Record<string, string>>
}

/** An answer, and the query that it is of. */
export interface Answered extends CaptainAnswer {
  readonly query: Readonly<Record<string, string>>
}

export interface AnswersState {
  readonly answers: Readonly<Record<string, Loadable<Answered>>>
  /** Things that were opened, each as the service tells it now. */
  readonly things: Readonly<Record<string, Loadable<CaptainRecord>>>
  /** Answers stand under a name of the caller's own, such as `stats 1`. */
  ask(name: string, asked: Asked): Promise<void>
  read(kind: Kind, id: number): Promise<void>
  forget(): void
}

export const thingOf = (kind: Kind, id: number) => `${keyOf(kind)} ${id}`

/** What the questions beside the lists were answered: statistics, summaries, tools, discovery, single things. */
export function createAnswersStore({ ask, connection }: { readonly ask: AppAsk; connection(): string | null }) {
  return createStore<AnswersState>()((set, get) => {
    const reloads = new Map<string, ReturnType<typeof createReload<Answered>>>()
    const reloadOf = (name: string) => {
      const made =
        reloads.get(name) ??
        createReload<Answered>(
          () => get().answers[name] ?? { status: 'idle' },
          (loadable) => set({ answers: { ...get().answers, [name]: loadable } }),
        )
      reloads.set(name, made)
      return made
    }
    const putThing = (name: string, thing: Loadable<CaptainRecord>) =>
      set({ things: { ...get().things, [name]: thing } })

    return {
      answers: {},
      things: {},
      async ask(name, { question, id = null, slug = null, query = {} }) {
        const connection_id = connection()
        if (connection_id === null) return
        await reloadOf(name)(async () => {
          const answer = await ask('captain.ask', { connection_id, question, id, slug, query: { ...query } })
          return { ...answer, query }
        })
      },
      async read(kind, id) {
        const connection_id = connection()
        if (connection_id === null) return
        const name = thingOf(kind, id)
        const asking: Loadable<CaptainRecord> = { status: 'loading' }
        // One that is read anew meanwhile, or let go with its account, waits for this answer no more.
        const show = (thing: Loadable<CaptainRecord>) => {
          if (get().things[name] === asking) putThing(name, thing)
        }
        putThing(name, asking)
        try {
          show({ status: 'ready', value: await ask('captain.read', { connection_id, ...kind, id }) })
        } catch (error) {
          show({ status: 'failed', failure: failureOf(error) })
        }
      },
      forget: () => set({ answers: {}, things: {} }),
    }
  })
}
