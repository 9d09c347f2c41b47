import { unreadable } from '../plan.ts'

const freeOrEnd = 0xfffffffa
const entryBytes = 128
const streamEntry = 2
/** Where the header lists the first sectors of the table of sectors itself. */
const firstTables = 0x4c
const tablesInHeader = 109

/** The streams of a compound file by their names, which are compared without case. */
export interface CompoundFile {
  has(name: string): boolean
  /** The bytes of a stream. Throws `list_unreadable` where there is none, or it is damaged. */
  read(name: string): Uint8Array
  /**
   * The whole file with other bytes in place of a stream, as many as it has. Throws `list_unreadable` as `read` does.
   */
  replaced(name: string, stream: Uint8Array): Uint8Array
}

/**
 * Opens a compound file (MS-CFB), the container of Office before 2007, which is in memory. Throws `list_unreadable`
 * when it is damaged.
 */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 512) throw damaged('its header is cut off')
  const shift = view.getUint16(0x1e, true)
  const smallShift = view.getUint16(0x20, true)
  if ((shift !== 9 && shift !== 12) || smallShift > shift || smallShift < 4) throw damaged('sectors of an unknown size')
  const size = 1 << shift
  const count = Math.ceil(bytes.length / size)

  const sector = (index: number): Uint8Array => {
    const { from, to } = placeOf(index)
    return bytes.subarray(from, to)
  }
  const numbersIn = (part: Uint8Array): number[] => {
    const numbers = new DataView(part.buffer, part.byteOffset, part.byteLength)
    return Array.from({ length: part.length >> 2 }, (_, at) => numbers.getUint32(at * 4, true))
  }
  /** The sectors from one on, each as the table names the next. */
  function chain(start: number, next: (index: number) => number, maxSectors: number): number[] {
    const sectors: number[] = []
    for (let index = start; index < freeOrEnd; index = next(index)) {
      if (sectors.length >= maxSectors) throw damaged('a chain without an end')
      sectors.push(index)
    }
    return sectors
  }

  const inHeader = numbersIn(bytes.subarray(firstTables, firstTables + tablesInHeader * 4))
  const furtherTables: number[] = []
  for (let index = view.getUint32(0x44, true), seen = 0; index < freeOrEnd; seen++) {
    if (seen > count || furtherTables.length > count) throw damaged('a chain without an end')
    const numbers = numbersIn(sector(index))
    furtherTables.push(...numbers.slice(0, -1))
    index = numbers.at(-1) ?? freeOrEnd
  }
  const tables = [...inHeader, ...furtherTables].filter((index) => index < freeOrEnd).slice(0, count)
  const table = Uint32Array.from(tables.flatMap((index) => numbersIn(sector(index))))
  const next = (index: number) => table[index] ?? freeOrEnd
  const chainFrom = (start: number) => chain(start, next, count)
  const wholeFrom = (start: number) => Buffer.concat(chainFrom(start).map(sector))

  const directory = wholeFrom(view.getUint32(0x30, true))
  if (directory.length < entryBytes) throw damaged('its directory is missing')
  const root = entryAt(directory, 0)
  const entries = new Map<string, Entry>()
  // Each level of names is a tree; other levels belong to what is embedded.
  const waiting = [root.child]
  const seen = new Set<number>()
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (seen.has(index) || (index + 1) * entryBytes > directory.length) continue
    seen.add(index)
    const entry = entryAt(directory, index)
    if (entry.type === streamEntry) entries.set(entry.name.toLowerCase(), entry)
    waiting.push(...entry.siblings)
  }

  /** Where the parts of a stream are in the file. Small streams lie in sectors of their own, which are one stream. */
  function placesOf({ start, length }: Entry): readonly Place[] {
    if (length >= view.getUint32(0x38, true)) return chainFrom(start).map((index) => placeOf(index))
    const container = chainFrom(root.start)
    const smallTable = Uint32Array.from(numbersIn(wholeFrom(view.getUint32(0x3c, true))))
    const small = 1 << smallShift
    const sectors = chain(start, (index) => smallTable[index] ?? freeOrEnd, container.length << (shift - smallShift))
    return sectors.map((index) => {
      const { from, to } = placeOf(container[(index * small) >> shift] ?? count)
      const at = from + ((index * small) & (size - 1))
      return { from: at, to: Math.min(to, at + small) }
    })
  }
  function placeOf(index: number): Place {
    const from = (index + 1) * size
    if (from >= bytes.length) throw damaged('a sector outside of the file')
    return { from, to: Math.min(bytes.length, from + size) }
  }
  const entryNamed = (name: string): Entry => {
    const entry = entries.get(name.toLowerCase())
    if (!entry) throw damaged('a stream is missing')
    return entry
  }

  return {
    has: (name) => entries.has(name.toLowerCase()),
    read(name) {
      const entry = entryNamed(name)
      const parts = placesOf(entry).map(({ from, to }) => bytes.subarray(from, to))
      const stream = Buffer.concat(parts).subarray(0, entry.length)
      if (stream.length < entry.length) throw damaged('a stream is cut off')
      return stream
    },
    replaced(name, stream) {
      const whole = Uint8Array.from(bytes)
      let offset = 0
      for (const { from, to } of placesOf(entryNamed(name))) {
        whole.set(stream.subarray(offset, offset + to - from), from)
        offset += to - from
      }
      return whole
    },
  }
}

interface Place {
  readonly from: number
  readonly to: number
}

interface Entry {
  readonly name: string
  readonly type: number
  readonly siblings: readonly number[]
  readonly child: number
  readonly start: number
  readonly length: number
}

function entryAt(directory: Buffer, index: number): Entry {
  const at = index * entryBytes
  const nameEnd = Math.max(0, Math.min(64, directory.readUInt16LE(at + 0x40)) - 2)
  return {
    name: directory.toString('utf16le', at, at + nameEnd),
    type: directory.readUInt8(at + 0x42),
    siblings: [directory.readUInt32LE(at + 0x44), directory.readUInt32LE(at + 0x48)],
    child: directory.readUInt32LE(at + 0x4c),
    start: directory.readUInt32LE(at + 0x74),
    length: directory.readUInt32LE(at + 0x78),
  }
}

function damaged(what: string) {
  return unreadable('damaged', `ole: ${what}`)
}
