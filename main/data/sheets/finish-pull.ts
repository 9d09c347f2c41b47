import type { RowProgress } from '../../../preload/contract/progress.ts'
import type { SheetBadge } from '../../../preload/contract/sheets.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { Call } from '../../kernel/router.ts'
import {
  createYieldToEventLoop,
  type InterruptibleWork,
  runInSlices,
  runSync,
  type YieldToEventLoop,
} from '../../kernel/schedule.ts'
import { numberPart } from '../columns/number-column.ts'
import type { PartKind, PartOf } from '../columns/part.ts'
import { concatenateParts, takeRows } from '../columns/segment.ts'
import { knownInRows } from './known-in-sheet.ts'
import { leadColumns } from './lead-columns.ts'
import {
  countConversations,
  keepNewestConversation,
  leadKeys,
  type MergedRows,
  mergeRows,
  personFields,
  type ShownConversations,
} from './merge-rows.ts'
import { type OpenSheet, storeNameRanks } from './open-sheet.ts'
import { segmentRows, storeWaiting } from './pull.ts'
import { noneAside, type PullRecord, type SheetState } from './sheet-file.ts'

/** Segments of a column to each one that would be enough: reading so many takes hardly longer. */
const mostScattered = 8

export interface FinishedPull {
  /** False when the service did not number its pages as documented. */
  readonly numbered: boolean
  /** What the service counts for the sheet's own filter, which a quick refresh cannot know from its pages. */
  readonly total?: number | undefined
}

/**
 * Ends a pull whose pages are all stored: drops repeated rows, merges a quick refresh by key, sets the badge, and shows
 * the new rows in one transaction. Killed or cancelled before that, everything stays as it was and finishing starts
 * anew. The rows that are no longer shown are the caller's to sweep. Throws `bad_request` when no pull was begun.
 */
export async function finishPull(
  sheet: OpenSheet,
  { numbered, total }: FinishedPull,
  { signal, progress }: Call<RowProgress>,
): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  storeWaiting(sheet)
  const { file, pull } = sheet
  if (!pull) throw new AppFailure('bad_request', {}, 'no pull was begun')
  await file.sweep([sheet.state.generation ?? pull.generation, pull.generation], yieldToEventLoop)
  const base = pull.mode === 'quick' ? sheet.state.generation : null
  const merged = await runInSlices(mergedRows(sheet, pull, base), yieldToEventLoop)
  const next = Math.max(sheet.state.next_generation, pull.generation + 1)
  const generation = merged.unchanged && !isScattered(sheet, pull) ? untouched(pull, base) : next
  if (generation === next) {
    await writeMerged({ sheet, pull, base, merged, generation, yieldToEventLoop, progress })
  }
  if (generation !== base) await storeNameRanks(file, generation, signal)
  const known = await runInSlices(knownInRows(file, generation), yieldToEventLoop)

  // The state is read only now: the sheet may have been renamed meanwhile.
  const unknown = pull.mode === 'quick' ? unknownCounts(sheet, generation) : 0
  const ended = { merged, generation, numbered, total, next_generation: next + 1, unknown }
  const state = finishedState(sheet.state, pull, ended)
  file.atomically(() => {
    file.write('sheet', state)
    file.write('pull', null)
    file.write('known', known)
  })
  sheet.state = state
  sheet.pull = null
  sheet.keys = null
  sheet.reading = false
  sheet.shownRows = null
}

/** Whether the rows came so slowly, a few pages in each segment, that they are worth writing anew. */
function isScattered({ file }: OpenSheet, { generation, rows }: PullRecord): boolean {
  return file.segmentCount(generation) > mostScattered + (mostScattered * rows) / segmentRows
}

/** Without any change the staged rows are shown as they are; after a refresh without rows, those that were shown. */
function untouched(pull: PullRecord, base: number | null): number {
  return base !== null && pull.rows === 0 ? base : pull.generation
}

/** Every key was compared when its page came: without repeats there is nothing to compare again. */
function* mergedRows({ file, state }: OpenSheet, pull: PullRecord, base: number | null): InterruptibleWork<MergedRows> {
  if (base === null && pull.repeated === 0) {
    return { sources: new Uint32Array(pull.rows).map((_, row) => row), distinct: pull.rows, unchanged: true }
  }
  const number = (generation: number, name: string) => runSync(file.column(generation, name, 'number'))
  const keysOf = (generation: number) =>
    leadKeys(number(generation, 'contato_id').values, number(generation, 'conversa_id').values, state.filter.agrupar)
  return yield* mergeRows({
    base: base === null ? new Float64Array(0) : keysOf(base),
    staged: keysOf(pull.generation),
    contacts:
      base !== null && state.filter.agrupar === 'conversa' ? number(pull.generation, 'contato_id').values : null,
  })
}

interface Merge {
  readonly sheet: OpenSheet
  readonly pull: PullRecord
  readonly base: number | null
  readonly merged: MergedRows
  readonly generation: number
  readonly yieldToEventLoop: YieldToEventLoop
  progress(value: { rows: number; total: number }): void
}

