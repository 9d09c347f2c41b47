import { type Command, type CommanderError, Help, type Option } from 'commander'
import type { Messages } from '../../preload/messages/catalogue.ts'

type ParserTexts = Messages['cli']['parser']

/**
 * Makes the parser's own texts (its help, and what is wrong with the words that were typed) those of the catalogue. Call it
 * before commands are added: they inherit it.
 */
export function localizeParser(program: Command, words: ParserTexts): void {
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

/** What several commands share by name is described once; then the words that may stand there. */
function optionDescription(option: Option, words: ParserTexts): string {
  const shared: Readonly<Record<string, string>> = words.shared
  const description = option.description || (shared[option.attributeName()] ?? '')
  return option.argChoices ? `${description}: ${option.argChoices.join(', ')}` : description
}

/**
 * What is wrong with the words that were typed, as one sentence. The parser gives its code and quotes the option or the
 * command first and names what may stand there last; a value is never repeated, it may be somebody's phone.
 */
export function parserSentence({ code, message }: CommanderError, words: ParserTexts): string {
  const [named = ''] = /(?<=')[^']*(?=')/.exec(message) ?? []
  const [, choices] = /(?:Allowed choices are|Did you mean(?: one of)?) ([^?.]+)/.exec(message) ?? []
  const sentences: Readonly<Record<string, (word: string) => string>> = words.wrong
  const sentence = sentences[code.replace('commander.', '')]?.(named) ?? words.wrongUsage
  if (named.endsWith('<date>')) return `${sentence} ${words.dayForm}`
  return choices ? `${sentence} ${words.didYouMean(choices)}` : sentence
}
