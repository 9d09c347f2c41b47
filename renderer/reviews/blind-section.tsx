import { Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ReviewSet } from '../../preload/contract/reviews.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { AskDialog } from './ask-dialog.tsx'
import type { AskedChoice } from './asked-choices.ts'
import type { SetsStore } from './sets-store.ts'
import { SetsTable } from './sets-table.tsx'

export interface BlindSectionProps {
  readonly store: SetsStore
  /** What a second review can be asked for; none while nothing is kept here. */
  readonly choices: readonly AskedChoice[]
  readonly now: () => number
  readonly onReview: (set: string) => void
  readonly onAgreement: (set: string) => void
}

type Asking = { readonly what: 'ask' } | { readonly what: 'answer' | 'forget'; readonly set: ReviewSet }

/** Second reviews by colleagues who do not see our states. */
export function BlindSection({ store, choices, now, onReview, onAgreement }: BlindSectionProps) {
  const texts = useMessages().reviews.blind
  const { sets, load } = useStore(store)
  const [asking, setAsking] = useState<Asking | null>(null)
  const id = useId()
  const ask = (next: Asking) => {
    store.getState().forgetFailure()
    setAsking(next)
  }
  return (
    <section className="team-card" aria-labelledby={id}>
      <div className="team-card-head">
        <h2 id={id}>
          <IconEyeOff size={18} aria-hidden="true" />
          {texts.title}
        </h2>
        <Button variant="default" disabled={choices.length === 0} onClick={() => ask({ what: 'ask' })}>
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
              onAnswer={(set) => ask({ what: 'answer', set })}
              onAgreement={(set) => onAgreement(set.id)}
              onForget={(set) => ask({ what: 'forget', set })}
            />
          )
        }
      </LoadableView>
      <BlindDialogs asking={asking} store={store} choices={choices} now={now} onClose={() => setAsking(null)} />
    </section>
  )
}

interface BlindDialogsProps {
  readonly asking: Asking | null
  readonly store: SetsStore
  readonly choices: readonly AskedChoice[]
  readonly now: () => number
  readonly onClose: () => void
}

function BlindDialogs({ asking, store, choices, now, onClose }: BlindDialogsProps) {
  const texts = useMessages().reviews.blind
  const { sets, doing, failure, forget } = useStore(store)
  if (asking?.what === 'ask') return <AskDialog store={store} choices={choices} now={now} onClose={onClose} />
  // What is decided while a dialog is open is another telling of the same set.
  const set = readyValue(sets)?.find(({ id }) => id === asking?.set.id)
  if (!asking || !set) return null
  if (asking.what === 'answer') return <AnswerDialog store={store} set={set} onClose={onClose} />
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
