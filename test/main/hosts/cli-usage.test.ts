import { Command, CommanderError } from 'commander'
import { describe, expect, test } from 'vitest'
import { addLeadFilterOptions, leadFilterOf } from '../../../main/cli/options.ts'
import { createProgram, type GlobalOptions, parserSentence } from '../../../main/cli/program.ts'
import { createOutput, UsageError } from '../../../main/cli/session.ts'
import { catalogues } from '../../../preload/messages/catalogue.ts'

/** Parses the words as the command line does; commands see a session that answers every question with nothing. */
async function parse(...words: string[]) {
  const seen: { options?: GlobalOptions; error?: unknown; warnings: string[] } = { warnings: [] }
  const session = new Proxy(
    { messages: catalogues['pt-BR'], print: { warn: (line: string) => seen.warnings.push(line) } },
    { get: (target, name) => Reflect.get(target, name) ?? (() => []) },
  )
  const program = createProgram({
    messages: catalogues['pt-BR'],
    version: '1.2.3',
    writeOut() {},
    async run(options, command) {
      seen.options = options
      // Only what is wrong with the words is read: no command gets further than its first question.
      await command(session as never).catch((error: unknown) => {
        seen.error = error
      })
    },
  })
  const silent = { writeOut() {}, writeErr() {} }
  for (const each of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    each.exitOverride().configureOutput(silent)
  }
  await program.parseAsync(words, { from: 'user' }).catch((error: unknown) => {
    seen.error = error
  })
  return seen
}

const reportWords = (since: string, until: string) => [
  '--connection',
  'A',
  '--since',
  since,
  '--until',
  until,
  '--out',
  'saida.csv',
]

describe('words that make no sense', () => {
  test.each([
    [[]],
    [['nothing']],
    [['pull']],
    [['pull', 'X', 'Y', '--connection', 'A']],
    [['pull', 'X', '--connection', 'A', '--created-after', '2026-02-30']],
    [['pull', 'X', '--connection', 'A', '--inbox', 'vendas']],
    [['pull', 'X', '--connection', 'A', '--inbox', '0']],
    [['pull', 'X', '--connection', 'A', '--assignee', '']],
    [['pull', 'X', '--connection', 'A', '--status', 'open,aberta']],
    [['pull', 'X', '--connection', 'A', '--group', 'pessoa']],
    [['connect', 'platform', 'A', '--url', 'https://a.example']],
    [['connect', 'forms', 'A', '--url', 'https://a.example', '--secret', 'x']],
    [['connect', 'other', 'A']],
    [['export', 'X']],
    [['cruzar', 'lista.csv', '--connection', 'A']],
    [['docs']],
    [['docs', 'search']],
    [['docs', 'search', 'a', '--limite', '3']],
  ])('%j are refused before anything is opened', async (words) => {
    const { error, options } = await parse(...words)
    expect(error).toMatchObject({ name: 'CommanderError', exitCode: 1 })
    expect(options).toBeUndefined()
  })

  test.each([
    [['export', 'X', 'saida.pdf']],
    [['export', 'X', 'csv']],
    [['cruzar', 'lista.csv', '--out', 'saida.csv']],
    [['cruzar', 'lista.csv', '--connection', 'A', '--out', 'saida.txt']],
    [['cruzar', 'lista.csv', '--connection', 'A', '--out', 'saida.csv', '--outcome', 'sumida']],
    [['connect', 'platform', 'A', '--url', 'https://a.example', '--account', 'três', '--brand', 'b']],
    [['connect', 'platform', 'A', '--url', 'https://a.example', '--account', '0', '--brand', 'b']],
    [['docs', 'search', 'a', '--limit', '0']],
    [['docs', 'search', 'a', '--limit', 'dez']],
    [['pull', 'X', '--connection', 'A', '--created-after', '2026-02-02', '--created-before', '2026-02-01']],
    [['entries', 'plan', 'X', '--connection', 'A', '--since', '2026-02-02', '--until', '2026-02-01']],
    [['entries', 'plan', 'X', '--connection', 'A', '--since', '2026-02-29']],
    [['report', 'vendas', ...reportWords('2026-11-01', '2026-11-20')]],
    [['report', 'agents', ...reportWords('01/11/2026', '2026-11-20')]],
    [['report', 'agents', ...reportWords('2026-11-01', '2026-02-30')]],
    [['report', 'agents', ...reportWords('2026-11-20', '2026-11-01')]],
    [['report', 'agents', ...reportWords('2026-11-01', '2026-11-20'), '--param', 'business_hours']],
  ])('%j are refused with a sentence of ours', async (words) => {
    const { error } = await parse(...words)
    expect(error).toBeInstanceOf(UsageError)
    expect(String(error)).toMatch(/\.$/)
  })
})

