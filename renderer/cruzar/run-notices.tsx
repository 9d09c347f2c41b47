import type { Run } from '../../preload/contract/cruzar.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { InfoNotice } from './info-notice.tsx'

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
