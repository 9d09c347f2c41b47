import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import type { ColumnChunk, SchemaTree } from 'hyparquet'
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import { writeColumn } from 'hyparquet-writer/src/column.js'
import { encodeNestedValues } from 'hyparquet-writer/src/dremel.js'
import { schemaPathResolver } from 'hyparquet-writer/src/schema.js'
import type { FileSink } from '../../kernel/save-file.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { ExportCell, ExportColumn, ExportKind, ExportTable } from './table.ts'

/**
 * Parquet, for DuckDB, Spark and pandas. Integers are INT64, numbers DOUBLE, times TIMESTAMP in milliseconds of UTC,
 * lists LIST of STRING, all others STRING. An empty cell is null. A text among times or numbers, such as a day alone,
 * is null there: where a column has one, a second column `<name>_original` holds these texts as they came.
 *
 * Names of columns differ in more than their case, since Spark and DuckDB do not tell them apart by it: repeated ones
 * get a number. Of a row group one column at a time is in memory.
 */

/** What the writer of a file needs besides its table. */
interface ParquetDeps {
  readonly sink: Pick<FileSink, 'write'>
  readonly yieldToEventLoop: YieldToEventLoop
  progress(rows: number): void
  /** The columns, by their places, that have a second one; those that need it by default. */
  readonly originals?: ReadonlySet<number> | undefined
  /** The document on the origin of the rows, by the hash of all bytes before the footer; null for none. */
  readonly origin: ((sha256: string) => string) | null
}

/** The key of the document in the metadata of the file. */
export const originKey = 'cruza_origem'

/** A column of so many is encoded in about 25 ms, for which the thread does nothing else. */
const groupRows = 32_768
const fewestGroupRows = 1024
/** The texts of a column of a group should have no more bytes. */
const mostGroupBytes = 32_000_000
/** Cells between two checks of the clock. */
const cellsAtOnce = 2048

type ParquetValue = string | number | bigint | readonly string[] | null

interface ParquetColumn {
  readonly name: string
  readonly kind: ExportKind
  value(row: number): ParquetValue
}

/**
 * Writes every row in order, in row groups. Of a group one column at a time is in memory. Throws `cancelled` and what
 * the cells throw.
 */
export async function writeParquet(table: ExportTable, deps: ParquetDeps): Promise<void> {
  const { sink, yieldToEventLoop, origin, progress } = deps
  const { rows } = table
  const columns = parquetColumns(table, deps.originals ?? (await columnsWithOriginals(table, yieldToEventLoop)))
  const schema = [{ name: 'root', num_children: columns.length }, ...columns.flatMap(schemaOf)]
  const leaves = columns.map(({ name }) => leafOf(schemaPathResolver(schema)([name])))
  const writer = new ByteWriter()
  const file = new ParquetWriter({ writer, schema, createdBy: 'Cruza' })
  const hash = createHash('sha256')
  const flush = async () => {
    // The writer's own memory is used again while the block is on its way.
    const block = writer.getBytes().slice()
    writer.index = 0
    hash.update(block)
    await sink.write(block)
  }
  const size = groupSize(table.columns)
  for (let from = 0; from < rows.length; from += size) {
    const group = rows.subarray(from, from + size)
    const start = writer.offset
    const chunks: ColumnChunk[] = []
    for (const [index, column] of columns.entries()) {
      const values = await valuesOf(column, group, yieldToEventLoop)
      chunks.push(writeChunk(writer, column, leaves[index] ?? [], values))
      await flush()
      await yieldToEventLoop()
    }
    file.row_groups.push({
      columns: chunks,
      total_byte_size: chunks.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n),
      num_rows: BigInt(group.length),
      total_compressed_size: BigInt(writer.offset - start),
    })
    file.num_rows += BigInt(group.length)
    progress(from + group.length)
  }
  await flush()
  if (origin) file.kvMetadata = [{ key: originKey, value: origin(hash.digest('hex')) }]
  await file.finish()
  await sink.write(writer.getBytes())
}

/** The path of a column's values in the schema: its own, or that of the elements of its lists. */
function leafOf(path: readonly SchemaTree[]): readonly SchemaTree[] {
  const [child] = path.at(-1)?.children ?? []
  return child ? leafOf([...path, child]) : path
}

const codec = 'ZSTD' as const
const compressors = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes) }
const pageBytes = 1 << 20

