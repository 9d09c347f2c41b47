import type { GroupUnit } from '../../../preload/contract/table-queries.ts'
import { addDays } from '../../../preload/values/periods.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { createZone, dayNumberOf, hourOf, readTime, weekdayOf, type Zone } from '../../kernel/times.ts'
import type { Column, TextReading } from '../columns/column.ts'
import { noRow } from '../columns/derived-columns.ts'
import { setsOf } from '../columns/dictionary-column.ts'
import { numbersOf } from '../columns/numbers.ts'
import {
  type DictionaryPart,
  type ListPart,
  type NumberPart,
  type TextPart,
  type TimePart,
  textReader,
} from '../columns/part.ts'
import { groupTexts } from '../columns/text-column.ts'
import { cellNumbers } from './figures.ts'

/** Rows with the value that each has in one field. */
export interface CodedRows {
  /** The rows, as positions of those that were asked for; null where these are all, in their order. */
  readonly positions: Uint32Array | null
  /** The code of each row. */
  readonly codes: Uint32Array
  /** How many codes there are. */
  readonly count: number
  /** The value of a code, as a filter of values takes it; null is empty. */
  readonly labelOf: (code: number) => string | null
  /** The number of a code, where labels are texts that stand for numbers; NaN for other texts. */
  readonly numberOf?: (code: number) => number
  /** How these texts are read. */
  readonly reading?: TextReading
}

const rowsAStep = 65_536

/**
 * The values of a column in these rows as numbers, moments by their unit in a zone. A row with several labels is there
 * once for each of them, so that there may be more rows than were asked for. The column must be loaded and joined.
 */
export function* codeRows(
  column: Column,
  rows: Uint32Array,
  { unit, zone }: { readonly unit: GroupUnit | null; readonly zone: string },
): InterruptibleWork<CodedRows> {
  const { stored, reading } = column
  if (reading?.type === 'time') {
    return yield* codeMoments(column, yield* cellNumbers(column), rows, { unit: unit ?? 'day', zone })
  }
  if (reading) return yield* codeReadTexts(column, reading, yield* cellNumbers(column), rows)
  const [part, ...others] = stored?.parts ?? []
  if (!part || !stored || others.length > 0) return yield* codeTexts(column, rows)
  const places = stored.rows ? yield* placesOf(rows, stored.rows) : rows
  switch (part.kind) {
    case 'dictionary':
      return yield* codeDictionary(part, places)
    case 'list':
      return yield* codeLabels(part, places)
    case 'text':
      return yield* codePart(part, places)
    case 'number':
      return yield* codeNumbers(numbersOf(part).reader(), part, places)
    case 'time':
      return yield* codeTimes(part, places, unit ?? 'day', createZone(zone))
  }
}

function* placesOf(rows: Uint32Array, index: Uint32Array): InterruptibleWork<Uint32Array> {
  const places = new Uint32Array(rows.length)
  // Rows lie inside the index, positions inside the arrays, here and below: `as number` spares a check a row.
  for (let at = 0; at < rows.length; at++) {
    places[at] = index[rows[at] as number] as number
    if (at % rowsAStep === rowsAStep - 1) yield
  }
  return places
}

/** Any column, by its texts. */
function* codeTexts(column: Column, rows: Uint32Array): InterruptibleWork<CodedRows> {
  const names = createNames<string>()
  const codes = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    codes[at] = column.isEmpty(row) ? 0 : names.codeOf(column.text(row))
    if (at % rowsAStep === rowsAStep - 1) yield
  }
  return { positions: null, codes, count: names.count(), labelOf: (code) => names.nameOf(code) }
}

/** Texts by the numbers that they stand for, each number as its first text; other texts by themselves. */
function* codeReadTexts(
  column: Column,
  reading: TextReading,
  numberAt: (row: number) => number,
  rows: Uint32Array,
): InterruptibleWork<CodedRows> {
  const names = createNames<string>()
  const codesOfNumbers = new Map<number, number>()
  const numbers = [Number.NaN]
  const codes = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    if (at % rowsAStep === rowsAStep - 1) yield
    const row = rows[at] as number
    if (column.isEmpty(row)) continue
    const number = numberAt(row)
    const isNumber = !Number.isNaN(number)
    const code = (isNumber ? codesOfNumbers.get(number) : undefined) ?? names.codeOf(column.text(row))
    if (isNumber) codesOfNumbers.set(number, code)
    numbers[code] = number
    codes[at] = code
  }
  const numberOf = (code: number) => numbers[code] ?? Number.NaN
  return { positions: null, codes, count: names.count(), labelOf: (code) => names.nameOf(code), numberOf, reading }
}

/** Texts that stand for moments, by their unit; a text that is no time is a value of its own. */
function* codeMoments(
  column: Column,
  momentAt: (row: number) => number,
  rows: Uint32Array,
  { unit, zone }: { readonly unit: GroupUnit; readonly zone: string },
): InterruptibleWork<CodedRows> {
  const { wallClockAt } = createZone(zone)
  const names = createNames<string>()
  const codeOfWall = codesOfUnit(unit, names)
  const codes = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    if (at % rowsAStep === rowsAStep - 1) yield
    const row = rows[at] as number
    if (column.isEmpty(row)) continue
    const moment = momentAt(row)
    codes[at] = Number.isNaN(moment) ? names.codeOf(column.text(row)) : codeOfWall(wallClockAt(moment))
  }
  return { positions: null, codes, count: names.count(), labelOf: (code) => names.nameOf(code) }
}

