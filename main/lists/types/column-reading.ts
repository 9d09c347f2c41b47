import type { TextReading } from '../../engine/columns/column.ts'
import { createSheetKinds, serialOfWall, wallOfSerial } from '../../engine/columns/sheet-values.ts'
import { createZone, momentAt } from '../../kernel/times.ts'
import type { ColumnForm } from './column-types.ts'
import { createDayCell, readMoment } from './day-cell.ts'
import { createNumberCell, type NumberSpelling, numberFormat, readNumber } from './number-cell.ts'
import { readYesNo } from './word-cells.ts'

/** How the texts of a column of this form are read as numbers. `zone` is that of its days, as an IANA name. */
export function readingOf({ type, english, chosen }: ColumnForm, zone: string): TextReading {
  switch (type) {
    case 'number':
    case 'money':
      return numberReading({ english, lenient: chosen }, zone)
    case 'day':
      return dayReading(english, zone)
    case 'yes_no':
      return yesNoReading(zone)
    default:
      return textReading(zone)
  }
}

function numberReading(spelling: NumberSpelling, zone: string): TextReading {
  const cell = createNumberCell()
  const kindOf = createSheetKinds()
  return {
    type: 'number',
    zone,
    read: (bytes, from, to) => readNumber(bytes, from, to, spelling, cell),
    readValue: (value) => {
      const kind = kindOf(value)
      if (kind === 'number' || kind === 'money' || (kind === 'code' && spelling.lenient)) return value.number
      // A percentage is the number before its sign.
      return kind === 'percent' ? Number((value.number * 100).toPrecision(15)) : Number.NaN
    },
    excelValue: (number, text) => ({ number, format: numberFormat(text, spelling) }),
  }
}

function dayReading(english: boolean, zone: string): TextReading {
  const cell = createDayCell()
  const kindOf = createSheetKinds()
  const ofZone = createZone(zone)
  return {
    type: 'time',
    zone,
    read: (bytes, from, to) => readMoment(bytes, from, to, english, ofZone, cell),
    readValue: (value) => (kindOf(value) === 'day' ? momentAt(ofZone, wallOfSerial(value.number)) : Number.NaN),
    excelValue(moment, text) {
      const number = serialOfWall(ofZone.wallClockAt(moment))
      return number === null ? null : { number, format: dayFormat(text) }
    },
  }
}

/** Excel's format of a day with the parts of its time that the text has. */
function dayFormat(text: string): string {
  const day = 'dd/mm/yyyy'
  if (/\d:\d\d:\d\d/.test(text)) return `${day}\\ hh:mm:ss`
  return /\d(?::\d\d|h)/i.test(text) ? `${day}\\ hh:mm` : day
}

/** Excel's truth values have other words: texts stay texts there. */
function yesNoReading(zone: string): TextReading {
  const kindOf = createSheetKinds()
  return {
    type: 'choice',
    zone,
    read: readYesNo,
    readValue: (value) => (kindOf(value) === 'yes_no' ? value.number : Number.NaN),
  }
}

/** A text has only the amounts that a spreadsheet has in it. */
function textReading(zone: string): TextReading {
  const kindOf = createSheetKinds()
  return {
    type: 'text',
    zone,
    read: () => Number.NaN,
    readValue: (value) => {
      const kind = kindOf(value)
      return kind === 'day' || kind === 'yes_no' || kind === 'other' ? Number.NaN : value.number
    },
  }
}
