import type {
  ColumnType,
  GroupFigure,
  Grouping,
  GroupUnit,
  TableColumn,
} from '../../../preload/contract/table-queries.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { type InterruptibleWork, runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { type Column, emptyRank } from '../columns/column.ts'
import { columnsOf } from '../columns/derived-columns.ts'
import { createTypedTextColumn } from '../columns/typed-text-column.ts'
import { cellNumbers } from './figures.ts'
import { type CodedRows, codeRows } from './group-rows.ts'
import { allRows, orderRows, type SortKey } from './order-rows.ts'
import { columnOf, loadColumns, type Table } from './table.ts'

/** More values than this do not stand across. */
const mostAcross = 200

interface GroupingWork {
  readonly table: Table
  /** Those of the grouping's query. */
  readonly rows: Uint32Array
  readonly grouping: Grouping
  /** The person's zone, IANA. */
  readonly zone: string
  readonly version: string
  readonly yieldToEventLoop: YieldToEventLoop
}

/**
 * The groups of a table's rows as a table. Its columns are the fields, the number of rows, their share of all rows of
 * the query, and the figures. Groups are in the order of their fields: moments and numbers as they go on, other values
 * by their number of rows. Throws `bad_request` for an unknown or repeated column, and `too_many_across`.
 */
export async function groupTable(work: GroupingWork): Promise<Table> {
  const { table, grouping, version, yieldToEventLoop } = work
  const fields = grouping.by.map(({ column, unit: chosenUnit }): Field => {
    const { type } = columnOf(table, column)
    const unit = type === 'time' ? (chosenUnit ?? 'day') : null
    return { column, unit, type, key: unit === null ? column : `${unit}:${column}` }
  })
  if (new Set(fields.map(({ key }) => key)).size < fields.length) throw new AppFailure('bad_request')
  const used = [...grouping.by, ...grouping.figures].map(({ column }) => columnOf(table, column))
  await loadColumns(used, yieldToEventLoop)
  for (const column of used) await column.join?.(yieldToEventLoop)
  const groups = await runInSlices(makeGroups(work, fields), yieldToEventLoop)
  const ranks: Uint32Array[] = []
  for (const [index, field] of fields.entries()) {
    ranks.push(await runInSlices(rankCodes(field, groups.fields[index]), yieldToEventLoop))
  }
  const order = await runInSlices(orderGroups(groups, ranks), yieldToEventLoop)
  const figures = await Promise.all(
    grouping.figures.map((figure) => runInSlices(figureOf(work, figure, groups), yieldToEventLoop)),
  )
  const made = { fields, groups, ranks, order, figures, rows: work.rows.length }
  const isAcross = grouping.across && fields.length === 2
  const columns = isAcross ? acrossColumns(made, grouping.figures[0]) : groupColumns(made, grouping.figures)
  return {
    columns: new Map(columns.map(({ key, values }) => [key, values])),
    order: columns.map(({ values, key, across }) => ({
      key,
      type: values.type,
      heading: null,
      ...(across && { across }),
    })),
    length: columns[0]?.values.length ?? 0,
    version,
    searchable: fields.slice(0, isAcross ? 1 : fields.length).map(({ key }) => key),
    keys: null,
  }
}

interface Field {
  readonly column: string
  readonly unit: GroupUnit | null
  readonly type: ColumnType
  readonly key: string
}

/** Rows by the group that they belong to; a row with several labels is there more than once. */
interface Groups {
  readonly rows: Uint32Array
  readonly groupOf: Uint32Array
  readonly count: number
  /** The number of rows of each group. */
  readonly sizes: Uint32Array
  readonly fields: readonly GroupField[]
}

interface GroupField {
  /** The code of each group. */
  readonly codes: Uint32Array
  readonly coded: CodedRows
  /** The number of rows of each code. */
  readonly rowsOfCodes: Uint32Array
}

