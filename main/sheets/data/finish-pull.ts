import type { LeadNames, SheetBadge } from '../../../preload/contract/sheets.ts'
import type { RowProgress } from '../../../preload/values/progress.ts'
import { numberPart } from '../../engine/columns/numbers.ts'
import type { PartKind, PartOf } from '../../engine/columns/part.ts'
import { concatenateParts, segmentRows, takeRows } from '../../engine/columns/segment.ts'
import type { Call } from '../../kernel/router.ts'
import { createYieldToEventLoop, type InterruptibleWork, runInSlices, runSync } from '../../kernel/schedule.ts'
import { extraKey, leadColumns } from '../../leads/lead-columns.ts'
import { type OpenSheet, pulledColumn, storeNameRanks } from '../../leads/open-sheet.ts'
import {
  noneAside,
  type PullRecord,
  type SheetState,
  type SnapshotRecord,
  type SnapshotWriter,
} from '../../leads/sheet-file.ts'
import {
  type Changes,
  changedSnapshot,
  personFields,
  readColumn,
  type Snapshot,
  storeChanges,
} from '../../leads/snapshot.ts'
import { knownInRows } from './known-in-sheet.ts'
import {
  countConversations,
  keepNewestConversation,
  leadKeys,
  type MergedRows,
  mergeRows,
  type ShownConversations,
} from './merge-rows.ts'
import { begunPull, dropWriter, pulledSnapshot, storeWaiting } from './pull.ts'
import { chainLength, shownRecord, snapshotsOf, staying, withHolders, withRecord } from './versions.ts'

/**
 * A column may have so many times the segments that would be enough: reading them takes hardly longer. Rows that came
 * more slowly, a few pages in each segment, are worth writing anew.
 */
const mostScattered = 8

export interface FinishedPull {
  /** False when the service did not number its pages as documented. */
  readonly numbered: boolean
  /** The service had no end, so the reading was ended. */
  readonly endless?: boolean
  /** What the service counts for the sheet's own filter, which a quick refresh cannot know from its pages. */
  readonly total?: number | undefined
  /** How many snapshots of the sheet stay, the new one included, unless another number was chosen for it. */
  readonly versions?: number
}

interface PullEnd {
  /** ISO 8601 UTC. */
  readonly now: string
  isHolder(id: string): boolean
}

/**
 * Ends a pull whose pages are all stored: drops repeated rows, merges a quick refresh by key, sets the badge, and shows
 * the new rows in one transaction. Killed or cancelled before that, everything stays as it was and finishing starts
 * anew. The snapshots that are no longer needed are the caller's to sweep. Throws what `begunPull` throws.
 */
export async function finishPull(
  sheet: OpenSheet,
  { numbered, endless = false, total, versions = 1, now, isHolder }: FinishedPull & PullEnd,
  { signal, progress }: Call<RowProgress>,
): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  storeWaiting(sheet)
  const { file } = sheet
  const pull = begunPull(sheet)
  // What an earlier try to finish has written is cut off.
  dropWriter(sheet, pull)
  await file.sweep(yieldToEventLoop)
  const merge = mergeOf(sheet, pull)
  const merged = await runInSlices(mergedRows(merge), yieldToEventLoop)
  const { knownNames, ...snapshot } = await newSnapshot(merge, merged, { signal, progress })

  // The state is read only now: the sheet may have been renamed meanwhile.
  const rows = merged.sources.length
  const badge = pulledBadge(pull, merged.distinct, { numbered, endless })
  const facts =
    pull.mode === 'full'
      ? { ...readWhole(pull, merged.distinct), badge, filter: pull.filter }
      : {
          ...refreshed(sheet.state, pull, { badge, rows, total }),
          has_extra: pull.has_extra || (sheet.state.has_extra && hasUnknownFields(snapshot.rows)),
          unknown_counts: unknownCounts(sheet, snapshot.rows),
        }
  const { number: generation } = snapshot
  const next_generation = Math.max(sheet.state.next_generation, generation + 1)
  const state = { ...sheet.state, ...facts, generation, next_generation, rows }
  // Another process may hold a snapshot until then.
  file.writeOnDisk(() => ({
    sheet: state,
    pull: null,
    known: knownNames,
    snapshots: staying(
      withHolders(shownSnapshots(sheet, state, snapshot, now), isHolder),
      file.read('keep') ?? versions,
    ),
    versions: file.read('keep') ?? versions,
  }))
  const ended = { state, pull: null, keys: null, writer: null, reading: false, shownRows: null }
  Object.assign(sheet, ended satisfies Partial<OpenSheet>)
}

