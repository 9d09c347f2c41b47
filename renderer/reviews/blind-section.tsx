import './tables.css'
import { Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ReviewSet } from '../../preload/contract/reviews.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { useDialogItem } from '../ui/use-dialog-subject.ts'
import { AnswerDialog, type RequestChoice, RequestDialog } from './request-dialog.tsx'
import type { SetsStore } from './sets-store.ts'

export interface BlindSectionProps {
  readonly store: SetsStore
  /** What a second review can be asked for; none while nothing is kept here. */
  readonly choices: readonly RequestChoice[]
  readonly now: () => number
  readonly onReview: (set: string) => void
  readonly onAgreement: (set: string) => void
}

/** Second reviews by colleagues who do not see our states. */
export function BlindSection({ store, choices, now, onReview, onAgreement }: BlindSectionProps) {
  const texts = useMessages().reviews.blind
  const { sets, load, dismissFailure } = useStore(store)
  const [making, setMaking] = useState(false)
  const [asked, ask, close] = useDialogItem<'answer' | 'forget', ReviewSet>(readyValue(sets))
  const id = useId()
  /** Opens a dialog, which shows no failure of the one before. */
  const startMaking = () => {
    dismissFailure()
    setMaking(true)
  }
  const askAbout: typeof ask = (what, set) => {
    dismissFailure()
    ask(what, set)
  }
  return (
    <section className="team-card" aria-labelledby={id}>
      <div className="team-card-head">
        <h2 id={id}>
          <IconEyeOff size={18} aria-hidden="true" />
          {texts.title}
        </h2>
        <Button variant="default" disabled={choices.length === 0} onClick={startMaking}>
          {texts.action}
        </Button>
      </div>
      <p className="dim">{texts.text}</p>
      <LoadableView of={sets} onRetry={() => void load()}>
        {(found) =>
          found.length === 0 ? (
            <p className="team-none dim">{texts.none}</p>
          ) : (
            <SetsTable
              sets={found}
              now={now()}
              onReview={(set) => onReview(set.id)}
              onAnswer={(set) => askAbout('answer', set)}
              onAgreement={(set) => onAgreement(set.id)}
              onForget={(set) => askAbout('forget', set)}
            />
          )
        }
      </LoadableView>
      {making ? <RequestDialog store={store} choices={choices} now={now} onClose={() => setMaking(false)} /> : null}
      {asked?.what === 'answer' ? <AnswerDialog store={store} set={asked.item} onClose={close} /> : null}
      {asked?.what === 'forget' ? <ForgetDialog store={store} set={asked.item} onClose={close} /> : null}
    </section>
  )
}

interface ForgetDialogProps {
  readonly store: SetsStore
  readonly set: ReviewSet
  readonly onClose: () => void
}

function ForgetDialog({ store, set, onClose }: ForgetDialogProps) {
  const texts = useMessages().reviews.blind
  const { doing, failure, forget } = useStore(store)
  return (
    <ConfirmDialog
      opened
      title={texts.forgetTitle(set.name)}
      lost={[texts.forgetLoses[set.role]]}
      kept={texts.forgetKeeps}
      confirm={texts.forgetConfirm}
      busy={doing === 'forget'}
      failure={failure}
      onConfirm={async () => {
        if (await forget(set.id)) onClose()
      }}
      onClose={onClose}
    />
  )
}

interface SetActions {
  readonly onReview: (set: ReviewSet) => void
  readonly onAnswer: (set: ReviewSet) => void
  readonly onAgreement: (set: ReviewSet) => void
  readonly onForget: (set: ReviewSet) => void
}

interface SetsTableProps extends SetActions {
  readonly sets: readonly ReviewSet[]
  /** Epoch ms. */
  readonly now: number
}

/** Second reviews, a line each: those asked for, those given to us, those answered. */
function SetsTable({ sets, now, ...actions }: SetsTableProps) {
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
