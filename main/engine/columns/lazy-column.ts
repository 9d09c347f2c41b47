import type { ColumnType } from '../../../preload/contract/table-queries.ts'
import { type InterruptibleWork, runInSlices, runSync, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { Column } from './column.ts'
import { segmentRows } from './segment.ts'

/** What a lazy column is read or made of: pieces of `segmentRows` rows, the last of which may have fewer. */
interface ColumnSource {
  readonly type: ColumnType
  readonly length: number
  /** About: what all of it takes in memory. 0 for one that counts once it is there. */
  readonly bytes: number
  /** Lazy columns that it is made of, which are read before. */
  readonly needs?: readonly Column[]
  /** Gives one piece; absent where only all of it can be had. */
  piece?(number: number): Column
  /** Gives all of it. */
  whole(): InterruptibleWork<Column>
}

interface Piece {
  readonly first: number
  readonly column: Column
}

/**
 * A column that is read when it is needed. Who looks at rows that lie close together needs one piece of it, anything
 * else all. `load` reads in slices; without it, what is missing is read at once.
 */
export function createLazyColumn({ type, length, bytes, needs = [], piece, whole }: ColumnSource): Column {
  let column: Column | null = null
  let shown: Piece | null = null
  let loading: Promise<unknown> | null = null

  function keep(loaded: Column): Column {
    column = loaded
    shown = null
    return loaded
  }

  const all = (): Column => column ?? keep(runSync(whole()))

  async function makeAll(yieldToEventLoop: YieldToEventLoop): Promise<void> {
    for (const one of needs) await one.load?.(yieldToEventLoop)
    keep(await runInSlices(whole(), yieldToEventLoop))
  }

  async function loadAll(yieldToEventLoop: YieldToEventLoop): Promise<void> {
    if (column) return
    loading ??= makeAll(yieldToEventLoop)
    await loading.finally(() => {
      loading = null
    })
  }

  const isShown = (row: number) => shown !== null && row >= shown.first && row < shown.first + shown.column.length

  /** Reads the piece of a row; one of another length than it should have shows nothing. */
  function show(row: number): void {
    if (!piece) return
    const number = Math.floor(row / segmentRows)
    const first = number * segmentRows
    const read = piece(number)
    if (read.length === Math.min(segmentRows, length - first)) shown = { first, column: read }
  }

  /** What has the row, and its number there. */
  function at(row: number): readonly [Column, number] {
    if (column === null && shown === null) show(row)
    return shown && isShown(row) ? [shown.column, row - shown.first] : [all(), row]
  }

  return {
    type,
    length,
    get bytes() {
      return column?.bytes ?? bytes
    },
    async load(yieldToEventLoop, rows) {
      if (column || rows?.every(isShown)) return
      if (rows) show(rows[0] ?? 0)
      if (!rows?.every(isShown)) await loadAll(yieldToEventLoop)
    },
    cell: (row) => {
      const [source, place] = at(row)
      return source.cell(place)
    },
    isEmpty: (row) => {
      const [source, place] = at(row)
      return source.isEmpty(place)
    },
    plain: (row) => all().plain(row),
    text: (row) => all().text(row),
    get stored() {
      return all().stored
    },
    ranks: () => all().ranks(),
    prepareRanks: async (yieldToEventLoop) => {
      await loadAll(yieldToEventLoop)
      await all().prepareRanks?.(yieldToEventLoop)
    },
    filter: (filter, keep) => all().filter(filter, keep),
    find: (needle, within, hits) => all().find(needle, within, hits),
    counts: (rows, limit) => all().counts(rows, limit),
  }
}
