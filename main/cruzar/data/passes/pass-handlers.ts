import type { FailureCode } from '../../../../preload/values/failures.ts'
import type { OneItem } from '../../../engine/shared-calls.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import type { KeyPass, KeyRange, StoredRun } from '../../../leads/sheet-calls.ts'
import type { Cost } from '../run-file.ts'
import type { RunFolder } from '../run-folder.ts'
import type { CheckChoice } from './check-pass.ts'

/** Without `pass` the run's keys are meant. */
export interface InPass extends OneItem {
  readonly pass?: KeyPass
}

/** `requests` and `seconds` are the cost of the answer. */
type AnsweredKeys = InPass & KeyRange & Cost

interface PassHandlersDeps {
  readonly folder: RunFolder
  /** The runs that this process answers. */
  readonly running: Set<string>
  readonly now: () => Date
  read(id: string): StoredRun
}

/** The calls that send the keys of a run. */
export function createPassHandlers({ folder, running, now, read }: PassHandlersDeps) {
  return {
    /** Marks the run as running again; unanswered keys are sent again. */
    'runs.begin': async ({ id, pass = 'keys' }: InPass) => {
      await folder.use(id, (run) => run.pass(pass).prepare(createYieldToEventLoop()))
      folder.use(id, () => folder.lock(id))
      try {
        // Keys that another process has answered since the file was read here count too.
        const started = folder.use(id, (run) => run.pass(pass).begin())
        running.add(id)
        return started
      } catch (error) {
        folder.unlock(id)
        throw error
      }
    },
    'runs.keys': ({ id, most, pass = 'keys', ...range }: InPass & KeyRange & { readonly most: number }) =>
      folder.use(id, (run) => run.pass(pass).keys(range, most)),
    'runs.answer': ({ id, from, count, body, pass = 'keys', ...cost }: AnsweredKeys & { readonly body: string }) =>
      folder.use(id, (run) => run.pass(pass).answer({ from, count }, body, cost)),
    /** These keys count as `sem_resposta` until a later try answers them. */
    'runs.unanswered': (input: AnsweredKeys & { readonly reason: FailureCode }) => {
      const { id, from, count, reason, pass = 'keys', ...cost } = input
      folder.use(id, (run) => run.pass(pass).unanswered({ from, count }, reason, cost))
    },
    'runs.finish': async ({ id, failure, pass = 'keys' }: InPass & { readonly failure: FailureCode | null }) => {
      await folder.use(id, (run) => run.pass(pass).finish(failure, now()))
      running.delete(id)
      folder.unlock(id)
      return read(id)
    },
    /** Chooses the keys that a check asks for, in place of an earlier one. */
    'runs.choose': ({ id, ...choice }: OneItem & CheckChoice) => {
      folder.lock(id)
      try {
        folder.use(id, (run) => run.check.choose(choice, now()))
      } finally {
        folder.unlock(id)
      }
      return read(id)
    },
    'runs.differences': ({ id, most }: OneItem & { readonly most: number }) =>
      folder.use(id, (run) => run.check.differences(most)),
  }
}
