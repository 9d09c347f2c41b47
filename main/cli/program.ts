import { Command } from 'commander'
import { lossesOf, type Messages } from '../../preload/messages/catalogue.ts'
import { addCallCommand, addWritesCommand } from './call.ts'
import { addConnectionCommands } from './connections.ts'
import { addConversationCommand } from './conversations.ts'
import { addCruzarCommands } from './cruzar.ts'
import { addFormCommands } from './entries.ts'
import { localizeParser } from './parser-texts.ts'
import { addReportCommand } from './reports.ts'
import { addContactCommand, addDocumentationCommand } from './search.ts'
import { type CommandDeps, type Session, UsageError } from './session.ts'
import { addSheetCommands } from './sheets.ts'

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
  const deps: CommandDeps = {
    messages,
    start:
      (command) =>
      (...typed) =>
        run(program.opts<GlobalOptions>(), (session) => command(session, ...typed)),
  }
  addConnectionCommands(program, deps)
  addSheetCommands(program, deps)
  addCruzarCommands(program, deps)
  addFormCommands(program, deps)
  addConversationCommand(program, deps)
  addContactCommand(program, deps)
  addCallCommand(program, deps)
  addWritesCommand(program, deps)
  addReportCommand(program, deps)
  addDocumentationCommand(program, deps)
  addEraseCommand(program, deps)
  return program
}

/** `cruza erase`: everything that Cruza keeps in the folder of data, and its entries of the keychain; needs `--yes`. */
function addEraseCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.erase
  program.command('erase').description(words.command).option('--yes', words.yes, false).action(start(erase))
}
/** Prints what is deleted, with its numbers; the exit code is 1 where something could not be erased. */
async function erase({ ask, print, messages }: Session, { yes }: { readonly yes: boolean }): Promise<number> {
  const words = messages.settings.erase
  const impact = await ask('app.deletion_impact', {})
  const losses = lossesOf(impact, words)
  if (!yes) throw new UsageError(messages.cli.erase.needsYes(losses, impact.folder))
  const { details } = await ask('app.erase', { word: words.word })
  const left = details?.split('\n') ?? []
  print.result({ ...impact, left }, [messages.cli.erase.erased, ...losses])
  if (details === null) return 0
  print.warn(`${words.partText}\n${details}`)
  return 1
}
