import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { unreadable } from './unreadable.ts'

/** What all parts of one spreadsheet may inflate to together: 1 GB. */
const mostInflated = 1024 ** 3
const mostEntries = 20_000
const sliceBytes = 64 * 1024
const whole32 = 0xffffffff

interface ZipEntry {
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

/** The parts of a zip file by name. Names are compared without case, and `\` counts as `/`. */
export interface ZipArchive {
  has(name: string): boolean
  /**
   * The bytes of a part, inflated piece by piece off this thread. Throws `list_unreadable` when the part is missing,
   * damaged or encrypted, or when the archive inflates to more than 1 GB. `progress` hears packed bytes read, and in all.
   */
  read(name: string, options?: ZipReadOptions): AsyncGenerator<Uint8Array>
}

interface ZipReadOptions {
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((read: number, total: number) => void) | undefined
}

/** Opens a zip file that is in memory. Throws `list_unreadable` when its directory is damaged. */
export function openZip(bytes: Uint8Array): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = inBounds(() => readDirectory(bytes, view))
  const budget = { left: mostInflated }

  return {
    has: (name) => entries.has(normal(name)),
    async *read(name, options = {}) {
      const entry = entries.get(normal(name))
      if (!entry) throw unreadable('zip: a part is missing')
      const packed = inBounds(() => packedBytes(bytes, view, entry))
      if (entry.size > budget.left) throw unreadable('zip: inflates to more than 1 GB')
      let crc = 0
      for await (const piece of inflated(packed, entry.method, options)) {
        budget.left -= piece.length
        if (budget.left < 0) throw unreadable('zip: inflates to more than 1 GB')
        crc = crc32(piece, crc)
        yield piece
      }
      if (crc !== entry.crc) throw unreadable('zip: a part is damaged')
    },
  }
}

async function* inflated(packed: Uint8Array, method: number, options: ZipReadOptions): AsyncGenerator<Uint8Array> {
  if (method === 0) {
    for (const slice of slices(packed, options)) yield slice
    return
  }
  const source = Readable.from(slices(packed, options))
  const inflate = createInflateRaw({ chunkSize: 128 * 1024 })
  source.on('error', (error) => inflate.destroy(error))
  source.pipe(inflate)
  try {
    for await (const piece of inflate) yield piece
  } catch (error) {
    options.signal?.throwIfAborted()
    throw error instanceof Error && 'code' in error ? unreadable('zip: a part is damaged') : error
  } finally {
    source.destroy()
  }
}

function* slices(packed: Uint8Array, options: ZipReadOptions): Generator<Uint8Array> {
  for (let at = 0; at < packed.length; at += sliceBytes) {
    options.signal?.throwIfAborted()
    const to = Math.min(at + sliceBytes, packed.length)
    options.progress?.(to, packed.length)
    yield packed.subarray(at, to)
  }
}

function packedBytes(bytes: Uint8Array, view: DataView, entry: ZipEntry): Uint8Array {
  if (entry.method !== 0 && entry.method !== 8) throw unreadable('zip: an unknown way of packing')
  if (view.getUint32(entry.at, true) !== 0x04034b50) throw unreadable('zip: a part is damaged')
  const start = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
  if (start + entry.packed > bytes.length) throw unreadable('zip: cut off')
  return bytes.subarray(start, start + entry.packed)
}

function readDirectory(bytes: Uint8Array, view: DataView): Map<string, ZipEntry> {
  const end = endOfDirectory(view)
  const entries = new Map<string, ZipEntry>()
  let at = end.at
  for (let index = 0; index < end.entries; index += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw unreadable('zip: its directory is damaged')
    if ((view.getUint16(at + 8, true) & 1) === 1) throw unreadable('zip: encrypted')
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    entries.set(normal(name), readEntry(view, at, at + 46 + nameLength, extraLength))
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true)
  }
  return entries
}

function readEntry(view: DataView, at: number, extraAt: number, extraLength: number): ZipEntry {
  const fields = {
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    at: view.getUint32(at + 42, true),
  }
  // The wide sizes of zip64: only the fields that did not fit, in this order.
  for (let extra = extraAt; extra + 4 <= extraAt + extraLength; extra += 4 + view.getUint16(extra + 2, true)) {
    if (view.getUint16(extra, true) !== 1) continue
    let wide = extra + 4
    for (const field of ['size', 'packed', 'at'] as const) {
      if (fields[field] !== whole32) continue
      fields[field] = wideNumber(view, wide)
      wide += 8
    }
  }
  return fields
}

function endOfDirectory(view: DataView): { readonly entries: number; readonly at: number } {
  const lowest = Math.max(0, view.byteLength - 22 - 65_535)
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    const end = { entries: view.getUint16(at + 10, true), at: view.getUint32(at + 16, true) }
    if (end.entries === 0xffff || end.at === whole32) return wideEndOfDirectory(view, at)
    return end
  }
  throw unreadable('zip: no directory')
}

function wideEndOfDirectory(view: DataView, end: number): { readonly entries: number; readonly at: number } {
  if (view.getUint32(end - 20, true) !== 0x07064b50) throw unreadable('zip: its directory is damaged')
  const at = wideNumber(view, end - 12)
  if (view.getUint32(at, true) !== 0x06064b50) throw unreadable('zip: its directory is damaged')
  const entries = wideNumber(view, at + 32)
  if (entries > mostEntries) throw unreadable('zip: too many parts')
  return { entries, at: wideNumber(view, at + 48) }
}

function wideNumber(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

/** A number in the file that points outside of it makes the file damaged, not the app. */
function inBounds<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof RangeError ? unreadable('zip: cut off') : error
  }
}

function normal(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}
