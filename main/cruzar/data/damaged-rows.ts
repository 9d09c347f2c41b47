import type { cruzar, ListSettings } from '../../../preload/contract/cruzar.ts'
import { type DamageKind, damageKinds, isDamage, keyProblems } from '../../../preload/values/key-problems.ts'
import type { Answers, OneItem } from '../../engine/shared-calls.ts'
import type { Call } from '../../kernel/router.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import type { CachedSheets } from '../../leads/cached-sheets.ts'
import type { StoredRun } from '../../leads/sheet-calls.ts'
import { areaCodeOf, readCellKeys } from '../../phones/cell-keys.ts'
import { readRemains } from '../../phones/damaged-phones.ts'
import { findLikelyContacts, nameWords } from './likely-contacts.ts'

/** What is known of the list of a run. */
export interface ReadList {
  readonly run: StoredRun
  readonly rowProblems: Uint8Array
  readonly settings: ListSettings
  /** The texts of a row, as the list has them. */
  cells(row: number): readonly string[]
}

interface DamagedRowsDeps {
  /** Throws `not_found`. */
  read(id: string): Promise<ReadList>
  /** Throws `not_found`. */
  rowProblemsOf(id: string): Uint8Array
  readonly sheets: CachedSheets
}

/** Answers which rows of a run have a damaged number: how many, and who may be meant. Nothing is stored. */
export function createDamagedRowHandlers({ read, rowProblemsOf, sheets }: DamagedRowsDeps) {
  return {
    'cruzar.damaged': ({ id }: OneItem) => {
      const counts = new Map<number, number>()
      for (const code of rowProblemsOf(id)) counts.set(code, (counts.get(code) ?? 0) + 1)
      return damageKinds.flatMap((kind) => {
        const rows = counts.get(keyProblems.indexOf(kind) + 1)
        return rows === undefined ? [] : [{ kind, rows }]
      })
    },
    'cruzar.likely': async ({ id, row }: OneItem & { readonly row: number }, { signal }: Call) => {
      const { run, settings, ...list } = await read(id)
      const cells = (list.rowProblems[row] ?? 0) > 0 ? list.cells(row) : []
      const damaged = damagedPhoneOf(cells, settings)
      if (!damaged) return null
      const remains = readRemains(damaged.text, damaged.kind)
      const searched = sheetsOf(run, sheets).map((sheet) => ({ sheet, stored: sheets.rows(sheet.id) }))
      const likelyContacts = await findLikelyContacts(remains, searched, {
        rowWords: new Set(cells.flatMap(nameWords)),
        areaCode: settings.area_code,
        yieldToEventLoop: createYieldToEventLoop(signal),
      })
      return {
        phone: { ...damaged, known: remains.known },
        sheets: searched.map(({ sheet: { name, read_at } }) => ({ name, read_at })),
        ...likelyContacts,
      }
    },
  } satisfies Answers<typeof cruzar, 'cruzar.damaged' | 'cruzar.likely'>
}

/** The first damaged phone of a row that has no key. */
function damagedPhoneOf(
  cells: readonly string[],
  { key_columns, area_column, area_code }: ListSettings,
): { readonly kind: DamageKind; readonly text: string } | null {
  for (const { index, kind, area = area_column } of key_columns ?? []) {
    if (kind !== 'phone') continue
    const rowAreaCode = typeof area === 'number' ? areaCodeOf(cells[area] ?? '') : null
    const { problem, problemText } = readCellKeys(cells[index] ?? '', kind, rowAreaCode ?? area_code)
    if (isDamage(problem)) return { kind: problem, text: problemText }
  }
  return null
}

/**
 * The sheets that answered the run, as far as they are here. For a run over the network: all sheets of its connection.
 */
function sheetsOf(run: StoredRun, sheets: CachedSheets) {
  const answering = [run.sheet_id, ...run.sheet_ids]
  return sheets
    .list()
    .filter(({ id, connection_id }) =>
      run.sheet_id === null ? connection_id === run.connection_id : answering.includes(id),
    )
}