function* makeGroups(
  { table, zone, rows: matching }: GroupingWork,
  kinds: readonly Field[],
): InterruptibleWork<Groups> {
  let rows = matching
  let groupOf = new Uint32Array(rows.length)
  let count = Math.min(1, rows.length)
  let fields: readonly GroupField[] = []
  for (const { column, unit } of kinds) {
    const coded = yield* codeRows(columnOf(table, column), rows, { unit, zone })
    const { positions } = coded
    if (positions) {
      rows = valuesAt(rows, positions)
      groupOf = valuesAt(groupOf, positions)
    }
    const split = splitGroups(groupOf, count, coded)
    yield
    groupOf = split.groupOf
    count = split.parents.length
    const ofParents = fields.map((field) => ({ ...field, codes: valuesAt(field.codes, split.parents) }))
    fields = [...ofParents, { codes: split.codes, coded, rowsOfCodes: countCodes(coded) }]
  }
  return { rows, groupOf, count, sizes: countCodes({ codes: groupOf, count }), fields }
}

function countCodes({ codes, count }: Pick<CodedRows, 'codes' | 'count'>): Uint32Array {
  const counts = new Uint32Array(count)
  // Codes, groups and rows lie inside their arrays here and below: `as number` spares a check a row.
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number
    counts[code] = (counts[code] as number) + 1
  }
  return counts
}

function valuesAt(values: Uint32Array, positions: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(positions.length)
  for (let at = 0; at < copy.length; at++) copy[at] = values[positions[at] as number] as number
  return copy
}

/** Pairs of a group and a code are looked up in an array up to so many. */
const mostPairs = 4_000_000

/** Splits groups by a further field; the new ones are numbered as they appear. */
function splitGroups(groupOf: Uint32Array, count: number, { codes, count: codeCount }: CodedRows) {
  const parents: number[] = []
  const codesOfGroups: number[] = []
  const isSmall = count * codeCount <= mostPairs
  const numbers = new Int32Array(isSmall ? count * codeCount : 0).fill(-1)
  const others = new Map<number, number>()
  const split = new Uint32Array(groupOf.length)
  for (let at = 0; at < groupOf.length; at++) {
    const parent = groupOf[at] as number
    const code = codes[at] as number
    const pair = parent * codeCount + code
    let group = isSmall ? (numbers[pair] as number) : (others.get(pair) ?? -1)
    if (group < 0) {
      group = parents.push(parent) - 1
      codesOfGroups.push(code)
      if (isSmall) numbers[pair] = group
      else others.set(pair, group)
    }
    split[at] = group
  }
  return { groupOf: split, parents: Uint32Array.from(parents), codes: Uint32Array.from(codesOfGroups) }
}

/** The rank of each code among the values of its field. No value is last. */
function* rankCodes({ unit, type }: Field, field: GroupField | undefined): InterruptibleWork<Uint32Array> {
  const { count, labelOf, numberOf: ownNumber } = field?.coded ?? noCodes
  const isCalendar = unit === 'day' || unit === 'week' || unit === 'month'
  const numberOf = (code: number) => {
    const value = labelOf(code)
    if (value === null) return Number.NaN
    const number = ownNumber?.(code) ?? (isCalendar ? Date.parse(value) : Number(value))
    // A text among them is behind them, and before no value.
    return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number
  }
  const isNumber = unit !== null || type === 'integer' || type === 'number'
  const rows = field?.rowsOfCodes.slice() ?? new Uint32Array(0)
  rows[0] = emptyRank
  const key: SortKey = isNumber
    ? { ranks: Float64Array.from({ length: count }, (_, code) => numberOf(code)), descending: false }
    : { ranks: rows, descending: true }
  const ordered = yield* orderRows(allRows(count), [key])
  const ranks = new Uint32Array(count)
  for (let rank = 0; rank < count; rank++) ranks[ordered[rank] as number] = rank
  return ranks
}

