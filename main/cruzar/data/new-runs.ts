import type { cruzar } from '../../../preload/contract/cruzar.ts'
import type { ParsedInput } from '../../../preload/contract/question.ts'
import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import { isOfAccount } from '../../../preload/values/lead-filters.ts'
import type { RowProgress } from '../../../preload/values/progress.ts'
import type { DataContext } from '../../engine/calls.ts'
import type { OneItem } from '../../engine/shared-calls.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { Call } from '../../kernel/router.ts'
import type { CachedSheet, CachedSheets } from '../../leads/cached-sheets.ts'
import type { ListPlan } from '../../lists/plan.ts'
import { fillRun, type NewRun } from './create-run.ts'
import { recogniseList } from './lists/list-identity.ts'
import type { StagedLists } from './lists/staged-lists.ts'
import type { RunFolder } from './run-folder.ts'
import { createMemoryRun, type MemoryRun } from './run-source.ts'
import type { RunStates } from './run-states.ts'

interface NewRunsDeps extends DataContext {
  readonly folder: RunFolder
  readonly states: RunStates
  readonly memory: Map<string, MemoryRun>
  readonly staged: StagedLists
  readonly sheets: CachedSheets
}

export type RunInput = OneItem & ParsedInput<(typeof cruzar)['cruzar.start']>

/**
 * Makes a run of a staged list whole or not at all: the list, its row-to-key map and the filters. It is answered where
 * it names cached sheets, otherwise no key is. Without `kept` it stays in memory until it is forgotten. The staged list
 * is dropped. Throws `not_found` for a sheet that is not here.
 */
export function createNewRuns({ folder, states, memory, staged, sheets, now, zone }: NewRunsDeps) {
  /** A run that was not made holds nothing. */
  const orReleased = async (run: Pick<NewRun, 'id' | 'sheets'>, make: () => Promise<void>): Promise<void> => {
    try {
      await make()
    } catch (error) {
      for (const sheet of run.sheets) await sheets.release(sheet.id, run.id)
      throw error
    }
  }
  return async (input: RunInput, call: Call<RowProgress>): Promise<void> => {
    const { list, settings, sheet_id, sheet_ids, kept, match, list_id, ...request } = input
    const { signal, progress } = call
    const answering = [...(sheet_id === null ? [] : [sheet_id]), ...sheet_ids].map(sheets.read)
    requireOneAccount(answering, request.filter)
    const read = await staged.read({ list, settings }, signal)
    const { file } = read
    const { plan, keys } = match === null || match === 'area' ? read : withoutAreaCodes(read)
    const usual = givesAreaCodes(plan) ? 'area' : 'ninth'
    const lowest = match ?? (answering.length > 0 ? usual : null)
    const chosenList = (sketch: string) =>
      list_id === undefined
        ? (recogniseList(file.name, sketch, states.all())?.list_id ?? input.id)
        : (list_id ?? input.id)
    const run = {
      ...request,
      listOf: chosenList,
      sheets: answering,
      match: lowest,
      file,
      plan,
      started_at: now().toISOString(),
    }
    const deps = { cached: sheets, holder: kept ? run.id : null, signal, progress, now }
    const make = async (): Promise<void> => {
      await folder.make(run.id, (database) => fillRun(database, run, keys, deps))
      if (answering.every(({ id }) => sheets.has(id))) return
      // The sheet was forgotten before the run was there to get its leads.
      folder.remove(run.id)
      throw new AppFailure('not_found')
    }
    if (kept) await orReleased(run, make)
    else memory.set(run.id, await createMemoryRun(run, keys, { ...deps, zone }, states))
    staged.drop(list)
  }
}

function requireOneAccount(sheets: readonly CachedSheet[], filter: LeadFilter): void {
  const accounts = new Set(sheets.map(({ connection_id }) => connection_id))
  if (accounts.size > 1 && isOfAccount(filter)) throw new AppFailure('bad_request', {}, 'several accounts')
}

function givesAreaCodes({ keyColumns, areaCode }: ListPlan): boolean {
  return areaCode !== null || keyColumns.some(({ area }) => area !== undefined)
}

/** The same list where phones get no area code: keys that were found with one do not count. */
function withoutAreaCodes(read: Pick<Awaited<ReturnType<StagedLists['read']>>, 'plan' | 'keys'>) {
  if (!givesAreaCodes(read.plan)) return read
  const keyColumns = read.plan.keyColumns.map(({ index, kind }) => ({ index, kind }))
  return { plan: { ...read.plan, keyColumns, areaCode: null }, keys: null }
}
