import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ConversationSet } from '../../preload/contract/conversations.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { useMessages } from '../kernel/messages.ts'
import { ProgressLine } from '../ui/progress-line.tsx'
import { setReason } from './set-badge.tsx'
import { isInterrupted, isReading } from './sets-store.ts'

export interface SetProgressProps {
  readonly set: ConversationSet
  readonly tasks: readonly Task[]
  /** Conversations of total, rate and time left, or why it waits. */
  readonly taskWords: (task: Task) => string
  readonly onCancelTask: (id: string) => void
}

/** How far the reading of a set is, and the way to stop it. */
export function SetProgress({ set, tasks, taskWords, onCancelTask }: SetProgressProps) {
  const texts = useMessages().conversations.sets
  const task = tasks.find(({ id, state }) => id === set.task_id && (state === 'running' || state === 'waiting'))
  return (
    <div className="conversation-progress">
      <ProgressLine
        label={texts.progress(set.name)}
        done={task?.done ?? 0}
        total={task?.total ?? null}
        text={task ? taskWords(task) : texts.starting}
      />
      {task ? (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={texts.cancelNamed(set.name)}
          onClick={() => onCancelTask(task.id)}
        >
          {texts.cancel}
        </Button>
      ) : null}
    </div>
  )
}

/** Above the rows of a set: how far its reading is, or plainly that conversations are missing and how to go on. */
export function SetNotices(props: SetProgressProps & { readonly onResume: () => void }) {
  const { set, onResume } = props
  const messages = useMessages()
  const texts = messages.conversations.sets
  if (isReading(set)) {
    return (
      <div className="conversation-band">
        <SetProgress {...props} />
      </div>
    )
  }
  if (!isInterrupted(set)) return null
  const read = set.all_count === null ? texts.some(set.rows) : texts.ofAll(set.rows, set.all_count)
  return (
    <div className="conversation-band" data-warning role="status">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <Text size="md" flex={1}>
        {set.read_at === null ? (
          <>
            <strong>{texts.incomplete}</strong> {read} {setReason(set, messages)}
          </>
        ) : (
          texts.interrupted
        )}
      </Text>
      <Button onClick={onResume}>{texts.resume}</Button>
    </div>
  )
}