const noCodes: Pick<CodedRows, 'count' | 'labelOf' | 'numberOf'> = { count: 0, labelOf: () => null }

function orderGroups({ count, fields }: Groups, ranks: readonly Uint32Array[]): InterruptibleWork<Uint32Array> {
  const keys = fields.map(({ codes }, index) => ({
    ranks: valuesAt(ranks[index] ?? new Uint32Array(0), codes),
    descending: false,
  }))
  return orderRows(allRows(count), keys)
}

interface Figure {
  readonly type: ColumnType
  /** Of each group; NaN where no row of it has a value. */
  readonly values: Float64Array
}

function* figureOf(
  { table, zone }: GroupingWork,
  { figure, column: key }: GroupFigure,
  groups: Groups,
): InterruptibleWork<Figure> {
  const column = columnOf(table, key)
  if (figure === 'distinct') return { type: 'integer', values: yield* countDistinct(column, groups, zone) }
  const { rows, groupOf, count } = groups
  const values = new Float64Array(count).fill(Number.NaN)
  const counts = new Uint32Array(count)
  const join = joins[figure]
  const numberAt = yield* cellNumbers(column)
  for (let at = 0; at < rows.length; at++) {
    const value = numberAt(rows[at] as number)
    if (!Number.isNaN(value)) {
      const group = groupOf[at] as number
      values[group] = counts[group] === 0 ? value : join(values[group] as number, value)
      counts[group] = (counts[group] as number) + 1
    }
    if (at % rowsAStep === rowsAStep - 1) yield
  }
  if (figure === 'mean') {
    for (let group = 0; group < count; group++) values[group] = (values[group] as number) / (counts[group] as number)
    return { type: 'number', values }
  }
  return { type: column.type, values }
}

const rowsAStep = 65_536
const add = (one: number, other: number) => one + other
const joins = { sum: add, mean: add, minimum: Math.min, maximum: Math.max } as const

/** How many different values the rows of each group have. */
function* countDistinct(
  column: Column,
  { rows, groupOf, count }: Groups,
  zone: string,
): InterruptibleWork<Float64Array> {
  const { positions, codes } = yield* codeRows(column, rows, { unit: null, zone })
  const groups = positions ? valuesAt(groupOf, positions) : groupOf
  const keys = [groups, codes].map((ranks) => ({ ranks, descending: false }))
  const ordered = yield* orderRows(allRows(codes.length), keys)
  const values = new Float64Array(count)
  let previous = -1
  for (let at = 0; at < ordered.length; at++) {
    const row = ordered[at] as number
    const group = groups[row] as number
    const isNew = previous < 0 || groups[previous] !== group || codes[previous] !== codes[row]
    if (isNew && codes[row] !== 0) values[group] = (values[group] as number) + 1
    previous = row
    if (at % rowsAStep === rowsAStep - 1) yield
  }
  return values
}

interface Made {
  readonly fields: readonly Field[]
  readonly groups: Groups
  /** By field: the rank of each code. */
  readonly ranks: readonly Uint32Array[]
  readonly order: Uint32Array
  readonly figures: readonly Figure[]
  /** Rows of the query. */
  readonly rows: number
}

interface MadeColumn extends Pick<TableColumn, 'key' | 'across'> {
  readonly values: Column
}

const numberOrNull = (value: number) => (Number.isNaN(value) ? null : value)

function groupColumns({ fields, groups, order, figures, rows }: Made, named: Grouping['figures']): MadeColumn[] {
  const ordered = [...order]
  const { number } = columnsOf(ordered)
  const sizeOf = (group: number) => groups.sizes[group] as number
  return [
    ...fields.map((field, index) => ({ key: field.key, values: fieldColumn(field, groups.fields[index], ordered) })),
    { key: 'group_rows', values: number('integer', sizeOf) },
    { key: 'group_share', values: shareColumn(ordered, (group) => sizeOf(group) / rows) },
    ...named.map(({ figure, column }, index) => ({
      key: `${figure}:${column}`,
      values: figureColumn(figures[index], ordered),
    })),
  ]
}

