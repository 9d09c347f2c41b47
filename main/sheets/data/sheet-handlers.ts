import type { SheetBadge, sheets } from '../../../preload/contract/sheets.ts'
import { factsOf } from '../../../preload/values/failures.ts'
import type { RowProgress } from '../../../preload/values/progress.ts'
import type { DataContext } from '../../engine/calls.ts'
import { type RowsOrigin, sentFilters } from '../../engine/export-calls.ts'
import type { Answers, OneItem } from '../../engine/shared-calls.ts'
import type { FolderKey } from '../../engine/store/data-files.ts'
import { storeFailure } from '../../engine/store/encrypted-file.ts'
import type { TableSource } from '../../engine/tables/table.ts'
import { AppFailure, failureOf, orNotFound } from '../../kernel/failure.ts'
import type { Call } from '../../kernel/router.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { createZone, dayIn } from '../../kernel/times.ts'
import type { CachedSheets } from '../../leads/cached-sheets.ts'
import {
  convertRows,
  loadSheetTable,
  type OpenSheet,
  shownVersion,
  snapshotAt,
  storedRows,
} from '../../leads/open-sheet.ts'
import type { StoredSheet } from '../../leads/sheet-calls.ts'
import { newSheet, type SnapshotRecord } from '../../leads/sheet-file.ts'
import { createSheetDifferences } from './differences/sheet-differences.ts'
import { type FinishedPull, finishPull } from './finish-pull.ts'
import { mergeKnown } from './known-in-sheet.ts'
import { beginPull, type NewPull, type RowsAgain, stageAgain, stopPull, storePage, touchedPeople } from './pull.ts'
import { createSheetFolder, isUnwritable, type SheetNotes } from './sheet-folder.ts'
import { createSnapshotHandlers } from './snapshot-handlers.ts'
import { heldBy, shownRecord, staying, withRecord } from './versions.ts'

/** The runs, which hold the snapshots whose rows they show. */
export interface SnapshotHolders {
  /** Whether the holder shows rows of the sheet, or may: a killed process leaves some that do not. */
  holds(id: string, sheet: string): boolean
  /** The ids of those that hold a snapshot of this sheet, or may. */
  of(sheet: string): readonly string[]
}

interface SheetsDeps extends FolderKey, DataContext {
  readonly notes: SheetNotes
  readonly holders: SnapshotHolders
}

/**
 * Lead sheets in encrypted files: pulls that go on where they stopped, and the rows that are shown
 * (docs/decisions/storage.md §3). While a pull is finished, whatever would change the sheet is refused with
 * `already_running`; everything else answers. A sheet that another process reads is not read here at the same time.
 */
