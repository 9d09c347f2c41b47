import { createStore } from 'zustand'
import type { AnswerNode, ConsoleCall, console } from '../../preload/contract/console.ts'
import type { Dataset } from '../../preload/contract/reports.ts'
import type { SavedFile } from '../../preload/contract/tables.ts'
import type { Failure, Output } from '../../preload/contract/wire.ts'
import { type AppAsk, outcomeOf } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'

export type AnswerView = 'tree' | 'table' | 'text' | 'type' | 'headers'
export type FoundPart = Output<(typeof console)['console.look']>
export type RouteType = Output<(typeof console)['console.type']>

/** Keys and positions from the shown value. */
export type Place = readonly (string | number)[]

/** What was read of a branch; `asking` while more of it loads. */
export interface Branch {
  readonly nodes: readonly AnswerNode[]
  readonly loading: boolean
}

export interface AnswerState {
  readonly connection: string | null
  readonly call: ConsoleCall | null
  readonly view: AnswerView
  readonly expression: string
  /** Why the last expression matches nothing. The matches before it stay. */
  readonly refusal: 'invalid' | 'costly' | null
  readonly found: Loadable<FoundPart>
  /** Open branches by their place, as JSON. */
  readonly branches: Readonly<Record<string, Branch>>
  readonly rows: readonly (readonly string[])[]
  readonly text: string
  /** Characters of the whole; 0 while nobody read it. */
  readonly textTotal: number
  readonly type: Loadable<RouteType>
  readonly failure: Failure | null
  /** Shows another response. */
  open(connection: string, call: ConsoleCall): Promise<void>
  close(): void
  show(view: AnswerView): Promise<void>
  find(expression: string): Promise<void>
  /** Retries the failed reads of the shown value. */
  retry(): Promise<void>
  /** Opens a branch, or reads more of it; one that is open and whole is closed by `fold`. */
  unfold(place: Place): Promise<void>
  fold(place: Place): void
  moreRows(): Promise<void>
  moreText(): Promise<void>
  forgetType(): Promise<void>
  /** The saved file; null when none was chosen or it failed. */
  save(): Promise<Pick<SavedFile, 'name' | 'file'> | null>
  store(name: string): Promise<Dataset | null>
  dismissFailure(): void
}

export type AnswerStore = ReturnType<typeof createAnswerStore>

const idle = { status: 'idle' } as const
const nothing = {
  expression: '$',
  refusal: null,
  found: idle,
  branches: {},
  rows: [],
  text: '',
  textTotal: 0,
  type: idle,
  failure: null,
} as const
const nodesAtOnce = 100
const rowsAtOnce = 100
const textAtOnce = 200_000

export const placeKey = (place: Place) => JSON.stringify(place)