/** The values of a field in these groups. */
function fieldColumn({ unit, type }: Field, field: GroupField | undefined, groups: readonly number[]): Column {
  const labelOf = (group: number) => field?.coded.labelOf(field.codes[group] as number) ?? null
  const { text, dictionary, number } = columnsOf(groups)
  const shown = unit === null ? type : typesOfUnits[unit]
  const reading = field?.coded.reading
  if (reading) return createTypedTextColumn(text('text', labelOf), reading)
  if (shown === 'text' || shown === 'phone') return text(shown, labelOf)
  if (shown === 'integer' || shown === 'number') {
    return number(shown, (group) => {
      const value = labelOf(group)
      return value === null ? null : Number(value)
    })
  }
  return dictionary(typesOfLabels[shown] ?? shown, labelOf)
}

const typesOfUnits = {
  day: 'day',
  week: 'day',
  month: 'month',
  weekday: 'code',
  hour: 'integer',
} as const satisfies Readonly<Record<GroupUnit, ColumnType>>
/** A group is of one label. */
const typesOfLabels: Partial<Record<ColumnType, ColumnType>> = { list: 'choice', codes: 'code' }

function figureColumn(figure: Figure | undefined, groups: readonly number[]): Column {
  const labelOf = (group: number) => figure?.values[group] ?? Number.NaN
  const { number, time } = columnsOf(groups)
  if (figure?.type === 'time') {
    return time((group) => (Number.isNaN(labelOf(group)) ? null : new Date(labelOf(group)).toISOString()))
  }
  return number(figure?.type === 'integer' ? 'integer' : 'number', (group) => numberOrNull(labelOf(group)))
}

function shareColumn(groups: readonly number[], shareOf: (group: number) => number): Column {
  return { ...columnsOf(groups).number('number', shareOf), type: 'share' }
}

/** The groups of the first field, with a column for each value of the second one. */
function acrossColumns({ fields, groups, ranks, order, figures }: Made, figure: GroupFigure | undefined): MadeColumn[] {
  const [down, across] = fields
  const [downField, acrossField] = groups.fields
  if (!down || !across || !downField || !acrossField) return []
  /** By the code of the first field: the groups of its line by the code of the second one. */
  const lines = new Map<number, Map<number, number>>()
  for (const group of order) {
    const code = downField.codes[group] as number
    const line = lines.get(code) ?? new Map<number, number>()
    line.set(acrossField.codes[group] as number, group)
    lines.set(code, line)
  }
  const rankOf = (code: number) => ranks[1]?.[code] ?? 0
  const codes = [...new Set(acrossField.codes)].sort((one, other) => rankOf(one) - rankOf(other))
  if (codes.length > mostAcross) throw new AppFailure('too_many_across', { most: mostAcross })
  const { type } = fieldColumn(across, acrossField, [])
  const sizesOf = { type: 'integer', values: Float64Array.from(groups.sizes) } as const
  const shown = (figure && figures[0]) || sizesOf
  const rowsOfLines = columnsOf([...lines.keys()]).number('integer', (code) => downField.rowsOfCodes[code] as number)
  return [
    { key: down.key, values: fieldColumn(down, downField, [...lines.values()].map(firstGroup)) },
    ...codes.map((code, index) => ({
      key: `across:${index}`,
      values: figureColumn(
        shown,
        Array.from(lines.values(), (line) => line.get(code) ?? noGroup),
      ),
      across: { column: across.key, type, value: acrossField.coded.labelOf(code) },
    })),
    { key: 'group_rows', values: rowsOfLines },
  ]
}

/** Has no figures. */
const noGroup = -1
const firstGroup = (line: ReadonlyMap<number, number>) => line.values().next().value ?? noGroup
