import { createStore } from 'zustand'
import type { Dataset } from '../../preload/contract/datasets.ts'
import type { Reconciliation, Report, ReportName, ReportQuestion, ReportSheet } from '../../preload/contract/reports.ts'
import type { ExportFormat, SavedFile } from '../../preload/contract/tables.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { presetDays } from './report-periods.ts'

/** What is asked, without the account. */
export type ReportChoice = Omit<ReportQuestion, 'connection_id'>

export interface KeptQuestion {
  readonly question: ReportQuestion
  readonly read_at: string
}

export interface ReportsState {
  readonly connection: string | null
  readonly choice: ReportChoice
  /** Null when it was never read for this period. */
  readonly report: Loadable<Report | null>
  /** Answers that can be read without network, newest first. */
  readonly kept: readonly KeptQuestion[]
  readonly asking: boolean
  /** The service could not be asked, or a file not be made; what is shown stays. */
  readonly failure: Failure | null
  /** Cached sheets that hold the period. */
  readonly sheets: readonly ReportSheet[]
  /** The sheet that the report is checked against. */
  readonly sheet: string | null
  readonly check: Loadable<Reconciliation>
  /** Shows what is kept of the choice, then asks the service. */
  open(connection: string): Promise<void>
  choose(change: Partial<ReportChoice>): Promise<void>
  refresh(): Promise<void>
  /** Stops the question that is under way. */
  stop(): void
  /** After a push of sheets: those that hold the period may be others. */
  reloadSheets(): Promise<void>
  checkAgainst(sheet: string): Promise<void>
  exportTable(table: number, format: ExportFormat, name: string): Promise<SavedFile | null>
  saveDataset(table: number, name: string): Promise<Dataset | null>
  savePicture(name: string, png: string): Promise<SavedFile | null>
  dismissFailure(): void
}

export type ReportsStore = ReturnType<typeof createReportsStore>

export interface ReportsStoreDeps {
  readonly ask: AppAsk
  readonly now: () => number
}

const unchecked = { sheets: [], sheet: null, check: { status: 'idle' } } satisfies Partial<ReportsState>

/** Reports of an account: the last answers stand without a network, and each can be checked against cached sheets. */
export function createReportsStore({ ask, now }: ReportsStoreDeps) {
  let asking = new AbortController()
  return createStore<ReportsState>()((set, get) => {
    const question = (): ReportQuestion => ({ connection_id: get().connection ?? '', ...get().choice })

    /** One question at a time: a later one stops the earlier. */
    const show = async (keptFirst: boolean) => {
      asking.abort()
      asking = new AbortController()
      const { signal } = asking
      set({ asking: true, failure: null })
      if (keptFirst) await showKept(signal)
      if (signal.aborted) return
      try {
        const report = await ask('reports.read', { ...question(), fresh: true }, { signal })
        if (signal.aborted) return
        set({ report: { status: 'ready', value: report }, asking: false })
        await loadKept()
      } catch (error) {
        if (signal.aborted) return
        set({ asking: false, failure: failureOf(error) })
      }
      if (!signal.aborted) await get().reloadSheets()
    }

    const showKept = async (signal: AbortSignal) => {
      set({ report: { status: 'loading' }, ...unchecked })
      try {
        const [report] = await Promise.all([ask('reports.read', { ...question(), fresh: false }), loadKept()])
        if (!signal.aborted) set({ report: { status: 'ready', value: report } })
      } catch (error) {
        if (!signal.aborted) set({ report: { status: 'failed', failure: failureOf(error) } })
      }
    }

    const loadKept = async () => {
      const { connection } = get()
      if (connection === null) return
      const kept = await ask('reports.kept', { connection_id: connection })
      if (get().connection === connection) set({ kept })
    }

    /** Makes something of the report that is shown; what goes wrong is said and takes nothing away. */
    const made = async <T>(make: () => Promise<T>): Promise<T | null> => {
      const { connection } = get()
      set({ failure: null })
      try {
        return await make()
      } catch (error) {
        const failure = failureOf(error)
        if (failure.code !== 'cancelled' && get().connection === connection) set({ failure })
        return null
      }
    }

    return {
      connection: null,
      choice: { report: 'summary', ...presetDays('last30', new Date(now())), compare: true, parameters: [] },
      report: { status: 'idle' },
      kept: [],
      asking: false,
      failure: null,
      ...unchecked,
      async open(connection) {
        if (get().connection !== connection) set({ connection, kept: [], ...unchecked })
        await show(true)
      },
      async choose(change) {
        set({ choice: { ...get().choice, ...change } })
        await show(true)
      },
      refresh: () => show(false),
      stop() {
        asking.abort()
        set({ asking: false })
      },
      async reloadSheets() {
        const { signal } = asking
        const { connection, report, choice } = get()
        if (connection === null || report.status !== 'ready' || report.value === null) return
        try {
          const { since, until } = choice
          const sheets = await ask('reports.sheets', { connection_id: connection, since, until })
          if (signal.aborted) return
          set({ sheets })
          const sheet = sheets.find(({ id }) => id === get().sheet) ?? sheets[0]
          if (sheet) await get().checkAgainst(sheet.id)
          else set({ sheet: null, check: { status: 'idle' } })
        } catch (error) {
          if (!signal.aborted) set({ check: { status: 'failed', failure: failureOf(error) } })
        }
      },
      async checkAgainst(sheet) {
        const { signal } = asking
        set({ sheet, check: get().sheet === sheet ? get().check : { status: 'loading' } })
        try {
          const value = await ask('reports.reconcile', { ...question(), sheet_id: sheet }, { signal })
          if (!signal.aborted && get().sheet === sheet) set({ check: { status: 'ready', value } })
        } catch (error) {
          if (!signal.aborted && get().sheet === sheet) {
            set({ check: { status: 'failed', failure: failureOf(error) } })
          }
        }
      },
      exportTable: (table, format, name) => made(() => ask('reports.export', { ...question(), table, name, format })),
      saveDataset: (table, name) => made(() => ask('reports.save', { ...question(), table, name })),
      savePicture: (name, png) => made(() => ask('reports.picture', { name, png })),
      dismissFailure: () => set({ failure: null }),
    }
  })
}

export const reportNames = ['summary', 'agents', 'inboxes', 'teams', 'labels'] as const satisfies readonly ReportName[]