/** The snapshots with the one that was shown and the one that is shown now. */
function shownSnapshots(
  sheet: OpenSheet,
  state: SheetState,
  { number, base, length }: NewSnapshot,
  ended_at: string,
): readonly SnapshotRecord[] {
  const listed = snapshotsOf(sheet)
  // After a refresh without rows it is the same one, read again.
  const written = listed.find((one) => one.number === number) ?? { base, length }
  return withRecord(listed, { ...shownRecord({ state, pull: null }, written), ended_at })
}

interface NewSnapshot {
  readonly number: number
  readonly base: number | null
  /** The bytes of its file; null where it was there before. */
  readonly length: number | null
  readonly rows: Snapshot
}

/** The snapshot of the outcome, on the disk and whole, with the order of its names; and what is known of its rows. */
async function newSnapshot(
  merge: Merge,
  merged: MergedRows,
  { signal, progress }: Call<RowProgress>,
): Promise<NewSnapshot & { readonly knownNames: LeadNames }> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const { sheet, pull, base } = merge
  const { file } = sheet
  // After a refresh without rows those that were shown stay.
  if (base !== null && pull.rows === 0) {
    const rows = file.snapshot(base)
    const knownNames = await runInSlices(knownInRows(rows), yieldToEventLoop)
    return { number: base, base: null, length: null, rows, knownNames }
  }
  /** Another thread orders the names meanwhile. Neither goes on when the other has failed. */
  const completed = async (rows: Snapshot, writer: SnapshotWriter): Promise<LeadNames> => {
    const work = [runInSlices(knownInRows(rows), yieldToEventLoop), storeNameRanks(rows, writer, signal)] as const
    await Promise.allSettled(work)
    await work[1]
    return work[0]
  }
  const pulled = pulledSnapshot(sheet, pull)
  const isScattered = pulled.snapshot.segments() > mostScattered + (mostScattered * pull.rows) / segmentRows
  const changes = base === null ? null : changesOf(merge, merged, base)
  if (changes || (merged.unchanged && base === null && !isScattered)) {
    const rows = changes ? changedSnapshot(file.snapshot(changes.base), pulled.snapshot, changes) : pulled.snapshot
    if (changes) storeChanges((name, part) => pulled.add(name, 0, part), changes)
    progress({ rows: merged.sources.length, total: merged.sources.length })
    const knownNames = await completed(rows, pulled)
    return { number: pull.generation, base: changes?.base ?? null, length: pulled.flush(), rows, knownNames }
  }
  const number = Math.max(sheet.state.next_generation, pull.generation + 1)
  try {
    const writer = file.create(number)
    await runInSlices(writeMerged(merge, merged, writer, progress), yieldToEventLoop)
    const knownNames = await completed(writer.snapshot, writer)
    return { number, base: null, length: writer.flush(), rows: writer.snapshot, knownNames }
  } catch (error) {
    // What was written of it takes room that a full disk does not have.
    await file.sweep(createYieldToEventLoop()).catch(() => undefined)
    throw error
  }
}

