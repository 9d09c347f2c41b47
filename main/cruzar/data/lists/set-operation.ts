import type { SetOperation } from '../../../../preload/values/list-sets.ts'
import { foldText } from '../../../../preload/values/text.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import type { KeyColumn, ListFile, ListPlan } from '../../../lists/plan.ts'
import { readList } from '../../../lists/read.ts'
import { cellText, type RowBlock } from '../../../lists/row-block.ts'
import { isTaken } from './compare-lists.ts'
import { createListWriter } from './list-writer.ts'

/** A list, and the place of each of its rows (`compareLists`). */
interface PlacedList {
  readonly file: ListFile
  readonly plan: ListPlan
  readonly places: Uint8Array
}

interface CombineOptions {
  readonly signal: AbortSignal
  /** Rows read so far, of both lists. */
  readonly progress: (rows: number) => void
  /** The most bytes of the new list; beyond them `file_too_large` is thrown. */
  readonly most: number
}

/**
 * Makes a list of the rows of two that an operation takes, in their order, those of the first before those of the
 * other. It has the columns of the first; `or` adds those of the other that the first has not (`unitedColumns`). The
 * text of every cell stays as it is. Reads both block by block and yields in between. Gives the bytes (list-writer.ts),
 * whether the first row is one of headings, and which columns hold keys. Throws what reading a list throws.
 */
export async function combineLists(how: SetOperation, one: PlacedList, other: PlacedList, options: CombineOptions) {
  const united = how === 'or' ? unitedColumns(one.plan, other.plan) : onlyColumns(one.plan)
  const header = united.names.some((name) => name !== '')
  const writer = createListWriter(options.most)
  if (header) writer.head(united.names)
  let done = 0
  const progress = (rows: number) => options.progress(done + rows)
  await writeRows(one, united.ofOne, (where) => isTaken(how, where, false))
  if (how === 'or') await writeRows(other, united.ofOther, (where) => isTaken(how, where, true))
  return { bytes: writer.take(), header, keyColumns: united.keyColumns }

  async function writeRows(list: PlacedList, columns: Int32Array, takes: (where: number) => boolean): Promise<void> {
    const yieldToEventLoop = createYieldToEventLoop(options.signal)
    const extra = createExtraCells(columns, list.plan.names.length)
    let row = 0
    for await (const block of readList(list.file, list.plan, { signal: options.signal })) {
      for (let at = 0; at < block.rows; at++, row++) {
        // Rows lie inside the lists: `as number` spares a check each.
        if (takes(list.places[row] as number)) writer.row(block, at, extra(block, at))
        if (at % rowsAtOnce === rowsAtOnce - 1) await yieldToEventLoop()
      }
      progress(row)
    }
    done += row
  }
}

/** Rows between two checks of the clock. */
const rowsAtOnce = 1000

/** Where the columns of the new list are in each of the two lists; -1 where a list lacks one. */
interface United {
  readonly names: readonly string[]
  readonly ofOne: Int32Array
  readonly ofOther: Int32Array
  readonly keyColumns: readonly KeyColumn[]
}

function onlyColumns({ names, keyColumns }: ListPlan): United {
  const columns = Int32Array.from(names.keys())
  return { names, ofOne: columns, ofOther: columns, keyColumns }
}

/**
 * The columns of the first list, then those of the other that match none of these. Columns match by their heading,
 * without accents and case. Of those without a partner the first column of phones goes to the first column of phones,
 * and so do e-mails. Columns without a heading match by their place.
 */
function unitedColumns(one: ListPlan, other: ListPlan): United {
  const places = new Map<number, number>()
  const free = columnsByHeading(one.names)
  for (const [column, name] of other.names.entries()) {
    const same = free.get(headingOf(name))?.shift()
    if (same !== undefined) places.set(column, same)
  }
  for (const kind of ['phone', 'email'] as const) {
    const usedPlaces = new Set(places.values())
    const mine = one.keyColumns.find((column) => column.kind === kind && !usedPlaces.has(column.index))
    const theirs = other.keyColumns.find((column) => column.kind === kind && !places.has(column.index))
    if (mine && theirs) places.set(theirs.index, mine.index)
  }
  const usedPlaces = new Set(places.values())
  for (const [column, name] of other.names.entries()) {
    const isSame = name === '' && one.names[column] === '' && !usedPlaces.has(column)
    if (isSame && !places.has(column)) places.set(column, column)
  }
  let width = one.names.length
  for (const column of other.names.keys()) if (!places.has(column)) places.set(column, width++)
  const ofOther = new Int32Array(width).fill(-1)
  for (const [column, place] of places) ofOther[place] = column
  const keys = new Map(one.keyColumns.map((column) => [column.index, column]))
  for (const { index, kind, area } of other.keyColumns) {
    const place = places.get(index)
    if (place === undefined) continue
    const column = keys.get(place) ?? { index: place, kind }
    keys.set(place, { ...column, area: column.area ?? places.get(area ?? -1) })
  }
  return {
    names: Array.from(ofOther, (column, place) => one.names[place] || (other.names[column] ?? '')),
    ofOne: Int32Array.from(ofOther, (_, place) => (place < one.names.length ? place : -1)),
    ofOther,
    keyColumns: [...keys.values()],
  }
}

function headingOf(name: string): string {
  return foldText(name.trim())
}

/** Columns without a heading have no partner. */
function columnsByHeading(names: readonly string[]): Map<string, number[]> {
  const columns = new Map<string, number[]>()
  for (const [column, name] of names.entries()) {
    const heading = headingOf(name)
    if (heading !== '') columns.set(heading, [...(columns.get(heading) ?? []), column])
  }
  return columns
}

/**
 * Gives the columns of a row: those of the list, and behind them the cells that only this row has and that are not
 * blank.
 */
function createExtraCells(columns: Int32Array, listWidth: number) {
  return (block: RowBlock, row: number): Int32Array => {
    let width = block.widths[row] as number
    while (width > listWidth && cellText(block, row, width - 1).trim() === '') width--
    if (width <= listWidth) return columns
    return Int32Array.from([...columns, ...Array.from({ length: width - listWidth }, (_, index) => listWidth + index)])
  }
}
