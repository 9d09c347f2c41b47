import type { TableRef } from '../contract/table-queries.ts'

/**
 * What is different about a record between two readings. A record can have several; those that runs have too
 * (change-kinds.ts) mean the same. `saiu_do_filtro` and `saiu_da_base` are said only where another reading tells which;
 * otherwise it is `saiu`. Between two sheets a record that one of them alone has is `so_no_primeiro` or
 * `so_no_segundo`.
 */
export const differenceKinds = [
  'nova',
  'saiu',
  'saiu_do_filtro',
  'saiu_da_base',
  'so_no_primeiro',
  'so_no_segundo',
  'nova_conversa',
  'perdeu_conversa',
  'resolvida',
  'reaberta',
  'outro_status',
  'outro_agente',
  'outra_caixa',
  'etiqueta_ganha',
  'etiqueta_perdida',
  'respondeu',
  'nova_mensagem',
  'outro_dado',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** The kinds of records that only the later, or only the earlier reading has. */
export const newKinds = ['nova', 'so_no_segundo'] as const satisfies readonly DifferenceKind[]
export const goneKinds = [
  'saiu',
  'saiu_do_filtro',
  'saiu_da_base',
  'so_no_primeiro',
] as const satisfies readonly DifferenceKind[]

/** One reading of a sheet: the snapshot with this number. */
export interface SheetReading {
  readonly sheet: string
  readonly number: number
}

/** Two readings of one sheet, or of two sheets whose rows are grouped alike. */
export interface ReadingPair {
  readonly from: SheetReading
  readonly to: SheetReading
}

/** How the difference of two readings is named as a table (table-queries.ts). */
export function differenceTable({ from, to }: ReadingPair): TableRef {
  return { kind: 'difference', id: `${from.sheet}.${from.number}:${to.sheet}.${to.number}` }
}

/** The reverse of `differenceTable`; null for another id. */
export function readDifferenceTable(id: string): ReadingPair | null {
  const [, from, earlier, to, later] = /^([\w-]+)\.(\d+):([\w-]+)\.(\d+)$/.exec(id) ?? []
  if (from === undefined || to === undefined) return null
  return { from: { sheet: from, number: Number(earlier) }, to: { sheet: to, number: Number(later) } }
}

/** Stands before the key of a field: the column has its value in the earlier reading, where it is another one now. */
export const formerPrefix = 'antes_'
