import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { ListBudget } from '../../preload/contract/cruzar.ts'
import { paceWords } from '../../preload/messages/pace.ts'
import { useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { isUnderstood, lastBudget } from './list-state.ts'

interface BudgetStripProps {
  /** A cached sheet will answer: nothing is sent. */
  readonly offline: boolean
  /** Whether the reasons of unusable cells are shown below, and under which id. */
  readonly open: boolean
  readonly detailsId: string
  readonly onToggle: () => void
}

/** The totals of the whole list before anything is sent: rows, keys, repeated, unusable, and the cost. */
export function BudgetStrip(props: BudgetStripProps) {
  const messages = useMessages()
  const texts = messages.cruzar.budget
  const state = useStore(useFeature('cruzar').draft)
  const { counting, starting, reading, cancelReading } = state
  const budget = lastBudget(state)
  return (
    <section className="budget-strip figures" aria-label={texts.label} aria-busy={counting}>
      {budget ? <BudgetFigures {...props} budget={budget} /> : null}
      {counting || starting.working !== null ? (
        <span className="budget-counting inline-row dim">
          <Loader size={14} aria-hidden="true" />
          {reading.rows === 0 ? messages.common.counting : paceWords(reading, messages)}
          <Button size="compact-xs" variant="subtle" onClick={cancelReading}>
            {messages.common.cancel}
          </Button>
        </span>
      ) : null}
    </section>
  )
}

function BudgetFigures({
  budget,
  offline,
  open,
  detailsId,
  onToggle,
}: BudgetStripProps & { readonly budget: ListBudget }) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.cruzar.budget
  const state = useStore(useFeature('cruzar').draft)
  const { cost, counting } = state
  const stale = counting || !isUnderstood(state)
  const Chevron = open ? IconChevronDown : IconChevronRight
  const figures = {
    rows: messages.common.rows(budget.rows),
    keys: messages.cruzar.keys(budget.keys),
    repeated: texts.repeated(budget.repeated),
    unusable: texts.unusable(budget.unusable_rows),
  }
  const costWords = () => {
    if (budget.keys === 0) return ''
    if (offline) return texts.offline
    if (cost.status !== 'ready') return ''
    const { requests, seconds, measured, other } = cost.value
    const first = texts.cost(requests, format.duration(seconds), measured)
    return other === null ? first : `${first}; ${texts.otherCost(other.requests, format.duration(other.seconds))}`
  }
  const spent = costWords()
  const isSettled = !stale && (offline || budget.keys === 0 || cost.status === 'ready' || cost.status === 'failed')
  return (
    <>
      <VisuallyHidden role="status">{isSettled ? `${Object.values(figures).join(', ')}. ${spent}` : ''}</VisuallyHidden>
      {Object.entries(figures).map(([figure, sentence]) => (
        <Figure key={figure} sentence={sentence} stale={stale} />
      ))}
      {budget.problems.length > 0 ? (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={open}
          aria-controls={detailsId}
          leftSection={<Chevron size={14} aria-hidden="true" />}
          onClick={onToggle}
        >
          {texts.why}
        </Button>
      ) : null}
      {spent !== '' ? (
        <span className="budget-cost strong" data-stale={stale || undefined}>
          {spent}
        </span>
      ) : null}
    </>
  )
}

/** "9.412 chaves" with a large number. */
function Figure({ sentence, stale }: { readonly sentence: string; readonly stale: boolean }) {
  const [number, ...words] = sentence.split(' ')
  return (
    <span className="budget-figure" data-stale={stale || undefined}>
      <strong>{number}</strong> {words.join(' ')}
    </span>
  )
}

/**
 * Why cells cannot be keys: a count for each reason, then each cell with its row and text, so that it can be corrected.
 */
export function UnusableCells({ id, budget }: { readonly id: string; readonly budget: ListBudget }) {
  const { cruzar, common } = useMessages()
  const format = useFormat()
  const texts = cruzar.budget
  const cells = budget.problems.reduce((sum, problem) => sum + problem.cells, 0)
  return (
    <section id={id} className="unusable rigid pad-12-16 card" aria-label={texts.unusableTitle(cells)}>
      <h2 className="heading">{texts.unusableTitle(cells)}</h2>
      <p className="dim">
        {budget.unusable_rows > 0 ? texts.withoutKey(budget.unusable_rows) : null}{' '}
        {budget.unusable.some(({ has_key }) => has_key) ? texts.withOtherKey : null}
      </p>
      <ul className="unusable-reasons plain-list figures">
        {budget.problems.map(({ reason, cells: count }) => (
          <li key={reason}>
            <strong>{format.number(count)}</strong> {cruzar.reasons[reason]}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className="unusable-scroll" tabIndex={0} aria-label={texts.firstOnes(budget.unusable.length)}>
        <table className="data-table sticky-head figures">
          <thead>
            <tr>
              <th scope="col" className="number">
                {texts.row}
              </th>
              <th scope="col">{texts.column}</th>
              <th scope="col">{texts.text}</th>
              <th scope="col">{texts.reason}</th>
            </tr>
          </thead>
          <tbody>
            {budget.unusable.map(({ row, column, reason, text, has_key }) => (
              <tr key={`${row} ${column} ${text}`}>
                <td className="number">{format.number(row)}</td>
                <td>{column}</td>
                <td className="unusable-text">
                  {text.trim() === '' ? <span className="dim">{common.blank}</span> : text}
                </td>
                <td>
                  {cruzar.reasons[reason]}
                  {has_key ? <span className="dim"> ({texts.hasOtherKey})</span> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {cells > budget.unusable.length ? <p className="dim figures">{texts.firstOnes(budget.unusable.length)}</p> : null}
    </section>
  )
}
