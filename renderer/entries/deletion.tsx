import { Anchor, Text } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { type ReactNode, useEffect, useState } from 'react'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import { type Outcome, outcomeOf } from '../kernel/ask.ts'
import { useDraft } from '../kernel/drafts.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { EntriesStore } from './entries-store.ts'

/** The contract deletes at most so many at once. */
const mostAtOnce = 1000

/** Asks before entries are deleted on the service. For several entries the person types their number. */
export function RemoveDialog({ store, ids }: { readonly store: EntriesStore; readonly ids: readonly number[] }) {
  const { common } = useMessages()
  const texts = useMessages().entries.remove
  const { openDialog, remove } = store.getState()
  const close = () => openDialog(null)
  const { working, failure, submit, discard } = useDraft(`remove ${ids.join()}`, null, close)
  const count = ids.length
  const typed = count > 1 ? String(count) : undefined
  if (count > mostAtOnce) {
    return (
      <Dialog onClose={close} title={texts.title(count)}>
        <Text size="md">{texts.tooMany(mostAtOnce)}</Text>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      writes
      title={texts.title(count)}
      lost={[]}
      kept={texts.kept}
      confirm={common.delete}
      typed={typed}
      busy={working}
      failure={failure}
      onConfirm={() =>
        void submit(async () => {
          const { task_id, sends_at } = await remove(ids, typed ?? '')
          notifyDeletion(store, task_id, { entries: count, sendsAt: Date.parse(sends_at) })
        })
      }
      onClose={() => {
        discard()
        close()
      }}
    >
      <Text size="md">{texts.lost(count)}</Text>
    </ConfirmDialog>
  )
}

/** Entries that will be deleted on the service unless the deletion is cancelled. */
interface Deletion {
  readonly entries: number
  /** Epoch ms. */
  readonly sendsAt: number
}

/** Counts down to a deletion on any screen, with a button that cancels it. */
function notifyDeletion(store: EntriesStore, task: string, deletion: Deletion) {
  const hide = () => hideDeletionNotice(task)
  const cancel = async () => {
    hide()
    const cancelled = await outcomeOf(store.getState().cancelDeletion(task))
    notify('entries-deletion', cancelledText(cancelled, messagesNow()))
  }
  notifications.show({
    id: deletionNoticeId(task),
    autoClose: false,
    // It can be cancelled for ten seconds, so newer notices must not hide it.
    priority: 1,
    message: <Countdown {...deletion} onEnd={hide} onCancel={() => void cancel()} />,
  })
}

/** Removes the countdown of a deletion that was cancelled or sent anywhere. */
export function hideDeletionNotice(task: string) {
  notifications.hide(deletionNoticeId(task))
}

const deletionNoticeId = (task: string) => `entries-deletion-${task}`

/** The result of cancelling a deletion. A failed request is not reported as too late. */
export function cancelledText(cancelled: Outcome<boolean>, messages: Messages): string {
  if (!cancelled.ok) return failureSentence(messages, cancelled.failure)
  const { takenBack, tooLate } = messages.entries.remove
  return cancelled.value ? takenBack : tooLate
}

function Countdown({
  entries,
  sendsAt,
  onEnd,
  onCancel,
}: Deletion & { readonly onEnd: () => void; readonly onCancel: () => void }) {
  const { common } = useMessages()
  const texts = useMessages().entries.remove
  const [now, setNow] = useState(Date.now)
  const left = Math.ceil((sendsAt - now) / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left <= 0) onEnd()
  }, [left, onEnd])
  return <Undoable text={texts.waiting(entries, Math.max(0, left))} undo={common.undo} onUndo={onCancel} />
}

function Undoable({
  text,
  undo,
  onUndo,
}: {
  readonly text: string
  readonly undo: string
  readonly onUndo: () => void
}) {
  return (
    <>
      <span className="figures">{text}</span>{' '}
      <Anchor component="button" type="button" inherit onClick={onUndo}>
        {undo}
      </Anchor>
    </>
  )
}

export function notify(id: string, message: ReactNode, options: Pick<NotificationData, 'autoClose' | 'onClose'> = {}) {
  notifications.hide(id)
  notifications.show({ id, message, ...options })
}

/**
 * Shows how many entries were changed, with an undo button. The button stays while the key would undo the same change.
 */
export function notifyChanged(store: EntriesStore, changed: number, undo: () => void) {
  const { entries: texts, common } = messagesNow()
  const id = 'entries-done'
  notify(id, <Undoable text={texts.bulk.done(changed)} undo={common.undo} onUndo={undo} />, {
    autoClose: 10_000,
    onClose: () => stop(),
  })
  const stop = store.subscribe((now, previous) => {
    if (now.changesMade !== previous.changesMade || now.working === 'undo') notifications.hide(id)
  })
}
