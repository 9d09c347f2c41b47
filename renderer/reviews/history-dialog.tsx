import './reviews.css'
import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { reviewStates } from '../../preload/contract/entries-table.ts'
import type { ReviewBatch } from '../../preload/contract/reviews.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { HistoryStore } from './team.ts'

/** The batches of review changes, newest first; each is undone as a whole. */
export function HistoryDialog({
  store,
  now,
  onClose,
}: {
  readonly store: HistoryStore
  readonly now: () => number
  readonly onClose: () => void
}) {
  const texts = useMessages().reviews.history
  const { batches, failure, undone, load, dismissResult } = useStore(store)
  useEffect(() => {
    dismissResult()
    void load()
  }, [load, dismissResult])
  return (
    <Dialog opened onClose={onClose} title={texts.title} size={820}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.text}
      </Text>
      <p className="history-undone figures" role="status">
        {undone === null ? null : texts.undoneNow(undone)}
      </p>
      {failure ? <FailureNotice failure={failure} onClose={dismissResult} /> : null}
      <LoadableView of={batches} onRetry={() => void load()}>
        {(found) =>
          found.length === 0 ? (
            <Text size="md">{texts.empty}</Text>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <section className="history-scroll" aria-label={texts.title} tabIndex={0}>
              <table className="history-table figures">
                <thead>
                  <tr>
                    <th scope="col">{texts.when}</th>
                    <th scope="col">{texts.who}</th>
                    <th scope="col">{texts.what}</th>
                    <th scope="col" className="number">
                      {texts.entries}
                    </th>
                    <th scope="col">
                      <span className="unseen">{texts.actions}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.map((batch) => (
                    <HistoryLine key={batch.id} batch={batch} store={store} now={now()} />
                  ))}
                </tbody>
              </table>
            </section>
          )
        }
      </LoadableView>
    </Dialog>
  )
}

interface BatchProps {
  readonly store: HistoryStore
  readonly batch: ReviewBatch
}

function HistoryLine({ store, batch, now }: BatchProps & { readonly now: number }) {
  const messages = useMessages()
  const format = useFormat()
  const { entryNumber, anonymous } = messages.reviews
  const phrase = batchPhrase(batch, messages)
  return (
    <tr>
      <td className="dim">{format.moment(Date.parse(batch.at), now)}</td>
      <td className="cut" title={batch.who}>
        {batch.who || anonymous}
      </td>
      <td className="cut" title={phrase}>
        {phrase}
      </td>
      <td className="number">{batch.entry_id === null ? format.number(batch.entries) : entryNumber(batch.entry_id)}</td>
      <td className="history-action">
        <UndoButton store={store} batch={batch} phrase={phrase} />
      </td>
    </tr>
  )
}

function UndoButton({ store, batch, phrase }: BatchProps & { readonly phrase: string }) {
  const texts = useMessages().reviews.history
  const { working, undo } = useStore(store)
  if (batch.undone) return <span className="dim">{texts.undone}</span>
  if (batch.kind === 'undo') return null
  return (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={texts.undoNamed(phrase)}
      loading={working === batch.id}
      disabled={working !== null && working !== batch.id}
      onClick={() => void undo(batch.id)}
    >
      {texts.undo}
    </Button>
  )
}

/** "Estado: Aprovada", "Etiquetas: vip, urgente", "Juntou o pacote de Bruno". */
export function batchPhrase({ kind, value }: Pick<ReviewBatch, 'kind' | 'value'>, messages: Messages): string {
  const state = kind === 'state' ? reviewStates.find((each) => each === value) : undefined
  const words = state ? messages.entries.states[state] : (value ?? '')
  return messages.reviews.history.actionPhrases[kind](words)
}
