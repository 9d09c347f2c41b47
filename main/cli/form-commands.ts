import type { Command } from 'commander'
import { type ReviewState, reviewStates } from '../../preload/contract/entries-table.ts'
import type { FormsAccount, Usage } from '../../preload/contract/form-service.ts'
import { answererOf } from './cruzar.ts'
import { crossEntries, exportEntries, exportNewest, formsConnection, planEntries, pullEntries } from './entries.ts'
import { formatOf, listed, type Mode, modeOption, outcomesOf, type PeriodOptions, periodOf } from './options.ts'
import { type CommandDeps, type Session, UsageError } from './session.ts'

/** The states of a review in English; their own codes are understood as well. */
const englishStates: Readonly<Record<string, ReviewState>> = {
  new: 'nova',
  in_review: 'em_revisao',
  approved: 'aprovada',
  doubt: 'duvida',
  rejected: 'rejeitada',
  spam: 'spam',
}

interface CruzarWords {
  readonly connection?: string
  readonly sheet?: readonly string[]
  readonly formsConnection?: string
  readonly out: string
  readonly outcome?: string
  readonly mode?: Mode
}

/** The commands about forms. */
export function addFormCommands(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli
  const entries = program.command('entries').description(words.entries)
  const ofPeriod = (name: string, description: string) =>
    entries
      .command(`${name} <form>`)
      .description(description)
      .requiredOption('--connection <name>')
      .option('--since <day>', words.period.since)
      .option('--until <day>', words.period.until)
      .option('--last <days>', words.period.last)
      .option('--all', words.period.all)
  ofPeriod('plan', words.entriesPlan).action((form: string, options: PeriodOptions & { connection: string }) =>
    start((session) => planEntries(session, form, options.connection, periodOf(session, options))),
  )
  ofPeriod('pull', words.entriesPull).action((form: string, options: PeriodOptions & { connection: string }) =>
    start((session) => pullEntries(session, form, options.connection, periodOf(session, options))),
  )
  entries
    .command('newest <form> <out>')
    .description(words.entriesNewest)
    .option('--connection <name>', words.onlyConnection)
    .addOption(modeOption())
    .action((form: string, out: string, { connection, mode }: { connection?: string; mode?: Mode }) =>
      start((session) =>
        exportNewest(session, form, out, { connection, format: formatOf(out, mode, words.badExtension) }),
      ),
    )
  entries
    .command('export <form> <out>')
    .description(words.entriesExport)
    .option('--connection <name>', words.onlyConnection)
    .option('--state <list>', words.state)
    .addOption(modeOption())
    .action((form: string, out: string, options: { connection?: string; state?: string; mode?: Mode }) =>
      start((session) =>
        exportEntries(session, form, out, {
          connection: options.connection,
          states: statesOf(options.state, words.badState),
          format: formatOf(out, options.mode, words.badExtension),
        }),
      ),
    )
  entries
    .command('cruzar <form>')
    .description(words.entriesCruzar)
    .option('--connection <name>')
    .option('--sheet <name>', words.sheet, (name: string, before: string[]) => [...before, name], [])
    .option('--forms-connection <name>', words.onlyConnection)
    .requiredOption('--out <file>')
    .option('--outcome <list>', words.outcome)
    .addOption(modeOption())
    .action((form: string, options: CruzarWords) =>
      start((session) =>
        crossEntries(session, form, {
          answerer: answererOf(options, words.oneAnswerer),
          formsConnection: options.formsConnection,
          out: options.out,
          outcomes: outcomesOf(options.outcome, words.badOutcome),
          format: formatOf(options.out, options.mode, words.badExtension),
        }),
      ),
    )
  program
    .command('usage <name>')
    .description(words.usage.command)
    .option('--period <month>', words.usage.period, 'current')
    .action((name: string, { period }: { period: string }) => start((session) => showUsage(session, name, period)))
}

function statesOf(text: string | undefined, sentence: (word: string) => string): ReviewState[] {
  return listed(text).map((word) => {
    const state = englishStates[word] ?? reviewStates.find((code) => code === word)
    if (!state) throw new UsageError(sentence(word))
    return state
  })
}

const measures = ['forms', 'entries', 'api_calls', 'storage_mb'] as const
const unlimited = -1
/**
 * Asks a form service what the account has used in a period, `current`, `previous` or YYYY-MM, and how much it may
 * (form-collection.md, "Usage").
 */
async function showUsage(session: Session, name: string, period: string): Promise<number> {
  const { ask, print, messages } = session
  if (!isPeriod(period)) throw new UsageError(messages.cli.usage.badPeriod(period))
  const { id: connection_id } = await formsConnection(session, name)
  const account = await ask('account.read', { connection_id, fresh: true })
  const { read_at, ...usage } = await ask('account.usage', { connection_id, period })
  print.result({ connection: name, plan: account?.plan ?? null, ...usage, read_at }, lines(session, account, usage))
  return 0
}
function lines({ messages }: Session, account: FormsAccount | null, usage: Omit<Usage, 'read_at'>): string[] {
  const { usage: texts } = messages.cli
  const { number } = messages.common
  const plan = account?.plan.name ?? null
  return [
    plan === null ? usage.period : texts.plan(plan, usage.period),
    ...measures.flatMap((measure) => {
      const measured = usage[measure]
      if (!measured) return []
      const { used, limit } = measured
      const most = limit === unlimited ? texts.unlimited : texts.of(number(limit), share(used, limit))
      return [`${texts.measures[measure]}: ${number(used)} ${most}`]
    }),
  ]
}
const isPeriod = (word: string) => /^(current|previous|\d{4}-(0[1-9]|1[0-2]))$/.test(word)
/** Whole percents; a plan without any room is used up. */
function share(used: number, limit: number): number {
  return limit > 0 ? Math.round((used / limit) * 100) : 100
}