/** Writes the values of a column of a group, in pages. */
function writeChunk(
  writer: ByteWriter,
  { name: columnName, kind }: ParquetColumn,
  path: readonly SchemaTree[],
  values: ParquetValue[],
): ColumnChunk {
  const schemaPath = path.map(({ element }) => element)
  const [element] = schemaPath.slice(-1)
  if (!element) throw new TypeError(`the column ${columnName} is not in its schema`)
  const column = {
    columnName,
    element,
    schemaPath,
    codec,
    compressors,
    pageSize: pageBytes,
    columnIndex: false,
    offsetIndex: false,
    // Queries seek moments and numbers, whose groups lie in order.
    stats: kind !== 'text' && kind !== 'list',
  }
  return writeColumn({ writer, column, pageData: encodeNestedValues([...path], values) }).chunk
}

function groupSize(columns: readonly ExportColumn[]): number {
  const longest = Math.max(...columns.map(averageBytes))
  return Math.max(fewestGroupRows, Math.min(groupRows, Math.floor(mostGroupBytes / longest)))
}

/** About how long the texts of a column are. */
function averageBytes({ stored }: ExportColumn): number {
  let [bytes, rows] = [0, 1]
  for (const part of stored?.parts ?? []) {
    if (part.kind === 'text') bytes += part.heap.length
    rows += part.rows
  }
  return Math.max(1, bytes / rows)
}

async function valuesOf({ value }: ParquetColumn, rows: Uint32Array, yieldToEventLoop: YieldToEventLoop) {
  const values = new Array<ParquetValue>(rows.length)
  for (let at = 0; at < rows.length; at++) {
    values[at] = value(rows[at] as number)
    if (at % cellsAtOnce === 0) await yieldToEventLoop()
  }
  return values
}

function parquetColumns({ columns }: ExportTable, originals: ReadonlySet<number>): ParquetColumn[] {
  const names = new Set<string>()
  const freeName = (heading: string, number: number) => {
    const name = heading || `coluna_${number}`
    let free = name
    for (let next = 2; names.has(free.toLowerCase()); next++) free = `${name}_${next}`
    names.add(free.toLowerCase())
    return free
  }
  return columns.flatMap((column, index): ParquetColumn[] => {
    const { heading, kind, cell } = column
    const name = freeName(heading, index + 1)
    const typed = { name, kind, value: (row: number) => readers[kind](cell(row) ?? null) }
    if (!originals.has(index)) return [typed]
    return [typed, { name: freeName(`${name}_original`, index + 1), kind: 'text', value: originalOf(column) }]
  })
}

/** The text of a cell that is no value of its column's kind; null for any other. */
function originalOf({ kind, cell }: ExportColumn): (row: number) => string | null {
  const read = readers[kind]
  return (row) => {
    const value = cell(row) ?? null
    return read(value) === null ? textOf(value) : null
  }
}

/** The columns, by their places, that have a text which is no value of their kind. */
export async function columnsWithOriginals(
  { columns, rows }: ExportTable,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ReadonlySet<number>> {
  const originals = new Set<number>()
  for (const [index, column] of columns.entries()) {
    if (column.kind === 'text' || column.kind === 'list') continue
    const original = originalOf(column)
    for (let at = 0; at < rows.length && !originals.has(index); at++) {
      if (original(rows[at] as number) !== null) originals.add(index)
      if (at % cellsAtOnce === 0) await yieldToEventLoop()
    }
  }
  return originals
}

/** JavaScript has no other moments. */
const lastMoment = 8.64e15

const readers: Readonly<Record<ExportKind, (cell: ExportCell) => ParquetValue>> = {
  text: textOf,
  integer: (cell) => (Number.isSafeInteger(cell) ? BigInt(cell as number) : null),
  number: (cell) => (typeof cell === 'number' ? cell : null),
  time: (cell) => (typeof cell === 'number' && Math.abs(cell) <= lastMoment ? BigInt(Math.floor(cell)) : null),
  list: (cell) => {
    if (isList(cell)) return cell
    const text = textOf(cell)
    return text === null ? null : [text]
  },
}

function isList(cell: ExportCell): cell is readonly string[] {
  return Array.isArray(cell)
}

function textOf(cell: ExportCell): string | null {
  if (cell === null || cell === '') return null
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return String(cell)
  return isList(cell) ? JSON.stringify(cell) : cell.text || null
}

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const

/** The elements of a column: one, or those of a list as all writers name them. */
function schemaOf({ name, kind }: ParquetColumn): SchemaElement[] {
  const nullable = { name, repetition_type: 'OPTIONAL' } as const
  if (kind === 'integer') return [{ ...nullable, type: 'INT64' }]
  if (kind === 'number') return [{ ...nullable, type: 'DOUBLE' }]
  if (kind === 'text') return [{ ...nullable, ...text }]
  if (kind === 'time') {
    const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const
    return [{ ...nullable, type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', logical_type }]
  }
  return [
    { ...nullable, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', ...text },
  ]
}
