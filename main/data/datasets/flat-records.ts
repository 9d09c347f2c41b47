import { isRecord } from '../../kernel/json.ts'

/** A column over records: its values, one a record; undefined where a record has none. */
export interface FlatColumn {
  readonly key: string
  readonly values: unknown[]
}

/** A record that is no object is a value by itself. */
const bareKey = 'value'
/** What did not fit into columns of its own, as one object a row. */
const restKey = '…'
/** A table shows at most 500 columns (contract/tables.ts), those of the joined lead among them. */
const mostColumns = 400
const mostDepth = 6
/** The columns of the joined lead begin with this (contract/datasets.ts). */
const leadPrefix = 'lead_'

/**
 * Lays records of any shape out as columns, in the order in which their keys first appear. A nested object becomes
 * `outer.inner` columns; lists stay values. Records with very many different keys, such as maps by id, are laid out less
 * deep, and what still does not fit goes into one last column, so that nothing is lost.
 */
export function flattenRecords(records: readonly unknown[]): readonly FlatColumn[] {
  for (let depth = mostDepth; depth > 0; depth--) {
    const { columns, others } = columnsOf(records, depth)
    if (!others) return columns
  }
  const { columns, others } = columnsOf(records, 0)
  return others ? [...columns, { key: restKey, values: others }] : columns
}

interface LaidOut {
  readonly columns: readonly FlatColumn[]
  /** What fits into no column, as one object a row; null where all fits. */
  readonly others: unknown[] | null
}

/** Stops at the first key too many where the records can still be laid out less deep: millions of columns are no table. */
function columnsOf(records: readonly unknown[], depth: number): LaidOut {
  // By path: `a.b` and a `b` inside `a` are two columns.
  const byPath = new Map<string, FlatColumn>()
  const keys = new Set<string>()
  const others = new Map<number, Map<string, unknown>>()

  const put = (path: readonly string[], value: unknown, row: number) => {
    const name = JSON.stringify(path)
    let column = byPath.get(name)
    if (!column && byPath.size === mostColumns) {
      const left = others.get(row) ?? new Map<string, unknown>()
      others.set(row, left.set(path.join('.'), value))
      return
    }
    if (!column) {
      column = { key: freeKey(path.join('.'), keys), values: new Array(records.length).fill(undefined) }
      byPath.set(name, column)
    }
    column.values[row] = value
  }
  const lay = (path: readonly string[], value: unknown, row: number) => {
    if (!isRecord(value) || path.length > depth) {
      put(path, value, row)
      return
    }
    for (const [key, inner] of Object.entries(value)) lay([...path, key], inner, row)
  }
  for (const [row, record] of records.entries()) {
    if (isRecord(record)) for (const [key, value] of Object.entries(record)) lay([key], value, row)
    else put([bareKey], record, row)
    if (depth > 0 && others.size > 0) break
  }
  const leftOf = (row: number) => {
    const left = others.get(row)
    return left && Object.fromEntries(left)
  }
  return { columns: [...byPath.values()], others: others.size > 0 ? records.map((_, row) => leftOf(row)) : null }
}

/** A key of the records that would be taken for one of the lead's, or that another column has, gets a sign behind it. */
function freeKey(wished: string, taken: Set<string>): string {
  let key = wished.startsWith(leadPrefix) ? `${wished}'` : wished
  while (taken.has(key)) key += "'"
  taken.add(key)
  return key
}