/** Numbers names from 1 on; 0 is no name. */
function createNames<Name>() {
  const names: Name[] = []
  const codes = new Map<Name, number>()
  return {
    count: () => names.length + 1,
    nameOf: (code: number): Name | null => names[code - 1] ?? null,
    codeOf(name: Name): number {
      const code = codes.get(name)
      if (code !== undefined) return code
      codes.set(name, names.push(name))
      return names.length
    },
  }
}

function* codeDictionary({ codes: stored, values }: DictionaryPart, places: Uint32Array): InterruptibleWork<CodedRows> {
  // An empty text is an empty cell, as null is.
  const isEmpty = Uint8Array.from(['', ...values], (value) => Number(value === ''))
  const codes = new Uint32Array(places.length)
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number
    const code = place === noRow ? 0 : (stored[place] as number)
    codes[at] = isEmpty[code] === 1 ? 0 : code
    if (at % rowsAStep === rowsAStep - 1) yield
  }
  return { positions: null, codes, count: values.length + 1, labelOf: (code) => values[code - 1] || null }
}

function* codeLabels(part: ListPart, places: Uint32Array): InterruptibleWork<CodedRows> {
  const names = createNames<string>()
  const codesOfSets = [[0], ...setsOf(part).map((set) => [...new Set(set.map(names.codeOf))])]
  const setAt = (at: number) => {
    const place = places[at] as number
    return codesOfSets[place === noRow ? 0 : (part.codes[place] as number)] ?? [0]
  }
  let length = 0
  for (let at = 0; at < places.length; at++) length += setAt(at).length
  const [positions, codes] = [new Uint32Array(length), new Uint32Array(length)]
  let next = 0
  for (let at = 0; at < places.length; at++) {
    for (const code of setAt(at)) {
      positions[next] = at
      codes[next++] = code
    }
    if (at % rowsAStep === rowsAStep - 1) yield
  }
  return { positions, codes, count: names.count(), labelOf: (code) => names.nameOf(code) }
}

function* codePart(part: TextPart, places: Uint32Array): InterruptibleWork<CodedRows> {
  const rows = places.includes(noRow) ? places.filter((place) => place !== noRow) : places
  const { texts, groups } = yield* groupTexts(part, rows)
  const textOf = textReader(texts)
  const count = texts.offsets.length
  const codes = new Uint32Array(places.length)
  let next = 0
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number
    if (place === noRow) continue
    const group = groups[next++] as number
    codes[at] = part.offsets[place] === part.offsets[place + 1] ? 0 : group + 1
  }
  return { positions: null, codes, count, labelOf: (code) => (code === 0 ? null : textOf(code - 1)) }
}

function* codeNumbers(
  numberAt: (row: number) => number,
  { rows }: NumberPart,
  places: Uint32Array,
): InterruptibleWork<CodedRows> {
  const names = createNames<number>()
  const codes = new Uint32Array(places.length)
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number
    const number = place < rows ? numberAt(place) : Number.NaN
    codes[at] = Number.isNaN(number) ? 0 : names.codeOf(number)
    if (at % rowsAStep === rowsAStep - 1) yield
  }
  const labelOf = (code: number) => (code === 0 ? null : String(names.nameOf(code)))
  return { positions: null, codes, count: names.count(), labelOf }
}

interface UnitWords {
  /** The number of the unit that a clock time lies in. */
  readonly numberOf: (wallMs: number) => number
  readonly labelOf: (number: number) => string
}

const firstDay = '1970-01-01'

const units: Readonly<Record<GroupUnit, UnitWords>> = {
  day: { numberOf: dayNumberOf, labelOf: (day) => addDays(firstDay, day) },
  week: { numberOf: (wall) => dayNumberOf(wall) - weekdayOf(wall) + 1, labelOf: (day) => addDays(firstDay, day) },
  month: { numberOf: dayNumberOf, labelOf: (day) => addDays(firstDay, day).slice(0, 7) },
  weekday: { numberOf: weekdayOf, labelOf: String },
  hour: { numberOf: hourOf, labelOf: String },
}

/** Gives the code of a clock time by its unit. */
function codesOfUnit(unit: GroupUnit, names: ReturnType<typeof createNames<string>>): (wallMs: number) => number {
  const { numberOf, labelOf } = units[unit]
  const codesOfNumbers = new Map<number, number>()
  return (wall) => {
    const number = numberOf(wall)
    const code = codesOfNumbers.get(number) ?? names.codeOf(labelOf(number))
    codesOfNumbers.set(number, code)
    return code
  }
}

/**
 * Moments by their unit. A day without a time has no hour; a text that is no time is a value of its own.
 */
function* codeTimes(part: TimePart, places: Uint32Array, unit: GroupUnit, zone: Zone): InterruptibleWork<CodedRows> {
  const names = createNames<string>()
  const momentAt = numbersOf(part).reader()
  const codeOfWall = codesOfUnit(unit, names)
  const codeOfException = (place: number) => {
    const text = part.exceptions.get(place)
    if (text === undefined) return 0
    const noon = text.length === 10 ? readTime(`${text}T12:00:00Z`) : null
    if (!noon) return names.codeOf(text)
    return unit === 'hour' ? 0 : codeOfWall(noon.at)
  }
  const codes = new Uint32Array(places.length)
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number
    const moment = place < part.rows ? momentAt(place) : Number.NaN
    codes[at] = Number.isNaN(moment) ? codeOfException(place) : codeOfWall(zone.wallClockAt(moment))
    if (at % rowsAStep === rowsAStep - 1) yield
  }
  return { positions: null, codes, count: names.count(), labelOf: (code) => names.nameOf(code) }
}
