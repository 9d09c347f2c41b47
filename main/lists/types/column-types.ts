import type { ListColumnType } from '../../../preload/values/list-column-types.ts'
import { foldText } from '../../../preload/values/text.ts'
import type { CellValue } from '../../engine/columns/column.ts'
import { textAt } from '../../engine/columns/part.ts'
import { createSheetKinds, type SheetKind } from '../../engine/columns/sheet-values.ts'
import { isFiller } from '../../phones/filler.ts'
import type { ListPlan } from '../plan.ts'
import { byteOf, isDigit, skipBlanks } from './cell-bytes.ts'
import { createDayCell, type DayCell, dayForms, readDay } from './day-cell.ts'
import { createNumberCell, type NumberCell, numberForms, numberFormsOf } from './number-cell.ts'
import { isEmail, isPhone, readYesNo } from './word-cells.ts'

/** How the cells of a column are read. */
export interface ColumnForm {
  readonly type: ListColumnType
  /** Decimals have a dot, or months stand before days. */
  readonly english: boolean
  /** The person chose the type: what it would not be by itself, such as a code, is read as well. */
  readonly chosen: boolean
}

export const textForm: ColumnForm = { type: 'text', english: false, chosen: false }

/** The type of a column that needs not be found: of keys, or as the person chose. Null for any other. */
export function chosenType(
  { columnTypes, keyColumns }: Pick<ListPlan, 'columnTypes' | 'keyColumns'>,
  index: number,
): ListColumnType | null {
  const key = keyColumns.find((column) => column.index === index && !column.otherDigits)
  return key?.kind ?? columnTypes.get(index) ?? null
}

/** What a cell can be, a bit each. */
const fits = {
  brazilianNumber: numberForms.brazilian,
  englishNumber: numberForms.english,
  money: numberForms.money,
  dayFirst: 8 * dayForms.dayFirst,
  monthFirst: 8 * dayForms.monthFirst,
  word: 32,
  zeroOrOne: 64,
  email: 128,
  phone: 256,
} as const
const numbers = fits.brazilianNumber | fits.englishNumber
const days = fits.dayFirst | fits.monthFirst
const sets = 512

/** So many of the filled cells have to fit a type, and at least so many cells. */
const leastShare = 0.95
const fewestCells = 2
/** A column of so many cells, less than half of which fit anything, is text and is looked at no more. */
const hopelessCells = 1000

/** Finds the type of a column by all its cells. */
export interface TypeFinder {
  /** The cell of a row block, and what it holds in a spreadsheet. */
  add(bytes: Uint8Array, from: number, to: number, value?: CellValue | null): void
  form(): ColumnForm
  /** How many cells hold something, and how many of these do not fit the type. */
  counts(): { readonly filled: number; readonly misfits: number }
}

/** Words with which the headings of codes begin. */
const codeWords = ['id', 'cod', 'codigo', 'cpf', 'cnpj', 'cep', 'rg', 'ddd', 'matricula', 'protocolo', 'contrato', 'nf']

/** Whether a heading says that the numbers below it name something. */
function namesCodes(heading: string): boolean {
  const [first = ''] = foldText(heading)
    .trim()
    .split(/[^a-z]/, 1)
  return codeWords.includes(first)
}

