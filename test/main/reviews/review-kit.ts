import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { onTestFinished } from 'vitest'
import type { DataCalls } from '../../../main/data-calls.ts'
import type { Database } from '../../../main/engine/store/encrypted-file.ts'
import { createFormsFolder } from '../../../main/entries/data/forms-folder.ts'
import { readReview, untouchedRow } from '../../../main/entries/data/reviews/review-events.ts'
import { createReviewHandlers, type ReviewHandlers } from '../../../main/entries/data/reviews/review-handlers.ts'
import type { Call } from '../../../main/kernel/router.ts'
import type { ScryptCost } from '../../../main/kernel/sealed-bytes.ts'
import type { TrailEvent } from '../../../preload/contract/entries.ts'
import type { ReviewBatch, ReviewChange } from '../../../preload/contract/reviews.ts'
import { entriesTable } from '../../../preload/values/entries-table.ts'
import type { RowProgress } from '../../../preload/values/progress.ts'
import { connection_id, passphrase, service, testKey } from './review-names.ts'

/** Cheap guesses, so that tests are quick; files say their own cost. */
export const cheap: ScryptCost = { logN: 10, r: 8, p: 1 }
type Name = keyof ReviewHandlers
type Input<K extends Name> = DataCalls[K]['input']
type Own = { readonly connection_id: string; readonly who: string }
type Output<K extends Name> = DataCalls[K]['output']
/** The review handlers of one person over real files in a folder of their own. */
export interface Desk {
  readonly dir: string
  readonly who: string
  readonly database: Database
  /** The connection and who calls are those of the desk where they are left out. */
  ask<K extends Name>(
    name: K,
    input: Partial<Own> & Omit<Input<K>, keyof Own>,
    call?: Call<RowProgress>,
  ): Promise<Output<K>>
  /** Does this to these entries, of the team or of a set. */
  change(
    ids: readonly number[],
    change: ReviewChange,
    set?: string,
  ): Promise<{ batch: ReviewBatch | null; changed: number }>
  undo(batch?: string | null, set?: string): Promise<{ undone: ReviewBatch | null; changed: number }>
  review(id: number, set?: string): Omit<ReturnType<typeof readReview>, 'trail'>
  trail(id: number, set?: string): TrailEvent[]
  /** Every row of the table that follows from the events, in the order of entries. */
  rows(set?: string): readonly unknown[]
  /** Writes a package of all that was done here; gives its path. */
  pack(): Promise<string>
  open(
    file: string,
    words?: { passphrase?: string; service?: string; who?: string },
    call?: Call<RowProgress>,
  ): Promise<Output<'reviews.open_package'>>
  /** Opens and merges; every conflict is decided as `take` says. */
  merge(file: string, take?: 'mine' | 'theirs', inMyName?: boolean): Promise<Output<'reviews.merge_package'>>
  close(): void
}
export interface DeskOptions {
  readonly dir?: string
  /** Entries of form 7, by their numbers. */
  readonly entries?: readonly number[]
}
let clock = Date.parse('2026-11-20T12:00:00Z')
/** Each reading of the clock is a second later, so that orders are sure. */
function tick(): Date {
  clock += 1000
  return new Date(clock)
}
/** Ana and Bruno, each with the same entries in a folder of their own. */
export const openPair = (): readonly [Desk, Desk] => [openDesk('Ana'), openDesk('Bruno')]

