import { expect, test } from 'vitest'
import { catalogues } from '../../preload/messages/catalogue.ts'

/** Every text of a catalogue by its place; a sentence with values counts by its place alone. */
function textsOf(part: unknown, place: string): readonly (readonly [place: string, text: string | undefined])[] {
  if (typeof part === 'string') return [[place, part]]
  if (typeof part === 'function') return [[place, undefined]]
  if (typeof part !== 'object' || part === null) throw new Error(`no text at ${place}`)
  return Object.entries(part).flatMap(([name, inner]) => textsOf(inner, `${place}.${name}`))
}

const portuguese = textsOf(catalogues['pt-BR'], 'texts')
const english = textsOf(catalogues.en, 'texts')

test('both languages say the same things', () => {
  expect(english.map(([place]) => place).sort()).toEqual(portuguese.map(([place]) => place).sort())
  expect(portuguese.length).toBeGreaterThan(300)
})

test('no text is empty or ends in a space', () => {
  for (const [place, text] of [...portuguese, ...english]) {
    if (text !== undefined) expect(text, place).toMatch(/^\S(.*\S)?$/s)
  }
})
