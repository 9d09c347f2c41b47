import { areaCodeOf, readCellKeys } from './cell-keys.ts'
import { readHeading } from './heading-words.ts'
import type { KeyColumn } from './plan.ts'

/** Cells that decide what a column is: the first ones that hold something. */
const decidingCells = 200

export interface RecognisedColumns {
  readonly keyColumns: readonly KeyColumn[]
  readonly areaCodeColumn: number | null
}

/** What the cells of a column look like, as shares of those that hold something. */
interface ColumnShape {
  readonly cells: number
  readonly phones: number
  readonly emails: number
  /** Phones, and what was a phone once: too short, damaged by Excel. */
  readonly nearlyPhones: number
  readonly areaCodes: number
}

/**
 * Recognises the columns of phones and e-mails from heading and cells together (features.md §3: samples come from the
 * first cells that hold something). A heading alone makes a column only while no cell speaks against it; cells alone make
 * one only when most are phones and the heading does not name other digits (CPF, CEP, …). Columns of the team, such as the
 * e-mail of the agent, are keys only where there are no others. A list with one filled column has its keys there, whatever
 * they look like, so that their problems are shown.
 */
export function recogniseColumns(names: readonly string[], rows: readonly (readonly string[])[]): RecognisedColumns {
  const shapes = names.map((_, index) => shapeOf(rows, index))
  const found = shapes.flatMap((shape, index): KeyColumn[] => {
    const kind = kindOf(names[index] ?? '', shape)
    return kind ? [{ index, kind }] : []
  })
  const ofPeople = found.filter(({ index }) => !readHeading(names[index] ?? '').ofTeam)
  const keyColumns = ofPeople.length > 0 ? ofPeople : found
  const filled = shapes.flatMap((shape, index) => (shape.cells > 0 ? [index] : []))
  const [only] = filled
  if (keyColumns.length === 0 && filled.length === 1 && only !== undefined)
    keyColumns.push({ index: only, kind: 'phone' })
  const areaCode = shapes.findIndex(
    (shape, index) => readHeading(names[index] ?? '').areaCode && shape.areaCodes >= 0.8,
  )
  const hasPhones = keyColumns.some((column) => column.kind === 'phone' && column.index !== areaCode)
  return {
    keyColumns: keyColumns.filter((column) => column.index !== areaCode),
    areaCodeColumn: areaCode !== -1 && hasPhones ? areaCode : null,
  }
}

function kindOf(name: string, shape: ColumnShape): 'phone' | 'email' | null {
  const heading = readHeading(name)
  if (shape.cells === 0) return kindOfEmptyColumn(heading)
  if (shape.emails >= 0.5 && shape.phones < 0.1) return 'email'
  if (shape.emails + shape.phones >= 0.6 && shape.emails > 0 && shape.phones >= 0.1) return 'phone'
  if (heading.phone && shape.nearlyPhones >= 0.3) return 'phone'
  if (heading.email && shape.emails >= 0.3) return 'email'
  if (heading.otherDigits) return null
  if (heading.weakPhone) return shape.nearlyPhones >= 0.5 ? 'phone' : null
  return shape.phones >= (heading.known ? 0.9 : 0.6) ? 'phone' : null
}

function kindOfEmptyColumn(heading: { readonly phone: boolean; readonly email: boolean }): 'phone' | 'email' | null {
  if (heading.email) return 'email'
  return heading.phone ? 'phone' : null
}

function shapeOf(rows: readonly (readonly string[])[], index: number): ColumnShape {
  const counts = { cells: 0, phones: 0, emails: 0, nearlyPhones: 0, areaCodes: 0 }
  for (const row of rows) {
    const text = row[index] ?? ''
    if (text.trim() === '') continue
    counts.cells += 1
    if (areaCodeOf(text) !== null) counts.areaCodes += 1
    const { keys, problem } = readCellKeys(text, 'phone')
    if (keys.some((key) => key.kind === 'email')) counts.emails += 1
    else if (keys.length > 0) counts.phones += 1
    if (keys.some((key) => key.kind !== 'email') || isNearlyPhone(text, problem)) counts.nearlyPhones += 1
    if (counts.cells >= decidingCells) break
  }
  const share = (count: number) => (counts.cells === 0 ? 0 : count / counts.cells)
  return {
    cells: counts.cells,
    phones: share(counts.phones),
    emails: share(counts.emails),
    nearlyPhones: share(counts.nearlyPhones),
    areaCodes: share(counts.areaCodes),
  }
}

/** A date, with or without its time: as many digits as a phone. */
const date = /^\s*\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:[\sT,]|$)/

function isNearlyPhone(text: string, problem: string | null): boolean {
  if (date.test(text)) return false
  if (problem === 'damaged_by_excel' || problem === 'service_number') return true
  return problem !== null && problem !== 'no_digits' && text.replace(/\D/g, '').length >= 7
}
