import type { DuplicateSummary } from '../../../preload/contract/duplicates.ts'
import type { TableColumn } from '../../../preload/contract/table-queries.ts'
import type { TableLayout } from '../../../preload/contract/tables.ts'
import {
  contactPrefixes,
  type DuplicateScope,
  duplicateColumns,
  duplicateFields,
  duplicateReasons,
  duplicatesTable,
  readDuplicatesTable,
  rungOfReason,
} from '../../../preload/values/duplicate-pairs.ts'
import { rungNames } from '../../../preload/values/rungs.ts'
import type { Column } from '../../engine/columns/column.ts'
import { createThroughColumn } from '../../engine/columns/derived-columns.ts'
import { createDictionaryColumn } from '../../engine/columns/dictionary-column.ts'
import { codesFor, type Part } from '../../engine/columns/part.ts'
import { concatenateParts } from '../../engine/columns/segment.ts'
import type { RowsOrigin } from '../../engine/export-calls.ts'
import type { Table, TableSource } from '../../engine/tables/table.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createDerivedCache } from '../../kernel/recent.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { CachedSheet, CachedSheets } from '../../leads/cached-sheets.ts'
import { leadColumnOf, leadColumns } from '../../leads/lead-columns.ts'
import type { StoredRows } from '../../leads/open-sheet.ts'
import { revisionOfSheets, takeLeads } from '../../people/find-people.ts'
import { type DuplicateBounds, type FoundPairs, findDuplicates } from './find-duplicates.ts'

interface DuplicatesOfScope {
  readonly table: Table
  readonly summary: DuplicateSummary
}

const standardBounds: DuplicateBounds = { pairs: 200_000, pairsOfKey: 1000 }

/**
 * Contacts of one account that look like one person, as a table of pairs in memory, which is computed again when a
 * sheet changes. Only the table of the last requested scope is cached.
 */
export function createDuplicates(cached: CachedSheets, bounds = standardBounds) {
  const pairsOf = createDerivedCache<DuplicatesOfScope>(1)
  const layouts = new Map<string, TableLayout>()

  /** The newest first: a contact in several sheets is taken from this one. */
  const sheetsOf = (id: string): readonly CachedSheet[] => {
    const scope = readDuplicatesTable(id)
    if (!scope) throw new AppFailure('not_found')
    if (scope.sheet_id !== null) return [cached.read(scope.sheet_id)]
    return cached
      .list()
      .filter(({ connection_id }) => connection_id === scope.connection_id)
      .sort((one, other) => (other.read_at ?? '').localeCompare(one.read_at ?? ''))
  }
  const version = (id: string): string => {
    try {
      return revisionOfSheets(sheetsOf(id))
    } catch (error) {
      // No data of a deleted sheet stay.
      pairsOf.delete(id)
      throw error
    }
  }
  const find = (id: string): Promise<DuplicatesOfScope> =>
    pairsOf(id, [version(id)], async () => {
      for (let tries = 0; tries < mostTries; tries++) {
        const sheets = sheetsOf(id)
        const pairs = await readPairs(sheets, cached, bounds)
        if (pairs) return pairs
        if (revisionOfSheets(sheets) === version(id)) throw new AppFailure('file_damaged', {}, 'rows are missing')
      }
      throw new AppFailure('file_busy', { of: 'data' })
    })

  const source: TableSource = {
    version,
    load: async (id) => (await find(id)).table,
    origin: (id) => originOf(id, sheetsOf(id)),
    layout: (id) => layouts.get(id) ?? { columns: [] },
    arrange: (id, layout) => void layouts.set(id, layout),
  }
  const handlers = {
    'duplicates.summary': async (scope: DuplicateScope): Promise<DuplicateSummary> =>
      (await find(duplicatesTable(scope).id)).summary,
  }
  return { source, handlers }
}

function originOf(id: string, sheets: readonly CachedSheet[]): RowsOrigin {
  const read = sheets.map(({ read_at }) => read_at)
  const names = sheets.map(({ name }) => name).join(', ')
  return {
    kind: 'duplicates',
    name: names,
    connection_id: readDuplicatesTable(id)?.connection_id ?? '',
    // The age of the oldest sheet.
    read_at: read.includes(null) ? null : (read.toSorted()[0] ?? null),
    state: 'made',
    filters: null,
    counts: {},
    details: { made_of: names },
  }
}

/** A sheet that another process reads has other rows at every attempt. */
const mostTries = 5

