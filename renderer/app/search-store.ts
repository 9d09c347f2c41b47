import { createStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import { decomposed } from '../../preload/contract/decomposed.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

/** What can be found by its name, beside connections and actions. */
export interface Findable {
  readonly sheets: readonly Sheet[]
  readonly runs: readonly Run[]
  /** Those whose entries are kept here. */
  readonly forms: readonly Form[]
}

export interface SearchState {
  readonly findable: Loadable<Findable>
  load(): Promise<void>
}

/** The names that Ctrl K finds. */
export function createSearchStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<SearchState>()((set, get) => {
    const reload = createReload<Findable>(
      () => get().findable,
      (findable) => set({ findable }),
    )
    return {
      findable: { status: 'idle' },
      load: () =>
        reload(async () => {
          const [sheets, runs, forms] = await Promise.all([
            ask('sheets.list', {}),
            ask('cruzar.runs', {}),
            keptForms(ask),
          ])
          return { sheets, runs, forms }
        }),
    }
  })
}

async function keptForms(ask: AppAsk): Promise<readonly Form[]> {
  const connections = await ask('connections.list', {})
  const services = connections.filter(({ service }) => service === 'forms')
  const lists = await Promise.all(services.map(({ id }) => ask('forms.list', { connection_id: id })))
  return lists.flat().filter(({ kept }) => kept)
}

/** A text without accents and case, as people compare names. */
function foldName(text: string): string {
  return decomposed(text)
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

/** Whether every word of the query begins somewhere in the text. */
export function matchesName(text: string, query: string): boolean {
  const folded = foldName(text)
  return foldName(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
