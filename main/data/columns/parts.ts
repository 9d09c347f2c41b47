import { concatenateDictionaries, concatenateLists, takeDictionary, takeList } from './dictionary-column.ts'
import { concatenateNumbers, takeNumbers } from './number-column.ts'
import type { Part, PartKind } from './part.ts'
import { damaged } from './segment.ts'
import { concatenateTexts, takeTexts } from './text-part.ts'
import { concatenateTimes, takeTimes } from './time-column.ts'

/** Parts of one column, one after the other, as one. Throws `file_damaged` when a part is of another kind. */
export function concatenateParts(kind: PartKind, parts: readonly Part[]): Part {
  switch (kind) {
    case 'text':
      return concatenateTexts(parts.map((part) => partOf(part, 'text')))
    case 'number':
      return concatenateNumbers(parts.map((part) => partOf(part, 'number')))
    case 'time':
      return concatenateTimes(parts.map((part) => partOf(part, 'time')))
    case 'dictionary':
      return concatenateDictionaries(parts.map((part) => partOf(part, 'dictionary')))
    case 'list':
      return concatenateLists(parts.map((part) => partOf(part, 'list')))
  }
}

/** The values of these rows, in this order; a row may be taken more than once. */
export function takeRows(part: Part, rows: Uint32Array): Part {
  switch (part.kind) {
    case 'text':
      return takeTexts(part, rows)
    case 'number':
      return takeNumbers(part, rows)
    case 'time':
      return takeTimes(part, rows)
    case 'dictionary':
      return takeDictionary(part, rows)
    case 'list':
      return takeList(part, rows)
  }
}

/** The same part, known to be of this kind. Throws `file_damaged` otherwise. */
export function partOf<Kind extends PartKind>(part: Part, kind: Kind): Extract<Part, { kind: Kind }> {
  if (part.kind !== kind) throw damaged()
  // The discriminant was just compared; TypeScript does not narrow by a type parameter.
  return part as Extract<Part, { kind: Kind }>
}
