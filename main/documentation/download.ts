import type { DocFile } from '../../preload/contract/documentation.ts'
import type { Data } from '../data/calls.ts'
import type { ReceivedText } from '../data/documentation-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import { type RetryPolicy, retryWithBackoff } from '../kernel/retry.ts'
import type { Work } from '../kernel/tasks.ts'
import type { Documentation } from '../remotes/documentation.ts'
import { readArticle } from './read-article.ts'
import { readIndex } from './read-index.ts'

export interface DownloadDeps {
  readonly data: Data
  readonly retryPolicy: RetryPolicy
  readonly remote: Documentation
  readonly connection_id: string
  /** The time of an answer. */
  at(): string
  changed(feature: string): void
}

/**
 * Reads the index, every article that is not here as the index says that it is now, and both files. Each answer is kept as
 * it comes, so that whoever goes on later reads only the rest. What the service does not have is passed over; an article that
 * cannot be read is said at the end, and keeps nobody from the others.
 */
export async function download(deps: DownloadDeps, work: Work): Promise<void> {
  const { data, remote, connection_id, at } = deps
  const { signal } = work
  const ask = <T>(read: () => Promise<T>) => retryWithBackoff(read, deps.retryPolicy, { signal, waiting: work.waiting })
  let unreadable: AppFailure | null = null
  /** Null for an article that the service has and nobody can read. */
  const readable = (read: () => ReceivedText) => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof AppFailure) || error.code !== 'unexpected_body') throw error
      unreadable ??= error
      return null
    }
  }
  try {
    const index = await ask(async () => readIndex((await remote.index(signal)).text))
    await data.ask('documentation.store_index', { connection_id, index, read_at: at() })
    const missing = await data.ask('documentation.missing', { connection_id })
    const total = index.articles.length
    let done = total - missing.length
    work.report(done, total)
    for (const key of missing) {
      const answer = await ask(() => orNothing(() => remote.article(key, signal)))
      const text = answer && readable(() => readArticle(answer.text, key))
      if (text) await data.ask('documentation.store_text', { connection_id, text, read_at: at() })
      done += 1
      work.report(done, total)
    }
    for (const file of ['index', 'full'] satisfies DocFile[]) {
      const answer = await ask(() => orNothing(() => remote.file(file, signal)))
      if (answer) {
        await data.ask('documentation.store_file', { connection_id, file, text: answer.text, read_at: at() })
      }
    }
    if (unreadable) throw unreadable
  } finally {
    deps.changed('documentation')
  }
}

/** Nothing where the service has no such thing any more, or never had it. */
async function orNothing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppFailure && ['not_found', 'not_this_service'].includes(error.code)) return null
    throw error
  }
}
