/** A record of BIFF8: its number and its data. */
export function xlsRecord(type: number, ...data: readonly (Buffer | readonly number[])[]): Buffer {
  const bytes = Buffer.concat(data.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}

export const u16 = (...numbers: readonly number[]) => {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [at, number] of numbers.entries()) bytes.writeUInt16LE(number, at * 2)
  return bytes
}
export const u32 = (number: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number >>> 0)
  return bytes
}
export const f64 = (number: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(number)
  return bytes
}

/** Characters behind the byte that says how wide they are: one byte each where they fit. */
export function xlsText(text: string): Buffer {
  const isWide = [...text].some((sign) => (sign.codePointAt(0) ?? 0) > 255)
  return Buffer.concat([Buffer.from([isWide ? 1 : 0]), Buffer.from(text, isWide ? 'utf16le' : 'latin1')])
}

export interface XlsSheet {
  readonly name: string
  /** Its records between its start and its end. */
  readonly records: readonly Buffer[]
  readonly hidden?: boolean
}

export interface XlsOptions {
  /** Records of all sheets, such as formats. */
  readonly globals?: readonly Buffer[]
  readonly strings?: readonly string[]
  readonly version?: number
}

const begin = (kind: number, version: number) => xlsRecord(0x809, u16(version, kind, 0, 0), Buffer.alloc(8))
const end = xlsRecord(0x0a)

/** The stream of a workbook. */
export function xlsStream(sheets: readonly XlsSheet[], options: XlsOptions = {}): Buffer {
  const { globals = [], strings = [], version = 0x600 } = options
  const table = xlsRecord(
    0xfc,
    u32(strings.length),
    u32(strings.length),
    ...strings.map((text) => Buffer.concat([u16(text.length), xlsText(text)])),
  )
  const bodies = sheets.map(({ records }) => Buffer.concat([begin(0x10, version), ...records, end]))
  const named = (starts: readonly number[]) =>
    sheets.map(({ name, hidden }, at) =>
      xlsRecord(0x85, u32(starts[at] ?? 0), [hidden ? 1 : 0, 0, name.length], xlsText(name)),
    )
  const head = (starts: readonly number[]) =>
    Buffer.concat([begin(0x05, version), ...globals, ...named(starts), ...(strings.length > 0 ? [table] : []), end])
  let at = head([]).length
  const starts = bodies.map((body) => {
    at += body.length
    return at - body.length
  })
  return Buffer.concat([head(starts), ...bodies])
}

/** Cells of one row: texts, and numbers as doubles. */
export function xlsRow(row: number, cells: readonly (string | number)[]): Buffer[] {
  return cells.map((cell, column) =>
    typeof cell === 'number'
      ? xlsRecord(0x203, u16(row, column, 0), f64(cell))
      : xlsRecord(0x204, u16(row, column, 0, cell.length), xlsText(cell)),
  )
}

const sector = 512
const endOfChain = 0xfffffffe
const free = 0xffffffff

/** A compound file with these streams, small ones in sectors of their own as Office has them. */
export function buildCompoundFile(streams: Readonly<Record<string, Buffer>>): Uint8Array {
  const table: number[] = []
  const body: Buffer[] = []
  const add = (bytes: Buffer): number => {
    const count = Math.ceil(bytes.length / sector)
    const start = table.length
    for (let at = 0; at < count; at++) table.push(at + 1 === count ? endOfChain : start + at + 1)
    body.push(Buffer.concat([bytes, Buffer.alloc(count * sector - bytes.length)]))
    return count === 0 ? endOfChain : start
  }
  let small = Buffer.alloc(0)
  const smallTable: number[] = []
  const entries = Object.entries(streams).map(([name, bytes], index, { length }) => {
    const next = index + 1 < length ? index + 2 : free
    if (bytes.length >= 4096) return entry(name, 2, next, free, add(bytes), bytes.length)
    const count = Math.ceil(bytes.length / 64)
    const start = smallTable.length
    for (let at = 0; at < count; at++) smallTable.push(at + 1 === count ? endOfChain : start + at + 1)
    small = Buffer.concat([small, bytes, Buffer.alloc(count * 64 - bytes.length)])
    return entry(name, 2, next, free, start, bytes.length)
  })
  const smallTableStart = add(Buffer.concat(smallTable.map(u32)))
  const root = entry('Root Entry', 5, free, 1, add(small), small.length)
  const directoryStart = add(Buffer.concat([root, ...entries]))
  const tables = Math.ceil((table.length + 1 + Math.ceil(table.length / 127)) / 128)
  const firstTable = table.length
  for (let at = 0; at < tables; at++) table.push(0xfffffffd)
  while (table.length < tables * 128) table.push(free)
  const head = Buffer.alloc(sector, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  head.fill(0, 8, 0x4c)
  head.writeUInt16LE(9, 0x1e)
  head.writeUInt16LE(6, 0x20)
  head.writeUInt32LE(tables, 0x2c)
  head.writeUInt32LE(directoryStart, 0x30)
  head.writeUInt32LE(4096, 0x38)
  head.writeUInt32LE(smallTableStart, 0x3c)
  head.writeUInt32LE(endOfChain, 0x44)
  // As many as the header has room for.
  for (let at = 0; at < tables; at++) head.writeUInt32LE(firstTable + at, 0x4c + at * 4)
  return Uint8Array.from(Buffer.concat([head, ...body, Buffer.concat(table.map(u32))]))
}

function entry(name: string, type: number, next: number, child: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE((name.length + 1) * 2, 0x40)
  bytes[0x42] = type
  bytes.writeUInt32LE(free, 0x44)
  bytes.writeUInt32LE(next, 0x48)
  bytes.writeUInt32LE(child, 0x4c)
  bytes.writeUInt32LE(start >>> 0, 0x74)
  bytes.writeUInt32LE(length, 0x78)
  return bytes
}

export function buildXls(sheets: readonly XlsSheet[], options?: XlsOptions): Uint8Array {
  return buildCompoundFile({ Workbook: xlsStream(sheets, options) })
}
