import type { RunChanges } from '../../../preload/contract/cruzar.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import { type Database, watchChanges } from '../../engine/store/encrypted-file.ts'
import { readFact, writeFact } from '../../engine/store/facts.ts'
import { atomically, atomicallyInSlices } from '../../engine/store/sql.ts'
import { runSync } from '../../kernel/schedule.ts'
import type { KeyPass } from '../../leads/sheet-calls.ts'
import { type Answers, createAnswers, type MadeRun, readSealed } from './answers/answers.ts'
import { type LeadWatch, type SnapshotOf, storeLeadsOf } from './answers/sheet-leads.ts'
import { type CheckPass, createCheckPass } from './passes/check-pass.ts'
import { createJournals } from './passes/pass-journal.ts'
import { createPassCalls, type Pass, type PassCalls } from './passes/run-passes.ts'
import { createServicePasses } from './passes/service-passes.ts'
import {
  type RowChanges,
  type RunList,
  type RunState,
  readChanges,
  readRunList,
  readState,
  storeChanges,
} from './run-file.ts'

/**
 * One run with its file open and its keys in memory. Every change is one transaction. After a failed one the run must
 * be opened anew.
 */
export interface OpenRun {
  readonly database: Database
  readonly list: RunList
  readonly answers: Answers
  readonly check: Pick<CheckPass, 'choose' | 'differences'>
  pass(name: KeyPass): PassCalls
  state(): RunState
  /** Changes with every checkpoint. */
  version(): string
  /** Whether another process has changed the file since this was called last. */
  changedElsewhere(): boolean
  rename(name: string): void
  /** How its rows differ from those of an earlier run; null where it was not compared. */
  changes(): RowChanges | null
  /** Stores how a finished run differs from an earlier one, and the summary of it. */
  compared(summary: RunChanges, rows: RowChanges): void
  /** Stores the leads of a sheet in its file, so that it needs no snapshot of it. Throws `file_damaged`. */
  storeLeads(sheet: string, watch: LeadWatch): Promise<void>
  layout(): TableLayout
  arrange(layout: TableLayout): void
  close(): void
}

/**
 * Reads what the file knows, but for what is in memory of a run that was just made. The database is closed by `close`,
 * and by whoever calls this when it fails.
 */
export function createOpenRun(database: Database, snapshotOf: SnapshotOf, made: MadeRun | null = null): OpenRun {
  const list = made?.list ?? readRunList(database)
  const journals = createJournals(database)
  let state = readState(database)
  const sealed = state.sealed > 0 ? readSealed(database, snapshotOf) : null
  const answers = runSync(createAnswers(list, state.match, sealed, made ?? undefined))

  function write(next: RunState, store: () => void = () => {}): void {
    atomically(database, () => {
      store()
      writeFact(database, 'state', next)
    })
    state = next
  }

  const deps = { database, list, answers, journals, state: () => state, write }
  const check = createCheckPass(deps)
  const passes: Readonly<Record<KeyPass, Pass>> = { ...createServicePasses(deps), check }
  return {
    database,
    list,
    answers,
    check,
    pass: (name) => createPassCalls(passes[name], state.keys),
    state: () => state,
    version() {
      const entries = journals.keys.count() + journals.other_forms.count()
      return [state.id, entries, state.state, state.changes?.since.id ?? ''].join('.')
    },
    changedElsewhere: watchChanges(database),
    rename: (name) => write({ ...state, name }),
    changes: () => (state.changes ? readChanges(database) : null),
    compared: (changes, rows) => write({ ...state, changes }, () => storeChanges(database, rows)),
    storeLeads: (sheet, watch) => atomicallyInSlices(database, () => storeLeadsOf(database, sheet, snapshotOf, watch)),
    layout: () => readFact<TableLayout>(database, 'layout') ?? { columns: [] },
    arrange: (layout) => writeFact(database, 'layout', layout),
    close: () => database.close(),
  }
}
