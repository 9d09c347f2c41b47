import { Anchor } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { type ReactNode, useEffect, useState } from 'react'
import type { Failure } from '../../preload/contract/wire.ts'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import type { Outcome } from '../kernel/ask.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { failed } from '../kernel/notice-failure.ts'
import type { Deletion } from './entries-state.ts'

/** Shows a notice. It replaces the notice of the same name. */
export function notify(id: string, message: ReactNode, kept: Pick<NotificationData, 'color' | 'autoClose'> = {}) {
  notifications.hide(id)
  notifications.show({ id, message, ...kept })
}

/** Shows the failure of a mutation whose dialog was closed before the response. */
export function notifyFailure(id: string, failure: Failure) {
  notify(id, failureSentence(messagesNow(), failure), failed)
}

/** Shows how many entries were changed, with an undo button. */
export function notifyChanged(changed: number, undo: () => void) {
  const texts = messagesNow().entries
  const id = 'entries-done'
  const takeBack = () => {
    notifications.hide(id)
    undo()
  }
  const message = (
    <>
      {texts.bulk.done(changed)}{' '}
      <Anchor component="button" type="button" inherit onClick={takeBack}>
        {texts.undo.action}
      </Anchor>
    </>
  )
  notify(id, message, { autoClose: 10_000 })
}

/** The result of cancelling a deletion; a failed request is not reported as too late. */
export function cancelledText(taken: Outcome<boolean>, messages: Messages): string {
  if (!taken.ok) return failureSentence(messages, taken.failure)
  const { takenBack, tooLate } = messages.entries.remove
  return taken.value ? takenBack : tooLate
}

/** Counts down to a deletion, whatever screen is open, with the way to take it back. */
export function notifyDeletion(deletion: Deletion, takeBack: () => void) {
  const id = deletionNoticeId(deletion.task)
  notifications.show({
    id,
    autoClose: false,
    // Its way back lasts ten seconds: newer notices do not hide it.
    priority: 1,
    message: (
      <Countdown
        deletion={deletion}
        onEnd={() => notifications.hide(id)}
        onCancel={() => {
          notifications.hide(id)
          takeBack()
        }}
      />
    ),
  })
}

/** A deletion that was taken back or sent, wherever that was done, is not counted down any longer. */
export function hideDeletionNotice(task: string) {
  notifications.hide(deletionNoticeId(task))
}

const deletionNoticeId = (task: string) => `entries-deletion-${task}`

interface CountdownProps {
  readonly deletion: Deletion
  readonly onEnd: () => void
  readonly onCancel: () => void
}

function Countdown({ deletion, onEnd, onCancel }: CountdownProps) {
  const texts = useMessages().entries.remove
  const [now, setNow] = useState(Date.now)
  const left = Math.ceil((deletion.sendsAt - now) / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left <= 0) onEnd()
  }, [left, onEnd])
  return (
    <>
      <span className="figures">{texts.waiting(deletion.entries, Math.max(0, left))}</span>{' '}
      <Anchor component="button" type="button" inherit onClick={onCancel}>
        {texts.undo}
      </Anchor>
    </>
  )
}
