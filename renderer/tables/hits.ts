import { isDigit, maskSigns, type SearchWord, searchWords } from '../../preload/values/search-words.ts'
import { foldText } from '../../preload/values/text.ts'
import { readyValue } from '../kernel/loadable.ts'
import type { ArrangedColumn, TableStore } from './table-state.ts'

/** From a character of a text up to another one, which is not included. */
type HitRange = readonly [from: number, to: number]

const noWords: readonly SearchWord[] = []

/** Gives the words of the shown search for a column that it searches, and none for other columns. */
export function wordsOfColumns(store: TableStore): (column: ArrangedColumn) => readonly SearchWord[] {
  let search = ''
  let words = noWords
  return ({ key, type }) => {
    const { view, shape } = store.getState()
    if (!view || view.query.search === '') return noWords
    if (view.query.search !== search) {
      search = view.query.search
      words = searchWords(search)
    }
    // Phones may be searched in a column of their bare digits.
    return type === 'phone' || readyValue(shape)?.searchable?.includes(key) ? words : noWords
  }
}

/** The parts of a shown text that a search finds, in their order and apart from each other. */
export function hitRanges(text: string, words: readonly SearchWord[]): readonly HitRange[] {
  if (text === '' || words.length === 0) return []
  const ranges = words.flatMap(({ needle, within }) =>
    within === 'text' ? occurrences(foldedText(text), needle) : digitRanges(text, needle),
  )
  const apart: HitRange[] = []
  for (const [from, to] of ranges.sort((one, other) => one[0] - other[0])) {
    const last = apart.at(-1)
    if (!last || from > last[1]) apart.push([from, to])
    else apart[apart.length - 1] = [last[0], Math.max(last[1], to)]
  }
  return apart
}

/** The text with these parts marked, as elements: strangers wrote it. */
export function markedText(text: string, ranges: readonly HitRange[]): Element {
  const line = document.createElement('span')
  let end = 0
  for (const [from, to] of ranges) {
    const mark = document.createElement('mark')
    mark.textContent = text.slice(from, to)
    line.append(text.slice(end, from), mark)
    end = to
  }
  line.append(text.slice(end))
  return line
}

/** A text in its compared form, with the place of each of its characters in the shown text. */
interface ComparedText {
  readonly compared: string
  /** One more than there are characters: the end of the shown text. */
  readonly places: readonly number[]
}

function foldedText(text: string): ComparedText {
  let compared = ''
  const places: number[] = []
  let place = 0
  for (const character of text) {
    const folded = foldText(character)
    compared += folded
    for (let at = 0; at < folded.length; at++) places.push(place)
    place += character.length
  }
  places.push(place)
  return { compared, places }
}

function occurrences({ compared, places }: ComparedText, needle: string): readonly HitRange[] {
  const ranges: HitRange[] = []
  if (needle === '') return ranges
  for (let at = compared.indexOf(needle); at >= 0; at = compared.indexOf(needle, at + needle.length)) {
    ranges.push([places[at] ?? 0, places[at + needle.length] ?? 0])
  }
  return ranges
}

function digitRanges(text: string, needle: string): readonly HitRange[] {
  const digits = digitsOnly(text)
  for (const form of formsOf(needle)) {
    const ranges = occurrences(digits, form)
    // The mask behind the last digit is no part of the hit.
    if (ranges.length > 0) return ranges.map(([from, to]) => [from, endOfDigits(text, to)] as const)
  }
  return []
}

/** The digits of a text without their masks. What else stands between them keeps them apart. */
function digitsOnly(text: string): ComparedText {
  let compared = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (maskSigns.has(character)) continue
    compared += isDigit(character) ? character : ' '
    places.push(at)
  }
  places.push(text.length)
  return { compared, places }
}

function endOfDigits(text: string, to: number): number {
  let end = to
  while (end > 0 && !isDigit(text.charAt(end - 1))) end--
  return end
}

const fewestOfPhone = 9

/**
 * What a cell may show of digits that were searched: themselves, without 55, and of a whole phone what stands before
 * and behind its ninth digit. The row matches already, so that none of these is by chance.
 */
function formsOf(digits: string): readonly string[] {
  const without55 = digits.startsWith('55') && digits.length > 4 ? [digits.slice(2)] : []
  if (digits.length < fewestOfPhone) return [digits, ...without55]
  const ending = digits.slice(-8)
  const withoutNinth = digits.slice(-11, -9) + ending
  const withNinth = `${digits.slice(-10, -8)}9${ending}`
  return [digits, ...without55, digits.slice(-11), withNinth, withoutNinth, digits.slice(-10), ending]
}
