import { createStore } from 'zustand'
import type { Outcome, Run } from '../../preload/contract/cruzar.ts'
import type { ExportFormat, SavedFile } from '../../preload/contract/tables.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { filterOfOutcomes } from './outcomes.ts'

interface RunExport {
  readonly run: Run
  /** None and all five mean the same: every row. */
  readonly outcomes: readonly Outcome[]
  readonly format: ExportFormat
  /** The name that is proposed, without an extension. */
  readonly name: string
}

type RunExportProgress =
  | { readonly state: 'running'; readonly run: string; readonly done: number; readonly total: number }
  | { readonly state: 'failed'; readonly run: string; readonly failure: Failure }

export interface RunExportState {
  readonly exporting: RunExportProgress | null
  /** Writes the file. What was saved, or null: it failed (kept in `exporting`), was cancelled, or no place was chosen. */
  save(wanted: RunExport): Promise<SavedFile | null>
  cancel(): void
  /** Takes the notice of a failed export away. */
  dismiss(): void
}

/** The contract takes no longer names. */
const longestName = 150

export type RunExportStore = ReturnType<typeof createRunExportStore>

/** Writes rows of a run by their outcome, with every column: the person's own first, as they are. */
export function createRunExportStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<RunExportState>()((set, get) => {
    let saving = new AbortController()
    return {
      exporting: null,
      async save({ run, outcomes, format, name }) {
        if (get().exporting?.state === 'running') return null
        saving = new AbortController()
        const { signal } = saving
        set({ exporting: { state: 'running', run: run.id, done: 0, total: 0 } })
        const filter = filterOfOutcomes(outcomes)
        try {
          const saved = await ask(
            'tables.export',
            {
              table: { kind: 'run', id: run.id },
              query: { filters: filter ? [filter] : [] },
              columns: null,
              format,
              name: name.slice(0, longestName),
            },
            {
              signal,
              progress: ({ rows, total }) => {
                if (!signal.aborted) set({ exporting: { state: 'running', run: run.id, done: rows, total } })
              },
            },
          )
          set({ exporting: null })
          return saved.saved ? saved : null
        } catch (error) {
          set({ exporting: signal.aborted ? null : { state: 'failed', run: run.id, failure: failureOf(error) } })
          return null
        }
      },
      cancel: () => saving.abort(),
      dismiss: () => set({ exporting: null }),
    }
  })
}
