import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { Failure } from '../../preload/contract/wire.ts'
import { failureOf } from '../kernel/failure.ts'
import { runSync } from '../kernel/schedule.ts'
import type { TextHeap, TextPart } from './columns/part.ts'
import { rankTextPart } from './columns/text-column.ts'
import { csvRows } from './export/csv.ts'
import { createMakeRows, type MakeRows, type RowRun } from './export/rows-to-bytes.ts'
import type { FileFormat } from './export/table.ts'
import { xlsxRows } from './export/xlsx-cells.ts'
import { type RestKeys, type RestOfList, readRestOfList } from './lists/read-text.ts'
import { createColumnWork } from './runs/list-columns.ts'

/** Entry of another thread of the data process (thread.ts): without files, network or keys, it turns bytes into bytes. */

/** What a thread does, by name. Each gives its value, and what of it is handed over instead of copied. */
const work = {
  rankTexts,
  readRest,
  ...createColumnWork(),
  ...createExportWork(),
  ...createHashWork(),
} satisfies Readonly<Record<string, (input: never) => Done<unknown> | Promise<Done<unknown>>>>

export type ThreadWork = typeof work

/** What crosses to a thread and back, as structured clones. */
export interface ThreadRequest {
  readonly id: number
  readonly name: keyof ThreadWork
  readonly input: unknown
}
export type ThreadReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }

type AnyWork = (input: unknown) => Done<unknown> | Promise<Done<unknown>>
/** What work gives. */
export interface Done<Value> {
  readonly value: Value
  readonly transfer: readonly ArrayBuffer[]
}

function rankTexts(part: TextPart): Done<Uint32Array> {
  return { value: runSync(rankTextPart(part)), transfer: [] }
}

/** For an export (row-runs.ts): `export.begin` names the file, `export.rows` makes a run of its rows. */
function createExportWork() {
  let make: MakeRows = () => ({ bytes: new Uint8Array(0), long: 0, cleaned: 0 })
  return {
    'export.begin': ({ file, known }: { readonly file: FileFormat; readonly known: readonly TextHeap[] }) => {
      make = createMakeRows(file.format === 'xlsx' ? xlsxRows(file) : csvRows(file), known)
      return { value: null, transfer: [] }
    },
    'export.rows': (run: RowRun) => ({ value: make(run), transfer: [] }),
  }
}

/** For the hash of a file (export-table.ts), one a thread. */
function createHashWork() {
  const hash = createHash('sha256')
  return {
    'hash.update': (block: Uint8Array): Done<null> => {
      hash.update(block)
      return { value: null, transfer: [] }
    },
    'hash.digest': (_: null): Done<string> => ({ value: hash.digest('hex'), transfer: [] }),
  }
}

async function readRest(input: RestOfList): Promise<Done<RestKeys>> {
  const value = await readRestOfList(input)
  const { keys, rowKeys, rowProblems } = value.part
  const arrays = [keys.numbers, keys.ends, keys.heap, rowKeys.offsets, rowKeys.indexes, rowProblems]
  return { value, transfer: arrays.map(({ buffer }) => buffer as ArrayBuffer) }
}

parentPort?.on('message', async ({ id, name, input }: ThreadRequest) => {
  try {
    // The wire: both ends are ours, and the name gives the type of the input.
    const done = await (work[name] as AnyWork)(input)
    parentPort?.postMessage({ id, value: done.value } satisfies ThreadReply, done.transfer)
  } catch (error) {
    parentPort?.postMessage({ id, failure: failureOf(error) } satisfies ThreadReply)
  }
})
