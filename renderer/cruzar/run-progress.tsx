import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { useMessages } from '../kernel/messages.ts'
import { ProgressLine } from '../ui/progress-line.tsx'

export interface RunProgressProps {
  readonly run: Run
  /** The task that works on it, when main has told of it. */
  readonly task: Task | undefined
  /** How far the task is, or why it waits. */
  readonly taskWords: (task: Task) => string
  readonly onCancel: (taskId: string) => void
}

/** How far a run is, how fast, how long it still takes, why it waits, and the way to stop it. */
export function RunProgress({ run, task, taskWords, onCancel }: RunProgressProps) {
  const messages = useMessages()
  const texts = messages.cruzar.run
  return (
    <div className="run-progress">
      <div className="run-progress-line">
        <ProgressLine
          label={texts.progressLabel}
          done={task?.done ?? run.answered_keys}
          total={task?.total ?? run.keys}
          text={task ? taskWords(task) : texts.starting}
        />
      </div>
      {task ? (
        <Button variant="default" onClick={() => onCancel(task.id)}>
          {messages.common.cancel}
        </Button>
      ) : null}
    </div>
  )
}

/** Percent of the keys after which those who hear the screen are told: often enough to know, seldom enough to work. */
const told = [25, 50, 75]

/** Says the progress of a run in a few words, and that it is done when it was seen to run. Nothing to see. */
export function RunAnnouncer({ run }: { readonly run: Run }) {
  const texts = useMessages().cruzar.run
  const [words, setWords] = useState('')
  const seenRunning = useRef(false)
  const percent = run.keys > 0 ? (run.answered_keys / run.keys) * 100 : 0
  const reached = told.findLast((each) => percent >= each) ?? 0
  useEffect(() => {
    if (run.state === 'running') {
      seenRunning.current = true
      if (reached > 0) setWords(texts.said(reached))
    } else if (run.state === 'finished' && seenRunning.current) setWords(texts.saidDone(run.name))
  }, [run.state, run.name, reached, texts])
  return <VisuallyHidden role="status">{words}</VisuallyHidden>
}
