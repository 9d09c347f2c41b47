import { formulaParts, isFormula, isMisread } from '../../../preload/values/excel.ts'

/**
 * The protective marks of "CSV para Excel" (docs/decisions/lists.md §3), and how they are taken off again.
 *
 * Excel runs a cell that begins like a formula, and turns `+5511988887777` into 5,51E+12 and `00123` into 123. A blind
 * apostrophe would keep both as texts, but it stays in the cell and spoils every phone for searching. So there are two:
 *
 * - what Excel would misread as a number, a day or a time is written `="+5511988887777"`: the cell then holds exactly
 *   the text. Such are phones with +, leading zeros, 12 digits or more, `1E5`, `3/4`, `(11)`, `jan-25`. Only digits,
 *   phone signs and names of months are between the quotes, so nothing can run.
 * - any other text that begins like a formula gets one leading apostrophe.
 * - a plain negative number is left as it is.
 *
 * A program that splits at another separator, or takes no quotes, begins cells inside ours. So what could be a formula
 * after `,` `;` `|`, a tab or a line break gets an apostrophe behind that separator, save for numbers, phones and lines
 * of plain words (`- 2 camisetas`). Blanks and characters that are not seen do not hide a formula.
 */

const { blank, sign } = formulaParts
const separators = /[,;|\t\r\n]/
/** A separator and the apostrophes behind it, where what follows begins like a formula. */
const innerStart = new RegExp(`([,;\\|\\t\\r\\n])('*)(?=[${blank}"]*${sign})`, 'gv')
const innerNumber = new RegExp(
  `${blank}*(?:\\+[\\d\\x20\\(\\).\\xa0\\/\\-]*|-\\x20?[\\d.]*%?)(?=[,;\\t\\r\\n]|$)`,
  'vy',
)
const plainLine = /[-+][ \u00a0](?:[\p{L}\p{M}\p{N} .:?%$\u00a0-]|[,;](?![ \u00a0]*-))*(?=[\r\n]|$)/uy
const apostrophes = /^'+/
const heldText = /^="([^"]*)"$/

/** The text of a protected CSV field, before quoting. `unprotectCell` gives back exactly what came in. */
export function protectCell(whole: string): string {
  const text = markInside(whole, (apostrophes) => `${apostrophes}'`)
  const bare = withoutApostrophes(text)
  const needsMark = isMisread(bare)
  if (!needsMark && !isFormula(bare)) return text
  return needsMark && bare === text ? `="${text}"` : `'${text}`
}

/**
 * Takes off exactly one protective mark: our own two, and the leading tab that other programs use. A text without a
 * mark comes back unchanged, also one that merely begins with an apostrophe.
 */
export function unprotectCell(text: string): string {
  return markInside(withoutLeadingMark(text), (apostrophes) => apostrophes.slice(1))
}

function withoutLeadingMark(text: string): string {
  const inner = heldText.exec(text)?.[1]
  if (inner !== undefined && isMisread(inner)) return inner
  if (!text.startsWith("'") && !text.startsWith('\t')) return text
  const bare = withoutApostrophes(text.slice(1))
  return isMisread(bare) || isFormula(bare) ? text.slice(1) : text
}

/** Changes the apostrophes behind each separator within the text after which a formula would begin. */
function markInside(text: string, change: (apostrophes: string) => string): string {
  if (!separators.test(text)) return text
  return text.replace(innerStart, (start, separator: string, marks: string, at: number) => {
    const next = at + start.length
    const isLine = separator === '\n' || separator === '\r'
    if (matchesAt(innerNumber, text, next) || (isLine && matchesAt(plainLine, text, next))) return start
    return separator + change(marks)
  })
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function withoutApostrophes(text: string): string {
  return text.startsWith("'") ? text.replace(apostrophes, '') : text
}