/** The view of one response. Parts are read when shown, so that a long response opens at once. */
export function createAnswerStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<AnswerState>()((set, get) => {
    /** The open response. Read again after each await, since another may be open by then. */
    const part = () => {
      const { connection, call, expression } = get()
      return connection === null || call === null ? null : { connection_id: connection, id: call.id, expression }
    }
    const isSame = (one: ReturnType<typeof part>) => {
      const now = part()
      return one !== null && now?.id === one.id && now.expression === one.expression
    }
    /** The result of a request about the response; null if it fails. The failure is shown while that response is open. */
    const attempt = async <T>(about: { readonly id: string }, request: () => Promise<T>): Promise<T | null> => {
      set({ failure: null })
      const answer = await outcomeOf(request())
      if (answer.ok) return answer.value
      if (part()?.id === about.id) set({ failure: answer.failure })
      return null
    }
    const type = createLatest({ get, set, key: 'type' })
    /** The last result belongs to the path requested last. */
    let looks = 0
    const lookAt = async (expression: string) => {
      const asked = part()
      if (!asked) return
      looks += 1
      const turn = looks
      const look = await outcomeOf(ask('console.look', { ...asked, expression }))
      if (turn !== looks || part()?.id !== asked.id) return
      if (look.ok) {
        set({ expression, refusal: null, found: { status: 'ready', value: look.value }, branches: {}, rows: [] })
        return fill()
      }
      const { failure } = look
      if (failure.params.place === 'expression') set({ refusal: 'invalid' })
      else if (failure.params.place === 'expression_cost') set({ refusal: 'costly' })
      else set({ found: { status: 'failed', failure } })
    }
    /** What the view that is open needs. */
    const fill = async () => {
      const { view, expression, found, rows, textTotal, branches } = get()
      const value = found.status === 'ready' ? found.value : null
      if (view === 'tree' && value && branches['[]'] === undefined) await get().unfold([])
      if (view === 'table' && value?.table && rows.length === 0) await get().moreRows()
      // A value that is no list shows its longest list as the table.
      const [longest] = value?.lists ?? []
      if (view === 'table' && expression === '$' && !value?.table && longest) await lookAt(longest.expression)
      if (view === 'text' && textTotal === 0) await get().moreText()
      if (view === 'type') await readType()
    }
    const readType = async () => {
      const { connection, call } = get()
      if (connection === null || call === null) return
      await type.load(() => ask('console.type', { connection_id: connection, route: call.route }))
    }

    return {
      connection: null,
      call: null,
      view: 'tree',
      ...nothing,
      async open(connection, call) {
        if (get().call?.id === call.id && get().connection === connection) return
        set({ connection, call, ...nothing, view: viewOf(call, get().view) })
        if (call.kind === 'json' || call.kind === 'csv') {
          set({ found: { status: 'loading' } })
          await lookAt('$')
        } else await fill()
      },
      close: () => set({ connection: null, call: null, ...nothing }),
      async show(view) {
        set({ view })
        await fill()
      },
      find: (expression) => lookAt(expression.trim() === '' ? '$' : expression.trim()),
      async retry() {
        const { view, found, expression } = get()
        if (found.status !== 'failed' || (view !== 'tree' && view !== 'table')) return fill()
        set({ found: { status: 'loading' } })
        await lookAt(expression)
      },
      async unfold(place) {
        const asked = part()
        const key = placeKey(place)
        const before = get().branches[key] ?? { nodes: [], loading: false }
        if (!asked || before.loading) return
        const put = (branch: Branch) => set({ branches: { ...get().branches, [key]: branch } })
        put({ ...before, loading: true })
        const window = { from: before.nodes.length, count: nodesAtOnce }
        const more = await attempt(asked, () => ask('console.nodes', { ...asked, place: [...place], ...window }))
        // A branch that was closed meanwhile stays closed.
        if (isSame(asked) && get().branches[key]) put({ nodes: [...before.nodes, ...(more ?? [])], loading: false })
      },
      fold(place) {
        const { [placeKey(place)]: _, ...branches } = get().branches
        set({ branches })
      },
      async moreRows() {
        const asked = part()
        const from = get().rows.length
        if (!asked) return
        const more = await attempt(asked, () => ask('console.rows', { ...asked, from, count: rowsAtOnce }))
        if (more && isSame(asked) && get().rows.length === from) set({ rows: [...get().rows, ...more] })
      },
      async moreText() {
        const asked = part()
        const from = get().text.length
        if (!asked) return
        const { connection_id, id } = asked
        const more = await attempt(asked, () => ask('console.text', { connection_id, id, from, count: textAtOnce }))
        if (more && part()?.id === id && get().text.length === from) {
          set({ text: get().text + more.text, textTotal: more.total })
        }
      },
      async forgetType() {
        const { connection, call } = get()
        if (connection === null || call === null) return
        await attempt(call, () => ask('console.forget_type', { connection_id: connection, route: call.route }))
        await readType()
      },
      async save() {
        const asked = part()
        if (!asked) return null
        const { connection_id, id } = asked
        return attempt(asked, () => ask('console.save', { connection_id, id }))
      },
      async store(name) {
        const asked = part()
        return asked && attempt(asked, () => ask('console.store', { ...asked, name }))
      },
      dismissFailure: () => set({ failure: null }),
    }
  })
}

/** Table and text stay open from answer to answer, where the next one has them. */
function viewOf({ kind }: ConsoleCall, before: AnswerView): AnswerView {
  if (kind === 'csv') return before === 'text' ? 'text' : 'table'
  if (kind !== 'json') return 'text'
  return before === 'table' || before === 'text' ? before : 'tree'
}
