import './tables.css'
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

export interface HistoryDialogProps {
  readonly store: HistoryStore
  readonly now: () => number
  readonly onClose: () => void
}

/** What was done, the newest first; each batch is undone as a whole. */
export function HistoryDialog({ store, now, onClose }: HistoryDialogProps) {
  const texts = useMessages().reviews.history
  const { batches, doing, failure, undone, load, undo, dismissResult } = useStore(store)
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
            <HistoryTable batches={found} doing={doing} now={now()} onUndo={(batch) => void undo(batch)} />
          )
        }
      </LoadableView>
    </Dialog>
  )
}

interface HistoryTableProps {
  readonly batches: readonly ReviewBatch[]
  readonly doing: string | null
  readonly now: number
  readonly onUndo: (batch: string) => void
}

function HistoryTable({ batches, doing, now, onUndo }: HistoryTableProps) {
  const texts = useMessages().reviews.history
  return (
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
          {batches.map((batch) => (
            <HistoryLine key={batch.id} batch={batch} doing={doing} now={now} onUndo={onUndo} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface HistoryLineProps extends Omit<HistoryTableProps, 'batches'> {
  readonly batch: ReviewBatch
}

function HistoryLine({ batch, doing, now, onUndo }: HistoryLineProps) {
  const messages = useMessages()
  const format = useFormat()
  const { history: texts, entryNumber, anonymous } = messages.reviews
  const action = batchPhrase(batch, messages)
  return (
    <tr>
      <td className="dim">{format.moment(Date.parse(batch.at), now)}</td>
      <td className="history-cut" title={batch.who}>
        {batch.who || anonymous}
      </td>
      <td className="history-cut" title={action}>
        {action}
      </td>
      <td className="number">{batch.entry_id === null ? format.number(batch.entries) : entryNumber(batch.entry_id)}</td>
      <td className="history-action">
        <HistoryAction batch={batch} action={action} doing={doing} onUndo={onUndo} undoneWord={texts.undone} />
      </td>
    </tr>
  )
}

interface HistoryActionProps {
  readonly batch: ReviewBatch
  readonly action: string
  readonly doing: string | null
  readonly undoneWord: string
  readonly onUndo: (batch: string) => void
}

function HistoryAction({ batch, action, doing, undoneWord, onUndo }: HistoryActionProps) {
  const texts = useMessages().reviews.history
  if (batch.undone) return <span className="dim">{undoneWord}</span>
  if (batch.kind === 'undo') return null
  return (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={texts.undoNamed(action)}
      loading={doing === batch.id}
      disabled={doing !== null && doing !== batch.id}
      onClick={() => onUndo(batch.id)}
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
