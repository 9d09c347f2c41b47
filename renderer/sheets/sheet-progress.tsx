import { Button } from '@mantine/core'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { useMessages } from '../kernel/messages.ts'
import { ProgressLine } from '../ui/progress-line.tsx'

export interface SheetProgressProps {
  readonly name: string
  /** Undefined for the moment before main tells of the task. */
  readonly task: Task | undefined
  /** Rows of total, rate and time left, or why it waits. */
  readonly words: (task: Task) => string
  readonly onCancel: (task: Task) => void
}

/** The task that reads a sheet, if one does. */
export function taskOf(sheet: Sheet, tasks: readonly Task[]): Task | undefined {
  const working = (task: Task) => task.state === 'running' || task.state === 'waiting'
  return tasks.find((task) => task.id === sheet.task_id && working(task))
}

export function isReading(sheet: Sheet): boolean {
  return sheet.badge.kind === 'reading' || sheet.task_id !== null
}

/** How far the reading of a sheet is: rows of total, rate, time left, and the way to stop it. */
export function SheetProgress({ name, task, words, onCancel }: SheetProgressProps) {
  const texts = useMessages().sheets
  return (
    <div className="sheet-progress">
      <ProgressLine
        label={texts.progress(name)}
        done={task?.done ?? 0}
        total={task?.total ?? null}
        text={task ? words(task) : texts.starting}
      />
      {task ? (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={texts.cancelReadingNamed(name)}
          onClick={() => onCancel(task)}
        >
          {texts.cancelReading}
        </Button>
      ) : null}
    </div>
  )
}
