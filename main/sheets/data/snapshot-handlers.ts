import { mostSnapshots, type SheetSnapshots } from '../../../preload/contract/sheets.ts'
import type { OneItem } from '../../engine/shared-calls.ts'
import type { OpenSheet } from '../../leads/open-sheet.ts'
import type { SnapshotRecord } from '../../leads/sheet-file.ts'
import { snapshotsOf, staying } from './versions.ts'

interface SnapshotDeps {
  open(id: string): OpenSheet
  /** Removes what nothing names. */
  sweep(id: string): Promise<void>
}

export interface SnapshotsOfSheet extends OneItem {
  /** How many stay as the preferences say. */
  readonly versions: number
}

/** The stored readings of a sheet, and how many of them stay. */
export function createSnapshotHandlers({ open, sweep }: SnapshotDeps) {
  const read = ({ id, versions: standard }: SnapshotsOfSheet): SheetSnapshots => {
    const sheet = open(id)
    const records = snapshotsOf(sheet)
    const bytesOf = (some: readonly SnapshotRecord[]) =>
      some.reduce((sum, { number }) => sum + sheet.file.bytesOf(number), 0)
    return {
      snapshots: records
        .map((record) => ({
          number: record.number,
          rows: record.rows,
          read_at: record.read_at,
          badge: record.badge ?? null,
          bytes: bytesOf([record]),
          runs: record.holders.length,
        }))
        .reverse(),
      keep: sheet.file.read('keep'),
      standard,
      stays: Array.from({ length: mostSnapshots }, (_, at) => {
        const left = staying(records, at + 1)
        return { readings: left.length, bytes: bytesOf(left) }
      }),
    }
  }
  return {
    'sheets.snapshots': read,
    'sheets.keep_snapshots': async ({
      id,
      keep,
      versions: standard,
    }: SnapshotsOfSheet & { readonly keep: number | null }): Promise<SheetSnapshots> => {
      const sheet = open(id)
      const versions = keep ?? standard
      sheet.file.writeOnDisk(() => ({ keep, versions, snapshots: staying(snapshotsOf(sheet), versions) }))
      await sweep(id)
      return read({ id, versions: standard })
    },
  }
}
