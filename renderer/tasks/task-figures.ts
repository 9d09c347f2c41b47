import type { Task } from '../../preload/contract/tasks.ts'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { paceWords } from '../../preload/messages/pace.ts'
import type { Format } from '../kernel/format.ts'

/** Whether a task still works or waits to go on. */
export const isUnderWay = (task: Task) => task.state === 'running' || task.state === 'waiting'

/** Done of total, rate and time left, as far as they are known. */
export function taskFigures({ kind, state, done, total, rate, seconds_left }: Task, messages: Messages): string {
  const speed = state === 'running' ? { rate, seconds_left } : { rate: 0, seconds_left: null }
  return paceWords({ rows: done, total, ...speed }, messages, kind)
}

/** Why a task waits and until when, or its state. */
export function taskState(task: Task, messages: Messages, format: Format): string {
  if (task.state !== 'waiting' || task.waiting_for === null) return messages.tasks.states[task.state]
  if (task.waiting_until === null) return messages.tasks.waitingNow[task.waiting_for]
  const clock = format.dateTime(Date.parse(task.waiting_until)).slice(-5)
  return messages.tasks.waiting[task.waiting_for](clock)
}

/**
 * The summary of all tasks in the pill: how many work, how far, how long the longest still takes, and how the others
 * ended.
 */
export function pillText(tasks: readonly Task[], messages: Messages, format: Format): string {
  const underWay = tasks.filter(isUnderWay)
  const texts = messages.tasks
  const count = (state: Task['state']) => tasks.filter((task) => task.state === state).length
  const [done, failed, cancelled] = [count('done'), count('failed'), count('cancelled')]
  const failures = failed > 0 ? texts.failed(failed) : null
  if (underWay.length === 0) {
    return joinFacts([failures, done > 0 ? texts.ended(done) : null, cancelled > 0 ? texts.cancelled(cancelled) : null])
  }
  const parts = [failures, texts.underWay(underWay.length)]
  const share = sharedProgress(underWay)
  if (share !== null) parts.push(messages.tasks.percent(share))
  const seconds = underWay.map((task) => task.seconds_left).filter((seconds) => seconds !== null)
  if (seconds.length > 0) parts.push(messages.tasks.left(format.duration(Math.max(...seconds))))
  return joinFacts(parts)
}

/** As the list shows them: those that still work before those that ended, and the newest first. */
export function inOrder(tasks: readonly Task[]): readonly Task[] {
  return [...tasks].sort(
    (one, other) =>
      Number(isUnderWay(other)) - Number(isUnderWay(one)) || other.started_at.localeCompare(one.started_at),
  )
}

/** From 0 to 1: the share of all that is to be done, or null while one of the totals is unknown. */
export function sharedProgress(tasks: readonly Task[]): number | null {
  const totals = tasks.map((task) => task.total)
  if (totals.includes(null)) return null
  const total = totals.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const done = tasks.reduce((sum, task) => sum + task.done, 0)
  return total === 0 ? null : Math.min(1, done / total)
}

/** The result of a task, in one sentence. */
export function endedSentence(task: Task, messages: Messages): string {
  if (task.state !== 'failed') return messages.tasks.notices[task.kind](task.name, task.done)
  const { failed, notForgotten } = messages.tasks.notices
  const why = task.failure ? ` ${failureSentence(messages, task.failure)}` : ''
  return `${(task.kind === 'forget' ? notForgotten : failed)(task.name)}${why}`
}
