import type { SummaryRow, SummarySection } from '../contract/summaries.ts'
import { type SummaryFigure, summaryFigures } from '../values/summary.ts'
import type { Messages } from './catalogue.ts'
import { wordsOfRows } from './table-words.ts'

/** The heading of a part of a summary: what its lines are. */
export function sectionTitle({ block, column }: SummarySection, messages: Messages): string {
  const { titles } = messages.summaries
  if (block === 'shares' && column) return titles.shares(headingOf(column, messages))
  return block === 'shares' ? '' : titles[block]
}

/** What a line of it is of: a figure, a day as people write it, or a value. */
export function rowName({ block, column }: SummarySection, { value }: SummaryRow, messages: Messages): string {
  if (value === null) return messages.common.blank
  const figure: SummaryFigure | undefined = summaryFigures.find((name) => name === value)
  if (block === 'figures') return figure ? messages.summaries.figures[figure] : value
  if (!column) return value.split('-').reverse().join('/')
  const kind = block === 'reviews' ? 'entries' : 'sheet'
  return wordsOfRows(kind, [column], messages).value(column, value)
}

function headingOf(column: NonNullable<SummarySection['column']>, messages: Messages): string {
  return wordsOfRows('sheet', [column], messages).heading(column.key)
}