/** The staged rows, and for a quick refresh those that it changes: the snapshot `base`, null for a full read. */
function mergeOf(sheet: OpenSheet, pull: PullRecord) {
  const base = pull.mode === 'quick' ? sheet.state.generation : null
  /** A column of all of them, the staged ones behind the others. */
  const all = <Kind extends PartKind>(key: string, kind: Kind): PartOf<Kind> => {
    const ofBase = base === null ? [] : [runSync(readColumn(sheet.file.snapshot(base), key, kind))]
    return concatenateParts(kind, [...ofBase, pulledColumn(sheet, key, kind)])
  }
  return { sheet, pull, base, all }
}
type Merge = ReturnType<typeof mergeOf>

/** Of more changes than a part of the rows, or behind a longer chain of snapshots, all rows are written anew. */
const mostChanged = 1 / 8
const longestChain = 8

/** What a quick refresh changes of its base; null where the rows are better written anew. */
function changesOf(merge: Merge, merged: MergedRows, base: number): Changes | null {
  const { sheet, all } = merge
  const { rows } = sheet.state
  const records = sheet.file.read('snapshots') ?? []
  if (chainLength(records, base) >= longestChain) return null
  const shown = shownConversations(merge, merged.sources)
  const counts = all('conversas_no_periodo', 'number').values
  const at: number[] = []
  for (const [row, person] of merged.sources.entries()) {
    const conversation = shown.sources[row] as number
    const isSame = person === row && conversation === row && Object.is(shown.counts[row], counts[row])
    if (!isSame || row >= rows) at.push(row)
  }
  if (at.length > rows * mostChanged) return null
  const ownRow = (source: number) => (source < rows ? Number.NaN : source - rows)
  return {
    base,
    rows,
    at: Float64Array.from(at),
    person: Float64Array.from(at, (row) => ownRow(merged.sources[row] as number)),
    conversation: Float64Array.from(at, (row) => ownRow(shown.sources[row] as number)),
    counts: Float64Array.from(at, (row) => shown.counts[shown.sources[row] as number] as number),
  }
}

/** Every key was compared when its page came: without repeats there is nothing to compare again. */
function* mergedRows({ sheet: { state }, pull, base, all }: Merge): InterruptibleWork<MergedRows> {
  if (base === null && pull.repeated === 0) {
    return { sources: new Uint32Array(pull.rows).map((_, row) => row), distinct: pull.rows, unchanged: true }
  }
  const { agrupar } = state.filter
  const contacts = all('contato_id', 'number').values
  const keys = leadKeys(contacts, all('conversa_id', 'number').values, agrupar)
  if (base === null) return yield* mergeRows(keys, 0, null)
  return yield* mergeRows(keys, state.rows, agrupar === 'conversa' ? contacts : null)
}

/** Column by column, so that no more than one is in memory. */
function* writeMerged(
  merge: Merge,
  merged: MergedRows,
  { add }: SnapshotWriter,
  progress: Call<RowProgress>['progress'],
): InterruptibleWork<void> {
  const { base, all } = merge
  const shown = base === null ? null : shownConversations(merge, merged.sources)
  for (const [index, { key, kind }] of leadColumns.entries()) {
    const { sources } = shown && !personFields.has(key) ? shown : merged
    const part = shown && key === 'conversas_no_periodo' ? numberPart(shown.counts) : all(key, kind)
    for (let from = 0; from < sources.length; from += segmentRows) {
      const rows = sources.subarray(from, from + segmentRows)
      add(key, from / segmentRows, takeRows(part, rows))
      yield
    }
    progress({ rows: Math.floor((sources.length * (index + 1)) / leadColumns.length), total: sources.length })
  }
}

