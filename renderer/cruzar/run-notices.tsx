import type { Run } from '../../preload/contract/cruzar.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { CalmNotice } from './calm-notice.tsx'

export interface RunNoticesProps {
  readonly run: Run
  /** The last task that worked on it: it knows more of the failure than its code. */
  readonly task: Task | undefined
  readonly busy: boolean
  readonly onContinue: () => void
}

/** What is unfinished about a run, what stands, and the way on. Nothing for one that is whole. */
export function RunNotices({ run, task, busy, onContinue }: RunNoticesProps) {
  const texts = useMessages().cruzar.run
  if (run.state === 'running') return null
  if (run.state === 'finished') {
    const { sem_resposta: unanswered } = run.outcomes
    if (unanswered === 0) return null
    const action = { label: texts.askAgain, onClick: onContinue, busy }
    return <CalmNotice text={texts.unanswered(unanswered)} kept={texts.unansweredKept} action={action} />
  }
  const kept = texts.kept(run.answered_keys, run.keys)
  if (run.failure === null || run.failure === 'cancelled') {
    const text = run.failure === null ? texts.ended : texts.cancelled
    return <CalmNotice text={text} kept={kept} action={{ label: texts.continue, onClick: onContinue, busy }} />
  }
  const action = { label: texts.continue, onClick: onContinue }
  return <FailureNotice failure={failureOfRun(run, run.failure, task)} kept={kept} action={action} />
}

/** The task's failure where there still is one; a run of another day keeps its code alone. */
function failureOfRun(run: Run, code: Failure['code'], task: Task | undefined): Failure {
  if (task?.failure?.code === code) return task.failure
  return { code, params: { host: run.connection_name, status: '5xx' } }
}
