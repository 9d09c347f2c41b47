import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ReviewBatch } from '../../preload/contract/reviews.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { reviewStates } from '../../preload/values/entries-table.ts'
import { useApp } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { useTeam } from './team.ts'
import { TableHead } from './team-parts.tsx'

/** The batches of review changes, newest first. Each is undone as a whole. */
export function HistoryDialog({ onClose }: { readonly onClose: () => void }) {
  const { reviews, common } = useMessages()
  const texts = reviews.history
  const {
    batches,
    undoing: { failure },
    undone,
    loadBatches,
    dismissUndo,
  } = useStore(useTeam().store)
  const columns = [
    common.fields.when,
    texts.who,
    texts.what,
    { label: common.fields.entries, number: true as const },
    { label: common.fields.actions, unseen: true as const },
  ]
  useEffect(() => {
    dismissUndo()
    void loadBatches()
  }, [loadBatches, dismissUndo])
  return (
    <Dialog onClose={onClose} title={texts.title} size={820}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.text}
      </Text>
      <p className="history-undone mb-8 text-14 figures" role="status">
        {undone === null ? null : texts.undoneNow(undone)}
      </p>
      {failure ? <FailureNotice failure={failure} onClose={dismissUndo} /> : null}
      <LoadableView of={batches} onRetry={() => void loadBatches()}>
        {(list) =>
          list.length === 0 ? (
            <Text size="md">{common.nothingDone}</Text>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <section className="history-scroll" aria-label={texts.title} tabIndex={0}>
              <table className="history-table data-table sticky-head figures">
                <TableHead columns={columns} widths={[140, 150, undefined, 84, 96]} />
                <tbody>
                  {list.map((batch) => (
                    <HistoryLine key={batch.id} batch={batch} />
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

function HistoryLine({ batch }: { readonly batch: ReviewBatch }) {
  const messages = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const {
    undoing: { working },
    undo,
  } = useStore(useTeam().store)
  const { anonymous, history: texts } = messages.reviews
  const phrase = batchPhrase(batch, messages)
  return (
    <tr>
      <td className="dim">{format.moment(Date.parse(batch.at), now())}</td>
      <td className="cut" title={batch.who}>
        {batch.who || anonymous}
      </td>
      <td className="cut" title={phrase}>
        {phrase}
      </td>
      <td className="number">
        {batch.entry_id === null ? format.number(batch.entries) : messages.common.numbered(batch.entry_id)}
      </td>
      <td className="number">
        {batch.undone ? <span className="dim">{texts.undone}</span> : null}
        {batch.undone || batch.kind === 'undo' ? null : (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={texts.undoNamed(phrase)}
            loading={working === batch.id}
            disabled={working !== null && working !== batch.id}
            onClick={() => void undo(batch.id)}
          >
            {messages.common.undo}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** "Estado: Aprovada", "Etiquetas: vip, urgente", "Juntou o pacote de Bruno". */
export function batchPhrase({ kind, value }: Pick<ReviewBatch, 'kind' | 'value'>, messages: Messages): string {
  const state = kind === 'state' ? reviewStates.find((each) => each === value) : undefined
  const words = state ? messages.entries.states[state] : (value ?? '')
  return messages.reviews.history.actionPhrases[kind](words)
}
