import { Button } from '@mantine/core'
import type { Form } from '../../preload/contract/forms.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { useMessages } from '../kernel/messages.ts'
import { ProgressLine } from '../ui/progress-line.tsx'

/** What screens say of the work that goes on for a form. */
export interface TaskProps {
  readonly tasks: readonly Task[]
  /** Entries of total, rate and time left of a task, or why it waits. */
  readonly taskWords: (task: Task) => string
  readonly onCancelTask: (id: string) => void
}

export interface FormProgressProps extends TaskProps {
  readonly form: Form
}

/** How far the reading of a form's entries is, why it waits, and the way to stop it. */
export function FormProgress({ form, tasks, taskWords, onCancelTask }: FormProgressProps) {
  const texts = useMessages().forms
  const underWay = ({ state }: Task) => state === 'running' || state === 'waiting'
  const task = tasks.find((each) => each.id === form.task_id && underWay(each))
  return (
    <div className="forms-progress">
      <ProgressLine
        label={texts.reading(form.name)}
        done={task?.done ?? 0}
        total={task?.total ?? null}
        text={task ? taskWords(task) : texts.starting}
      />
      {task ? (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={texts.cancelNamed(form.name)}
          onClick={() => onCancelTask(task.id)}
        >
          {texts.cancel}
        </Button>
      ) : null}
    </div>
  )
}