/** What a quick refresh cannot take as it came, since it requests a shorter period than the sheet has. */
function shownConversations({ sheet: { state }, pull, all }: Merge, sources: Uint32Array): ShownConversations {
  const conversations = all('conversa_id', 'number').values
  const counts = all('conversas_no_periodo', 'number').values
  const refreshed = { sources, shownRows: state.rows, conversations, counts }
  if (state.filter.agrupar === 'conversa') {
    return { sources, counts: countConversations(refreshed, all('contato_id', 'number').values) }
  }
  const wholeFrom = state.rows + (pull.reread?.from ?? pull.rows)
  return keepNewestConversation(refreshed, wholeFrom, all('conversa_criada_em', 'time').at)
}

/** People of whom the sheet has no count of conversations; none where the service never counts them. */
function unknownCounts({ state }: OpenSheet, snapshot: Snapshot): number {
  if (state.filter.agrupar !== 'contato') return 0
  const { values } = runSync(readColumn(snapshot, 'conversas_no_periodo', 'number'))
  const unknown = values.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0)
  return unknown === values.length ? 0 : unknown
}

/** Whether some row has more than the columns: a refresh may have emptied it. */
function hasUnknownFields(snapshot: Snapshot): boolean {
  const numbers = Array.from({ length: snapshot.segments() }, (_, number) => number)
  return numbers.some((number) => snapshot.segment(extraKey, 'text', number).heap.length > 0)
}

function readWhole(pull: PullRecord, distinct: number): Partial<SheetState> {
  const { has_extra, phones_differ, total, aside = noneAside, echoed } = pull
  const facts = { has_extra, phones_differ, total, repeated: pull.rows - distinct, aside, echoed }
  return { ...facts, read_at: pull.started_at, refreshed_at: null, unknown_counts: 0 }
}

/**
 * What a quick refresh states: `badge` by its own rows, `rows` are all there are now, and `total` what the service
 * counts.
 */
function refreshed(
  state: SheetState,
  pull: PullRecord,
  { badge, rows, total }: Pick<SheetState, 'badge' | 'rows'> & Pick<FinishedPull, 'total'>,
): Partial<SheetState> {
  return {
    badge: refreshedBadge(state.badge, badge, total === undefined || total === rows),
    // Uncounted, the rows that are new are all that is known of the service's new total.
    total: total ?? (state.total === null ? null : state.total + rows - state.rows),
    phones_differ: state.phones_differ || pull.phones_differ,
    refreshed_at: pull.started_at,
  }
}

/**
 * A sound refresh leaves the rows as trustworthy as they were, but for what it cannot see; an unsound one less so. Rows
 * that no longer fit the filter, or are gone, are in no refresh: only the count shows them.
 */
function refreshedBadge(previous: SheetBadge, pulled: SheetBadge, isCounted: boolean): SheetBadge {
  if (pulled.kind !== 'complete') return pulled
  if (!isCounted) return changed('total_changed')
  return previous.kind === 'complete' ? { kind: 'refreshed', reason: 'quick', failure: null } : previous
}

/** Complete when rows, distinct keys and the service's total agree and the total never moved; else why not. */
function pulledBadge(
  pull: PullRecord,
  distinct: number,
  { numbered, endless }: Required<Pick<FinishedPull, 'numbered' | 'endless'>>,
): SheetBadge {
  const rows = pull.reread?.from ?? pull.rows
  const aside = pull.aside?.count ?? 0
  if (endless) {
    // What came again behind all that the service counts is no doubt about the rows.
    const isWhole = distinct === pull.total && aside === 0 && !pull.total_changed
    return isWhole ? { kind: 'complete', reason: 'endless', failure: null } : changed('endless')
  }
  if (pull.total_changed) return changed('total_changed')
  if (distinct < rows) return changed('rows_repeated')
  if (pull.total === null || rows + aside < pull.total) return changed('rows_missing')
  if (rows + aside > pull.total) return changed('more_than_total')
  if (aside > 0) return changed('set_aside')
  return { kind: 'complete', reason: numbered ? 'none' : 'not_numbered', failure: null }
}

function changed(reason: SheetBadge['reason']): SheetBadge {
  return { kind: 'changed', reason, failure: null }
}
