import type { SheetBadge, SheetDifference } from '../../../../preload/contract/sheets.ts'
import type { TableLayout } from '../../../../preload/contract/tables.ts'
import {
  differenceTable,
  type ReadingPair,
  readDifferenceTable,
  type SheetReading,
} from '../../../../preload/values/sheet-differences.ts'
import type { RowsOrigin } from '../../../engine/export-calls.ts'
import type { TableSource } from '../../../engine/tables/table.ts'
import { AppFailure, orNotFound } from '../../../kernel/failure.ts'
import { createDerivedCache } from '../../../kernel/recent.ts'
import { createYieldToEventLoop, type InterruptibleWork, runInSlices } from '../../../kernel/schedule.ts'
import { type OpenSheet, snapshotAt } from '../../../leads/open-sheet.ts'
import type { SheetState, SnapshotRecord } from '../../../leads/sheet-file.ts'
import { snapshotsOf } from '../versions.ts'
import { compareReadings, type OnlyInOne } from './compare-readings.ts'
import { countDifferences } from './difference-figures.ts'
import type { DifferenceRecords } from './difference-records.ts'
import { type DifferenceSides, differenceTableOf } from './difference-table.ts'
import { changedRows, readingSide } from './reading-side.ts'
import { allGone, goneByTeller, isWhole, tellerOf, tellsOfBase } from './tell-gone.ts'

interface DifferencesDeps {
  /** Throws `not_found`, and what opening a file throws. */
  open(id: string): OpenSheet
  /** Moves the rows of a former file to snapshots. */
  convert(id: string): Promise<void>
  /** What the sheets that can be read state. */
  states(): readonly SheetState[]
}

interface Difference {
  readonly records: DifferenceRecords
  readonly sides: DifferenceSides
  readonly summary: SheetDifference
}

interface Reading extends SheetReading {
  readonly open: OpenSheet
  readonly record: SnapshotRecord
}

/**
 * Differences of two readings as tables (docs/decisions/storage.md §18): what is new, gone and changed, record by
 * record. Only the one that was asked for last is cached.
 */
