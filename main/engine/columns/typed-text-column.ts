import { type InterruptibleWork, runInSlices, runSync } from '../../kernel/schedule.ts'
import { momentsOfDays } from '../../kernel/times.ts'
import {
  type CellFilter,
  type CellValue,
  type Column,
  type CountedValues,
  filterTest,
  firstTextRank,
  isComparison,
  keepRows,
  mostFrequent,
  type TextReading,
} from './column.ts'
import { keepBetween } from './number-column.ts'
import type { DictionaryPart, NumberPart, TextPart } from './part.ts'
import { largest, rankTextPart } from './text-column.ts'
import { takeTexts } from './text-part.ts'

/** What the cells of a person's own spreadsheet hold besides their texts. */
export interface SheetValues {
  readonly numbers: NumberPart
  readonly formats: DictionaryPart
}

const rowsAStep = 16_384
/** No rank of a number comes near those of texts. */
const mostNumber = 1e300

/**
 * A column of texts that are ordered, filtered, grouped and exported by the numbers which they stand for. Cells, copies
 * and files of text keep every text as it is. What is no number stays a text: it is behind all numbers in either order,
 * and text filters find it. `sheet` gives the values of a spreadsheet, which go before what their texts read as.
 */
export function createTypedTextColumn(texts: Column, reading: TextReading, sheet?: () => SheetValues): Column {
  let numbers: Float64Array | null = null
  let cachedRanks: Float64Array | null = null
  let cachedSheet: SheetValues | null = null
  const isText = reading.type === 'text'
  const sheetValues = (): SheetValues | null => {
    cachedSheet ??= sheet?.() ?? null
    return cachedSheet
  }
  const valueAt = (row: number): CellValue | null => {
    const values = sheetValues()
    const number = values?.numbers.values[row] ?? Number.NaN
    if (!values || Number.isNaN(number)) return null
    return { number, format: values.formats.values[(values.formats.codes[row] ?? 0) - 1] ?? '' }
  }

  function* makeNumbers(): InterruptibleWork<Float64Array> {
    if (numbers) return numbers
    const made = new Float64Array(texts.length).fill(Number.NaN)
    const { offsets, heap } = textPart(texts)
    // Rows lie inside the arrays here and below: `as number` spares a check a row.
    for (let row = 0; row < made.length; row++) {
      if (row % rowsAStep === rowsAStep - 1) yield
      const from = offsets[row] as number
      const to = offsets[row + 1] as number
      if (from === to) continue
      const value = sheet ? valueAt(row) : null
      const number = value ? reading.readValue(value) : Number.NaN
      made[row] = Number.isNaN(number) ? reading.read(heap, from, to) : number
    }
    numbers = made
    return made
  }

  function* makeRanks(): InterruptibleWork<Float64Array> {
    if (cachedRanks) return cachedRanks
    const values = yield* makeNumbers()
    const ranks = new Float64Array(values.length)
    const others = yield* rowsWithTexts(texts, values)
    for (let row = 0; row < ranks.length; row++) {
      const number = values[row] as number
      ranks[row] = Math.max(-mostNumber, Math.min(mostNumber, number))
    }
    const textRanks = yield* rankTextPart(takeTexts(textPart(texts), others))
    for (let at = 0; at < others.length; at++) {
      ranks[others[at] as number] = firstTextRank * (1 + (textRanks[at] as number) / 2 ** 32)
    }
    cachedRanks = ranks
    return ranks
  }

  const numberAt = () => {
    const values = numbers ?? runSync(makeNumbers())
    return (row: number) => values[row] as number
  }
  const excelValueAt = (row: number): CellValue | null => {
    if (!reading.excelValue) return null
    const number = (numbers ?? runSync(makeNumbers()))[row] as number
    return Number.isNaN(number) ? null : reading.excelValue(number, texts.text(row))
  }
  const filter = (asked: CellFilter, keep: Uint8Array): void => {
    if (asked.operator === 'between') {
      const { days } = asked
      keepBetween(days && reading.type === 'time' ? momentsOfDays(days, reading.zone) : asked, keep, numberAt())
    } else if (isComparison(asked)) {
      const test = filterTest(asked)
      const at = numberAt()
      keepRows(keep, (row) => test(null, at(row)))
    } else if (asked.operator === 'misfit') {
      const at = numberAt()
      keepRows(keep, (row) => Number.isNaN(at(row)) && !texts.isEmpty(row))
    } else if (asked.operator === 'in' || asked.operator === 'not_in') keepValues(asked, keep, numberAt())
    else texts.filter(asked, keep)
  }

  /** Texts that stand for one number are one value; a spreadsheet may show several numbers as one text. */
  function keepValues(
    asked: Extract<CellFilter, { values: unknown }>,
    keep: Uint8Array,
    at: (row: number) => number,
  ): void {
    const expected = new Set<number>()
    for (const value of asked.values) {
      const bytes = Buffer.from(value ?? '')
      const number = reading.read(bytes, 0, bytes.length)
      if (!Number.isNaN(number)) expected.add(number)
    }
    const marks = new Uint8Array(keep.length).fill(1)
    texts.filter({ ...asked, operator: 'in' }, marks)
    const keepsFound = asked.operator === 'in'
    keepRows(keep, (row) => (marks[row] === 1 || expected.has(at(row))) === keepsFound)
  }

  /** Each number as its first text. */
  function* counts(rows: Uint32Array | null, limit: number): InterruptibleWork<CountedValues> {
    const at = numberAt()
    const places = new Map<number, number>()
    const firstRows: number[] = []
    const times: number[] = []
    const others: number[] = []
    const count = (row: number) => {
      const number = at(row)
      const place = places.get(number)
      if (Number.isNaN(number)) others.push(row)
      else if (place !== undefined) times[place] = (times[place] ?? 0) + 1
      else {
        places.set(number, firstRows.push(row) - 1)
        times.push(1)
      }
    }
    if (rows) for (const row of rows) count(row)
    else for (let row = 0; row < texts.length; row++) count(row)
    const ofTexts = yield* texts.counts(Uint32Array.from(others), limit)
    const all: [string | null, number][] = ofTexts.values.map((one) => [one.value, one.rows])
    for (const place of largest(Uint32Array.from(times), limit)) {
      all.push([texts.text(firstRows[place] ?? 0), times[place] ?? 0])
    }
    const { values } = mostFrequent(all, limit, (value) => value)
    return { values, distinct: firstRows.length + ofTexts.distinct }
  }

  return {
    type: reading.type,
    length: texts.length,
    get bytes() {
      return texts.bytes + (numbers?.byteLength ?? 0) + (cachedRanks?.byteLength ?? 0)
    },
    get stored() {
      return texts.stored
    },
    load: texts.load && (async (yieldToEventLoop, rows) => texts.load?.(yieldToEventLoop, rows)),
    cell: texts.cell,
    plain: texts.plain,
    text: texts.text,
    isEmpty: texts.isEmpty,
    find: texts.find,
    reading: isText ? undefined : reading,
    *numbers() {
      const values = yield* makeNumbers()
      return (row) => values[row] as number
    },
    typed: sheet || reading.excelValue ? (row) => valueAt(row) ?? excelValueAt(row) : undefined,
    ranks: isText ? texts.ranks : () => runSync(makeRanks()),
    prepareRanks: isText
      ? texts.prepareRanks
      : async (yieldToEventLoop) => {
          await texts.load?.(yieldToEventLoop)
          await runInSlices(makeRanks(), yieldToEventLoop)
        },
    filter: isText ? texts.filter : filter,
    counts: isText ? texts.counts : counts,
  }
}

/** The texts of a column that has all of them in one part. */
function textPart({ stored }: Column): TextPart {
  const [part] = stored?.parts ?? []
  if (part?.kind !== 'text') throw new TypeError('a column of other values than texts')
  return part
}

/** The rows with a text that is no number. */
function* rowsWithTexts(texts: Column, numbers: Float64Array): InterruptibleWork<Uint32Array> {
  const rows = new Uint32Array(numbers.length)
  let count = 0
  for (let row = 0; row < numbers.length; row++) {
    if (row % rowsAStep === rowsAStep - 1) yield
    if (Number.isNaN(numbers[row]) && !texts.isEmpty(row)) rows[count++] = row
  }
  return rows.subarray(0, count)
}
