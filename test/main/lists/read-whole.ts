import type { KeyMap } from '../../../main/lists/keys.ts'
import type { ListFile } from '../../../main/lists/plan.ts'
import { readKeys, readList } from '../../../main/lists/read.ts'
import { inspectList } from '../../../main/lists/recognise/inspect.ts'
import { type RowBlock, textsOf } from '../../../main/lists/row-block.ts'
import { type ListSettings, listSettings } from '../../../preload/contract/cruzar.ts'
import { randomOf } from '../sheets/data/lead-pages.ts'

/** Settings that leave everything to be recognised, but for what is given. */
export const settings = (given: Partial<ListSettings> = {}): ListSettings => listSettings.parse(given)

export function textFile(content: string | Uint8Array, name = 'lista.csv'): ListFile {
  return { name, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content }
}

/** Windows-1252 for the characters that tests use. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => (character === '€' ? 0x80 : character.charCodeAt(0)))
}

export function utf16(text: string, order: 'le' | 'be', mark: boolean): Uint8Array {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le')
  return Uint8Array.from(order === 'be' ? bytes.swap16() : bytes)
}

/** Inspects and reads a list whole. */
export async function readWhole(file: ListFile, given: Partial<ListSettings> = {}) {
  const inspected = await inspectList(file, settings(given))
  return { ...inspected, ...(await rowsIn(readList(file, inspected.plan))) }
}

/** Whether a list was read, or the code of its failure. */
export const outcomeOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (error: { code?: string }) => error.code ?? String(error),
  )

/** All rows of some blocks as texts, and their numbers. */
export async function rowsIn(blocks: AsyncIterable<RowBlock>) {
  const rows: string[][] = []
  const numbers: number[] = []
  for await (const block of blocks) {
    for (const { texts, number } of textsOf(block)) {
      rows.push(texts)
      numbers.push(number)
    }
  }
  return { rows, numbers }
}

/** Inspects a list and finds its keys, as the product does. */
export async function keysOf(file: ListFile, given: Partial<ListSettings> = {}) {
  const { plan } = await inspectList(file, settings(given))
  const { signal } = new AbortController()
  return withKeys((await readKeys(file, plan, { signal, progress() {}, thread: null })).keys)
}

/** The same with its keys as texts. */
export function withKeys(map: KeyMap) {
  const { offsets, heap, rows } = map.keys.texts(0, map.keys.size)
  const text = Buffer.from(heap)
  return {
    ...map,
    keys: Array.from({ length: rows }, (_, key) => text.toString('utf8', offsets[key], offsets[key + 1])),
  }
}

/** Whole numbers below a limit, the same in every run. */
export function randomNumbers(seed: number): (below: number) => number {
  const random = randomOf(seed)
  return (below) => Math.floor(random() * below)
}
