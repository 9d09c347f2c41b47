/**
 * Limits of one sheet of Excel: rows with the heading row, columns, and UTF-16 units of a cell
 * (docs/decisions/engine.md §24).
 */
export const excelLimits = { rows: 1_048_576, columns: 16_384, cellCharacters: 32_767 }

/** The defined name by which a workbook marks the worksheet that states where its rows come from, in every language. */
export const originMark = 'cruza_origem'

/** What Excel does with pasted text, and how a cell is written for it (docs/decisions/lists.md §3). */

const blank = '[[\\p{White_Space}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]--[\\t\\r\\n]]'
/** Signs that begin a formula, with other forms of them that Excel or a change of width turns into these. */
const sign = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b]'
const formulaStart = new RegExp(`^${blank}*${sign}|^[\\t\\r\\n]`, 'v')
const plainNegative = /^-(?:0|[1-9]\d{0,10})(?:[.,]\d+)?$/
const phoneWithPlus = /^\+[\d ().\u00a0/-]*$/
const months =
  'jan(?:eiro|uary)?|fev(?:ereiro)?|feb(?:ruary)?|mar(?:ço|ch)?|abr(?:il)?|apr(?:il)?|mai(?:o)?|may|jun(?:ho|e)?|jul(?:ho|y)?|' +
  'ago(?:sto)?|aug(?:ust)?|set(?:embro)?|sep(?:t|tember)?|out(?:ubro)?|oct(?:ober)?|nov(?:embro|ember)?|dez(?:embro)?|dec(?:ember)?'
const day = '(?:\\d{1,2}[-/]\\d{1,4}|\\d{4}[-/]\\d{1,2})(?:[-/]\\d{1,4})?'
const time = '\\d{1,4}:\\d{1,2}(?::\\d{1,2})?(?:[.,]\\d+)?(?: ?[ap]m?)?'
/** In Portuguese or English; a day as `12/03/2026` and a decimal comma stay what they are in Portuguese. */
const misreadText = new RegExp(
  `^ *(?!\\d{2}/\\d{2}/\\d{4}(?: \\d{2}:\\d{2}(?::\\d{2})?)? *$)(?:${[
    '-?0\\d+',
    '-?\\d{12,}',
    '\\d+(?:[.,]\\d+)?e[+-]?\\d+',
    '\\(\\d[\\d.,]*\\)',
    '\\d+(?:\\.\\d+)+',
    `${day}(?: ${time})?`,
    time,
    `\\d{1,4}[-/. ]?(?:de )?(?:${months})\\.?(?:[-/. ]?(?:de )?\\d{1,4})?(?: ${time})?`,
    `(?:${months})\\.?(?:[-/., ]{0,2}| de )\\d{1,4}(?:[-/, ]{1,2}\\d{1,4})?`,
    '\\d+ \\d+/\\d+',
    '\\d{1,2} [ap]m?',
    '\\d[\\d.,]* ?%',
    '\\d[\\d.,]*-',
    '(?:R\\$|US\\$|[$€£]) ?-?\\d[\\d.,]*',
    'true|false|verdadeiro|falso',
  ].join('|')}) *$`,
  'i',
)
const digit = /\d/
/** Longer texts of digits are no phones. A text in an Excel formula has at most 255 characters. */
export const longestHeld = 40

/** Blanks, invisible characters and the signs that begin a formula, as parts of a regular expression (`v`). */
export const formulaParts = { blank, sign }

/** Whether Excel would run the text. */
export function isFormula(text: string): boolean {
  return formulaStart.test(text) && !plainNegative.test(text)
}

/**
 * Whether Excel would turn a text into a number, a day, a time or a truth value: phones with +, leading zeros, 12
 * digits, `1E5`, `3/4`, `(11)`, `4.5`, `jan-25`.
 */
export function isMisread(text: string): boolean {
  if (text.length > longestHeld) return false
  return misreadText.test(text) || (phoneWithPlus.test(text) && digit.test(text))
}

/**
 * A single copied cell, as it is shown. A text that Excel would run gets an apostrophe; phones and numbers stay plain.
 */
export function copiedCell(text: string): string {
  return quotedCell(isFormula(text) && !isMisread(text) ? `'${text}` : text)
}

/** The cell as Excel writes it to the clipboard: with quotes where it has tabs, line breaks or a quote at its start. */
export function quotedCell(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
