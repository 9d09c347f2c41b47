import type { RunQuestion } from '../contract/run-question.ts'
import type { LeadFilter } from '../contract/sheets.ts'
import { phoneRungs } from './rungs.ts'

/** The question of a run, in the form that asks it again. */
export function questionOf(run: RunQuestion): RunQuestion & { readonly other_ninth: boolean } {
  const { connection_id, sheet_id, sheet_ids, filter, match, other_ninth } = run
  return { connection_id, sheet_id, sheet_ids, filter, match, other_ninth: other_ninth ?? true }
}

/** Whether a service is asked with the other ninth digit. A chosen rung decides it, as for sheets. */
export function asksOtherNinth({
  sheet_id,
  match,
  other_ninth,
}: Pick<RunQuestion, 'sheet_id' | 'match' | 'other_ninth'>): boolean {
  if (sheet_id !== null) return false
  return match === null ? other_ninth === true : phoneRungs.indexOf(match) >= phoneRungs.indexOf('ninth')
}

/** What two questions may differ in. */
export const questionParts = ['answerer', 'sheets', 'filter', 'match', 'other_ninth'] as const
export type QuestionPart = (typeof questionParts)[number]

/**
 * What two questions to one connection differ in, so that their answers cannot be compared. Empty where they are the
 * same.
 */
export function questionDifferences(one: RunQuestion, other: RunQuestion): QuestionPart[] {
  const isOfSheets = (question: RunQuestion) => question.sheet_id !== null
  const sheetsOf = ({ sheet_id, sheet_ids }: RunQuestion) => JSON.stringify([sheet_id, ...sheet_ids].sort())
  const isSame: Readonly<Record<QuestionPart, boolean>> = {
    answerer: isOfSheets(one) === isOfSheets(other),
    sheets: isOfSheets(one) !== isOfSheets(other) || sheetsOf(one) === sheetsOf(other),
    filter: filterText(one.filter) === filterText(other.filter),
    match: one.match === other.match,
    other_ninth: asksOtherNinth(one) === asksOtherNinth(other),
  }
  return questionParts.filter((part) => !isSame[part])
}

/**
 * A filter as a text, the same for equal filters. How rows are grouped, and whether its days move, does not matter to a
 * cross-check.
 */
function filterText({ agrupar: _, created_within: __, ...filter }: LeadFilter): string {
  const values = Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
  return JSON.stringify(values.filter(([, value]) => value !== undefined && value.length > 0).sort())
}

interface ComparableRun extends RunQuestion {
  readonly id: string
  readonly list_id: string
  readonly state: string
  readonly started_at: string
}

/** The runs that one can be compared with: finished, of its list and connection, and earlier, in the order given. */
export function earlierRuns<Run extends ComparableRun>(runs: readonly Run[], run: ComparableRun): Run[] {
  return finishedRuns(runs, run).filter(({ id, started_at }) => id !== run.id && started_at < run.started_at)
}

/** The finished runs of the list and connection of one that asked the same, this one with them, in the order given. */
export function runsOfQuestion<Run extends ComparableRun>(runs: readonly Run[], run: ComparableRun): Run[] {
  return finishedRuns(runs, run).filter((each) => questionDifferences(each, run).length === 0)
}

function finishedRuns<Run extends ComparableRun>(runs: readonly Run[], run: ComparableRun): Run[] {
  return runs.filter(
    ({ list_id, connection_id, state }) =>
      list_id === run.list_id && connection_id === run.connection_id && state === 'finished',
  )
}
