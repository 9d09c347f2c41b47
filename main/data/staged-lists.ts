import { type ListBudget, type ListInspection, type ListSettings, listSettings } from '../../preload/contract/cruzar.ts'
import { AppFailure } from '../kernel/failure.ts'
import { inspectList } from './lists/inspect.ts'
import { type KeyMap, recogniseKeys } from './lists/keys.ts'
import type { ListFile, ListPlan } from './lists/plan.ts'
import { readList } from './lists/read.ts'

interface Watch {
  readonly signal: AbortSignal
  readonly progress: (rows: number) => void
}

/**
 * Lists that a person brought and did nothing with yet, in memory only. Every call but `stage` throws `not_found` for a
 * list that is not there, and all but `drop` throw what `inspectList` throws.
 */
export interface StagedLists {
  /** Keeps the list. `settings`, when given, hold as long as the person asks for none of their own. */
  stage(list: string, file: ListFile, settings: ListSettings | null, signal: AbortSignal): Promise<ListInspection>
  inspect(list: string, settings: ListSettings, signal: AbortSignal): Promise<ListInspection>
  /** How the list is read by these settings. */
  plan(list: string, settings: ListSettings, signal: AbortSignal): Promise<{ file: ListFile; plan: ListPlan }>
  /** Reads the whole list: what would be sent, what cannot be. */
  budget(list: string, settings: ListSettings, watch: Watch): Promise<ListBudget>
  drop(list: string): void
}

interface Staged {
  readonly file: ListFile
  readonly settings: ListSettings | null
}

/** The oldest makes room: nobody looks at so many lists at once, and each takes the memory of its file. */
const maxLists = 4
const shownUnusable = 500
const nothingAsked = listSettings.parse({})

export function createStagedLists(): StagedLists {
  const lists = new Map<string, Staged>()

  function inspected(list: string, settings: ListSettings, signal: AbortSignal) {
    const staged = lists.get(list)
    if (!staged) throw new AppFailure('not_found')
    return inspectList(staged.file, asksNothing(settings) ? (staged.settings ?? settings) : settings, { signal })
  }

  async function plan(list: string, settings: ListSettings, signal: AbortSignal) {
    const staged = lists.get(list)
    if (!staged) throw new AppFailure('not_found')
    return { file: staged.file, plan: (await inspected(list, settings, signal)).plan }
  }

  return {
    async stage(list, file, settings, signal) {
      const { inspection } = await inspectList(file, settings ?? nothingAsked, { signal })
      lists.set(list, { file, settings })
      for (const oldest of [...lists.keys()].slice(0, -maxLists)) lists.delete(oldest)
      return inspection
    },
    inspect: async (list, settings, signal) => (await inspected(list, settings, signal)).inspection,
    plan,
    async budget(list, settings, { signal, progress }) {
      const { file, plan: how } = await plan(list, settings, signal)
      let hidden = 0
      const onHidden = (rows: number) => {
        hidden += rows
      }
      const map = await recogniseKeys(readList(file, how, { signal, onHidden }), how, { signal, progress })
      return {
        rows: map.rows,
        keys: map.keys.length,
        repeated: map.repeated,
        hidden_rows: hidden,
        unusable_rows: map.unusableRows,
        problems: [...map.problems],
        unusable: map.unusable.slice(0, shownUnusable).map((cell) => shown(cell, how.names)),
      }
    },
    drop(list) {
      lists.delete(list)
    },
  }
}

function asksNothing(settings: ListSettings): boolean {
  return Object.values(settings).every((value) => value === null)
}

function shown(
  { row, column, reason, text }: KeyMap['unusable'][number],
  names: readonly string[],
): ListBudget['unusable'][number] {
  return { row, column: names[column] || columnLetters(column), reason, text: text ?? '' }
}

/** A column without a heading as spreadsheets name it: A, B, …, Z, AA. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}
