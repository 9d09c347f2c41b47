import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import * as z from 'zod'
import type { OpenedPackage, reviews } from '../../preload/contract/reviews.ts'
import { noFileNotes, type SavedFile } from '../../preload/contract/saved-files.ts'
import { readEntriesTable } from '../../preload/values/entries-table.ts'
import { longestName } from '../../preload/values/names.ts'
import { type Data, forwardToData } from '../data-calls.ts'
import { AppFailure, aboutFile, orNotFound } from '../kernel/failure.ts'
import type { FileSource, FileTickets } from '../kernel/host-files.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'

export type ReviewsDeps = Pick<Services, 'data' | 'exports' | 'fileTickets' | 'changed'> & {
  readonly connections: Pick<Services['connections'], 'read'>
  readonly accounts: Pick<Services['accounts'], 'account'>
  /** The reviewer until a name is given; by default the user of this computer. */
  readonly userName?: () => string
}

/** A push names at most so many changed entries. For more, the screens reload everything. */
const mostPushedIds = 1000

const extension = '.cruza'

/** Reviews of entries: changes in the reviewer's name, and the packages that carry them to colleagues. */
export function createReviewsService(deps: ReviewsDeps): Handlers<typeof reviews> {
  const { data, fileTickets } = deps
  const reviewer = createReviewer(data, deps.userName ?? systemUser)
  /** The author or reader of a package, and the account of its entries. */
  const signature = async (connectionId: string) => ({
    who: await reviewer.read(),
    service: serviceName(
      (await deps.connections.read(connectionId)).base_url,
      await deps.accounts.account(connectionId),
    ),
  })
  const openFile = createRetriedFiles(fileTickets)
  const changed = (entries?: readonly number[]) => {
    const ids = entries && entries.length <= mostPushedIds ? entries.map(String) : undefined
    deps.changed('reviews', ids)
    deps.changed('entries', ids)
  }

  /** Lets the person choose a path, writes the package there, and returns what was written. */
  const save = async <T extends { entries: number; bytes: number }>(
    { connection_id, name }: { readonly connection_id: string; readonly name: string },
    write: (path: string) => Promise<T>,
  ): Promise<{ file: SavedFile; value: T | null }> => {
    const result: { value: T | null } = { value: null }
    const file = await deps.exports.save(name + extension, async ({ path }) => {
      const value = await write(path)
      result.value = value
      const { entries: rows, bytes } = value
      const about = { kind: 'package' as const, name, format: extension.slice(1), connection_id, rows }
      return { written: { rows, bytes, ...noFileNotes }, about }
    })
    return { file, value: result.value }
  }

  return {
    'reviews.reviewer': async () => ({ name: await reviewer.read() }),
    async 'reviews.name_reviewer'({ name }) {
      await reviewer.write(name)
      changed()
      return { name }
    },

    async 'reviews.change'(input, { signal }) {
      const { batch, ids } = await data.ask('reviews.change', { ...input, who: await reviewer.read() }, { signal })
      if (ids.length > 0) changed(ids)
      return { batch, changed: ids.length }
    },
    async 'reviews.undo'(input) {
      const { undone, ids } = await data.ask('reviews.undo', { ...input, who: await reviewer.read() })
      if (undone) changed(ids)
      return { undone, changed: ids.length }
    },
    ...forwardToData(data, ['reviews.batches', 'reviews.rules', 'reviews.sets', 'reviews.agreement']),
    ...forwardToData(data, ['reviews.set_rules', 'reviews.forget_set'], () => changed()),

    async 'reviews.export_package'({ name, ...input }, { signal }) {
      const { connection_id } = input
      const as = await signature(connection_id)
      const { file } = await save({ connection_id, name }, (path) =>
        data.ask('reviews.export_package', { ...input, ...as, path }, { signal }),
      )
      return file
    },
    'reviews.open_package': ({ connection_id, ticket, passphrase }, { signal, progress }): Promise<OpenedPackage> =>
      openFile(ticket, async ({ source }) => {
        const about = { connection_id, ...(await signature(connection_id)) }
        return data.ask('reviews.open_package', { ...about, source, passphrase }, { signal, progress })
      }),
    async 'reviews.merge_package'(input, { signal, progress }) {
      const as = { who: await reviewer.read() }
      // A cancelled merge has merged a part.
      return data.ask('reviews.merge_package', { ...input, ...as }, { signal, progress }).finally(() => {
        changed()
        deps.changed('notes')
      })
    },

    async 'reviews.ask_blind'(input, { signal }) {
      const { connection_id } = orNotFound(readEntriesTable(input.table))
      const as = await signature(connection_id)
      const { file, value } = await save({ connection_id, name: input.name }, (path) =>
        data.ask('reviews.ask_blind', { ...input, ...as, path }, { signal }),
      )
      if (value) changed()
      return { file, set: value?.set ?? null }
    },
    async 'reviews.answer_blind'({ name, ...input }, { signal }) {
      const { connection_id } = input
      const as = await signature(connection_id)
      const { file } = await save({ connection_id, name }, (path) =>
        data.ask('reviews.answer_blind', { ...input, ...as, path }, { signal }),
      )
      return file
    },
  }
}

/** The reviewer's name, which each change records; it is stored in app.db. */
function createReviewer(data: Data, userName: () => string) {
  const collection = 'reviewer'
  return {
    async read(): Promise<string> {
      const records = await data.ask('records.list', { collection })
      return z.string().safeParse(records.find(({ id }) => id === 'name')?.value).data ?? userName()
    },
    write: (name: string) => data.ask('records.put', { collection, id: 'name', value: name }),
  }
}

/** The system's user, or `cruza` where the system gives no name. */
function systemUser(): string {
  try {
    return userInfo().username.trim().slice(0, longestName) || 'cruza'
  } catch {
    return 'cruza'
  }
}

/**
 * A name that is the same for everyone who uses one account of one service, without revealing which. It is a hash of
 * the address, and after a dot a hash of the account where that is known.
 */
function serviceName(baseUrl: string, account: number | null): string {
  const { origin, pathname } = new URL(baseUrl)
  const address = `cruza forms ${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  return account === null ? hash(address) : `${hash(address)}.${hash(`${address} ${account}`)}`
}

/** Tickets work once, but after a mistyped passphrase the person may try again without choosing the file again. */
function createRetriedFiles(fileTickets: FileTickets) {
  let retried: { readonly ticket: string; readonly offer: FileSource } | null = null
  return async <T>(ticket: string, open: (offer: FileSource) => Promise<T>): Promise<T> => {
    const offer = fileTickets.take(ticket) ?? (retried?.ticket === ticket ? retried.offer : undefined)
    retried = null
    if (!offer) throw new AppFailure('file_unreadable')
    try {
      return await aboutFile(offer.name, () => open(offer))
    } catch (error) {
      if (error instanceof AppFailure && error.code === 'wrong_passphrase') retried = { ticket, offer }
      throw error
    }
  }
}
