import { createStore } from 'zustand'
import type { AnswerNode, ConsoleCall, console } from '../../preload/contract/console.ts'
import type { Output } from '../../preload/contract/question.ts'
import type { Dataset } from '../../preload/contract/reports.ts'
import type { SavedFile } from '../../preload/contract/saved-files.ts'
import { type AppAsk, AskFailure, outcomeOf } from '../kernel/ask.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

export type AnswerView = 'tree' | 'table' | 'text' | 'type' | 'headers'
type RouteType = Output<(typeof console)['console.type']>

/** What an expression found. */
interface Inspection extends Output<(typeof console)['console.inspect']> {
  readonly expression: string
  /** Why the next expression matches nothing. */
  readonly refusal: 'invalid' | 'costly' | null
}

/** The path to a part of the shown value, as keys and positions. */
export type Place = readonly (string | number)[]

/** The part of a branch that was read; `loading` while more of it is read. */
interface Branch {
  readonly nodes: readonly AnswerNode[]
  readonly loading: boolean
}

/** `failure`: why a part of the response was not read, or why it was not saved. */
export interface AnswerState extends MutationState {
  readonly connection: string | null
  readonly call: ConsoleCall | null
  readonly view: AnswerView
  readonly inspection: Loadable<Inspection>
  /** Open branches by their path, as JSON. */
  readonly branches: Readonly<Record<string, Branch>>
  readonly rows: readonly (readonly string[])[]
  readonly text: string
  /** Characters of the whole; 0 until it is read. */
  readonly textTotal: number
  readonly type: Loadable<RouteType>
  /** Shows another response. */
  open(connection: string, call: ConsoleCall): Promise<void>
  close(): void
  show(view: AnswerView): Promise<void>
  find(expression: string): Promise<void>
  /** Retries the failed reads of the shown value. */
  retry(): Promise<void>
  /** Opens a branch, or reads more of it. `fold` closes a branch that is open and whole. */
  unfold(place: Place): Promise<void>
  fold(place: Place): void
  moreRows(): Promise<unknown>
  moreText(): Promise<unknown>
  forgetType(): Promise<void>
  /** Gives the saved file; null when none was chosen or it failed. */
  save(): Promise<Pick<SavedFile, 'name' | 'file'> | null>
  store(name: string): Promise<Dataset | null>
  dismissFailure(): void
}

export type AnswerStore = ReturnType<typeof createAnswerStore>

const idle = { status: 'idle' } as const
const nothing = { inspection: idle, branches: {}, rows: [], text: '', textTotal: 0, type: idle, ...noMutation } as const
const nodesAtOnce = 100
const rowsAtOnce = 100
const textAtOnce = 200_000
const refusals: Readonly<Record<string, Inspection['refusal']>> = { expression: 'invalid', expression_cost: 'costly' }

export const placeKey = (place: Place) => JSON.stringify(place)

