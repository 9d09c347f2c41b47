import { type Command, InvalidArgumentError } from 'commander'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { checkSentences } from '../../preload/messages/check-sentence.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { durationWords } from '../../preload/messages/pace.ts'
import { usualSample } from '../../preload/values/check-rate.ts'
import { failureOf } from '../kernel/failure.ts'
import { runNamed, unansweredExit } from './runs.ts'
import { type CommandDeps, CommandError, type Session, UsageError } from './session.ts'

interface CheckOptions {
  readonly all?: boolean
  readonly sample?: number
  readonly seed?: number
  readonly differences?: boolean
}

/** `cruza runs check`: sends the service keys that cached sheets answered. */
export function addCheckCommand(runs: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.runCheck
  runs
    .command('check <run>')
    .description(words.command)
    .option('--all', words.all)
    .option('--sample <keys>', words.sample, numberOf(1))
    .option('--seed <number>', words.seed, numberOf(0))
    .option('--differences', words.differences)
    .action(start(checkRun))
}

const numberOf = (least: number) => (text: string) => {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw new InvalidArgumentError('')
  return Number(text)
}

/**
 * Checks a run, or continues its stopped check where no choice is made, and prints how far they agree. The differing
 * keys are printed only on request, so that a log of this output names nobody. The exit code is 3 while keys have no
 * answer.
 */
async function checkRun(session: Session, requested: string, options: CheckOptions): Promise<number> {
  const { ask, print, messages } = session
  const { all = false, sample, seed, differences = false } = options
  const words = messages.cli.runCheck
  if (all && (sample !== undefined || seed !== undefined)) throw new UsageError(words.together)
  const run = await runNamed(session, requested)
  if (run.sheet_id === null) throw new CommandError(words.notOffline)
  if (run.keys === 0) throw new CommandError(`${messages.common.unavailable.noKeys}.`)
  const isChosen = all || sample !== undefined || seed !== undefined
  const goesOn = !isChosen && run.check?.state === 'interrupted'
  const keys = all ? run.keys : Math.min(run.keys, sample ?? usualSample)
  const begin = async () => {
    if (goesOn) return ask('cruzar.resume_check', { id: run.id })
    const cost = await ask('cruzar.cost', { connection_id: run.connection_id, keys })
    print.note(messages.cruzar.budget.cost(cost.requests, durationWords(cost.seconds), cost.measured))
    return ask('cruzar.check', { id: run.id, keys: all ? null : keys, ...(seed === undefined ? {} : { seed }) })
  }
  const started = await begin()
  const failure = await session.follow(started.check?.task_id ?? null, run.name).then(
    () => undefined,
    (error: unknown) => error,
  )
  const { check } = await ask('cruzar.run', { id: run.id })
  // Cancelled, or failed before anything was answered.
  if (!check || (failure !== undefined && (session.signal.aborted || check.answered === 0))) throw failure
  const details = differences ? await ask('cruzar.differences', { id: run.id }) : null
  const { task_id: _, ...facts } = check
  const { runCheck, cruzar, common } = messages
  print.result({ run: run.id, ...facts, different: check.answered - check.equal, ...details }, [
    ...checkSentences(check, run.keys, messages),
    ...check.causes.map(({ cause, keys: count }) => `${runCheck.causes[cause]}: ${common.number(count)}`),
    ...(details?.differences ?? []).map(({ key, sheet, service, cause }) =>
      joinFacts([key, cruzar.outcomes[sheet.outcome], cruzar.outcomes[service.outcome], runCheck.causes[cause]]),
    ),
  ])
  if (failure !== undefined) print.warn(failureSentence(messages, failureOf(failure)))
  return check.answered < check.keys ? unansweredExit : 0
}
