import { foldText } from '../../../preload/values/text.ts'
import type { Column } from '../../engine/columns/column.ts'
import { createThroughColumn, noRow } from '../../engine/columns/derived-columns.ts'
import { foldBytes } from '../../engine/columns/fold-text.ts'
import { isAt } from '../../engine/columns/key-index.ts'
import { createLazyColumn } from '../../engine/columns/lazy-column.ts'
import { textAt } from '../../engine/columns/part.ts'
import { type RowReader, readBytes, readColumn } from '../../engine/columns/row-reader.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'

/** Rows between two checks of the clock: at most ten milliseconds. */
const rowsAtOnce = 4096

/**
 * The lead's name in the rows where the list has another one: both have words, and none in common. Phones are given to
 * other people. `leads` are the rows of the leads in `leadNames`, or `noRow`. Computed when it is needed.
 */
export function otherNames(listNames: Column, leadNames: Column, leads: Uint32Array): Column {
  function* whole(): InterruptibleWork<Column> {
    const ofList = createNameReader(listNames)
    const ofLeads = createNameReader(leadNames)
    const rows = new Uint32Array(leads.length).fill(noRow)
    for (let row = 0; row < leads.length; row++) {
      if (row % rowsAtOnce === 0) yield
      // Rows lie inside the array: `as number` spares a check.
      const lead = leads[row] as number
      if (lead !== noRow && isOther(ofList(row), ofLeads(lead))) rows[row] = lead
    }
    return createThroughColumn(leadNames, rows)
  }
  return createLazyColumn({ type: 'text', length: leads.length, bytes: 0, needs: [listNames], whole })
}

/** The words of a name: in its folded bytes, or as texts where bytes alone cannot fold it. */
interface NameWords {
  bytes: Uint8Array
  /** Where each word begins and ends in the bytes. */
  readonly bounds: number[]
  texts: readonly string[] | null
}

/** Gives the words of a name of these, valid until the next one is read: no object is made for each. */
function createNameReader(names: Column): (row: number) => NameWords {
  const words: NameWords = { bytes: new Uint8Array(256), bounds: [], texts: null }
  const read: RowReader = readColumn(
    names,
    readBytes((bytes, from, to) => {
      if (to - from > words.bytes.length) words.bytes = new Uint8Array(2 * (to - from))
      const length = foldBytes(bytes, from, to, words.bytes, 0)
      if (length < 0) words.texts = wordsOf(textAt(bytes, from, to))
      else findWords(words, length)
      return 0
    }),
  )
  return (row) => {
    words.bounds.length = 0
    words.texts = null
    read(row)
    return words
  }
}

/** Links between names, which many share. */
const links: readonly string[] = ['da', 'das', 'de', 'do', 'dos']
const linkBytes = links.map((link) => Buffer.from(link))

/** The words of a name, folded: two letters or more, no links. */
function wordsOf(name: string): readonly string[] {
  const words = foldText(name).match(/\p{L}{2,}/gu) ?? []
  return words.filter((word) => !links.includes(word))
}

/** Does the same in folded bytes, which are ASCII. */
function findWords({ bytes, bounds }: NameWords, length: number): void {
  for (let from = 0; from < length; from++) {
    let to = from
    while (to < length && isLetter(bytes[to] as number)) to++
    const isLink = to - from < 4 && linkBytes.some((link) => link.length === to - from && isAt(bytes, from, link))
    if (to - from > 1 && !isLink) bounds.push(from, to)
    from = to
  }
}

function isLetter(byte: number): boolean {
  return byte >= 97 && byte <= 122
}

function isOther(one: NameWords, other: NameWords): boolean {
  const [count, otherCount] = [countOf(one), countOf(other)]
  if (count === 0 || otherCount === 0) return false
  if (one.texts || other.texts) {
    const others = textsOf(other)
    return !textsOf(one).some((word) => others.includes(word))
  }
  for (let word = 0; word < count; word++) {
    const from = one.bounds[2 * word] as number
    const to = one.bounds[2 * word + 1] as number
    for (let at = 0; at < otherCount; at++) {
      const start = other.bounds[2 * at] as number
      const isSame = (other.bounds[2 * at + 1] as number) - start === to - from
      if (isSame && isAt(other.bytes, start, one.bytes, from, to)) return false
    }
  }
  return true
}

function countOf({ texts, bounds }: NameWords): number {
  return texts?.length ?? bounds.length / 2
}

function textsOf({ bytes, bounds, texts }: NameWords): readonly string[] {
  const wordAt = (_: unknown, word: number) => textAt(bytes, bounds[2 * word] ?? 0, bounds[2 * word + 1] ?? 0)
  return texts ?? Array.from({ length: bounds.length / 2 }, wordAt)
}
