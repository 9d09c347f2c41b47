import { Command } from 'commander'
import { lossesOf, type Messages } from '../../preload/messages/catalogue.ts'
import { addCallCommand, addWritesCommand } from './call.ts'
import { check, connect } from './connections.ts'
import { addContactCommand } from './contacts.ts'
import { addConversationCommand } from './conversations.ts'
import { answererOf, continueRun, cruzar, listRuns } from './cruzar.ts'
import { addDocumentationCommand } from './documentation.ts'
import { addFormCommands } from './form-commands.ts'
import {
  addLeadFilterOptions,
  formatOf,
  type LeadFilterOptions,
  leadFilterOf,
  type Mode,
  modeOption,
  outcomesOf,
} from './options.ts'
import { localizeParser } from './parser-texts.ts'
import { addReportCommand } from './reports.ts'
import { type CommandDeps, type Session, UsageError } from './session.ts'
import { exportSheet, listSheets, pull } from './sheets.ts'

/** What holds for every command. */
export interface GlobalOptions {
  readonly dataDir?: string
  readonly json: boolean
  readonly quiet: boolean
}

interface ProgramDeps {
  readonly messages: Messages
  readonly version: string
  /** Takes the help and the version. */
  writeOut(text: string): void
  /** Opens the data, runs the command, closes them; the command's result is the exit code. */
  run(options: GlobalOptions, command: (session: Session) => Promise<number>): Promise<void>
}

/** The commands of `npm run cruza -- …` (issues 2 to 4, command line). To add one: a file beside this one, and its words here. */
export function createProgram({ messages, version, run, writeOut }: ProgramDeps): Command {
  const words = messages.cli
  const program = new Command('cruza')
    .version(version, '-V, --version', words.parser.version)
    .description(words.description)
    .option('--data-dir <dir>', words.dataDir)
    .option('--json', words.json, false)
    .option('--quiet', words.quiet, false)
    .exitOverride()
    .configureOutput({ writeOut })
  localizeParser(program, words.parser)
  const start = (command: (session: Session) => Promise<number>) => run(program.opts<GlobalOptions>(), command)

  const connecting = program.command('connect').description(words.connect)
  connecting
    .command('platform <name>')
    .description(words.connectPlatform)
    .requiredOption('--url <url>')
    .requiredOption('--account <id>')
    .requiredOption('--brand <segment>')
    .option('--beta-url <url>', words.betaUrl)
    .action((name: string, options: { url: string; account: string; brand: string; betaUrl?: string }) =>
      start((session) =>
        connect(session, {
          service: 'platform',
          name,
          base_url: options.url,
          account_id: accountNumber(options.account, words.badAccount),
          brand: options.brand,
          beta_url: options.betaUrl ?? null,
        }),
      ),
    )
  connecting
    .command('forms <name>')
    .description(words.connectForms)
    .requiredOption('--url <url>')
    .action((name: string, options: { url: string }) =>
      start((session) =>
        connect(session, {
          service: 'forms',
          name,
          base_url: options.url,
          account_id: null,
          brand: null,
          beta_url: null,
        }),
      ),
    )

  program
    .command('check <name>')
    .description(words.check)
    .action((name: string) => start((session) => check(session, name)))

  addLeadFilterOptions(
    program.command('pull <sheet>').description(words.pull).requiredOption('--connection <name>'),
  ).action((name: string, options: LeadFilterOptions & { connection: string }) =>
    start((session) => pull(session, name, { connection: options.connection, ...leadFilterOf(session, options) })),
  )

  program
    .command('sheets')
    .description(words.sheets)
    .action(() => start(listSheets))

  program
    .command('export <sheet> <out>')
    .description(words.export)
    .addOption(modeOption())
    .action((name: string, out: string, options: { mode?: Mode }) =>
      start((session) => exportSheet(session, name, out, formatOf(out, options.mode, words.badExtension))),
    )

  addLeadFilterOptions(
    program
      .command('cruzar <list>')
      .description(words.cruzar)
      .option('--connection <name>')
      .option('--sheet <name>', words.sheet, (name: string, before: string[]) => [...before, name], [])
      .option('--column <column...>', words.column)
      .option('--visible-only', words.visibleOnly)
      .requiredOption('--out <file>')
      .option('--outcome <list>', words.outcome)
      .addOption(modeOption()),
  ).action((list: string, options: CruzarWords) =>
    start((session) =>
      cruzar(session, list, {
        answerer: answererOf(options, words.oneAnswerer),
        filter: leadFilterOf(session, options).filter,
        columns: options.column ?? [],
        visibleOnly: options.visibleOnly ?? false,
        out: options.out,
        outcomes: outcomesOf(options.outcome, words.badOutcome),
        format: formatOf(options.out, options.mode, words.badExtension),
      }),
    ),
  )

  const runs = program
    .command('runs')
    .description(words.runs)
    .action(() => start(listRuns))
  runs
    .command('continue <run>')
    .description(words.runsContinue)
    .option('--out <file>')
    .option('--outcome <list>', words.outcome)
    .addOption(modeOption())
    .action((run: string, { out, outcome, mode }: ContinueWords) =>
      start((session) =>
        continueRun(
          session,
          run,
          out === undefined
            ? null
            : {
                out,
                outcomes: outcomesOf(outcome, words.badOutcome),
                format: formatOf(out, mode, words.badExtension),
              },
        ),
      ),
    )

  addFormCommands(program, { messages, start })
  addConversationCommand(program, { messages, start })
  addContactCommand(program, { messages, start })
  addCallCommand(program, { messages, start })
  addWritesCommand(program, { messages, start })
  addReportCommand(program, { messages, start })
  addDocumentationCommand(program, { messages, start })
  addEraseCommand(program, { messages, start })
  return program
}

interface ContinueWords {
  out?: string
  outcome?: string
  mode?: Mode
}

type CruzarWords = LeadFilterOptions & {
  connection?: string
  sheet?: string[]
  column?: string[]
  visibleOnly?: boolean
  out: string
  outcome?: string
  mode?: Mode
}

function accountNumber(text: string, sentence: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new UsageError(sentence)
  return Number(text)
}

/** `cruza erase`: everything that Cruza keeps in the folder of data, and its entries of the keychain; needs `--yes`. */
function addEraseCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.erase
  program
    .command('erase')
    .description(words.command)
    .option('--yes', words.yes, false)
    .action(({ yes }: { yes: boolean }) => start((session) => erase(session, yes)))
}
/** Prints what is deleted, with its numbers; the exit code is 1 where something could not be erased. */
async function erase({ ask, print, messages }: Session, confirmed: boolean): Promise<number> {
  const words = messages.settings.erase
  const impact = await ask('app.deletion_impact', {})
  const losses = lossesOf(impact, words)
  if (!confirmed) throw new UsageError(messages.cli.erase.needsYes(losses, impact.folder))
  const { details } = await ask('app.erase', { word: words.word })
  const left = details?.split('\n') ?? []
  print.result({ ...impact, left }, [messages.cli.erase.erased, ...losses])
  if (details === null) return 0
  print.warn(`${words.partText}\n${details}`)
  return 1
}
