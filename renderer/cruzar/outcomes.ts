import type { Outcome, OutcomeCounts } from '../../preload/contract/cruzar.ts'
import type { ColumnFilter, TableQuery } from '../../preload/contract/tables.ts'
import { filterOf } from '../tables/query.ts'

/** The five outcomes in the order in which they stand everywhere; never fewer. */
export const outcomeOrder: readonly Outcome[] = ['com_conversa', 'sem_conversa', 'ausente', 'invalida', 'sem_resposta']

/** The column of a run's table that holds the outcome of each row. */
export const outcomeColumn = 'cruzar_resultado'

/** The filter that lets only rows of these outcomes through; null when it would leave nothing out. */
export function filterOfOutcomes(outcomes: readonly Outcome[]): ColumnFilter | null {
  if (outcomes.length === 0 || outcomes.length === outcomeOrder.length) return null
  return { column: outcomeColumn, operator: 'in', values: [...outcomes] }
}

/** The outcomes that a query lets through by name, in their order; none when it says nothing about them. */
export function outcomesOf(query: TableQuery): readonly Outcome[] {
  const filter = filterOf(query, outcomeColumn)
  if (filter?.operator !== 'in') return []
  return outcomeOrder.filter((outcome) => filter.values.includes(outcome))
}

/** The choice after a figure was pressed: it alone, or none when it was alone; `added` joins it or takes it out. */
export function toggleOutcome(chosen: readonly Outcome[], outcome: Outcome, added: boolean): readonly Outcome[] {
  if (!added) return chosen.length === 1 && chosen[0] === outcome ? [] : [outcome]
  return outcomeOrder.filter((each) => (each === outcome ? !chosen.includes(each) : chosen.includes(each)))
}

/** How many rows have one of these outcomes. */
export function rowsOf(counts: OutcomeCounts, outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
}

/** A share of the rows as people say it: `12%`, `<1%` for little, `>99%` for almost all. */
export function sharePhrase(rows: number, total: number): string {
  if (rows === 0 || total === 0) return '0%'
  const percent = (rows / total) * 100
  if (percent < 1) return '<1%'
  if (rows < total && percent > 99) return '>99%'
  return `${Math.round(percent)}%`
}
