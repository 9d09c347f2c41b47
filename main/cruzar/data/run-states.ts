import { emptyFilter } from '../../../preload/values/lead-filters.ts'
import { closing } from '../../engine/store/closing.ts'
import { storeFailure } from '../../engine/store/encrypted-file.ts'
import { failureOf } from '../../kernel/failure.ts'
import type { StoredRun } from '../../leads/sheet-calls.ts'
import { listIdOf } from './lists/list-identity.ts'
import { emptyRun, type RunState, readState } from './run-file.ts'
import type { RunFolder } from './run-folder.ts'

interface RunStatesDeps {
  readonly folder: RunFolder
  /** Whether this process answers the run. */
  readonly isRunning: (id: string) => boolean
}

export type RunStates = ReturnType<typeof createRunStates>

/**
 * The states of runs from their files. A run that this process does not answer was interrupted, whatever its file
 * states.
 */
export function createRunStates({ folder, isRunning }: RunStatesDeps) {
  const read = (id: string): RunState => folder.current(id)?.state() ?? closing(folder.open(id), readState)

  function current(state: RunState): RunState {
    if (isRunning(state.id)) return state
    const ended = { state: 'interrupted', failure: 'data_process_ended' } as const
    const check = state.check?.state === 'running' ? { ...state.check, ...ended } : state.check
    return { ...state, check, ...(state.state === 'running' ? ended : {}) }
  }

  function stored(state: RunState): StoredRun {
    const { sealed: _, other_batches: __, sketch: ___, ...run } = current(state)
    return { ...run, list_id: listIdOf(run), bytes: folder.bytes(run.id) }
  }

  /**
   * Gives no state for a run that is gone. A file that cannot be read hides no other run: it is listed under its id
   * with its failure, and can be forgotten.
   */
  function listed(id: string): StoredRun[] {
    try {
      return [stored(read(id))]
    } catch (error) {
      const { code } = failureOf(storeFailure(error))
      // The run was forgotten after the folder was listed.
      if (code === 'not_found') return []
      const named = { id, name: id, list_name: '', connection_id: '', filter: emptyFilter }
      return [stored({ ...emptyRun, ...named, failure: code, started_at: folder.writtenAt(id).toISOString() })]
    }
  }

  return {
    current,
    stored,
    /** All runs, the newest first. */
    list: (): StoredRun[] => newestFirst(folder.ids().flatMap(listed)),
    /** The states as they are stored, the newest first; those that cannot be read are left out. */
    all: (): RunState[] =>
      newestFirst(
        folder.ids().flatMap((id) => {
          try {
            return [read(id)]
          } catch {
            return []
          }
        }),
      ),
  }
}

function newestFirst<Run extends { readonly started_at: string }>(runs: Run[]): Run[] {
  return runs.sort((one, other) => other.started_at.localeCompare(one.started_at))
}
