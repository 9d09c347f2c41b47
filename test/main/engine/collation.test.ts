import { describe, expect, it } from 'vitest'
import { rankTexts } from '../../../main/engine/columns/collation.ts'
import { foldedTexts, foldHeap } from '../../../main/engine/columns/fold-text.ts'
import { createPiecesColumn } from '../../../main/engine/columns/pieces-column.ts'
import { decodeSegment, decodeSegments, encodeSegment, partOf } from '../../../main/engine/columns/segment.ts'
import { createTextColumn } from '../../../main/engine/columns/text-column.ts'
import { textPartOf } from '../../../main/engine/columns/text-part.ts'
import { runSync } from '../../../main/kernel/schedule.ts'
import { foldText } from '../../../preload/values/text.ts'
import { randomOf } from '../sheets/data/lead-pages.ts'

const collator = new Intl.Collator('pt-BR')
const random = randomOf(5)
const pieces = [
  ...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789',
  ...'áÀâãçÇéíóõúü',
  ...' -\'"_.,;:!?()[]{}@*/\\&#%`^+<=>|~$',
  'ana',
  'silva ',
  'a\u0303',
  'ß',
  'æ',
  '😊',
  'Ж',
  '\t',
  '\u0001',
]

function randomText(): string {
  // Few different pieces make many texts with the same start.
  const alphabet = random() < 0.6 ? pieces.slice(0, 3) : pieces
  const length = Math.floor(random() * 14)
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
}

it('the order of texts is exactly that of Intl.Collator for Portuguese', () => {
  const texts = [...new Set(Array.from({ length: 12_000 }, randomText))]
  const ranks = runSync(rankTexts(textPartOf(texts)))
  const order = texts.map((_, index) => index).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0))
  for (let index = 1; index < order.length; index++) {
    const [before, after] = [order[index - 1] ?? 0, order[index] ?? 0]
    const compared = Math.sign(collator.compare(texts[before] ?? '', texts[after] ?? ''))
    const ranked = Math.sign((ranks[before] ?? 0) - (ranks[after] ?? 0))
    if (compared !== ranked)
      expect([texts[before], texts[after], ranked]).toEqual([texts[before], texts[after], compared])
  }
  expect(order).toHaveLength(texts.length)
})

describe('folding', () => {
  it('by bytes gives what folding by texts gives', () => {
    const texts = Array.from({ length: 5000 }, randomText)
    const folded = foldHeap(textPartOf(texts))
    const bytes = Buffer.from(folded.heap)
    const got = texts.map((_, row) => bytes.toString('utf8', folded.offsets[row], folded.offsets[row + 1]))
    expect(got).toEqual(texts.map(foldText))
  })

  it('costs nothing where nothing changes', () => {
    const part = textPartOf(['5511988887777', 'ana@exemplo.com'])
    expect(foldHeap(part).heap).toBe(part.heap)
  })

  it('survives texts that grow', () => {
    const texts = Array.from({ length: 400 }, () => '한국어 이름')
    const folded = foldHeap(textPartOf(texts))
    expect(Buffer.from(folded.heap).toString('utf8')).toBe(texts.map(foldText).join(''))
  })

  it('stored beside the texts finds what folding all of them finds, in pieces and joined', () => {
    const words = 'João|JOÃO|joa\u0303o|silva|ana|ANA||ΣΊΣΥΦΟΣ|İzmir|straße|한국|😊 Zé|b\u0301'.split('|')
    const texts = Array.from(
      { length: 400 },
      (_, row) => `${words[row % 13]}${row % 3 === 0 ? '' : words[(row * 7) % 11]}`,
    )
    const stored = [texts.slice(0, 150), texts.slice(150, 160).map(foldText), texts.slice(150)].map((some) => {
      const part = textPartOf(some)
      return encodeSegment({ ...part, folded: foldedTexts(part) })
    })
    const all = [...texts.slice(0, 150), ...texts.slice(150, 160).map(foldText), ...texts.slice(150)]
    const inPieces = createPiecesColumn({
      kind: 'text',
      parts: stored.map((segment) => decodeSegment('text', segment)),
      columnOf: (part) => createTextColumn('text', partOf(part, 'text')),
    })
    const joined = createTextColumn('text', decodeSegments('text', stored))
    for (const typed of ['joao', 'ana', 'sisyfos', 'σίσυφος', 'izmir', 'ß', '한', '😊', 'b', 'ao', 'aj', '']) {
      const needle = foldText(typed)
      for (const column of [inPieces, joined]) {
        const hits = new Uint8Array(all.length)
        column.find(needle, 'text', hits)
        expect([...hits]).toEqual(all.map((text) => Number(foldText(text).includes(needle))))
      }
    }
  })
})
