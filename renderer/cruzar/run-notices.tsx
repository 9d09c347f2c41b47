import { Button, VisuallyHidden } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import type { TaskProps } from '../collections/reading.tsx'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'

/** How far a run is, how fast, how long it still takes, why it waits, and the way to stop it. */
export function RunProgress({
  run,
  task,
  taskWords,
  onCancelTask,
}: Omit<TaskProps, 'tasks'> & {
  readonly run: Run
  /** The task that works on it, once main has pushed it. */
  readonly task: Task | undefined
}) {
  const messages = useMessages()
  const texts = messages.cruzar.run
  return (
    <div className="run-progress bar">
      <div className="run-progress-line">
        <ProgressLine
          label={texts.progressLabel}
          done={task?.done ?? run.answered_keys}
          total={task?.total ?? run.keys}
          text={task ? taskWords(task) : texts.starting}
        />
      </div>
      {task ? (
        <Button variant="default" onClick={() => onCancelTask(task.id)}>
          {messages.common.cancel}
        </Button>
      ) : null}
    </div>
  )
}

/** Percent of the keys at which screen readers announce the progress. */
const announced = [25, 50, 75]

/** Announces the progress and the end of a run to screen readers. Invisible. */
export function RunAnnouncer({ run }: { readonly run: Run }) {
  const texts = useMessages().cruzar.run
  const [words, setWords] = useState('')
  const seenRunning = useRef(false)
  const percent = run.keys > 0 ? (run.answered_keys / run.keys) * 100 : 0
  const reached = announced.findLast((each) => percent >= each) ?? 0
  useEffect(() => {
    if (run.state === 'running') {
      seenRunning.current = true
      if (reached > 0) setWords(texts.said(reached))
    } else if (run.state === 'finished' && seenRunning.current) setWords(texts.saidDone(run.name))
  }, [run.state, run.name, reached, texts])
  return <VisuallyHidden role="status">{words}</VisuallyHidden>
}

export interface RunNoticesProps {
  readonly run: Run
  /** The last task that worked on it: it knows more of the failure than its code. */
  readonly task: Task | undefined
  readonly busy: boolean
  readonly onContinue: () => void
}

/** What is unfinished about a run, what stands, and the way on. Nothing for one that is whole. */
export function RunNotices({ run, task, busy, onContinue }: RunNoticesProps) {
  const messages = useMessages()
  const texts = messages.cruzar.run
  if (run.state === 'running') return null
  if (run.state === 'finished') {
    const { sem_resposta: unanswered } = run.outcomes
    if (unanswered === 0) return null
    const words: Readonly<Record<string, string>> = messages.cruzar.reasons
    const action = { label: texts.askAgain, onClick: onContinue, busy }
    const reasons = run.unanswered.map(({ reason, keys, examples }) =>
      texts.unansweredWhy(keys, words[reason] ?? reason, examples),
    )
    return (
      <InfoNotice text={texts.unanswered(unanswered)} kept={texts.unansweredKept} lines={reasons} action={action} />
    )
  }
  const kept = texts.kept(run.answered_keys, run.keys)
  // Without a task of this start, it was Cruza itself that ended.
  const wasClosed = run.failure === null || (run.failure === 'data_process_ended' && !task)
  if (run.failure === null || wasClosed || run.failure === 'cancelled') {
    const text = wasClosed ? texts.ended : texts.cancelled
    return <InfoNotice text={text} kept={kept} action={{ label: texts.continue, onClick: onContinue, busy }} />
  }
  const action = { label: texts.continue, onClick: onContinue }
  const host = run.connection_name || messages.common.theService
  return <FailureNotice failure={failureOfRun(run.failure, host, task)} kept={kept} action={action} />
}

/** The task's failure where there still is one; a run of another day keeps its code alone. */
function failureOfRun(code: Failure['code'], host: string, task: Task | undefined): Failure {
  return task?.failure?.code === code ? task.failure : { code, params: { host, status: '5xx' } }
}

interface InfoNoticeProps {
  readonly text: string
  /** What stands all the same. */
  readonly kept?: string
  /** More about it, one thing a line. */
  readonly lines?: readonly string[]
  readonly action: { readonly label: string; readonly onClick: () => void; readonly busy: boolean }
}

/** Something to know that is no failure, and the way on. */
function InfoNotice({ text, kept, lines = [], action }: InfoNoticeProps) {
  return (
    <div className="calm-notice row card figures" role="status">
      <IconInfoCircle size={18} aria-hidden="true" />
      <span className="calm-notice-words">
        {text} {kept ? <span className="dim">{kept}</span> : null}
        {lines.map((line) => (
          <span key={line} className="calm-notice-line">
            {line}
          </span>
        ))}
      </span>
      <Button onClick={action.onClick} loading={action.busy}>
        {action.label}
      </Button>
    </div>
  )
}
