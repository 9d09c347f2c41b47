import { describe, expect, it } from 'vitest'
import { searchWords } from '../../../preload/values/search-words.ts'
import { hitRanges, markedText } from '../../../renderer/tables/hits.ts'

/** A cell with its marks between brackets. */
function marked(text: string, search: string): string {
  const line = markedText(text, hitRanges(text, searchWords(search)))
  return Array.from(line.childNodes, (node) =>
    node instanceof Element ? `[${node.textContent}]` : node.textContent,
  ).join('')
}

describe('the marks of a search', () => {
  it.each([
    ['João da Silva', 'joao', '[João] da Silva'],
    ['Joa\u0303o', 'joão', '[Joa\u0303o]'],
    ['Ana Joana', 'ana', '[Ana] Jo[ana]'],
    ['Ana Maria', 'maria an', '[An]a [Maria]'],
    ['banana', 'anan nana', 'b[anana]'],
    ['ana@exemplo.com', 'ANA@', '[ana@]exemplo.com'],
    ['😊 Ana', 'ana', '😊 [Ana]'],
    ['Bia', 'ana', 'Bia'],
    ['Ana', ' ', 'Ana'],
  ])('in %s by %s are %s', (text, search, shown) => {
    expect(marked(text, search)).toBe(shown)
  })

  it.each([
    ['(21) 98000-0005', '2198000', '([21) 98000]-0005'],
    ['(21) 98000-0005', '0005', '(21) 98000-[0005]'],
    ['(21) 98000-0005', '5521980000005', '([21) 98000-0005]'],
    ['(21) 98000-0005', '55 21 98', '([21) 98]000-0005'],
    ['(21) 8000-0005', '21 98000-0005', '([21) 8000-0005]'],
    ['(21) 98000-0005', '21 8000-0005', '([21) 98000-0005]'],
    ['(21) 98000-0005', '021 98000-0005', '([21) 98000-0005]'],
    ['8000-0005', '21 98000-0005', '[8000-0005]'],
    ['a 21 x 98000', '2198', 'a 21 x 98000'],
    ['pedido 12', '12', 'pedido [12]'],
  ])('in the digits of %s by %s are %s', (text, search, shown) => {
    expect(marked(text, search)).toBe(shown)
  })

  it('take what strangers wrote for no markup', () => {
    const line = markedText('<b>ana</b>', hitRanges('<b>ana</b>', searchWords('ana')))
    expect([line.querySelector('b'), line.querySelectorAll('mark').length]).toEqual([null, 1])
  })
})
