import './reviews.css'
import { Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { ReviewSet } from '../../preload/contract/reviews.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { useDialogItem } from '../ui/use-dialog-subject.ts'
import { AnswerDialog, ForgetDialog, type RequestChoice, RequestDialog } from './blind-dialogs.tsx'
import type { SetsStore } from './sets-store.ts'
import { TeamCard } from './team-card.tsx'

/** Second reviews by colleagues who do not see our states. */
export function BlindSection({
  store,
  choices,
  now,
  onReview,
  onAgreement,
}: {
  readonly store: SetsStore
  /** What a second review can be requested for; empty while no form is kept here. */
  readonly choices: readonly RequestChoice[]
  readonly now: () => number
  readonly onReview: (set: string) => void
  readonly onAgreement: (set: string) => void
}) {
  const texts = useMessages().reviews.blind
  const { sets, load, dismissFailure } = useStore(store)
  const [requesting, setRequesting] = useState(false)
  const [asked, ask, close] = useDialogItem<'answer' | 'forget', ReviewSet>(readyValue(sets))
  /** A dialog does not show the failure of the one before. */
  const open = (show: () => void) => {
    dismissFailure()
    show()
  }
  return (
    <TeamCard
      icon={<IconEyeOff size={18} aria-hidden="true" />}
      title={texts.title}
      action={
        <Button variant="default" disabled={choices.length === 0} onClick={() => open(() => setRequesting(true))}>
          {texts.action}
        </Button>
      }
    >
      <p className="dim">{texts.text}</p>
      <LoadableView of={sets} onRetry={() => void load()}>
        {(found) =>
          found.length === 0 ? (
            <p className="team-none dim">{texts.none}</p>
          ) : (
            <SetsTable
              sets={found}
              now={now()}
              onAction={(action, set) => {
                if (action === 'review') onReview(set.id)
                else if (action === 'agreement') onAgreement(set.id)
                else open(() => ask(action, set))
              }}
            />
          )
        }
      </LoadableView>
      {requesting ? (
        <RequestDialog store={store} choices={choices} now={now} onClose={() => setRequesting(false)} />
      ) : null}
      {asked?.what === 'answer' ? <AnswerDialog store={store} set={asked.item} onClose={close} /> : null}
      {asked?.what === 'forget' ? <ForgetDialog store={store} set={asked.item} onClose={close} /> : null}
    </TeamCard>
  )
}

type SetAction = 'review' | 'answer' | 'agreement' | 'forget'

interface SetProps {
  readonly now: number
  readonly onAction: (action: SetAction, set: ReviewSet) => void
}

/** One row for each blind review: requested by us, given to us, or answered. */
function SetsTable({ sets, ...props }: SetProps & { readonly sets: readonly ReviewSet[] }) {
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
          <SetLine key={set.id} set={set} {...props} />
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

function SetLine({ set, now, onAction }: SetProps & { readonly set: ReviewSet }) {
  const { blind: texts, nothing } = useMessages().reviews
  const format = useFormat()
  const [color, soft] = roleColors[set.role]
  return (
    <tr>
      <th scope="row" className="cut strong" title={set.name}>
        {set.name}
      </th>
      <td className="cut dim" title={set.colleague ?? ''}>
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
              <Button
                variant="default"
                aria-label={texts.reviewNamed(set.name)}
                onClick={() => onAction('review', set)}
              >
                {texts.review}
              </Button>
              <Button
                variant="default"
                aria-label={texts.answerNamed(set.name)}
                onClick={() => onAction('answer', set)}
              >
                {texts.answer}
              </Button>
            </>
          ) : null}
          {set.role === 'answered' ? (
            <Button
              variant="default"
              aria-label={texts.agreementNamed(set.name)}
              onClick={() => onAction('agreement', set)}
            >
              {texts.agreement}
            </Button>
          ) : null}
          <DotsMenu
            label={texts.more(set.name)}
            width={200}
            items={[{ label: texts.forget, onClick: () => onAction('forget', set), dangerous: true }]}
          />
        </div>
      </td>
    </tr>
  )
}
