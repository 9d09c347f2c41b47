import { Command, type CommanderError, Help, type Option } from 'commander'
import { lossesOf, type Messages } from '../../preload/messages/catalogue.ts'
import { addCallCommand, addWritesCommand } from './call.ts'
import { addChangesCommand } from './changes.ts'
import { addConnectionCommands } from './connections.ts'
import { addConversationCommand } from './conversations.ts'
import { addCruzarCommand } from './cruzar.ts'
import { addFormCommands } from './entries.ts'
import { addListCommands } from './lists.ts'
import { addNotesCommand } from './notes.ts'
import { addReportCommand } from './reports.ts'
import { addCheckCommand } from './run-check.ts'
import { addRunsCommands } from './runs.ts'
import { addContactCommand, addDocumentationCommand } from './search.ts'
import { type CommandDeps, type Session, UsageError } from './session.ts'
import { addSheetCommands } from './sheets.ts'
import { addSummaryCommand } from './summaries.ts'
import { addViewsCommand } from './views.ts'

/** The options of every command. */
export interface GlobalOptions {
  readonly dataDir?: string
  readonly json: boolean
  readonly quiet: boolean
}

interface ProgramDeps {
  readonly messages: Messages
  readonly version: string
  /** Writes the help and the version. */
  writeOut(text: string): void
  /** Opens the data, runs the command and closes the data. The command's result is the exit code. */
  run(options: GlobalOptions, command: (session: Session) => Promise<number>): Promise<void>
}

/** The commands of `npm run cruza -- …`. To add one, add a file beside this one and its texts here. */
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
  addChangesCommand(program, deps)
  addViewsCommand(program, deps)
  addSummaryCommand(program, deps)
  addCruzarCommand(program, deps)
  addCheckCommand(addRunsCommands(program, deps), deps)
  addListCommands(program, deps)
  addFormCommands(program, deps)
  addConversationCommand(program, deps)
  addContactCommand(program, deps)
  addNotesCommand(program, deps)
  addCallCommand(program, deps)
  addWritesCommand(program, deps)
  addReportCommand(program, deps)
  addDocumentationCommand(program, deps)
  addEraseCommand(program, deps)
  return program
}

/** `cruza erase`: everything that Cruza stores in the data folder, and its entries in the keychain; needs `--yes`. */
function addEraseCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.erase
  program.command('erase').description(words.command).option('--yes', words.yes, false).action(start(erase))
}
/** Prints what is deleted, with numbers. The exit code is 1 where something could not be erased. */
async function erase({ ask, print, messages }: Session, { yes }: { readonly yes: boolean }): Promise<number> {
  const words = messages.settings.erase
  const impact = await ask('app.deletion_impact', {})
  const losses = lossesOf(impact, words)
  if (!yes) throw new UsageError(messages.cli.erase.needsYes(losses, impact.folder))
  const { details } = await ask('app.erase', { word: words.word })
  const lines = details?.split('\n') ?? []
  print.result({ ...impact, left: lines }, [messages.cli.erase.erased, ...losses])
  if (details === null) return 0
  print.warn(`${words.partText}\n${details}`)
  return 1
}

type ParserTexts = Messages['cli']['parser']

/**
 * Gives the parser's own texts (help and errors) in the catalogue's words. Call it before adding commands, which
 * inherit it.
 */
function localizeParser(program: Command, words: ParserTexts): void {
  const titles: Readonly<Record<string, string>> = {
    'Usage:': words.usage,
    'Arguments:': words.arguments,
    'Options:': words.options,
    'Global Options:': words.globalOptions,
    'Commands:': words.commands,
  }
  const placeholders = (text: string) =>
    text.replace('[options]', `[${words.anyOptions}]`).replace('[command]', `[${words.anyCommand}]`)
  const standard = new Help()
  program
    .helpOption('-h, --help', words.help)
    .helpCommand(`help [${words.anyCommand}]`, words.help)
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => titles[title] ?? title,
      commandUsage: (command) => placeholders(standard.commandUsage(command)),
      subcommandTerm: (command) => placeholders(standard.subcommandTerm(command)),
      optionDescription: (option) => optionDescription(option, words),
    })
    .configureOutput({ outputError: () => undefined })
}

/** Descriptions that several commands share are written once; the allowed words follow. */
function optionDescription(option: Option, words: ParserTexts): string {
  const shared: Readonly<Record<string, string>> = words.shared
  const description = option.description || (shared[option.attributeName()] ?? '')
  return option.argChoices ? `${description}: ${option.argChoices.join(', ')}` : description
}

/**
 * The error in the typed words, as one sentence. The parser gives a code, quotes the option or command first, and names
 * the allowed words last. A value is never repeated, since it may be a phone.
 */
export function parserSentence({ code, message }: CommanderError, words: ParserTexts): string {
  const [named = ''] = /(?<=')[^']*(?=')/.exec(message) ?? []
  const [, choices] = /(?:Allowed choices are|Did you mean(?: one of)?) ([^?.]+)/.exec(message) ?? []
  const sentences: Readonly<Record<string, (word: string) => string>> = words.wrong
  const sentence = sentences[code.replace('commander.', '')]?.(named) ?? words.wrongUsage
  if (named.endsWith('<date>')) return `${sentence} ${words.dayForm}`
  return choices ? `${sentence} ${words.didYouMean(choices)}` : sentence
}