describe("the parser's own texts are the catalogue's", () => {
  const words = catalogues['pt-BR'].cli.parser

  test.each([
    [['pull', 'X'], 'Falta --connection <name>. Veja o uso com --help.'],
    [['check'], 'Falta <name>. Veja o uso com --help.'],
    [['pull', 'X', '--connection'], 'Falta o valor depois de --connection <name>.'],
    [['pulll'], 'O comando “pulll” não existe. Veja os que há com --help. Serve: pull.'],
    [['sheets', '--jsn'], 'A opção --jsn não existe aqui. Serve: --json.'],
    [['sheets', 'a', 'b'], '“sheets” recebeu palavras demais. Ponha entre aspas os nomes que têm espaços.'],
    [
      ['pull', 'X', '--connection', 'A', '--status', 'aberta'],
      'O valor de --status <list> não serve. Veja o uso com --help. Serve: open, pending, resolved, snoozed.',
    ],
    [
      ['pull', 'X', '--connection', 'A', '--created-after', '31/12/2026'],
      'O valor de --created-after <date> não serve. Veja o uso com --help. Um dia é ano-mês-dia, como 2026-11-20.',
    ],
    [
      ['export', 'X', 'saida.csv', '--mode', 'latin'],
      'O valor de --mode <mode> não serve. Veja o uso com --help. Serve: excel, raw.',
    ],
  ])('%j', async (typed, sentence) => {
    const { error } = await parse(...typed)
    expect(error).toBeInstanceOf(CommanderError)
    if (error instanceof CommanderError) expect(parserSentence(error, words)).toBe(sentence)
  })

  test('what was typed as a value is not repeated: it may be somebody’s phone', async () => {
    const { error } = await parse('contacts', 'Ana', '+5511988887777')
    expect(error).toBeInstanceOf(CommanderError)
    if (error instanceof CommanderError) expect(parserSentence(error, words)).not.toMatch(/Ana|988887777/)
  })

  test.each(['pt-BR', 'en'] as const)('every command and option has its description in the help (%s)', (language) => {
    const program = createProgram({ messages: catalogues[language], version: '1', writeOut() {}, run: async () => {} })
    for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
      const help = command.createHelp()
      const described = help.visibleOptions(command).map((option) => [option.flags, help.optionDescription(option)])
      expect(command.description(), command.name()).not.toBe('')
      expect(described.filter(([, description]) => description === '')).toEqual([])
    }
  })

  test('the headings of the help are Portuguese', () => {
    const program = createProgram({ messages: catalogues['pt-BR'], version: '1', writeOut() {}, run: async () => {} })
    const help = [program, ...program.commands].map((command) => command.helpInformation()).join('\n')
    expect(help).toContain('Opções de todos os comandos:')
    expect(help).not.toMatch(/Usage|Options|Commands|display|default|choices|\[command]/)
  })
})

describe('the filters', () => {
  test('that start in the future are pointed out', async () => {
    const { warnings } = await parse('pull', 'X', '--connection', 'A', '--created-after', '2199-01-01')
    expect(warnings).toEqual([catalogues['pt-BR'].cli.period.future('--created-after')])
  })

  test('take lists with commas and lists that are given again', () => {
    const command = addLeadFilterOptions(new Command())
    const words = ['--inbox', '11,12', '--inbox', '13', '--status', 'open', '--with-label', 'a, b', '--with-label', 'c']
    command.parse(words, { from: 'user' })
    const { stdout, stderr } = process
    const messages = catalogues['pt-BR']
    const session = { messages, print: createOutput({ messages, json: false, quiet: true, stdout, stderr }) }
    expect(leadFilterOf(session, command.opts())).toMatchObject({
      given: true,
      filter: { inbox_ids: [11, 12, 13], status: ['open'], with_labels: ['a', 'b', 'c'], agrupar: 'contato' },
    })
  })
})

describe('what holds for every command', () => {
  test.each([
    [['--json', '--quiet', '--data-dir', '/x', 'sheets']],
    [['sheets', '--json', '--quiet', '--data-dir', '/x']],
  ])('may stand before or after it: %j', async (words) => {
    expect((await parse(...words)).options).toEqual({ json: true, quiet: true, dataDir: '/x' })
  })
})

describe('output', () => {
  function collected(options: { json: boolean; quiet: boolean; isTTY?: boolean }) {
    const written = { out: '', err: '' }
    const stream = (name: 'out' | 'err') => ({
      write(text: string) {
        written[name] += text
      },
      isTTY: options.isTTY,
    })
    const print = createOutput({
      ...options,
      messages: catalogues['pt-BR'],
      stdout: stream('out') as never,
      stderr: stream('err') as never,
    })
    return { print, written }
  }

  test('is lines for people and one object for programs', () => {
    const people = collected({ json: false, quiet: false })
    people.print.result({ a: 1 }, ['um', 'dois'])
    expect(people.written).toEqual({ out: 'um\ndois\n', err: '' })
    const programs = collected({ json: true, quiet: false })
    programs.print.result({ a: 1 }, ['um'])
    expect(programs.written).toEqual({ out: '{"a":1}\n', err: '' })
  })

  test('prints failures and nothing else when quiet', () => {
    const { print, written } = collected({ json: false, quiet: true, isTTY: true })
    print.note('um momento')
    print.bar('Leads').update({ rows: 1, total: 2 })
    print.warn('não deu')
    expect(written).toEqual({ out: '', err: 'não deu\n' })
  })

  test('shows how far long work is in one line of a terminal', () => {
    const { print, written } = collected({ json: false, quiet: false, isTTY: true })
    const bar = print.bar('Leads')
    bar.update({ rows: 1200, total: null })
    bar.update({ rows: 2000, total: 2000 })
    bar.stop()
    const lines = written.err.replaceAll('\u001b[K', '').split('\r')
    expect(lines).toEqual(['', 'Leads: 1.200 linhas', expect.stringMatching(/^Leads: 2\.000 de 2\.000 linhas.*\n$/)])
  })

  test('shows no moving bar in a log file', () => {
    const { print, written } = collected({ json: false, quiet: false })
    const bar = print.bar('Leads')
    bar.update({ rows: 1, total: 2 })
    bar.stop()
    expect(written.err).toBe('')
  })
})