/** Finds the type of a column with this heading. Where one is chosen for it, only its spelling is found. */
export function createTypeFinder(heading: string, chosen: ListColumnType | null): TypeFinder {
  /** The number of cells by the set of what they can be. */
  const cells = new Uint32Array(sets)
  const kindOf = createSheetKinds()
  const lenient = chosen !== null && isNumber(chosen)
  const read: ReadCells = { number: createNumberCell(), day: createDayCell(), lenient }
  let filled = 0
  let isLooking = chosen === null || chosen === 'day' || isNumber(chosen)
  const count = (holds: (set: number) => boolean): number =>
    cells.reduce((sum, times, set) => (times > 0 && holds(set) ? sum + times : sum), 0)
  const has = (bits: number) => count((set) => (set & bits) !== 0)
  /** Only the English form of some cells is one at all, and no cell shows that the other form is meant. */
  const isEnglish = (english: number, brazilian: number): boolean => {
    const only = (bit: number) => count((set) => (set & (english | brazilian)) === bit)
    return only(english) > 0 && only(brazilian) === 0
  }
  const spellings = () => ({
    number: isEnglish(fits.englishNumber, fits.brazilianNumber),
    day: isEnglish(fits.monthFirst, fits.dayFirst),
  })
  /** How many cells fit each type. */
  const fitting = (): Readonly<Record<Exclude<ListColumnType, 'text'>, number>> => {
    const english = spellings()
    const number = has(english.number ? fits.englishNumber : fits.brazilianNumber)
    return {
      yes_no: has(fits.word) > 0 ? has(fits.word | fits.zeroOrOne) : 0,
      number,
      money: has(fits.money) * 2 >= number ? number : 0,
      day: has(english.day ? fits.monthFirst : fits.dayFirst),
      email: has(fits.email),
      phone: has(fits.phone),
    }
  }
  const typeOf = (): ListColumnType => {
    if (!isLooking || filled < fewestCells) return 'text'
    const counted = fitting()
    const type = order.find((one) => counted[one] >= filled * leastShare) ?? 'text'
    return type === 'number' && namesCodes(heading) ? 'text' : type
  }
  const form = (): ColumnForm => {
    const type = chosen ?? typeOf()
    const english = spellings()
    return { type, english: type === 'day' ? english.day : isNumber(type) && english.number, chosen: chosen !== null }
  }
  return {
    add(bytes, from, to, value) {
      if (!isLooking) return
      const start = skipBlanks(bytes, from, to)
      if (start === to) return
      const set = value ? setOfKind(kindOf(value), lenient) : setOf(bytes, start, to, read)
      // A lone sign says that there is nothing.
      if (set === 0 && (to - start === 1 || isFiller(textAt(bytes, start, Math.min(to, start + longestFiller))))) return
      cells[set] = (cells[set] as number) + 1
      filled++
      if (filled === hopelessCells && chosen === null) isLooking = (cells[0] as number) * 2 <= filled
    },
    form,
    counts() {
      const { type } = form()
      const isCounted = type !== 'text' && isLooking
      return { filled, misfits: isCounted ? filled - fitting()[type === 'money' ? 'number' : type] : 0 }
    },
  }
}

const isNumber = (type: ListColumnType) => type === 'number' || type === 'money'

/** The first type that enough cells fit. */
const order = ['yes_no', 'money', 'number', 'day', 'email', 'phone'] as const
const longestFiller = 64

/** What a value of a spreadsheet can be. */
const setsOfKinds: Readonly<Record<SheetKind, number>> = {
  number: numbers,
  percent: numbers,
  money: numbers | fits.money,
  day: days,
  yes_no: fits.word,
  code: 0,
  other: 0,
}

const setOfKind = (kind: SheetKind, lenient: boolean) => (kind === 'code' && lenient ? numbers : setsOfKinds[kind])

/** What is used for each cell. `lenient`: codes are numbers, too. */
interface ReadCells {
  readonly number: NumberCell
  readonly day: DayCell
  readonly lenient: boolean
}

/** What a text without blanks before it can be. */
function setOf(bytes: Uint8Array, from: number, to: number, read: ReadCells): number {
  if (isDigit(bytes[from])) return setOfDigits(bytes, from, to, read)
  const start = starts[bytes[from] as number] as number
  const forms = (start & numberStart) > 0 ? numberFormsOf(bytes, from, to, read.lenient, read.number) : 0
  if (forms > 0) return forms
  if ((start & wordStart) > 0 && !Number.isNaN(readYesNo(bytes, from, to))) return fits.word
  const day = (start & dayStart) > 0 ? readDay(bytes, from, to, read.day) * fits.dayFirst : 0
  if (day > 0) return day
  if ((start & numberStart) > 0 && isPhone(bytes, from, to)) return fits.phone
  return isEmail(bytes, from, to) ? fits.email : 0
}

/** What can begin with each byte that is no digit: numbers and phones, words for yes and no, weekdays before a day. */
const [numberStart, wordStart, dayStart] = [1, 2, 4] as const
const starts = new Uint8Array(256)
for (const [start, signs] of [
  [numberStart, '(+-−.,$€£RrUuBbEe'],
  [wordStart, 'SsYyTtVvNnFf'],
  [dayStart, 'SsTtQqDdMmWwFf'],
] as const) {
  for (const byte of Buffer.from(signs)) starts[byte] = (starts[byte] as number) | start
}

/** What a text can be that begins with a digit. */
function setOfDigits(bytes: Uint8Array, from: number, to: number, read: ReadCells): number {
  let end = from + 1
  while (isDigit(bytes[end]) && end < to) end++
  const sign = bytes[end]
  const isDay = end + 1 < to && (sign === byteOf.slash || sign === byteOf.minus)
  const forms = isDay ? 0 : numberFormsOf(bytes, from, to, read.lenient, read.number)
  if (forms > 0) return to - from === 1 && (bytes[from] as number) <= one ? forms | fits.zeroOrOne : forms
  const day = readDay(bytes, from, to, read.day) * fits.dayFirst
  if (day > 0) return day
  if (isPhone(bytes, from, to)) return fits.phone
  return isEmail(bytes, from, to) ? fits.email : 0
}

const one = 0x31
