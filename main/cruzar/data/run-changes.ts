import type { RunChanges } from '../../../preload/contract/cruzar.ts'
import type { Outcome } from '../../../preload/values/outcomes.ts'
import { earlierRuns, questionDifferences } from '../../../preload/values/same-question.ts'
import type { OneItem } from '../../engine/shared-calls.ts'
import { loadColumns, type Table } from '../../engine/tables/table.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { listIdOf } from './lists/list-identity.ts'
import { type ComparedRun, compareRuns, countChanges } from './row-changes.ts'
import { answeredAt, type RunState } from './run-file.ts'
import type { RunFolder } from './run-folder.ts'
import type { RunStates } from './run-states.ts'

interface RunChangesDeps {
  readonly folder: RunFolder
  readonly states: Pick<RunStates, 'all' | 'current'>
  readonly loadTable: (id: string) => Promise<Table>
}

/** The calls that compare a run with an earlier one of its list. A run without a file has no comparison. */
export function createRunChanges({ folder, states, loadTable }: RunChangesDeps) {
  const working = new Map<string, Promise<RunChanges | null>>()

  /**
   * The earlier run with which a run is compared. It has the same list and connection, and finished before it. It is
   * the newest that asked the same, or the one of this id.
   */
  function earlierRun(run: RunState, since: string | undefined): RunState | null {
    const all = states.all().map((each) => ({ ...states.current(each), list_id: listIdOf(each) }))
    const earlier = earlierRuns(all, { ...run, list_id: listIdOf(run) })
    const isMeant = (each: RunState) =>
      since === undefined ? questionDifferences(each, run).length === 0 : each.id === since
    return earlier.find(isMeant) ?? null
  }

  async function comparedRun(id: string): Promise<ComparedRun> {
    const table = await loadTable(id)
    return folder.use(id, ({ list, answers, state }) => ({
      list,
      table,
      outcomes: answers.keyOutcomes.rowOutcomes.slice(),
      at: Date.parse(answeredAt(state())),
    }))
  }

  async function compare(id: string, since: string | undefined): Promise<RunChanges | null> {
    const run = states.all().find((each) => each.id === id)
    if (!run || states.current(run).state !== 'finished') return null
    if (run.changes && (since === undefined || run.changes.since.id === since)) return run.changes
    const earlier = earlierRun(run, since)
    if (!earlier) return null
    const yieldToEventLoop = createYieldToEventLoop()
    const differences = questionDifferences(earlier, run)
    const earlierRows = await comparedRun(earlier.id)
    const rows = await compareRuns(earlierRows, await comparedRun(id), differences.length === 0, yieldToEventLoop)
    return folder.use(id, (open) => {
      // Keys that are being asked once more change it again.
      if (open.state().state !== 'finished') return null
      const { id: sinceId, name, started_at } = earlier
      const summary = {
        since: { id: sinceId, name, started_at, known_at: answeredAt(earlier), differences },
        ...countChanges(rows, open.answers.keyOutcomes.rowOutcomes),
      }
      open.compared(summary, rows)
      return summary
    })
  }

  /**
   * The run that a run was compared with, and its rows that are not in the list any more. Throws `not_found` for a run
   * that was not compared.
   */
  function goneIn(id: string): { readonly since: string; readonly rows: Uint32Array } {
    return folder.use(id, (run) => {
      const since = run.state().changes?.since.id
      const rows = run.changes()?.gone
      if (!since || !rows) throw new AppFailure('not_found')
      return { since, rows }
    })
  }

  return {
    /** Answers `cruzar.changes`. A call that comes while the run is compared waits for the same result. */
    'runs.changes': ({ id, since }: OneItem & { readonly since?: string | undefined }): Promise<RunChanges | null> => {
      const name = JSON.stringify([id, since])
      const comparison = working.get(name) ?? compare(id, since).finally(() => working.delete(name))
      working.set(name, comparison)
      return comparison
    },
    'runs.gone': ({ id }: OneItem): { since: string; rows: number[] } => {
      const { since, rows } = goneIn(id)
      return { since, rows: [...rows] }
    },
    'runs.gone_rows': async ({ id }: OneItem) => {
      const { since, rows } = goneIn(id)
      const { columns, order } = await loadTable(since)
      const listColumns = order.filter(({ heading }) => heading !== null)
      await loadColumns(
        listColumns.map(({ key }) => columns.get(key)),
        createYieldToEventLoop(),
      )
      return {
        headings: listColumns.map(({ heading }) => heading ?? ''),
        rows: Array.from(rows.subarray(0, mostGone), (row) => ({
          outcome: columns.get('cruzar_resultado')?.plain(row) as Outcome,
          cells: listColumns.map(({ key }) => columns.get(key)?.text(row) ?? ''),
        })),
        total: rows.length,
      }
    },
  }
}

/** So many of the rows that left a list are shown. */
const mostGone = 500