/** Null when the rows of a sheet were replaced by a new reading meanwhile. */
async function readPairs(
  sheets: readonly CachedSheet[],
  cached: CachedSheets,
  bounds: DuplicateBounds,
): Promise<DuplicatesOfScope | null> {
  const yieldToEventLoop = createYieldToEventLoop()
  const stored = sheets.map(({ id }) => cached.rows(id))
  const pairs = await findDuplicates(stored, bounds, yieldToEventLoop)
  const leads = pairs && (await takeContacts(stored, pairs.rows, yieldToEventLoop))
  if (!leads) return null
  const { reasons, contacts, leftOut } = pairs
  const counts = duplicateReasons.map((reason) => ({ reason, pairs: 0 }))
  for (const reason of reasons) {
    const counted = counts[reason]
    if (counted) counted.pairs++
  }
  return {
    table: pairTable(pairs, leads, sheets),
    summary: {
      contacts,
      sheets: sheets.map(({ name, read_at }) => ({ name, read_at })),
      pairs: reasons.length,
      reasons: counts.filter((counted) => counted.pairs > 0),
      left_out: leftOut,
    },
  }
}

const fields = duplicateFields.flatMap((field) => leadColumns.filter(({ key }) => key === field))

/** Copied leads, and where the contacts of pairs are among them. */
interface TakenContacts {
  readonly columns: ReadonlyMap<string, Part>
  readonly places: readonly Uint32Array[]
  /** The sheet of each lead. */
  readonly sheets: Uint32Array
}

/** Copies the table's values of these rows, each once, in the order of memory. Null when the rows no longer exist. */
async function takeContacts(
  stored: readonly StoredRows[],
  rows: FoundPairs['rows'],
  yieldToEventLoop: YieldToEventLoop,
): Promise<TakenContacts | null> {
  const total = stored.reduce((sum, sheet) => sum + sheet.rows, 0)
  const isTaken = new Uint8Array(total)
  for (const contacts of rows) for (const row of contacts) isTaken[row] = 1
  const places = new Uint32Array(total)
  const parts = new Map<string, Part[]>(fields.map(({ key }) => [key, []]))
  const sheetOf: number[] = []
  let first = 0
  for (const [index, sheet] of stored.entries()) {
    const rowsOfSheet: number[] = []
    for (let row = first; row < first + sheet.rows; row++) {
      if (isTaken[row] === 0) continue
      places[row] = sheetOf.length
      sheetOf.push(index)
      rowsOfSheet.push(row - first)
    }
    await yieldToEventLoop()
    const copies = await takeLeads(sheet, Uint32Array.from(rowsOfSheet), fields, yieldToEventLoop)
    if (!copies) return null
    for (const [key, part] of copies) parts.get(key)?.push(part)
    first += sheet.rows
  }
  return {
    columns: new Map(fields.map(({ key, kind }) => [key, concatenateParts(kind, parts.get(key) ?? [])])),
    places: rows.map((contacts) => contacts.map((row) => places[row] as number)),
    sheets: Uint32Array.from(sheetOf),
  }
}

/** Field by field, so that both contacts stand side by side. */
function pairTable(
  { reasons }: FoundPairs,
  { columns: parts, places, sheets: sheetOf }: TakenContacts,
  sheets: readonly CachedSheet[],
): Table {
  const rows = reasons.length
  const columns = new Map<string, Column>()
  const order: TableColumn[] = []
  const add = (key: string, column: Column) => {
    columns.set(key, column)
    order.push({ key, type: column.type, heading: null })
  }
  const dictionary = (codes: Uint8Array, values: readonly string[]) =>
    createDictionaryColumn('code', { kind: 'dictionary', rows, codes, values })
  const rungs = duplicateReasons.map((reason) => rungNames.indexOf(rungOfReason[reason]) + 1)
  add(
    duplicateColumns.reason,
    dictionary(
      reasons.map((reason) => reason + 1),
      duplicateReasons,
    ),
  )
  add(
    duplicateColumns.rung,
    dictionary(
      reasons.map((reason) => rungs[reason] ?? 0),
      rungNames,
    ),
  )
  const addBoth = (field: string, base: Column) => {
    for (const [index, prefix] of contactPrefixes.entries()) {
      add(prefix + field, createThroughColumn(base, places[index] ?? new Uint32Array(0)))
    }
  }
  for (const { key, type } of fields) {
    const part = parts.get(key)
    if (part) addBoth(key, leadColumnOf(type, part))
  }
  if (sheets.length > 1) {
    const codes = codesFor(sheetOf.length, sheets.length)
    for (const [lead, sheet] of sheetOf.entries()) codes[lead] = sheet + 1
    const values = sheets.map(({ name }) => name)
    addBoth('planilha', createDictionaryColumn('choice', { kind: 'dictionary', rows: sheetOf.length, codes, values }))
  }
  return {
    columns,
    order,
    length: rows,
    version: revisionOfSheets(sheets),
    searchable: contactPrefixes.flatMap((prefix) =>
      ['nome', 'telefone', 'telefone_digitos', 'email'].map((field) => prefix + field),
    ),
    // A row has two contacts.
    keys: null,
  }
}
