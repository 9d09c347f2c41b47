import type { ListInspection } from '../../../preload/contract/cruzar.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { distinctWords, type Heading, readHeading, siblingName } from '../headings.ts'
import type { KeyColumn } from '../plan.ts'
import { type ColumnShape, shapesOf } from './column-shapes.ts'

/** The headings that a run gives the fields of leads beside its list, in files for systems and for people. */
const ofLead = /^lead_|\(lead\)$/
/**
 * The headings that a run gives the key that decided a row: the catalogue's `cruzar.columns.cruzar_chave` in both
 * languages.
 */
const keyHeadings: ReadonlySet<string> = new Set(['cruzar_chave', 'Chave enviada', 'Key sent'])

/** Why a column with phones or e-mails is not read. */
type LeftColumn = NonNullable<ListInspection['columns'][number]['left']>

export interface RecognisedColumns {
  readonly keyColumns: readonly KeyColumn[]
  readonly left: ReadonlyMap<number, LeftColumn>
  /** A column that was left for its values. The person is asked, who knows it better. */
  readonly question: ListInspection['question']
}

/** A column of phones or e-mails of anybody. */
interface Candidate {
  readonly index: number
  readonly kind: 'phone' | 'email'
  readonly heading: Heading
  readonly shape: ColumnShape
  readonly sibling: string
  /** The column is a field that a run has put beside its list. */
  readonly ofRun: 'key' | 'lead' | null
}

export interface ListColumns {
  readonly names: readonly string[]
  /** What stands above several columns, empty elsewhere. */
  readonly groups: readonly string[]
  readonly headings: readonly Heading[]
  readonly shapes: readonly ColumnShape[]
}

