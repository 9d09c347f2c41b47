import { createStore } from 'zustand'
import type {
  Dataset,
  Reconciliation,
  Report,
  ReportName,
  ReportQuestion,
  ReportSheet,
} from '../../preload/contract/reports.ts'
import type { ExportFormat, SavedFile } from '../../preload/contract/saved-files.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

/** The request, without the account. */
export type ReportChoice = Omit<ReportQuestion, 'connection_id'>

interface KeptQuestion {
  readonly question: ReportQuestion
  readonly read_at: string
}

/** `working`, `failure`: of a file or data set that is made of the report. */
export interface ReportsState extends MutationState {
  readonly connection: string | null
  readonly choice: ReportChoice
  /** The drawn column; null for the first that can be drawn. */
  readonly metric: number | null
  /** Null when it was never read for this period. */
  readonly report: Loadable<Report | null>
  /** The report is being read from the service. When that fails, the shown one stays. */
  readonly reading: MutationState
  /** Stored answers, newest first. */
  readonly kept: Loadable<readonly KeptQuestion[]>
  /** Cached sheets that have the period. */
  readonly sheets: Loadable<readonly ReportSheet[]>
  /** The sheet that the report is compared with. */
  readonly sheet: string | null
  readonly check: Loadable<Reconciliation>
  /** Shows the stored report, then requests it. */
  open(connection: string): Promise<void>
  choose(change: Partial<ReportChoice>): Promise<void>
  setMetric(place: number): void
  refresh(): Promise<void>
  stop(): void
  /** After a push of sheets: other sheets may have the period now. */
  reloadSheets(): Promise<void>
  checkAgainst(sheet: string): Promise<unknown>
  exportTable(table: number, format: ExportFormat, name: string): Promise<SavedFile | null>
  saveDataset(table: number, name: string): Promise<Dataset | null>
  savePicture(name: string, png: string): Promise<SavedFile | null>
  dismissFailure(): void
}

export type ReportsStore = ReturnType<typeof createReportsStore>

const idle = { status: 'idle' } as const
const unchecked = { sheets: idle, sheet: null, check: idle } satisfies Partial<ReportsState>

/** Reports of an account. The last answers are shown offline too, and each can be compared with cached sheets. */
export function createReportsStore({ ask, now }: { readonly ask: AppAsk; readonly now: () => number }) {
  return createStore<ReportsState>()((set, get) => {
    const scope = () => get().connection
    const report = createLatest({ get, set, key: 'report', scope })
    const kept = createLatest({ get, set, key: 'kept', scope })
    const sheets = createLatest({ get, set, key: 'sheets', scope })
    const check = createLatest({ get, set, key: 'check', scope })
    const mutation = createMutation({ get, set, scope })
    const reading = createMutation({ ...partOf({ get, set }, 'reading'), scope, concurrency: 'replace' })
    const loadKept = () => kept.load((connection_id) => ask('reports.stored', { connection_id }))
    const question = (connection_id: string): ReportQuestion => ({ connection_id, ...get().choice })

    const show = async ({ keptFirst }: { readonly keptFirst: boolean }) => {
      const read = await reading.run(
        'read',
        async (connection_id, { signal }) => {
          if (keptFirst) {
            set(unchecked)
            const load = () => ask('reports.read', { ...question(connection_id), fresh: false })
            await Promise.all([report.load(load, { keep: false }), loadKept()])
          }
          return ask('reports.read', { ...question(connection_id), fresh: true }, { signal })
        },
        report.show,
      )
      if (read) await loadKept()
      await get().reloadSheets()
    }

    return {
      connection: null,
      choice: { report: 'summary', ...presetDays('last30', new Date(now())), compare: true, parameters: [] },
      metric: null,
      report: idle,
      reading: noMutation,
      kept: idle,
      ...unchecked,
      ...noMutation,
      async open(connection) {
        if (get().connection !== connection) set({ connection, kept: idle, failure: null })
        await show({ keptFirst: true })
      },
      async choose(change) {
        set({ choice: { ...get().choice, ...change }, metric: null })
        await show({ keptFirst: true })
      },
      setMetric: (metric) => set({ metric }),
      refresh: () => show({ keptFirst: false }),
      stop: reading.cancel,
      async reloadSheets() {
        if (!readyValue(get().report)) return
        const { since, until } = get().choice
        const isShown = await sheets.load((connection_id) => ask('reports.sheets', { connection_id, since, until }))
        const list = readyValue(get().sheets)
        if (!isShown || !list) return
        const sheet = list.find(({ id }) => id === get().sheet) ?? list[0]
        if (sheet) await get().checkAgainst(sheet.id)
        else {
          check.clear()
          set({ sheet: null })
        }
      },
      checkAgainst(sheet) {
        const keep = sheet === get().sheet
        set({ sheet })
        return check.load(
          (connection_id, { signal }) =>
            ask('reports.reconcile', { ...question(connection_id), sheet_id: sheet }, { signal }),
          { keep },
        )
      },
      exportTable: (table, format, name) =>
        mutation.run('export', (connection_id) =>
          ask('reports.export', { ...question(connection_id), table, name, format }),
        ),
      saveDataset: (table, name) =>
        mutation.run('dataset', (connection_id) => ask('reports.save', { ...question(connection_id), table, name })),
      savePicture: (name, png) =>
        mutation.run('picture', (connection_id) => ask('reports.picture', { connection_id, name, png })),
      dismissFailure() {
        mutation.dismissFailure()
        reading.dismissFailure()
      },
    }
  })
}

export const reportNames = ['summary', 'agents', 'inboxes', 'teams', 'labels'] as const satisfies readonly ReportName[]

/** First and last day of the person's calendar, both inclusive, as 2026-11-20. */
export type Days = Pick<ReportQuestion, 'since' | 'until'>

export const reportPresets = ['today', 'yesterday', 'last7', 'last30', 'month', 'lastMonth', 'year'] as const

/** The days of a preset on this day of the person's calendar. A current period ends today. */
export function presetDays(preset: (typeof reportPresets)[number], today: Date): Days {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  // Months and days may be out of range: the calendar normalises them.
  const at = (monthNumber: number, date: number) =>
    new Date(Date.UTC(year, monthNumber, date)).toISOString().slice(0, 10)
  const until = at(month, day)
  return {
    today: { since: until, until },
    yesterday: { since: at(month, day - 1), until: at(month, day - 1) },
    last7: { since: at(month, day - 6), until },
    last30: { since: at(month, day - 29), until },
    month: { since: at(month, 1), until },
    lastMonth: { since: at(month - 1, 1), until: at(month, 0) },
    year: { since: at(0, 1), until },
  }[preset]
}

/** The preset with these days, if any. */
export function presetOfDays({ since, until }: Days, today: Date) {
  return reportPresets.find((preset) => {
    const days = presetDays(preset, today)
    return days.since === since && days.until === until
  })
}