export function createSheetDifferences({ open, convert, states }: DifferencesDeps) {
  const differenceOf = createDerivedCache<Difference>(1)
  const layouts = new Map<string, TableLayout>()

  const readingOf = ({ sheet, number }: SheetReading): Reading => {
    const opened = open(sheet)
    const record = orNotFound(snapshotsOf(opened).find((one) => one.number === number))
    return { sheet, number, open: opened, record }
  }
  /** Throws `not_found` where a reading is not stored any more, `bad_request` where the two cannot be compared. */
  const pairOf = (id: string) => {
    const { from, to } = orNotFound(readDifferenceTable(id) ?? undefined)
    const pair = { from: readingOf(from), to: readingOf(to) }
    const [one, other] = [pair.from.open.state, pair.to.open.state]
    if (one.connection_id !== other.connection_id || one.filter.agrupar !== other.filter.agrupar) {
      throw new AppFailure('bad_request', {}, 'rows of two accounts or groups')
    }
    return pair
  }
  const tellerFor = ({ from, to }: ReturnType<typeof pairOf>): SheetState | null =>
    from.sheet === to.sheet && !tellsOfBase(from.record, to.record)
      ? tellerOf(
          from.record,
          states().filter(({ id, connection_id }) => id !== to.sheet && connection_id === to.open.state.connection_id),
        )
      : null
  const version = (id: string): string => {
    try {
      const pair = pairOf(id)
      const teller = tellerFor(pair)
      const read = [pair.from, pair.to].map(({ record: { rows, read_at, badge } }) => [rows, read_at, badge?.kind])
      return JSON.stringify([...read, teller && [teller.id, teller.generation]])
    } catch (error) {
      // No data of a deleted sheet stay.
      differenceOf.delete(id)
      throw error
    }
  }

  function onlyInOne(pair: ReturnType<typeof pairOf>): OnlyInOne {
    const { from, to } = pair
    const isOneSheet = from.sheet === to.sheet
    const kindOfNew = isOneSheet ? 'nova' : 'so_no_segundo'
    const newKind = isWhole(from.record) ? kindOfNew : null
    if (!isWhole(to.record)) return { newKind, goneKinds: null }
    if (!isOneSheet) return { newKind, goneKinds: allGone('so_no_primeiro') }
    if (tellsOfBase(from.record, to.record)) return { newKind, goneKinds: allGone('saiu_da_base') }
    const teller = tellerFor(pair)
    if (teller?.generation == null) return { newKind, goneKinds: allGone('saiu') }
    const snapshot = snapshotAt(open(teller.id), teller.generation)
    return { newKind, goneKinds: goneByTeller(teller, () => readingSide(snapshot, teller.rows, null), to.record) }
  }

  function* compare(id: string): InterruptibleWork<Difference> {
    const pair = pairOf(id)
    const { from, to } = pair
    const isOneSheet = from.sheet === to.sheet
    const snapshotOf = (reading: Reading) => snapshotAt(reading.open, reading.number)
    // Rows that quick refreshes have in common are the same without being compared.
    const rows = isOneSheet ? changedRows((number) => snapshotAt(to.open, number), from.number, to.number) : null
    const sides = {
      earlier: yield* readingSide(
        snapshotOf(from),
        from.record.rows,
        rows?.filter((row) => row < from.record.rows) ?? null,
      ),
      later: yield* readingSide(snapshotOf(to), to.record.rows, rows),
    }
    const group = to.open.state.filter.agrupar
    const { moves, unclear, without_key, ...records } = yield* compareReadings(
      sides.earlier,
      sides.later,
      group,
      onlyInOne(pair),
    )
    const summary = {
      from: readingFacts(from),
      to: readingFacts(to),
      ...countDifferences(records),
      moves,
      unclear,
      without_key,
      quick: isOneSheet && isRefreshed(from.record, to.record),
    }
    return { records, sides, summary }
  }

  const find = (id: string): Promise<Difference> =>
    differenceOf(id, [version(id)], async () => {
      const { from, to } = pairOf(id)
      for (const sheet of new Set([from.sheet, to.sheet])) await convert(sheet)
      return await runInSlices(compare(id), createYieldToEventLoop())
    })

  const source: TableSource = {
    version,
    // Most people look at the figures alone: the values of the records are read when their table is opened.
    async load(id, ofVersion) {
      const { records, sides } = await find(id)
      const table = await runInSlices(differenceTableOf(records, sides), createYieldToEventLoop())
      return { ...table, version: ofVersion }
    },
    origin: (id) => originOf(pairOf(id)),
    layout: (id) => layouts.get(id) ?? { columns: [] },
    arrange: (id, layout) => void layouts.set(id, layout),
  }
  return {
    source,
    summary: async (pair: ReadingPair): Promise<SheetDifference> => (await find(differenceTable(pair).id)).summary,
  }
}

/** Whether quick refreshes alone lie between two readings of a sheet, however their rows were stored. */
function isRefreshed(from: SnapshotRecord, to: SnapshotRecord): boolean {
  return to.whole_at != null && from.whole_at === to.whole_at
}

function readingFacts({ sheet, number, open, record }: Reading): SheetDifference['from'] {
  const { name } = open.state
  return { sheet, number, name, read_at: record.read_at, rows: record.rows, whole: isWhole(record) }
}

/** How complete the records are: not more than the readings. */
function stateOf({ from, to }: { readonly from: Reading; readonly to: Reading }): SheetBadge['kind'] | 'made' {
  const partial = [from.record, to.record].find((record) => !isWhole(record))
  return partial ? (partial.badge?.kind ?? 'changed') : 'made'
}

function originOf(pair: { readonly from: Reading; readonly to: Reading }): RowsOrigin {
  const { from, to } = pair
  const [earlier, later] = [from.open.state, to.open.state]
  return {
    kind: 'difference',
    name: later.name,
    connection_id: later.connection_id,
    read_at: to.record.read_at,
    times: { compared_at: from.record.read_at },
    state: stateOf(pair),
    filters: null,
    counts: { rows_read: to.record.rows },
    ...(from.sheet === to.sheet ? {} : { details: { compared_with: earlier.name } }),
  }
}
