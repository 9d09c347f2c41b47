import { isRecord } from '../../kernel/json.ts'
import { createZone, type Zone } from '../../kernel/times.ts'
import type {
  OriginContext,
  OriginFile,
  OriginFilters,
  OriginSelection,
  OriginWords,
  RowsOrigin,
} from '../export-calls.ts'
import { localTimes, timeText } from './time-texts.ts'

/**
 * What a file says of where its rows come from, in the language of the app. Beside a CSV it is `<file>.origem.json`
 * (`originJson`), in a workbook a worksheet of two columns behind those of the rows (`originLines`). A Parquet file has
 * the document in its metadata (parquet.ts).
 *
 * `file.sha256` of a CSV is that of its bytes. Other files cannot hold the hash of themselves. That of a Parquet file
 * is of all bytes before its footer. That of a workbook is of the compressed bytes of all parts that stand before this
 * worksheet in the archive, in their order. So both cover every row, that of a workbook with headings and styles.
 */
export interface ExportOrigin extends OriginContext {
  readonly source: RowsOrigin
  readonly selection: OriginSelection | null
}

/** The ending behind the whole name of the CSV, the same in every language: it is found without a catalogue. */
export const originEnding = '.origem.json'
const documentVersion = 1

type Facts = Readonly<Record<string, unknown>>

/** The facts of an export, in the order in which they are read; times are ISO 8601 with the offset of the zone. */
function originFacts(origin: ExportOrigin, file: OriginFile, zone: Zone) {
  const { source, selection, accounts } = origin
  const time = (iso: string | null) => (iso === null ? null : zonedTime(zone, Date.parse(iso)))
  const account = accounts[source.connection_id]
  const { sentences, ...query } = selection ?? { sentences: [] }
  return {
    export: { exported_at: time(origin.exported_at), time_zone: zone.name, app: `Cruza ${origin.version}` },
    source: {
      kind: source.kind,
      name: source.name,
      service: account?.service ?? null,
      account: account?.name ?? null,
      ...source.details,
      state: source.state,
      reason: source.reason ?? null,
      read_at: time(source.read_at),
      ...Object.fromEntries(Object.entries(source.times ?? {}).map(([name, iso]) => [name, time(iso)])),
    },
    filters: source.filters,
    rowFilters: source.row_filters ?? null,
    counts: source.counts,
    query,
    sentences,
    file,
  }
}

/** The document of a CSV or a Parquet file. */
export function originJson(origin: ExportOrigin, file: OriginFile, zoneName: string): string {
  const {
    export: made,
    source,
    filters,
    rowFilters,
    counts,
    query,
    file: written,
  } = originFacts(origin, file, createZone(zoneName))
  const document = {
    cruza_origem: documentVersion,
    ...made,
    source: {
      ...source,
      filters_by: filters?.by ?? null,
      filters: filters?.values ?? null,
      ...(rowFilters ? { row_filters: rowFilters.values } : {}),
      counts,
    },
    query,
    file: written,
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

export type OriginLine = readonly [what: string, value: string]

/** The origin as lines for people; unknown facts have none. */
export function originLines(origin: ExportOrigin, file: OriginFile, zoneName: string): OriginLine[] {
  const { words, selection } = origin
  const zone = createZone(zoneName)
  const facts = originFacts(origin, file, zone)
  const about = (named: Facts) =>
    Object.entries(named).flatMap(([name, value]): OriginLine[] =>
      value === null || value === '' ? [] : [[words.labels[name] ?? name, factText(name, String(value))]],
    )
  const factText = (name: string, text: string) =>
    name.endsWith('_at') ? timeText(localTimes(zone), Date.parse(text)) : wordOf(words, name, text)
  const order = selection?.sort.map(({ column, descending }) => `${column} ${descending ? '↓' : '↑'}`) ?? []
  return [
    ...about(facts.export),
    ...about(facts.source),
    ...filterLines(facts.filters, words),
    ...filterLines(facts.rowFilters, words),
    ...about(facts.counts),
    ...about({ search: selection?.search ?? null }),
    ...facts.sentences.map((sentence): OriginLine => [words.labels.filter ?? '', sentence]),
    ...about({
      sort: order.join(', '),
      selected_rows: selection?.selected_rows ?? null,
      file: file.name,
      format: file.format,
      rows: file.rows,
      columns: file.columns.join(', '),
      sha256_of_rows: file.sha256,
    }),
  ]
}

function filterLines(filters: OriginFilters | null, words: OriginWords): OriginLine[] {
  if (!filters) return []
  return Object.entries(filters.values).flatMap(([name, value]): OriginLine[] => {
    const text = filterText(name, value, words)
    return text === '' ? [] : [[`${words.filters[filters.by]}: ${words.filterNames[name] ?? name}`, text]]
  })
}

/** Deeper parts of a foreign value are not shown. */
const mostLevels = 6

/** The value of a filter in one line; empty parts are left out. */
function filterText(name: string, value: unknown, words: OriginWords, levels = mostLevels): string {
  if (levels === 0) return '…'
  if (Array.isArray(value)) {
    const parts = value.map((part) => filterText(name, part, words, levels - 1))
    return parts.join(value.some(isRecord) ? '; ' : ', ')
  }
  if (!isRecord(value)) return value === null || value === undefined ? '' : wordOf(words, name, String(value))
  return Object.entries(value)
    .map(([part, inner]) => [words.filterNames[part] ?? part, filterText(part, inner, words, levels - 1)])
    .flatMap(([part, text]) => (text === '' ? [] : [`${part}: ${text}`]))
    .join(', ')
}

const wordOf = ({ values }: OriginWords, name: string, text: string) => values[name]?.[text] ?? text

/** ISO 8601 with seconds and the offset of the zone: `2026-11-24T17:20:00-03:00`. */
function zonedTime(zone: Zone, epochMs: number): string {
  const minutes = Math.round(zone.offsetMinutesAt(epochMs))
  const clock = new Date(epochMs + minutes * 60_000).toISOString().slice(0, 19)
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${clock}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
