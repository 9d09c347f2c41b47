import { Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ReviewSet } from '../../preload/contract/reviews.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { useDialogItem } from '../ui/use-dialog-subject.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import type { RequestChoice } from './request-choices.ts'
import { RequestDialog } from './request-dialog.tsx'
import type { SetsStore } from './sets-store.ts'
import { SetsTable } from './sets-table.tsx'

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
