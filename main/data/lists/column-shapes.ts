import { areaCodeOf, readCellKeys } from './cell-keys.ts'
import { isFiller } from './filler.ts'

/** What the cells of a column are that hold something; cells that say there is nothing count as empty. */
export interface ColumnShape {
  readonly cells: number
  /**
   * Shares of these: phones alone, e-mails, phones and what was one once (too short, damaged by Excel), area codes
   * alone.
   */
  readonly phones: number
  readonly emails: number
  readonly nearlyPhones: number
  readonly areaCodes: number
  /**
   * Rows that were looked at, those with a key or a phone that lacks its area code alone, how many different ones these
   * have first, and how many have the most frequent one.
   */
  readonly rows: number
  readonly keyed: number
  readonly distinct: number
  readonly most: number
  /** Whether any cell holds anything at all. */
  readonly filled: boolean
}

/** Texts of a column are long: what is no key is seen at their beginning. */
const longestText = 500

/** The shapes of so many columns in these rows. */
export function shapesOf(rows: readonly (readonly string[])[], width: number): ColumnShape[] {
  return Array.from({ length: width }, (_, column) => shapeOf(rows.map((row) => row[column] ?? '')))
}

function shapeOf(texts: readonly string[]): ColumnShape {
  const times = new Map<string, number>()
  let [cells, phones, emails, nearly, areaCodes, keyed, most] = [0, 0, 0, 0, 0, 0, 0]
  let filled = false
  for (const text of texts) {
    if (text.trim() === '') continue
    filled = true
    if (isFiller(text)) continue
    cells++
    // Names and other words are most of what lists hold.
    if (!/[\p{Nd}@]/u.test(text)) continue
    const { keys, problem } = readCellKeys(text.slice(0, longestText), 'phone')
    const [first] = keys
    const isEmail = keys.some(({ kind }) => kind === 'email')
    if (isEmail) emails++
    if (first && !isEmail) phones++
    if ((first && !isEmail) || isNearlyPhone(text, problem)) nearly++
    if (areaCodeOf(text) !== null) areaCodes++
    const key = first?.key ?? (problem === 'no_area_code' ? text.replace(/\D/g, '') : null)
    if (key === null) continue
    keyed++
    const seen = (times.get(key) ?? 0) + 1
    times.set(key, seen)
    most = Math.max(most, seen)
  }
  const share = (count: number) => count / (cells || 1)
  return {
    ...{ rows: texts.length, cells, keyed, most, filled, distinct: times.size },
    phones: share(phones),
    emails: share(emails),
    nearlyPhones: share(nearly),
    areaCodes: share(areaCodes),
  }
}

/** A date, with or without its time: as many digits as a phone. */
const date = /^\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:[\sT,]|$)/

/** What stands where a phone would. */
const inPlaceOfPhones: ReadonlySet<string> = new Set([
  'service_number',
  'messenger_id',
  'masked',
  'placeholder',
  'hidden_link',
  'fax',
])

function isNearlyPhone(text: string, problem: string | null): boolean {
  if (date.test(text)) return false
  if (problem !== null && (isRewritten(problem) || inPlaceOfPhones.has(problem))) return true
  return problem !== null && problem !== 'no_digits' && text.replace(/\D/g, '').length >= 7
}

/** Whether Excel rewrote a number: what else is damaged may be a date, too. */
export function isRewritten(problem: string | null): boolean {
  return problem === 'damaged_by_excel' || problem === 'rounded'
}