/** Takes the headings of a list and rows of all its parts. */
export async function describeColumns(
  names: readonly string[],
  groups: readonly string[],
  rows: readonly (readonly string[])[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<ListColumns> {
  const fax = isEstabelecimentos(names, rows) ? faxOfEstabelecimento : -1
  const headings = names.map((name, index) => {
    const heading = withGroup(readHeading(name), groups[index] ?? '')
    return index === fax ? { ...heading, fax: true } : heading
  })
  const shapes = await shapesOf(rows, names.length, yieldToEventLoop)
  return { names, groups, headings: withNamesBefore(headings, names), shapes }
}

const faxOfEstabelecimento = 26

/**
 * Whether rows are of the file ESTABELE of the Receita Federal, which has 30 columns without headings. The three parts
 * of a CNPJ come first, and a fax behind the third area code.
 */
function isEstabelecimentos(names: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const isOne = ([base = '', branch = '', check = '', , ...others]: readonly string[]) =>
    /^\d{8}$/.test(base) && /^\d{4}$/.test(branch) && /^\d{2}$/.test(check) && others.length === 26
  return names.every((name) => name === '') && rows.length > 0 && rows.every(isOne)
}

/**
 * Gives equal headings that do not say whose they are, such as "Fone", to the person whom a heading before each names:
 * "Vendedor;Fone;Cliente;Fone".
 */
function withNamesBefore(headings: readonly Heading[], names: readonly string[]): Heading[] {
  let last: Heading['whose'] = null
  let lastName = -1
  const precedingNames = headings.map(({ phone, email, whose }, index) => {
    const isName = !phone && !email && (whose !== null || /^(?:nome|name|nombre)\b/i.test(names[index] ?? ''))
    if (isName) [last, lastName] = [whose, index]
    return { whose: last, name: lastName }
  })
  const firstOf = new Map<string, number | undefined>()
  const ofSeveral = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (!firstOf.has(name)) firstOf.set(name, precedingNames[index]?.name)
    else if (firstOf.get(name) !== precedingNames[index]?.name) ofSeveral.add(name)
  }
  return headings.map((heading, index) =>
    (heading.phone || heading.email) && ofSeveral.has(names[index] ?? '')
      ? { ...heading, whose: heading.whose ?? precedingNames[index]?.whose ?? null }
      : heading,
  )
}

/** Adds the group above several columns to a heading that does not say itself whose its column is. */
function withGroup(heading: Heading, group: string): Heading {
  const { phone, whose, fax } = readHeading(group)
  return {
    ...heading,
    whose: heading.whose ?? whose,
    weakPhone: heading.weakPhone || phone,
    fax: heading.fax || (fax && !heading.phone),
  }
}

/**
 * Recognises the columns of the phones and e-mails of the person of each row (docs/decisions/lists.md §5). A heading
 * that says phone or e-mail decides what a column is. Cells decide for others: most are phones and the heading does not
 * name other digits (CPF, CEP, …). The words of headings say whose a column is, then how often its values repeat: see
 * `rankOf`. Columns of the best rank are keys, the others are left. A list with one filled column has its keys there,
 * whatever they are, so that their problems are shown.
 */
export function recogniseColumns(columns: ListColumns): RecognisedColumns {
  const { names, headings, shapes } = columns
  const isRun = names.some((name) => ofLead.test(name) || name === 'cruzar_resultado')
  const pairs = unnamedPairs(columns)
  const areas = new Set(areaColumnsOf(columns))
  const candidates = names.flatMap((name, index): Candidate[] => {
    const [heading, shape] = [headings[index], shapes[index]]
    if (!heading || !shape || areas.has(index)) return []
    const kind = pairs.has(index) && !heading.fax ? 'phone' : kindOf(heading, shape)
    if (!kind) return []
    return [{ index, kind, heading, shape, sibling: siblingName(name), ofRun: isRun ? fieldOfRun(name) : null }]
  })
  const sides = messageSides(columns)
  const ranks = candidates.map((column) =>
    sides?.columns.includes(column.index) ? ranksOf.person : rankOf(column, candidates),
  )
  const withKeys = ranks.filter((_, at) => (candidates[at]?.shape.keyed ?? 0) > 0)
  const best = Math.min(...(withKeys.length > 0 ? withKeys : ranks))
  const keyCandidates = candidates.filter(
    ({ shape }, at) => ranks[at] === best || (shape.keyed === 0 && (ranks[at] ?? 0) < best),
  )
  const keyColumns: KeyColumn[] = keyCandidates.map(({ index, kind }) => ({ index, kind }))
  const filled = shapes.flatMap(({ filled: isFilled }, index) => (isFilled ? [index] : []))
  const [only] = keyColumns.length === 0 && filled.length === 1 ? filled : []
  const isOfDigits = only !== undefined && shapes[only]?.otherDigits !== null
  if (only !== undefined) keyColumns.push({ index: only, kind: 'phone', ...(isOfDigits ? { otherDigits: true } : {}) })
  const digits = isOfDigits ? [only] : otherDigitsOf(columns)
  const left = new Map<number, LeftColumn>(digits.map((index) => [index, 'other_digits']))
  for (const [index, { phone, email, about, fax }] of headings.entries()) {
    if (fax && (shapes[index]?.keyed ?? 0) > 0) left.set(index, 'fax')
    const isNamed = (phone || email) && !about && !areas.has(index)
    if (isNamed && !fax && !keyColumns.some((column) => column.index === index)) left.set(index, 'no_keys')
  }
  for (const [at, { index, ofRun }] of candidates.entries()) {
    const rank = ranks[at] ?? best
    if (rank > best && ofRun === null) left.set(index, isOfRepeats(rank) ? 'repeated' : 'others')
    else if (rank > best) left.delete(index)
  }
  const reached = Math.max(0, ...keyCandidates.map(({ shape }) => shape.keyed))
  const doubtful = candidates.find(
    (column) => left.has(column.index) && isDoubtful(column, left.get(column.index), reached),
  )
  if (doubtful) return { keyColumns, left, question: questionAbout(doubtful, keyCandidates) }
  const [otherColumn] = keyCandidates.some(({ kind }) => kind === 'phone') ? [] : digits
  return {
    keyColumns,
    left,
    question: otherColumn === undefined ? null : { kind: 'phone', left: otherColumn, taken: [] },
  }
}

/** In fewer rows a log of messages looks the same as families that share a phone. */
const fewestMessages = 4

/**
 * The two columns of a log of messages that went both ways. In each row one of them has the number of whoever keeps the
 * log, the other one that of the person.
 */
export function messageSides({
  shapes,
}: ListColumns): { readonly columns: readonly number[]; readonly key: string } | null {
  const phones = shapes.flatMap((shape, index) =>
    shape.phones >= 0.6 && shape.rows >= fewestMessages ? [{ index, ...shape }] : [],
  )
  for (const one of phones.filter(({ most }) => most > 1)) {
    const key = one.mostKey
    for (const other of phones) {
      const share = (one.most + (other.times.get(key) ?? 0)) / one.rows
      if (other === one || !other.times.has(key) || share < 0.9 || share > 1.02) continue
      return { columns: [one.index, other.index], key }
    }
  }
  return null
}

/** The same columns. In a log of messages they leave out the number of whoever keeps it. */
export function withMessageSides(keyColumns: readonly KeyColumn[], columns: ListColumns): readonly KeyColumn[] {
  const sides = messageSides(columns)
  if (!sides?.columns.every((side) => keyColumns.some(({ index }) => index === side))) return keyColumns
  return keyColumns.map((column) => (sides.columns.includes(column.index) ? { ...column, ownKey: sides.key } : column))
}

/** Columns that would be read as phones, if all their numbers did not show that they are none. */
function otherDigitsOf({ headings, shapes }: ListColumns): number[] {
  return shapes.flatMap((shape, index) => {
    const heading = headings[index]
    if (!heading || shape.otherDigits === null) return []
    const isLeft = kindOf(heading, shape) === null && kindOf(heading, { ...shape, otherDigits: null }) === 'phone'
    return isLeft ? [index] : []
  })
}

function fieldOfRun(name: string): Candidate['ofRun'] {
  if (keyHeadings.has(name)) return 'key'
  return ofLead.test(name) || name.startsWith('cruzar_') ? 'lead' : null
}

/**
 * Whether the person has to be asked. What headings and values say alike is not asked. Takes on how many rows the
 * columns that are read have keys.
 */
function isDoubtful({ heading, shape, ofRun }: Candidate, left: LeftColumn | undefined, reached: number): boolean {
  if (ofRun !== null || shape.keyed === 0) return false
  if (reached * 2 < shape.keyed) return true
  if (heading.whose === 'others') return false
  const differs = shape.keyed >= fewestRepeats && shape.distinct === shape.keyed
  return left === 'repeated' ? heading.whose === null || heading.whose === 'person' : differs
}

function questionAbout({ index, kind }: Candidate, keyCandidates: readonly Candidate[]): ListInspection['question'] {
  const alike = keyCandidates.filter((column) => column.kind === kind)
  return { kind, left: index, taken: alike.map((column) => column.index) }
}

const ranksOf = { person: 0, perhapsOthers: 1, key: 2, repeated: 3, others: 4, ofFew: 5, lead: 6 } as const

const isOfRepeats = (rank: number) => rank === ranksOf.repeated || rank === ranksOf.ofFew

/**
 * How sure a column is of the person of its row, the surest first. Somebody who works for whoever made the list, or who
 * belongs to the person, is never taken beside a column of the person. Values that repeat on many rows while another
 * column has different ones are of a seller, a shop or the company itself, whatever the heading says. Where that other
 * column is of a guardian, the guardian is meant.
 */
function rankOf(column: Candidate, all: readonly Candidate[]): number {
  const { heading, ofRun } = column
  if (ofRun) return ofRun === 'key' ? ranksOf.key : ranksOf.lead
  if (heading.whose === 'others') return ranksOf.others
  const rivals = all.filter((other) => isRival(other, column))
  if (rivals.some((rival) => repeatsBeside(column, rival))) return ranksOf.repeated
  const guardians = all.filter((other) => other.heading.whose === 'others' && hasKeysBeside(other, column))
  if (heading.whose !== 'person' && guardians.some((other) => isOfFewBeside(column, other))) return ranksOf.ofFew
  return heading.whose === 'perhaps_others' ? ranksOf.perhapsOthers : ranksOf.person
}

/** Another column that could be of the person, and has keys on at least half as many rows. */
function isRival(other: Candidate, column: Candidate): boolean {
  if (other === column || other.ofRun || other.heading.whose === 'others') return false
  const isSibling = other.kind === column.kind && column.sibling !== '' && other.sibling === column.sibling
  return !isSibling && hasKeysBeside(other, column)
}

/** Whether the other column has keys on at least half as many rows. */
function hasKeysBeside({ shape }: Candidate, column: Candidate): boolean {
  return shape.keyed * 2 >= column.shape.keyed && shape.keyed > 0
}

/** A value repeats on many rows where it is on so many at least. */
const fewestRepeats = 3

/** Whether the values of a column repeat on many rows where those of a rival do not. */
function repeatsBeside(column: Candidate, rival: Candidate): boolean {
  if (isOfFewBeside(column, rival)) return true
  const [shape, other] = [column.shape, rival.shape]
  // So few rows do not decide: a heading that names the person counts more than one that names nobody.
  const isNamed = rival.kind === column.kind && rival.heading.whose === 'person' && column.heading.whose !== 'person'
  return (
    isNamed && shape.keyed > 0 && (shape.distinct < 2 || shape.distinct / shape.keyed < other.distinct / other.keyed)
  )
}

/** Whether one value is on most rows of a column, or a few values are on all, where another column has many. */
function isOfFewBeside({ shape }: Candidate, { shape: other }: Candidate): boolean {
  const isOfOne = shape.most >= fewestRepeats && shape.most * 2 >= shape.rows && other.most * 2 <= shape.most
  const isOfSome =
    shape.keyed >= 2 * fewestRepeats &&
    shape.keyed >= fewestRepeats * shape.distinct &&
    other.distinct / other.keyed >= (fewestRepeats * shape.distinct) / shape.keyed
  return isOfOne || isOfSome
}

function kindOf(heading: Heading, shape: ColumnShape): 'phone' | 'email' | null {
  const { phones, emails, nearlyPhones } = shape
  if (heading.fax) return emails >= 0.5 ? 'email' : null
  const isNamed = (heading.phone || heading.email) && !heading.about
  if (shape.cells === 0) return isNamed ? kindOfHeading(heading) : null
  if (isNamed && emails + nearlyPhones > 0) {
    if (emails === nearlyPhones) return kindOfHeading(heading)
    return emails > nearlyPhones ? 'email' : 'phone'
  }
  // A column of phones is read for e-mails, too.
  if (emails > 0 && phones >= 0.1 && emails + phones >= 0.6) return 'phone'
  if (emails >= 0.5) return 'email'
  if (shape.identities >= 0.6 && shape.keyed > 0) return 'phone'
  if (shape.otherDigits !== null) return null
  if (heading.otherDigits) return shape.wholeMobiles >= 0.9 ? 'phone' : null
  if (heading.weakPhone) return nearlyPhones >= 0.5 ? 'phone' : null
  return phones >= (heading.known ? 0.9 : 0.6) ? 'phone' : null
}

function kindOfHeading({ phone }: Heading): 'phone' | 'email' {
  return phone ? 'phone' : 'email'
}

/** Columns of area codes alone: the heading says so, and the cells; without headings the numbers beside them. */
function areaColumnsOf(columns: ListColumns): number[] {
  const { headings, shapes } = columns
  const named = headings.flatMap(({ areaCode }, index) =>
    areaCode && (shapes[index]?.areaCodes ?? 0) >= 0.8 ? [index] : [],
  )
  return [...named, ...unnamedPairs(columns).values()]
}

/**
 * Columns without headings of phones that lack their area codes, by the column of these directly before. Where one such
 * pair is in a list, few numbers make another one.
 */
function unnamedPairs({ names, shapes }: ListColumns): ReadonlyMap<number, number> {
  const may = shapes.flatMap((phone, index) => {
    const area = shapes[index - 1]
    if (!area || names[index] !== '' || names[index - 1] !== '' || phone.locals === null) return []
    return area.areaCodes >= 0.95 && area.cells >= phone.cells * 0.8 ? [{ index, locals: phone.locals }] : []
  })
  const isKnown = may.some(({ locals }) => locals !== 'few')
  return new Map(isKnown ? may.map(({ index }) => [index, index - 1]) : [])
}

/**
 * Gives the key columns, each phone with the column of its area code. That is the one with most of its words ("DDD
 * Celular", "DDD 2") and fewest others, of equal ones the nearest before it. A column of area codes that stands alone
 * is of all phones.
 */
export function withAreaColumns(keyColumns: readonly KeyColumn[], columns: ListColumns): KeyColumn[] {
  const areas = areaColumnsOf(columns).filter((area) => !keyColumns.some(({ index }) => index === area))
  const wordsOf = (index: number) => distinctWords(`${columns.groups[index] ?? ''} ${columns.names[index] ?? ''}`)
  return keyColumns.map((column) => {
    if (column.kind !== 'phone' || column.area !== undefined) return column
    const words = wordsOf(column.index)
    const [nearest] = areas
      .map((area) => ({ area, order: fitOfArea(wordsOf(area), words, column.index - area) }))
      .sort((one, other) => compareInOrder(one.order, other.order))
    return nearest ? { ...column, area: nearest.area } : column
  })
}

/**
 * Gives the key columns, each phone with the column that names its kind: "Phone 1 - Label" is that of "Phone 1 -
 * Value". A label that names no phone, such as "Tipo", is that of the only phone. With several phones it is that of the
 * one directly beside it, where all phones have theirs on that side.
 */
export function withLabels(keyColumns: readonly KeyColumn[], columns: ListColumns): readonly KeyColumn[] {
  const phones = keyColumns.flatMap(({ index, kind }) => (kind === 'phone' ? [index] : []))
  const wordsOf = (index: number) =>
    distinctWords(columns.names[index] ?? '').filter((word) => !readHeading(word).label)
  const labels = columns.headings.flatMap(({ label, phone }, index) =>
    label && !phones.includes(index) ? [{ index, words: wordsOf(index), namesPhone: phone }] : [],
  )
  if (labels.length === 0) return keyColumns
  const places = new Set(labels.map(({ index }) => index))
  const side = [1, -1].find((beside) => phones.every((phone) => places.has(phone - beside))) ?? 0
  return keyColumns.map((column) => {
    if (column.kind !== 'phone') return column
    const columnWords = wordsOf(column.index)
    const label = labels.find(({ index, words, namesPhone }) => {
      if (words.length > 0) return words.every((word) => columnWords.includes(word))
      return (namesPhone && phones.length === 1) || index + side === column.index
    })
    return label ? { ...column, label: label.index } : column
  })
}

/** The smaller the better; the first figure counts first. */
function fitOfArea(area: readonly string[], phone: readonly string[], distance: number): readonly number[] {
  const isSame = (one: string, other: string) =>
    one === other || (one.length > 2 && other.startsWith(one)) || (other.length > 2 && one.startsWith(other))
  const shared = area.filter((word) => phone.some((other) => isSame(word, other))).length
  return [-shared, area.length - shared, distance > 0 ? distance : 1000 - distance]
}

function compareInOrder(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((figure, index) => figure !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
