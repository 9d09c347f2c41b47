import type { ExportFormat } from '../../preload/contract/saved-files.ts'
import type { TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { JsonRecord } from '../kernel/json.ts'

/**
 * How complete the rows of a source are; `made` rows are complete by definition, such as the answer of one question.
 */
export type OriginState =
  | 'complete'
  | 'refreshed'
  | 'changed'
  | 'partial'
  | 'reading'
  | 'damaged'
  | 'finished'
  | 'running'
  | 'interrupted'
  | 'newest'
  | 'made'

/**
 * The filters of a source: as the service echoed them, else as they were sent. Of a run on sheets they are those of
 * each sheet by its name, or what was applied to the rows of those.
 */
export interface OriginFilters {
  readonly by: 'service' | 'request' | 'sheets' | 'rows'
  readonly values: JsonRecord
}

/** Filters as they were sent, without those that leave nothing out; null where none is left. */
export function sentFilters(filter: object, by: OriginFilters['by'] = 'request'): OriginFilters | null {
  const given = Object.entries(filter).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return given.length === 0 ? null : { by, values: Object.fromEntries(given) }
}

/** Where the rows of a table or a report come from, as data: no key, token, address or person is in it. */
export interface RowsOrigin {
  readonly kind: TableRef['kind'] | 'list' | 'report'
  readonly name: string
  /** The account that was asked; empty where it is not known. */
  readonly connection_id: string
  /** When the rows were last read whole; ISO 8601 UTC, null where they never were. */
  readonly read_at: string | null
  /** Further times by name, in the same form. */
  readonly times?: Readonly<Record<string, string | null>>
  readonly state: OriginState
  /** A code of the catalogue's `tables.origin.reasons`. */
  readonly reason?: string
  readonly filters: OriginFilters | null
  /** Filters that were applied to the rows of the sheets of `filters`. */
  readonly row_filters?: OriginFilters | null
  /** By name (`tables.origin.labels`); null where a count is not known. */
  readonly counts: Readonly<Record<string, number | null>>
  /** Facts that only this kind has, by name, such as the list of a run; null where one is not known. */
  readonly details?: Readonly<Record<string, string | null>>
}

/** Texts alone, so that they can be sent. Names and values that are not among them are shown as they are. */
export interface OriginWords extends Omit<Messages['tables']['origin'], 'labels' | 'values'> {
  readonly labels: Readonly<Record<string, string>>
  /** The words for values of facts and filters, by their name and value. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly filterNames: Readonly<Record<string, string>>
}

/** The facts that main adds to the origin of an export. */
export interface OriginContext {
  readonly words: OriginWords
  readonly version: string
  /** ISO 8601 UTC. */
  readonly exported_at: string
  /** The name that the person sees, without its folder. */
  readonly file: string
  /** Name and service of each connection, by id. */
  readonly accounts: Readonly<Record<string, { readonly name: string; readonly service: string }>>
  /** Whether a file may be written beside that of a CSV. */
  readonly beside: boolean
}

/** What part of its source a file has. */
export interface OriginSelection extends TableQuery {
  /** Rows that the person marked; null where the file has all of the query. */
  readonly selected_rows: number | null
  /** The filters as sentences of the person's language. */
  readonly sentences: readonly string[]
}

export interface OriginFile {
  readonly name: string
  readonly format: ExportFormat
  readonly rows: number
  readonly columns: readonly string[]
  /** Hexadecimal: of a CSV's bytes; of a workbook's, see export/origin.ts. */
  readonly sha256: string
}

export interface ReportFileColumn {
  readonly heading: string
  readonly kind: 'text' | 'number' | 'time'
}