/** The view of one response. Parts are read when shown, so that a long response opens at once. */
export function createAnswerStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<AnswerState>()((set, get) => {
    const inspectionNow = () => readyValue(get().inspection)
    /** The open response; its state is dropped when another is opened. */
    const scope = () => get().call
    const part = () => inspectionNow()?.expression
    const input = (call: ConsoleCall) => ({ connection_id: get().connection ?? '', id: call.id })
    const inspection = createLatest({ get, set, key: 'inspection', scope })
    const type = createLatest({ get, set, key: 'type', scope })
    const mutation = createMutation({ get, set, scope, concurrency: 'parallel' })

    const lookAt = async (expression: string) => {
      const isShown = await inspection.load(async (call, { signal }) => {
        const outcome = await outcomeOf(ask('console.inspect', { ...input(call), expression }, { signal }))
        signal.throwIfAborted()
        if (outcome.ok) {
          set({ branches: {}, rows: [] })
          return { ...outcome.value, expression, refusal: null }
        }
        const refusal = refusals[String(outcome.failure.params.place)]
        const shownPart = inspectionNow()
        if (!shownPart || !refusal) throw new AskFailure(outcome.failure)
        return { ...shownPart, refusal }
      })
      if (isShown) await fill()
    }
    /** Reads what the open view needs. */
    const fill = async () => {
      const { view, rows, textTotal, branches } = get()
      const value = inspectionNow()
      if (view === 'tree' && value && branches['[]'] === undefined) await get().unfold([])
      if (view === 'table' && value?.table && rows.length === 0) await get().moreRows()
      // For a value that is no list, the table shows its longest list.
      const [longest] = value?.lists ?? []
      if (view === 'table' && value?.expression === '$' && !value.table && longest) await lookAt(longest.expression)
      if (view === 'text' && textTotal === 0) await get().moreText()
      if (view === 'type') await readType()
    }
    const readType = () =>
      type.load(({ route }) => ask('console.type', { connection_id: get().connection ?? '', route }))

    return {
      connection: null,
      call: null,
      view: 'tree',
      ...nothing,
      async open(connection, call) {
        if (get().call?.id === call.id && get().connection === connection) return
        inspection.clear()
        set({ connection, call, ...nothing, view: viewOf(call, get().view) })
        await (call.kind === 'json' || call.kind === 'csv' ? lookAt('$') : fill())
      },
      close() {
        inspection.clear()
        set({ connection: null, call: null, ...nothing })
      },
      async show(view) {
        set({ view })
        await fill()
      },
      find: (expression) => lookAt(expression.trim() === '' ? '$' : expression.trim()),
      async retry() {
        const { view, inspection: shown } = get()
        const isFailed = 'failure' in shown && (view === 'tree' || view === 'table')
        await (isFailed ? lookAt(part() ?? '$') : fill())
      },
      async unfold(place) {
        const key = placeKey(place)
        const branch = get().branches[key] ?? { nodes: [], loading: false }
        const expression = part()
        if (expression === undefined || branch.loading) return
        const put = (branch: Branch) => set({ branches: { ...get().branches, [key]: branch } })
        put({ ...branch, loading: true })
        const window = { from: branch.nodes.length, count: nodesAtOnce }
        const call = scope()
        const more = await mutation.run('nodes', (one) =>
          ask('console.nodes', { ...input(one), expression, place: [...place], ...window }),
        )
        // A branch that was closed meanwhile stays closed.
        if (scope() === call && part() === expression && get().branches[key]) {
          put({ nodes: [...branch.nodes, ...(more ?? [])], loading: false })
        }
      },
      fold(place) {
        const { [placeKey(place)]: _, ...branches } = get().branches
        set({ branches })
      },
      async moreRows() {
        const expression = part()
        const from = get().rows.length
        if (expression === undefined) return
        await mutation.run(
          'rows',
          (call) => ask('console.rows', { ...input(call), expression, from, count: rowsAtOnce }),
          (more) => part() === expression && get().rows.length === from && set({ rows: [...get().rows, ...more] }),
        )
      },
      moreText() {
        const from = get().text.length
        return mutation.run(
          'text',
          (call) => ask('console.text', { ...input(call), from, count: textAtOnce }),
          (more) => get().text.length === from && set({ text: get().text + more.text, textTotal: more.total }),
        )
      },
      async forgetType() {
        await mutation.run('forget', ({ route }) =>
          ask('console.forget_type', { connection_id: get().connection ?? '', route }),
        )
        await readType()
      },
      save: () => mutation.run('save', (call) => ask('console.save', input(call))),
      store: (name) =>
        mutation.run('store', (call) => ask('console.store', { ...input(call), expression: part() ?? '$', name })),
      dismissFailure: mutation.dismissFailure,
    }
  })
}

/** Table and text stay open from answer to answer, where the next answer has them. */
function viewOf({ kind }: ConsoleCall, previous: AnswerView): AnswerView {
  if (kind === 'csv') return previous === 'text' ? 'text' : 'table'
  if (kind !== 'json') return 'text'
  return previous === 'table' || previous === 'text' ? previous : 'tree'
}
