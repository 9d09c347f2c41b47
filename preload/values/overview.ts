import type { ColumnType, Grouping, GroupUnit, TableColumn } from '../contract/table-queries.ts'

/** A picture of the rows of a table: groups of them, and how these are drawn. */
export interface OverviewBlock extends Omit<Grouping, 'query'> {
  /** Unique among the blocks of a table. */
  readonly id: string
  /** `days` is a column for each period, `bars` a bar for each value, `heat` weekdays by hours. */
  readonly drawing: 'days' | 'bars' | 'heat'
}

/** When a row began, of which the first column that a table has is drawn by day. */
const beginnings = ['conversa_criada_em', 'criada_em', 'created_at'] as const
/** When the contact wrote, for the hours of the week. */
const writings = ['primeira_mensagem_do_contato_em', ...beginnings] as const
/** What rows are counted by, in this order; of each line the first column that a table has. */
const shares = [
  ['cruzar_resultado'],
  ['formulario'],
  ['revisao_estado'],
  ['status'],
  ['agente'],
  ['caixa'],
  ['etiquetas_conversa', 'etiquetas'],
  ['origem'],
] as const
/** Values of few kinds, by which any table can be counted. */
const countedTypes: readonly ColumnType[] = ['status', 'outcome', 'choice', 'code', 'codes', 'list']
const mostShares = 8

/** The column of when a row began: a conversation or an entry, else the first moment. Null where there is none. */
export function beginningOf(columns: readonly Pick<TableColumn, 'key' | 'type'>[]): string | null {
  const keys = new Set(columns.map(({ key }) => key))
  const firstTime = columns.find(({ type }) => type === 'time')?.key
  return beginnings.flatMap((name) => [name, `lead_${name}`]).find((key) => keys.has(key)) ?? firstTime ?? null
}

/**
 * The pictures of a table with these columns, derived ones among them. Columns of leads and entries are drawn where it
 * has them, alone or as `lead_…`. Any other table is drawn by its first moments and values of few kinds.
 */
export function overviewBlocks(columns: readonly Pick<TableColumn, 'key' | 'type'>[]): readonly OverviewBlock[] {
  const keys = new Set(columns.map(({ key }) => key))
  const firstOf = (names: readonly string[]) =>
    names.flatMap((name) => [name, `lead_${name}`]).find((key) => keys.has(key))
  const named = shares.flatMap((names) => firstOf(names) ?? [])
  const counted = columns.filter(({ type }) => countedTypes.includes(type)).map(({ key }) => key)
  const firstTime = columns.find(({ type }) => type === 'time')?.key
  const beginning = beginningOf(columns)
  const wrote = firstOf(writings) ?? firstTime
  const [agent, hours] = [firstOf(['agente']), firstOf(['espera_horas'])]
  return [
    ...(beginning ? [block('days', [{ column: beginning, unit: 'day' }])] : []),
    ...(named.length > 1 ? named : counted.slice(0, mostShares)).map((column) =>
      block('bars', [{ column, unit: null }]),
    ),
    ...(agent && hours ? [block('bars', [{ column: agent, unit: null }], [{ figure: 'mean', column: hours }])] : []),
    ...(beginning ? [block('bars', [{ column: beginning, unit: 'weekday' }])] : []),
    ...(wrote
      ? [
          block(
            'heat',
            weekdaysByHours.map((unit) => ({ column: wrote, unit })),
          ),
        ]
      : []),
  ]
}

const weekdaysByHours = ['weekday', 'hour'] as const satisfies readonly GroupUnit[]

function block(
  drawing: OverviewBlock['drawing'],
  by: OverviewBlock['by'],
  figures: OverviewBlock['figures'] = [],
): OverviewBlock {
  return { id: JSON.stringify([drawing, by, figures]), drawing, by, figures, across: false }
}
