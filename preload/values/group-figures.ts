import type { ColumnType, GroupFigure } from '../contract/table-queries.ts'

/** The columns that a figure of groups is made of; null for any. */
export const typesOfFigures: Readonly<Record<GroupFigure['figure'], readonly ColumnType[] | null>> = {
  sum: ['integer', 'number'],
  mean: ['integer', 'number'],
  minimum: ['integer', 'number', 'time'],
  maximum: ['integer', 'number', 'time'],
  distinct: null,
}