/** Column by column, so that no more than one is in memory; each column in one transaction. */
async function writeMerged(merge: Merge): Promise<void> {
  const { sheet, pull, base, merged, generation, yieldToEventLoop, progress } = merge
  const { file } = sheet
  const all = <Kind extends PartKind>(key: string, kind: Kind): PartOf<Kind> => {
    const parts = base === null ? [] : [runSync(file.column(base, key, kind))]
    return concatenateParts(kind, [...parts, runSync(file.column(pull.generation, key, kind))])
  }
  const shown = base === null ? null : shownConversations(merge, all)
  for (const [index, { key, kind }] of leadColumns.entries()) {
    const { sources } = shown && !personFields.has(key) ? shown : merged
    const part = shown && key === 'conversas_no_periodo' ? numberPart(shown.counts) : all(key, kind)
    for (let from = 0; from < sources.length; from += segmentRows) {
      file.addSegment(generation, key, takeRows(part, sources.subarray(from, from + segmentRows)))
      await yieldToEventLoop()
    }
    progress({ rows: Math.floor((sources.length * (index + 1)) / leadColumns.length), total: sources.length })
  }
}

/** What a quick refresh cannot take as it came, since it requests a shorter period than the sheet has. */
function shownConversations(
  { sheet: { state }, merged: { sources }, pull }: Merge,
  all: <Kind extends PartKind>(key: string, kind: Kind) => PartOf<Kind>,
): ShownConversations {
  const conversations = all('conversa_id', 'number').values
  const counts = all('conversas_no_periodo', 'number').values
  const refreshed = { sources, shownRows: state.rows, conversations, counts }
  if (state.filter.agrupar === 'conversa') {
    return { sources, counts: countConversations({ ...refreshed, contacts: all('contato_id', 'number').values }) }
  }
  const wholeFrom = state.rows + (pull.reread?.from ?? pull.rows)
  return keepNewestConversation({ ...refreshed, wholeFrom, created: all('conversa_criada_em', 'time').at })
}

/** People of whom the sheet has no count of conversations; none where the service never counts them. */
function unknownCounts({ file, state }: OpenSheet, generation: number): number {
  if (state.filter.agrupar !== 'contato') return 0
  const { values } = runSync(file.column(generation, 'conversas_no_periodo', 'number'))
  const unknown = values.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0)
  return unknown === values.length ? 0 : unknown
}

interface Outcome extends FinishedPull {
  readonly merged: MergedRows
  readonly generation: number
  readonly next_generation: number
  readonly unknown: number
}

function finishedState(state: SheetState, pull: PullRecord, outcome: Outcome): SheetState {
  const { merged, generation, next_generation, numbered } = outcome
  const rows = merged.sources.length
  const pulled = pulledBadge(pull, merged.distinct, numbered)
  const common = {
    ...state,
    generation,
    next_generation,
    rows,
    has_extra: pull.has_extra,
    phones_differ: pull.phones_differ,
  }
  if (pull.mode === 'full') {
    return {
      ...common,
      badge: pulled,
      total: pull.total,
      repeated: pull.rows - merged.distinct,
      echoed: pull.echoed,
      read_at: pull.started_at,
      refreshed_at: null,
      unknown_counts: 0,
      aside: pull.aside ?? noneAside,
    }
  }
  // Rows that no longer fit the filter, or are gone, are in no refresh: only the count shows them.
  const unmatched = outcome.total !== undefined && outcome.total !== rows
  const sound = pulled.kind === 'complete' && !unmatched
  return {
    ...common,
    // A sound refresh leaves the rows as trustworthy as they were, but for what it cannot see; an unsound one less so.
    badge: sound ? refreshedBadge(state.badge) : changedBadge(pulled, 'total_changed'),
    // Uncounted, the rows that are new are all that is known of the service's new total.
    total: outcome.total ?? (state.total === null ? null : state.total + rows - state.rows),
    has_extra: state.has_extra || pull.has_extra,
    phones_differ: state.phones_differ || pull.phones_differ,
    refreshed_at: pull.started_at,
    unknown_counts: outcome.unknown,
  }
}

function refreshedBadge(badge: SheetBadge): SheetBadge {
  return badge.kind === 'complete' ? { kind: 'refreshed', reason: 'quick', failure: null } : badge
}

/** The badge of the refresh where it states what changed, else this reason. */
function changedBadge(pulled: SheetBadge, reason: SheetBadge['reason']): SheetBadge {
  return pulled.kind === 'complete' ? { kind: 'changed', reason, failure: null } : pulled
}

/** Complete when rows, distinct keys and the service's total agree and the total never moved; else why not. */
function pulledBadge(pull: PullRecord, distinct: number, numbered: boolean): SheetBadge {
  const changed = (reason: SheetBadge['reason']): SheetBadge => ({ kind: 'changed', reason, failure: null })
  if (pull.total_changed) return changed('total_changed')
  const rows = pull.reread?.from ?? pull.rows
  const aside = pull.aside?.count ?? 0
  if (distinct < rows) return changed('rows_repeated')
  if (pull.total === null || rows + aside < pull.total) return changed('rows_missing')
  if (rows + aside > pull.total) return changed('more_than_total')
  if (aside > 0) return changed('set_aside')
  return { kind: 'complete', reason: numbered ? 'none' : 'not_numbered', failure: null }
}
