import { createStore } from 'zustand'
import type { CaptainAnswer, CaptainRecord } from '../../preload/contract/captain.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Kind } from './lists-store.ts'

type Fields = Readonly<Record<string, unknown>>

/** `unknown`: it was sent and nobody confirmed it; the activity log says so and offers to check. */
export type DeedEnd = 'done' | 'failed' | 'unknown'

/** What an action answered, to be shown beside what it was done with. */
interface DeedAnswer {
  readonly of: string
  readonly answer: unknown
}

export interface DeedsState {
  /** What is being done: a name of the caller's own. */
  readonly working: string | null
  readonly failure: Failure | null
  /** Why something failed whose dialog was closed before. */
  readonly late: Failure | null
  readonly answer: DeedAnswer | null
  /** What the last deed made. */
  readonly made: CaptainRecord | null
  create(kind: Kind, fields: Fields): Promise<DeedEnd>
  change(kind: Kind, id: number, method: 'PATCH' | 'PUT', fields: Fields): Promise<DeedEnd>
  remove(kind: Kind, id: number): Promise<DeedEnd>
  act(kind: Kind, action: 'sync' | 'connect', id: number): Promise<DeedEnd>
  test(kind: Kind, id: number | null, fields: Fields): Promise<DeedEnd>
  /** `name` is that of the data set which keeps what is deleted. */
  bulk(deed: 'approve' | 'delete', records: readonly CaptainRecord[], name: string): Promise<DeedEnd>
  /** The dialog is closed: its failure and answer go, and what comes later is not shown in the next dialog. */
  detach(): void
  /** Takes every failure and the answer away. */
  clear(): void
}

export interface DeedsDeps {
  readonly ask: AppAsk
  connection(): string | null
  /** The list is to be read again. */
  done(kind: Kind): Promise<unknown>
}

const responses: Kind = { resource: 'responses', parent: null }

/** What is made, changed and done in the AI module: one deed at a time, each sent once. */
export function createDeedsStore({ ask, connection, done }: DeedsDeps) {
  /** How many dialogs were closed: a late answer is that of a dialog before. */
  let closed = 0
  return createStore<DeedsState>()((set, get) => {
    const detach = () => {
      closed += 1
      set({ failure: null, answer: null, made: null })
    }
    const deed = async (
      name: string,
      kind: Kind,
      act: (connection_id: string, show: (part: Partial<DeedsState>) => void) => Promise<unknown>,
    ): Promise<DeedEnd> => {
      const connection_id = connection()
      if (connection_id === null || get().working !== null) return 'failed'
      const before = closed
      const isOpen = () => closed === before
      set({ working: name, failure: null, answer: null, made: null })
      try {
        await act(connection_id, (part) => {
          if (isOpen()) set(part)
        })
        await done(kind)
        return 'done'
      } catch (error) {
        const failure = failureOf(error)
        if (isOpen()) set({ failure })
        else if (connection() === connection_id) set({ late: failure })
        if (failure.code !== 'sent_unknown') return 'failed'
        // It may well have been done: the list tells.
        await done(kind)
        return 'unknown'
      } finally {
        set({ working: null })
      }
    }
    const answered = (name: string, { answer }: CaptainAnswer) => ({ answer: { of: name, answer } })

    return {
      working: null,
      failure: null,
      late: null,
      answer: null,
      made: null,
      create: (kind, fields) =>
        deed('create', kind, async (connection_id, show) => {
          const { record } = await ask('captain.create', { connection_id, ...kind, fields })
          show({ made: record })
        }),
      change: (kind, id, method, fields) =>
        deed(`change ${id}`, kind, (connection_id) =>
          ask('captain.change', { connection_id, ...kind, id, method, fields }),
        ),
      remove: (kind, id) =>
        deed(`remove ${id}`, kind, (connection_id) => ask('captain.remove', { connection_id, ...kind, id })),
      act: (kind, action, id) => {
        const name = `${action} ${id}`
        return deed(name, kind, async (connection_id, show) =>
          show(answered(name, await ask('captain.act', { connection_id, action, id }))),
        )
      },
      test: (kind, id, fields) =>
        deed('test', kind, async (connection_id, show) => {
          const owner = kind.parent === null ? {} : { parent: kind.parent }
          show(answered('test', await ask('captain.test', { connection_id, id, fields, ...owner })))
        }),
      bulk: (what, records, name) =>
        deed('bulk', responses, (connection_id) => {
          const chosen = records.flatMap(({ id, fields }) => (id === null ? [] : [{ id, fields }]))
          return ask('captain.bulk', { connection_id, deed: what, records: chosen, name })
        }),
      detach,
      clear() {
        detach()
        set({ late: null })
      },
    }
  })
}
