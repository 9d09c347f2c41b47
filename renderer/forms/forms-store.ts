import { createStore } from 'zustand'
import { decomposed } from '../../preload/contract/decomposed.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable, readyValue } from '../kernel/loadable.ts'

/** What the list is narrowed to. */
export interface FormsQuery {
  readonly search: string
  /** Null: any. */
  readonly status: string | null
}

export interface FormsState {
  /** The connection whose forms are shown; null until one is opened. */
  readonly connection: string | null
  /** As last read; a failure to read anew stands beside it. */
  readonly list: Loadable<readonly Form[]>
  readonly query: FormsQuery
  /** The ids that the service itself gave for the query; null while it was not asked or could not answer. */
  readonly found: readonly number[] | null
  /** The service is being asked: for the list, or for what the query finds. */
  readonly refreshing: boolean
  /** Why the service could not be asked; what was kept stays. */
  readonly failure: Failure | null
  /** Shows what is kept of a connection, and asks its service when that is old. */
  open(connection: string): Promise<void>
  /** Reads what is kept, without the service. */
  load(): Promise<void>
  /** Asks the service for every form. */
  refresh(): Promise<void>
  /** Narrows the list here at once, and asks the service when the person has stopped typing. */
  find(query: FormsQuery): void
  dismissFailure(): void
}

export interface FormsDeps {
  readonly ask: AppAsk
  /** Epoch ms. */
  readonly now: () => number
  /** How long a query rests before the service is asked, in ms. */
  readonly askAfter?: number
}

export type FormsStore = ReturnType<typeof createFormsStore>

/** `open` refreshes a list older than this, in ms. */
const oldAfter = 60_000
export const noQuery: FormsQuery = { search: '', status: null }

/** The forms of one connection, kept for offline use, narrowed here and by the service's own parameters. */
export function createFormsStore({ ask, now, askAfter = 400 }: FormsDeps) {
  return createStore<FormsState>()((set, get) => {
    let resting: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    const reload = createReload<readonly Form[]>(
      () => get().list,
      (list) => set({ list }),
    )

    /** Asks the service; the last question asked is the one whose answer counts. */
    const askService = async (connection: string, query: FormsQuery) => {
      asked += 1
      const turn = asked
      const mine = () => turn === asked && get().connection === connection
      set({ refreshing: true, failure: null })
      try {
        const { ids, forms } = await ask('forms.refresh', {
          connection_id: connection,
          status: query.status,
          search: query.search.trim(),
        })
        // What was typed since is asked for when it rests: this is not what it finds.
        const found = isNarrow(query) && query === get().query ? ids : null
        if (mine()) set({ list: { status: 'ready', value: forms }, found })
      } catch (error) {
        if (mine()) set({ failure: failureOf(error) })
      } finally {
        if (mine()) set({ refreshing: false })
      }
    }

    return {
      connection: null,
      list: { status: 'idle' },
      query: noQuery,
      found: null,
      refreshing: false,
      failure: null,
      async open(connection) {
        if (get().connection !== connection) {
          clearTimeout(resting)
          asked += 1
          set({ connection, list: { status: 'idle' }, query: noQuery, found: null, refreshing: false, failure: null })
        }
        await get().load()
        if (get().connection === connection && isOld(get().list, now())) await get().refresh()
      },
      async load() {
        const { connection } = get()
        if (connection === null) return
        await reload(() => ask('forms.list', { connection_id: connection }))
      },
      async refresh() {
        const { connection } = get()
        if (connection === null) return
        clearTimeout(resting)
        await askService(connection, noQuery)
        const { query, failure } = get()
        if (isNarrow(query) && failure === null && get().connection === connection) await askService(connection, query)
      },
      find(query) {
        const { connection } = get()
        clearTimeout(resting)
        set({ query, found: null })
        if (connection === null || !isNarrow(query)) return
        resting = setTimeout(() => void askService(connection, query), askAfter)
      },
      dismissFailure: () => set({ failure: null }),
    }
  })
}

/** Whether a query leaves anything out. */
export function isNarrow({ search, status }: FormsQuery): boolean {
  return search.trim() !== '' || status !== null
}

/** When the service was last read, in epoch ms; null when nothing is kept. */
export function readAt(forms: readonly Form[]): number | null {
  return forms.length === 0 ? null : Math.max(...forms.map(({ read_at }) => Date.parse(read_at)))
}

/** What the query leaves: what fits it by name and status here, and what the service says that fits. */
export function narrowed(forms: readonly Form[], query: FormsQuery, found: readonly number[] | null): readonly Form[] {
  if (!isNarrow(query)) return forms
  const ids = new Set(found)
  const words = fold(query.search)
    .split(/\s+/)
    .filter((word) => word !== '')
  const fits = ({ name, status }: Form) =>
    (query.status === null || status === query.status) && words.every((word) => fold(name).includes(word))
  return forms.filter((form) => ids.has(form.id) || fits(form))
}

function isOld(list: Loadable<readonly Form[]>, now: number): boolean {
  const read = readAt(readyValue(list) ?? [])
  return read === null || now - read > oldAfter
}

/** Without accents and case, as people compare names. */
function fold(text: string): string {
  return decomposed(text)
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