export function openDesk(who: string, { dir: given, entries = [1, 2, 3, 4, 5] }: DeskOptions = {}): Desk {
  const dir = given ?? mkdtempSync(path.join(tmpdir(), 'cruza-reviews-'))
  const folder = createFormsFolder({ dir, key: testKey })
  // The file may have been opened, and so made, a moment ago by another desk.
  const database = folder.open(connection_id)
  putEntries(database, entries)
  const table = (set: string) => entriesTable({ connection_id, form_id: 7, set })
  const handlers = createReviewHandlers({
    folder,
    now: tick,
    idsOf: async (_table, select) => ('ids' in select ? select.ids : [...entries]),
    personNotes: { pack: async () => [], join: async () => 0 },
    senderOf: (_database, id) => `pessoa ${id}`,
    cost: cheap,
  })
  let packages = 0
  onTestFinished(() => {
    folder.close()
    rmSync(dir, { recursive: true, force: true })
  })

  const desk: Desk = {
    dir,
    who,
    database,
    async ask(name, input, call = { signal: new AbortController().signal, progress() {} }) {
      // Typed by the calls name by name, as in the data process.
      const handler = handlers[name] as (input: unknown, call: unknown) => never
      return handler({ connection_id, who, ...input }, call)
    },
    async change(ids, change, set = '') {
      const made = await desk.ask('reviews.change', { table: table(set), select: { ids: [...ids] }, change })
      return { batch: made.batch, changed: made.ids.length }
    },
    async undo(batch = null, set = '') {
      const { undone, ids } = await desk.ask('reviews.undo', { set, batch })
      return { undone, changed: ids.length }
    },
    review(id, set = '') {
      const { trail: _trail, ...review } = readReview(database, set, id)
      return review
    },
    trail: (id, set = '') => readReview(database, set, id).trail,
    rows: (set = '') =>
      database
        .prepare(`select entry_id, state, assignee, tags, notes, last_note from reviews where set_id = ? order by 1`)
        .all(set),
    async pack() {
      const file = path.join(dir, `pacote ${packages++}.cruza`)
      await desk.ask('reviews.export_package', { form_ids: null, passphrase, path: file, service })
      return file
    },
    open: (file, words = {}, call) =>
      desk.ask('reviews.open_package', { source: { path: file }, passphrase, service, ...words }, call),
    async merge(file, take = 'mine', inMyName = false) {
      const { package: handle, in_my_name, ...plain } = await desk.open(file)
      const { conflicts } = (inMyName && in_my_name) || plain
      const choices = conflicts.map(({ entry_id, field }) => ({ entry_id, field, take }))
      return desk.ask('reviews.merge_package', { package: handle, choices, in_my_name: inMyName })
    },
    close: () => folder.close(),
  }
  return desk
}
/** A blind review of one entry that a colleague asks of this desk. */
export function putGivenSet({ database }: Desk, id: string, entryId: number): void {
  database.prepare('insert into sets values (?, ?)').run(id, JSON.stringify({ id, role: 'given', made_at: '' }))
  database.prepare('insert into set_entries values (?, ?)').run(id, entryId)
}

function putEntries(database: Database, ids: readonly number[]): void {
  const answers = { nome: 'Maria Secreta', email: 'maria.secreta@exemplo.com.br', telefone: '11987654321' }
  const put = database.prepare(
    `insert or ignore into entries (id, form_id, created_at, created_ms, body, schema_version, seen_at)
     values (?, 7, '2026-11-01T10:00:00Z', 0, ?, 1, '2026-11-20T12:00:00Z')`,
  )
  database.transaction(() => {
    database
      .prepare(
        `insert or ignore into forms (id, body, read_at, sync) values (7, '{"id":7,"name":"Contato"}', '', '{}')`,
      )
      .run()
    for (const id of ids) put.run(id, JSON.stringify({ id, fields: answers }))
  })()
}
export const setState = (state: 'em_revisao' | 'aprovada' | 'duvida' | 'spam' | 'nova'): ReviewChange => ({
  kind: 'state',
  state,
  comment: '',
})
export const reject = (comment: string): ReviewChange => ({ kind: 'state', state: 'rejeitada', comment })
export const assign = (assignee: string | null): ReviewChange => ({ kind: 'assign', assignee })
export const tag = (add: string[], remove: string[] = []): ReviewChange => ({ kind: 'tag', add, remove })
export const note = (text: string): ReviewChange => ({ kind: 'note', text })
/** The rows agree with the events, for each entry that has either. */
export function disagreeing(desk: Desk, set = ''): number[] {
  const ids = desk.database
    .prepare<[string, string], number>(
      'select entry_id from events where set_id = ? union select entry_id from reviews where set_id = ?',
    )
    .pluck()
    .all(set, set)
  return ids.filter((id) => {
    const { state, assignee, tags, notes, comment, decided_by, decided_at } = desk.review(id, set)
    const row = desk.database.prepare('select * from reviews where set_id = ? and entry_id = ?').get(set, id)
    const expected = {
      set_id: set,
      entry_id: id,
      state,
      assignee,
      tags: JSON.stringify(tags),
      notes: notes.length,
      last_note: notes.at(-1)?.text ?? null,
      comment,
      decided_by,
      decided_at,
    }
    const unwritten = isDeepStrictEqual(desk.review(id, set), { ...untouchedRow, notes: [] })
    return row === undefined ? !unwritten : JSON.stringify(row) !== JSON.stringify(expected)
  })
}
