import { Button, Group, Popover, RingProgress, Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClockPause, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Task } from '../../preload/contract/tasks.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ProgressLine } from '../ui/progress-line.tsx'
import { isUnderWay } from './store.ts'
import { inOrder, pillText, sharedProgress, taskFigures, taskState } from './task-figures.ts'

export interface TaskPillProps {
  readonly tasks: readonly Task[]
  readonly onShow: (task: Task) => void
  readonly onCancel: (task: Task) => void
  readonly onDismiss: (task: Task) => void
  readonly onDismissEnded: () => void
}

/** Long work at a glance, in the top bar; opens the list of tasks. Nothing stands there while there is none. */
export function TaskPill({ tasks, onShow, onCancel, onDismiss, onDismissEnded }: TaskPillProps) {
  const messages = useMessages()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  if (tasks.length === 0) return null
  const underWay = tasks.filter(isUnderWay)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={400}
      trapFocus
      returnFocus
      shadow="md"
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <UnstyledButton className="top-button row figures" onClick={() => setOpen(!open)} aria-expanded={open}>
          {underWay.length > 0 ? (
            <RingProgress
              size={18}
              thickness={3}
              aria-hidden="true"
              sections={[{ value: (sharedProgress(underWay) ?? 0) * 100, color: 'var(--accent)' }]}
            />
          ) : (
            <EndedIcon tasks={tasks} />
          )}
          {pillText(tasks, messages, format)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className="task-list" aria-label={messages.tasks.title}>
        {tasks.length - underWay.length > 1 ? (
          <Group justify="flex-end" px="sm" pt="xs">
            <Button variant="subtle" size="compact-xs" onClick={onDismissEnded}>
              {messages.tasks.dismissEnded}
            </Button>
          </Group>
        ) : null}
        <ul>
          {inOrder(tasks).map((task) => (
            <li key={task.id}>
              <TaskLine
                task={task}
                onShow={() => {
                  setOpen(false)
                  onShow(task)
                }}
                onCancel={() => onCancel(task)}
                onDismiss={() => onDismiss(task)}
              />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A failure is what has to be seen, whatever else was done. */
function EndedIcon({ tasks }: { readonly tasks: readonly Task[] }) {
  const worst = (['failed', 'done', 'cancelled'] as const).find((state) => tasks.some((task) => task.state === state))
  return worst ? <TaskIcon state={worst} /> : null
}

interface TaskLineProps {
  readonly task: Task
  readonly onShow: () => void
  readonly onCancel: () => void
  readonly onDismiss: () => void
}

function TaskLine({ task, onShow, onCancel, onDismiss }: TaskLineProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.tasks
  const underWay = isUnderWay(task)
  return (
    <div className="task-line stack">
      <div className="task-line-head row gap-m narrows">
        <TaskIcon state={task.state} />
        <Text fw={500} truncate title={task.name}>
          {task.name}
        </Text>
        <Text size="xs" c="dimmed" ml="auto" style={{ whiteSpace: 'nowrap' }}>
          {joinFacts([texts.kinds[task.kind], texts.states[task.state]])}
        </Text>
      </div>
      {underWay ? <ProgressLine label={texts.progress(task.name)} done={task.done} total={task.total} /> : null}
      <Text size="xs" c="dimmed" className="figures">
        {taskFigures(task, messages, format)}
      </Text>
      {task.state === 'waiting' ? <Text size="xs">{taskState(task, messages, format)}</Text> : null}
      {task.failure ? <Text size="xs">{failureSentence(messages, task.failure)}</Text> : null}
      <div className="task-line-actions">
        <Button variant="default" size="compact-xs" onClick={onShow} aria-label={texts.showNamed(task.name)}>
          {texts.show}
        </Button>
        {underWay ? (
          <Button variant="subtle" size="compact-xs" onClick={onCancel} aria-label={texts.cancelNamed(task.name)}>
            {texts.cancel}
          </Button>
        ) : (
          <Button variant="subtle" size="compact-xs" onClick={onDismiss} aria-label={texts.dismissNamed(task.name)}>
            {texts.dismiss}
          </Button>
        )}
      </div>
    </div>
  )
}

function TaskIcon({ state }: { readonly state: Task['state'] }) {
  switch (state) {
    case 'done':
      return <IconCheck size={16} color="var(--outcome-com-conversa)" aria-hidden="true" />
    case 'failed':
      return <IconAlertTriangle size={16} color="var(--outcome-invalida)" aria-hidden="true" />
    case 'cancelled':
      return <IconX size={16} color="var(--text-dim)" aria-hidden="true" />
    case 'waiting':
      return <IconClockPause size={16} color="var(--outcome-sem-conversa)" aria-hidden="true" />
    case 'running':
      return null
  }
}
