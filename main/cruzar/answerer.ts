import type { Data, StoredRun } from '../data/calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Platform } from '../remotes/platform.ts'
import type { AskKeysDeps } from './ask-keys.ts'

export interface AnswererDeps {
  readonly data: Data
  /** The account that a connection opens, at the pace of all long work of it. */
  longWork(connectionId: string): Promise<Platform>
}

/**
 * Who answers the keys of a run: the cached sheets that it names, with neither network nor token, else the service of its
 * connection. Throws `not_found` without one of them, and what reading the connection's token throws.
 */
export async function answererOf(
  { sheet_id, sheet_ids, connection_id }: Pick<StoredRun, 'sheet_id' | 'sheet_ids' | 'connection_id'>,
  { data, longWork }: AnswererDeps,
): Promise<Pick<AskKeysDeps, 'cruzar' | 'requestsABatch'>> {
  if (sheet_id === null) {
    const account = await longWork(connection_id)
    return { requestsABatch: 1, cruzar: (keys, filter, signal) => account.cruzar(keys, filter, signal) }
  }
  const sheets = await data.ask('sheets.list', {})
  const ids = [sheet_id, ...sheet_ids]
  if (ids.some((wanted) => !sheets.some(({ id }) => id === wanted))) throw new AppFailure('not_found')
  return {
    requestsABatch: 0,
    async cruzar(keys, _filter, signal) {
      const started = performance.now()
      const text = await data.ask('sheets.answer_keys', { ids, keys }, { signal })
      return { text, ms: performance.now() - started }
    },
  }
}
