import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Task } from '../../preload/contract/tasks.ts'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import { messagesNow } from '../kernel/messages.ts'
import { failed } from '../kernel/notice-failure.ts'

/** Shows a notice that a task ended, with a link to its result. A cancelled task shows none. */
export function noticeEnded(task: Task, show: () => void) {
  if (task.state === 'cancelled') return
  const messages = messagesNow()
  const id = `task-${task.id}`
  const open = () => {
    notifications.hide(id)
    show()
  }
  notifications.show({
    id,
    // What the person just did comes first.
    priority: -1,
    ...(task.state === 'failed' ? failed : { autoClose: 8_000 }),
    message: (
      <>
        {endedSentence(task, messages)}{' '}
        <Anchor component="button" type="button" inherit onClick={open}>
          {messages.tasks.show}
        </Anchor>
      </>
    ),
  })
}

/** What came of a task, in one sentence. */
export function endedSentence(task: Task, messages: Messages): string {
  if (task.state !== 'failed') return messages.tasks.notices[task.kind](task.name, task.done)
  const why = task.failure ? ` ${failureSentence(messages, task.failure)}` : ''
  return `${messages.tasks.notices.failed(task.name)}${why}`
}