export function createSheetHandlers({ dir, key, notes, holders, now, zone }: SheetsDeps) {
  const folder = createSheetFolder({ dir, key, notes })

  /** The sheet, when nothing else is changing it. */
  const free = (id: string): OpenSheet => {
    const sheet = folder.open(id)
    if (sheet.busy) throw new AppFailure('already_running')
    return sheet
  }
  const whileBusy = async <Result>(sheet: OpenSheet, work: () => Promise<Result>): Promise<Result> => {
    sheet.busy = true
    try {
      return await work()
    } finally {
      sheet.busy = false
    }
  }

  const handlers = {
    'sheets.list': () => folder.list(),
    'sheets.read': ({ id }: OneItem) => folder.read(id),
    'sheets.create': ({ id, name, connection_id, filter }) => {
      folder.create(newSheet({ id, name, connection_id, filter, created_at: now().toISOString() }))
      return folder.read(id)
    },
    'sheets.renew': ({ id }: OneItem) => {
      folder.lock(id)
      folder.renew(id, holders.of(id))
    },
    'sheets.begin': async ({ id, mode, updated_after }: OneItem & Omit<NewPull, 'now' | 'today'>, { signal }: Call) => {
      const sheet = free(id)
      folder.lock(id)
      return await whileBusy(sheet, async () => {
        const yieldToEventLoop = createYieldToEventLoop(signal)
        if (!(await convertRows(sheet, yieldToEventLoop))) throw new AppFailure('file_busy', { of: 'data' })
        const today = dayIn(zone(), now())
        const pull = beginPull(sheet, { mode, updated_after, now: now().toISOString(), today })
        await sheet.file.sweep(yieldToEventLoop)
        return pull
      })
    },
    /** Pages (the raw JSON of the service, UTF-8) come in order; a pull goes on behind the last one that is stored. */
    'sheets.page': ({ id, page, body }: OneItem & { readonly page: number; readonly body: Uint8Array }) =>
      storePage(free(id), page, body),
    'sheets.touched': ({ id, from, most }: OneItem & { readonly from: number; readonly most: number }) =>
      touchedPeople(free(id), from, most),
    'sheets.reread': ({ id, body, ...rows }: OneItem & RowsAgain & { readonly body: string }) =>
      stageAgain(free(id), rows, body),
    'sheets.stop': ({ id, badge }: OneItem & { readonly badge: SheetBadge }) => {
      const sheet = free(id)
      stopPull(sheet, badge)
      folder.unlock(id)
      return folder.read(id)
    },
    'sheets.finish': async ({ id, ...finished }: OneItem & FinishedPull, call: Call<RowProgress>) => {
      const sheet = free(id)
      await whileBusy(sheet, async () => {
        const end = { now: now().toISOString(), isHolder: (holder: string) => holders.holds(holder, id) }
        await finishPull(sheet, { ...finished, ...end }, call)
        // The new rows are shown: from here on nothing is left to cancel.
        await sheet.file.sweep(createYieldToEventLoop())
      })
      folder.dropDamaged(id)
      folder.unlock(id)
      return folder.read(id)
    },
    'sheets.rename': ({ id, name }) => {
      const sheet = folder.open(id)
      const state = { ...sheet.state, name }
      sheet.file.write({ sheet: state })
      sheet.state = state
      return folder.read(id)
    },
    'sheets.forget': ({ id }: OneItem) => {
      folder.remove(id)
    },
    'sheets.known': ({ connection_id }) => cached.known(connection_id),
  } satisfies Answers<typeof sheets, `sheets.${'rename' | 'known'}`> & Answers<typeof sheets, 'sheets.create', OneItem>

  /** Moves the rows of a former file. What cannot be written, such as on a full disk, is read as it is. */
  const convert = async (id: string): Promise<void> => {
    const sheet = folder.open(id)
    try {
      if (!sheet.file.hasRows()) return
      await convertRows(sheet, createYieldToEventLoop())
      await sweep(id)
    } catch (error) {
      if (!isUnwritable(error)) throw error
    }
  }
  /** Removes what nothing names, unless somebody writes a snapshot: that one has no name yet. */
  const sweep = async (id: string): Promise<void> => {
    const sheet = folder.open(id)
    if (sheet.busy || sheet.reading || !folder.lockIfFree(id)) return
    await whileBusy(sheet, () => sheet.file.sweep(createYieldToEventLoop())).finally(() => folder.unlock(id))
  }

  /**
   * Makes a sheet anew whose file is damaged, where runs hold snapshots of it: they can be read then. Where that does
   * not succeed, the sheet stays as it is.
   */
  const recover = (id: string): void => {
    try {
      folder.open(id)
    } catch (error) {
      if (factsOf(failureOf(storeFailure(error)).code).stored !== 'damaged') throw error
      const ids = holders.of(id)
      if (ids.length === 0 || !folder.isNoted(id) || !folder.lockIfFree(id)) return
      try {
        folder.renew(id, ids)
      } finally {
        folder.unlock(id)
      }
    }
  }

  const source: TableSource = {
    version: (id) => shownVersion(folder.open(id)),
    origin: (id) => originOfSheet(folder.read(id)),
    async load(id) {
      try {
        await convert(id)
        return await loadSheetTable(folder.open(id), createZone(zone()))
      } catch (error) {
        if (failureOf(storeFailure(error)).code === 'file_damaged') folder.markDamaged(id)
        throw error
      }
    },
    layout: (id) => folder.open(id).file.read('layout') ?? { columns: [] },
    arrange: (id, layout) => folder.open(id).file.write({ layout }),
  }
  const cached: CachedSheets = {
    list: folder.withRows,
    has: folder.has,
    read: (id) => orNotFound(folder.withRows().find((sheet) => sheet.id === id)),
    rows: (id) => storedRows(folder.open(id)),
    async hold(id, holder) {
      await convert(id)
      const sheet = folder.open(id)
      const length = sheet.state.generation === null ? (sheet.pull?.length ?? 0) : null
      const record = shownRecord(sheet, { base: null, length })
      if (holder !== null) hold(sheet, record, holder)
      return { number: record.number, snapshot: snapshotAt(sheet, record.number), rows: storedRows(sheet) }
    },
    async release(id, holder) {
      if (!folder.has(id)) return
      try {
        const { file } = folder.open(id)
        file.atomically(() => {
          const snapshots = heldBy(file.read('snapshots') ?? [], holder, null)
          file.write({ snapshots: staying(snapshots, file.read('versions') ?? 1) })
        })
        await sweep(id)
      } catch (error) {
        if (failureOf(storeFailure(error)).code === 'internal') throw error
      }
    },
    snapshot(id, number) {
      if (!folder.has(id)) throw new AppFailure('file_damaged', {}, 'the sheet of a snapshot is gone')
      return snapshotAt(folder.open(id), number)
    },
    known: (connectionId) => mergeKnown(folder.known(connectionId)),
  }
  const differences = createSheetDifferences({ open: folder.open, convert, states: folder.states })
  const all = {
    ...handlers,
    ...createSnapshotHandlers({ open: folder.open, sweep }),
    'sheets.difference': differences.summary,
  }
  return { handlers: all, source, differences: differences.source, cached, recover, close: folder.close }
}

/** Throws `file_busy` where another process shows other rows by now. */
function hold({ file }: OpenSheet, record: SnapshotRecord, holder: string): void {
  file.atomically(() => {
    const snapshots = file.read('snapshots') ?? []
    const isListed = snapshots.some(({ number }) => number === record.number)
    const isNamed = [file.read('sheet')?.generation, file.read('pull')?.generation].includes(record.number)
    if (!isListed && !isNamed) throw new AppFailure('file_busy', { of: 'data' })
    file.write({ snapshots: heldBy(isListed ? snapshots : withRecord(snapshots, record), holder, record.number) })
  })
}

function originOfSheet({
  name,
  connection_id,
  filter,
  badge,
  rows,
  total,
  aside,
  echoed,
  ...read
}: StoredSheet): RowsOrigin {
  return {
    kind: 'sheet',
    name,
    connection_id,
    read_at: read.read_at,
    times: { refreshed_at: read.refreshed_at },
    state: badge.kind,
    reason: badge.reason,
    filters: echoed ? { by: 'service', values: echoed } : sentFilters(filter),
    counts: {
      rows_read: rows,
      service_total: total,
      repeated: read.repeated,
      rejected: aside.count,
      unknown_counts: read.unknown_counts,
    },
  }
}
