import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { addressesIn, isIdentity } from '../../phones/addresses.ts'
import { areaCodeOf, readCellKeys } from '../../phones/cell-keys.ts'
import { isFiller } from '../../phones/filler.ts'
import { judgeDigits, type OtherDigits } from '../../phones/other-digits.ts'

/** What the filled cells of a column are. Cells that say there is nothing count as empty. */
export interface ColumnShape {
  readonly cells: number
  /**
   * Shares of these: phones alone, e-mails, phones and what was one once (too short, damaged by Excel), identities of
   * messengers, area codes alone.
   */
  readonly phones: number
  readonly emails: number
  readonly nearlyPhones: number
  readonly identities: number
  readonly areaCodes: number
  /** Share of mobiles with their country code, as programs write them: no other number looks like these. */
  readonly wholeMobiles: number
  /**
   * Whether its cells may be phones without area code: `sure` by their form, `likely` where they are no dates and no
   * postcodes, `few` where they are too few to decide.
   */
  readonly locals: 'sure' | 'likely' | 'few' | null
  /** What its bare numbers are where all of them show that they are no phones. */
  readonly otherDigits: OtherDigits | null
  /**
   * How many rows were read, and how many have a key or a phone that lacks its area code alone. Then how many different
   * ones these have first, and how many have the most frequent one.
   */
  readonly rows: number
  readonly keyed: number
  readonly distinct: number
  readonly most: number
  /** The most frequent key; empty where there is none. */
  readonly mostKey: string
  /** How many rows have each key first. */
  readonly times: ReadonlyMap<string, number>
  /** Whether any cell holds anything at all. */
  readonly filled: boolean
}

/** Texts of a column may be long: their beginning is enough to see that they are no key. */
const longestText = 500

const wholeMobile = /^\s*\+?55[1-9]{2}9\d{8}\s*$/

/** Reads the shapes of so many columns in these rows. */
export async function shapesOf(
  rows: readonly (readonly string[])[],
  width: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ColumnShape[]> {
  const shapes: ColumnShape[] = []
  for (let column = 0; column < width; column++) {
    shapes.push(shapeOf(rows.map((row) => row[column] ?? '')))
    await yieldToEventLoop()
  }
  return shapes
}

function shapeOf(texts: readonly string[]): ColumnShape {
  const times = new Map<string, number>()
  const bare: string[] = []
  const locals: string[] = []
  let [cells, phones, emails, nearly, identities, areaCodes, wholeMobiles, keyed, highest] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  let mostKey = ''
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
    if (text.includes('@') && addressesIn(text.slice(0, longestText)).some(isIdentity)) identities++
    if (areaCodeOf(text) !== null) areaCodes++
    if (first && wholeMobile.test(text)) wholeMobiles++
    if (/^\s*\d+\s*$/.test(text)) bare.push(text.trim())
    if (problem === 'no_area_code') locals.push(text.trim())
    const key = first?.key ?? (problem === 'no_area_code' ? text.replace(/\D/g, '') : null)
    if (key === null) continue
    keyed++
    const count = (times.get(key) ?? 0) + 1
    times.set(key, count)
    if (count > highest) mostKey = key
    highest = Math.max(highest, count)
  }
  const share = (count: number) => count / (cells || 1)
  return {
    rows: texts.length,
    cells,
    keyed,
    most: highest,
    mostKey,
    times,
    filled,
    distinct: times.size,
    phones: share(phones),
    emails: share(emails),
    nearlyPhones: share(nearly),
    identities: share(identities),
    areaCodes: share(areaCodes),
    wholeMobiles: share(wholeMobiles),
    locals: share(locals.length) >= 0.8 ? judgeLocals(locals) : null,
    otherDigits: judgeDigits(bare, cells),
  }
}

/** A mobile, or digits parted as those of a phone are. */
const surelyLocal = /^9\d{8}$|^9?\d{4}[-.\s]\d{4}$/
/** `20190909`, `28021990`, `01310-100`. */
const dateOrPostcode =
  /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$|^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d{2}$|^\d{5}-\d{3}$/
const fewestLocals = 3

/** Eight bare digits may be a date or a postcode, most of which end in zero, as well. */
function judgeLocals(locals: readonly string[]): ColumnShape['locals'] {
  const isUsual = (pattern: RegExp) => locals.filter((text) => pattern.test(text)).length * 2 >= locals.length
  if (isUsual(surelyLocal)) return 'sure'
  if (isUsual(dateOrPostcode) || isUsual(/0$/)) return null
  return locals.length < fewestLocals ? 'few' : 'likely'
}

/** A date, with or without its time: as many digits as a phone. */
const date = /^\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:[\sT,]|$)/

/** Problems of cells that stand where a phone would. */
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

/** Whether Excel rewrote a number. Another damaged cell may be a date, too. */
export function isRewritten(problem: string | null): boolean {
  return problem === 'damaged_by_excel' || problem === 'rounded'
}
