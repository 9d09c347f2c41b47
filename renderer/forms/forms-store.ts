import { createStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import { hasWords } from '../../preload/values/text.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

/** The conditions of the list. */
export interface FormsQuery {
  readonly search: string
  /** Null: any. */
  readonly status: string | null
}

/** `working`: the pending request, for the list or the query; `failure`: its failure. */
export interface FormsState extends MutationState<'refresh'> {
  /** The connection whose forms are shown; null until one is opened. */
  readonly connection: string | null
  /** As last read. */
  readonly list: Loadable<readonly Form[]>
  readonly query: FormsQuery
  /** The ids that the service found for the query; null before its answer. */
  readonly matchingIds: readonly number[] | null
  /** Shows the stored forms of a connection, and refreshes an old list. */
  open(connection: string): Promise<void>
  /** Reads the stored list, without asking the service. */
  load(): Promise<unknown>
  refresh(): Promise<void>
  /** Filters the stored list at once, and requests the query after a debounce. */
  find(query: FormsQuery): void
  dismissFailure(): void
}

export interface FormsDeps {
  readonly ask: AppAsk
  /** Epoch ms. */
  readonly now: () => number
  /** Debounce of a query, in ms. */
  readonly askAfter?: number
}

export type FormsStore = ReturnType<typeof createFormsStore>

/** `open` refreshes a list that is older than this, in ms. */
const oldAfter = 60_000
export const noQuery: FormsQuery = { search: '', status: null }
const nothingRead = { list: { status: 'idle' }, query: noQuery, matchingIds: null, ...noMutation } as const

/** The forms of one connection, stored for offline use. They are filtered here and by the service's own parameters. */
export function createFormsStore({ ask, now, askAfter = 400 }: FormsDeps) {
  return createStore<FormsState>()((set, get) => {
    let debounce: ReturnType<typeof setTimeout> | undefined
    const scope = () => get().connection
    const list = createLatest({ get, set, key: 'list', scope })
    const refreshing = createMutation({ get, set, scope, concurrency: 'replace' })
    const request = (query: FormsQuery) => {
      const { status, search } = query
      return refreshing.succeeds(
        'refresh',
        (connection_id) => ask('forms.refresh', { connection_id, status, search: search.trim() }),
        ({ ids, forms }) => {
          list.show(forms)
          // The person has typed another query since: these are not its ids.
          set({ matchingIds: isNarrow(query) && query === get().query ? ids : null })
        },
      )
    }
    return {
      connection: null,
      ...nothingRead,
      async open(connection) {
        if (get().connection !== connection) {
          clearTimeout(debounce)
          refreshing.cancel()
          set({ connection, ...nothingRead })
        }
        await get().load()
        if (get().connection === connection && isOld(get().list, now())) await get().refresh()
      },
      load: () => list.load((connection_id) => ask('forms.list', { connection_id })),
      async refresh() {
        clearTimeout(debounce)
        const isDone = await request(noQuery)
        if (isDone && isNarrow(get().query)) await request(get().query)
      },
      find(query) {
        clearTimeout(debounce)
        set({ query, matchingIds: null })
        if (isNarrow(query)) debounce = setTimeout(() => void request(query), askAfter)
      },
      dismissFailure: refreshing.dismissFailure,
    }
  })
}

export function isNarrow({ search, status }: FormsQuery): boolean {
  return search.trim() !== '' || status !== null
}

/** When the service was last read, in epoch ms; null when nothing is stored. */
export function readAt(forms: readonly Form[]): number | null {
  return forms.length === 0 ? null : Math.max(...forms.map(({ read_at }) => Date.parse(read_at)))
}

/** The forms that match the query: by name and status here, and by the service's search. */
export function narrowed(
  forms: readonly Form[],
  query: FormsQuery,
  matchingIds: readonly number[] | null,
): readonly Form[] {
  if (!isNarrow(query)) return forms
  const ids = new Set(matchingIds)
  const fits = ({ name, status }: Form) =>
    (query.status === null || status === query.status) && hasWords(name, query.search)
  return forms.filter((form) => ids.has(form.id) || fits(form))
}

function isOld(list: Loadable<readonly Form[]>, now: number): boolean {
  const read = readAt(readyValue(list) ?? [])
  return read === null || now - read > oldAfter
}
