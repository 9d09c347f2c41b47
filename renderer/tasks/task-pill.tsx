import { Button, Group, Popover, RingProgress, Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClockPause, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { Task } from '../../preload/contract/tasks.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { ProgressLine } from '../ui/progress-line.tsx'
import { inOrder, isUnderWay, pillText, sharedProgress, taskFigures, taskState } from './task-figures.ts'

export interface TaskPillProps {
  readonly onShow: (task: Task) => void
}

/** Long work in short, in the top bar; opens the list of tasks. Empty while there is none. */
export function TaskPill({ onShow }: TaskPillProps) {
  const { store } = useFeature('tasks')
  const tasks = readyValue(useStore(store, (state) => state.tasks)) ?? []
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
            endedIcon(tasks)
          )}
          {pillText(tasks, messages, format)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className="task-list" aria-label={messages.tasks.title}>
        {tasks.length - underWay.length > 1 ? (
          <Group justify="flex-end" px="sm" pt="xs">
            <Button variant="subtle" size="compact-xs" onClick={() => void store.getState().dismissEnded()}>
              {messages.tasks.dismissEnded}
            </Button>
          </Group>
        ) : null}
        <ul className="plain-list">
          {inOrder(tasks).map((task) => (
            <li key={task.id}>
              <TaskLine
                task={task}
                onShow={() => {
                  setOpen(false)
                  onShow(task)
                }}
              />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A failure must be visible, whatever else succeeded. */
function endedIcon(tasks: readonly Task[]): ReactNode {
  const worst = (['failed', 'done', 'cancelled'] as const).find((state) => tasks.some((task) => task.state === state))
  return worst && icons[worst]
}

interface TaskLineProps {
  readonly task: Task
  readonly onShow: () => void
}

function TaskLine({ task, onShow }: TaskLineProps) {
  const { cancel, dismiss } = useFeature('tasks').store.getState()
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.tasks
  const underWay = isUnderWay(task)
  return (
    <div className="gap-4 pad-12 stack">
      <div className="row gap-6 narrows">
        {icons[task.state]}
        <Text fw={500} truncate title={task.name}>
          {task.name}
        </Text>
        <Text size="xs" c="dimmed" ml="auto" style={{ whiteSpace: 'nowrap' }}>
          {joinFacts([texts.kinds[task.kind], texts.states[task.state]])}
        </Text>
      </div>
      {underWay ? <ProgressLine label={texts.progress(task.name)} done={task.done} total={task.total} /> : null}
      <Text size="xs" c="dimmed" className="figures">
        {taskFigures(task, messages)}
      </Text>
      {task.state === 'waiting' ? <Text size="xs">{taskState(task, messages, format)}</Text> : null}
      {task.failure ? <Text size="xs">{failureSentence(messages, task.failure)}</Text> : null}
      <div className="flex gap-8 mt-4">
        <Button variant="default" size="compact-xs" onClick={onShow} aria-label={messages.common.showNamed(task.name)}>
          {messages.common.show}
        </Button>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => void (underWay ? cancel : dismiss)(task.id)}
          aria-label={underWay ? texts.cancelNamed(task.name) : texts.dismissNamed(task.name)}
        >
          {underWay ? messages.common.cancel : texts.dismiss}
        </Button>
      </div>
    </div>
  )
}

const icons = {
  done: <IconCheck size={16} color="var(--outcome-com-conversa)" aria-hidden="true" />,
  failed: <IconAlertTriangle size={16} color="var(--outcome-invalida)" aria-hidden="true" />,
  cancelled: <IconX size={16} color="var(--text-dim)" aria-hidden="true" />,
  waiting: <IconClockPause size={16} color="var(--outcome-sem-conversa)" aria-hidden="true" />,
  running: null,
} satisfies Record<Task['state'], ReactNode>
