import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../../main/cli/program.ts'
import { catalogues } from '../../../preload/messages/catalogue.ts'
import { readSource } from '../../architecture/sources.ts'

/** docs/command-line.md says the same as `--help`: a person may read either. */

const text = readSource('docs/command-line.md')
const optionsIn = (part: string) => new Set(part.match(/(?<![\w-])--[a-z][a-z-]*/g))

/** The options that a name in capitals stands for. */
const shared = new Map(
  [...text.matchAll(/^- ([A-Z]+)[:,]((?:.|\n {2})*)/gm)].map(([, name = '', words = '']) => [name, optionsIn(words)]),
)

/** What the document says of each command, by the command's words. */
const documented = Object.fromEntries(
  [...text.matchAll(/^### `([^`]+)`\n((?:(?!^#)[^\n]*\n)*)/gm)].map(([, heading = '', body = '']) => {
    const words = heading.split(' ')
    const options = new Set(optionsIn(body))
    for (const [name, group] of shared) {
      if (new RegExp(`\\[${name}\\]`).test(body)) for (const option of group) options.add(option)
    }
    const isArgument = (word: string) => /^[A-Z]+$/.test(word)
    return [
      words.filter((word) => !isArgument(word)).join(' '),
      { arguments: words.filter(isArgument).length, options: [...options].toSorted() },
    ]
  }),
)

const messages = catalogues.en
const program = createProgram({ messages, version: '0', run: async () => undefined, writeOut: () => undefined })

/** The same of the program; a command that only holds others is none. */
function commandsOf(parent: Command, path: readonly string[] = []): [string, object][] {
  return parent.commands.flatMap((command) => {
    const words = [...path, command.name()]
    const options = command.options.map(({ long }) => long ?? '').toSorted()
    const own: [string, object] = [words.join(' '), { arguments: command.registeredArguments.length, options }]
    const isGroup = command.commands.length > 0 && options.length === 0
    return [...(isGroup ? [] : [own]), ...commandsOf(command, words)]
  })
}

test('the document has each command with its arguments and options, and no other', () => {
  expect(documented).toEqual(Object.fromEntries(commandsOf(program)))
})

test('the document has each option that holds for every command', () => {
  const everywhere = text.slice(text.indexOf('## Everywhere'), text.indexOf('### Options'))
  expect([...optionsIn(everywhere)]).toEqual(expect.arrayContaining(program.options.map(({ long }) => long)))
})
