import './collections.css'
import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { ProgressLine } from '../ui/progress-line.tsx'

interface ReadingProps {
  readonly item: { readonly name: string; readonly task_id: string | null }
  readonly label: string
}

/** The progress of reading an item, and a button that stops it. Main may not have pushed the task yet. */
export function ReadingProgress({ item, label }: ReadingProps) {
  const { common } = useMessages()
  const { tasks, taskWords, onCancelTask } = useFeature('tasks').useTaskProps()
  const task = tasks.find(({ id, state }) => id === item.task_id && (state === 'running' || state === 'waiting'))
  return (
    <div className="reading-progress row">
      <ProgressLine
        label={label}
        done={task?.done ?? 0}
        total={task?.total ?? null}
        text={task ? taskWords(task) : common.startingToRead}
      />
      {task ? (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={common.cancelReadingOf(item.name)}
          onClick={() => onCancelTask(task.id)}
        >
          {common.cancel}
        </Button>
      ) : null}
    </div>
  )
}

/** Says, while an item is read, from which reading the shown rows are. */
export function rowsOfReading({ read_at }: { readonly read_at: string | null }, { common }: Messages): string {
  return read_at === null ? common.rowsSoFar : common.rowsBefore
}

/** The band above the rows of an item that is being read. */
export function ReadingBand(props: ReadingProps) {
  return (
    <div className="reading-band bar gap-12">
      <ReadingProgress {...props} />
    </div>
  )
}

/** The band above the rows of an item whose reading stopped before its end. */
export function InterruptedBand({
  children,
  resume,
  onResume,
}: {
  readonly children: ReactNode
  readonly resume: string
  readonly onResume: () => void
}) {
  return (
    <div className="reading-band bar gap-12" data-warning role="status">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <Text size="md" flex={1}>
        {children}
      </Text>
      <Button onClick={onResume}>{resume}</Button>
    </div>
  )
}
