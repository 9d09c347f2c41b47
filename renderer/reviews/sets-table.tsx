import './tables.css'
import { Button } from '@mantine/core'
import type { ReviewSet } from '../../preload/contract/reviews.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'

export interface SetActions {
  readonly onReview: (set: ReviewSet) => void
  readonly onAnswer: (set: ReviewSet) => void
  readonly onAgreement: (set: ReviewSet) => void
  readonly onForget: (set: ReviewSet) => void
}

export interface SetsTableProps extends SetActions {
  readonly sets: readonly ReviewSet[]
  /** Epoch ms. */
  readonly now: number
}

/** Second reviews, a line each: those asked for, those given to us, those answered. */
export function SetsTable({ sets, now, ...actions }: SetsTableProps) {
  const texts = useMessages().reviews.blind
  const { columns } = texts
  return (
    <table className="sets-table figures">
      <caption className="unseen">{texts.title}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.colleague}</th>
          <th scope="col">{columns.made}</th>
          <th scope="col">{columns.decided}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col">
            <span className="unseen">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sets.map((set) => (
          <SetLine key={set.id} set={set} now={now} {...actions} />
        ))}
      </tbody>
    </table>
  )
}

const roleColors: Readonly<Record<ReviewSet['role'], readonly [text: string, soft: string]>> = {
  asked: ['var(--status-pending)', 'var(--status-pending-soft)'],
  given: ['var(--status-snoozed)', 'var(--status-snoozed-soft)'],
  answered: ['var(--status-open)', 'var(--status-open-soft)'],
}

interface SetLineProps extends SetActions {
  readonly set: ReviewSet
  readonly now: number
}

function SetLine({ set, now, onReview, onAnswer, onAgreement, onForget }: SetLineProps) {
  const { blind: texts, nothing } = useMessages().reviews
  const format = useFormat()
  const [color, soft] = roleColors[set.role]
  return (
    <tr>
      <th scope="row" className="sets-name" title={set.name}>
        {set.name}
      </th>
      <td className="sets-colleague dim" title={set.colleague ?? ''}>
        {set.colleague ?? nothing}
      </td>
      <td className="dim">{format.moment(Date.parse(set.made_at), now)}</td>
      <td>{texts.decided(set.decided, set.entries)}</td>
      <td>
        <Mark color={color} soft={soft}>
          {texts.roles[set.role]}
        </Mark>
      </td>
      <td>
        <div className="sets-actions">
          {set.role === 'given' ? (
            <>
              <Button variant="default" aria-label={texts.reviewNamed(set.name)} onClick={() => onReview(set)}>
                {texts.review}
              </Button>
              <Button variant="default" aria-label={texts.answerNamed(set.name)} onClick={() => onAnswer(set)}>
                {texts.answer}
              </Button>
            </>
          ) : null}
          {set.role === 'answered' ? (
            <Button variant="default" aria-label={texts.agreementNamed(set.name)} onClick={() => onAgreement(set)}>
              {texts.agreement}
            </Button>
          ) : null}
          <DotsMenu
            label={texts.more(set.name)}
            width={200}
            items={[{ label: texts.forget, onClick: () => onForget(set), dangerous: true }]}
          />
        </div>
      </td>
    </tr>
  )
}
