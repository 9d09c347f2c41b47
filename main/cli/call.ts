import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Connection } from '../../preload/contract/connections.ts'
import { type CallMethod, type ConsoleCall, callMethod } from '../../preload/contract/console.ts'
import type { Write } from '../../preload/contract/writes.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { failureOf } from '../kernel/failure.ts'
import { parseJson } from '../kernel/json.ts'
import { connectionOf } from './connections.ts'
import { repeated } from './options.ts'
import { type CommandDeps, CommandError, type Session, UsageError } from './session.ts'

interface CallOptions {
  readonly connection?: string
  readonly query?: readonly string[]
  readonly body?: string
  readonly yes: boolean
}

/** How many characters of an answer one call to the data process reads. */
const pieceLength = 1_000_000

/** `cruza call`: any call of either service. A call that writes needs `--yes`. */
export function addCallCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.call
  program
    .command('call <method> <path>')
    .description(words.command)
    .option('--connection <name>', words.connection)
    .option('--query <pair>', words.query, repeated)
    .option('--body <json>', words.body)
    .option('--yes', words.yes, false)
    .action(start(call))
}

/** Makes the call and prints its answer with secrets masked. The exit code is 0 unless the answer is a refusal. */
async function call(session: Session, typed: string, address: string, options: CallOptions): Promise<number> {
  const { ask, print, messages } = session
  const words = messages.cli.call
  const [path = '', query = ''] = address.split('?', 2)
  const pairs = (options.query ?? []).map((pair) => pairOf(pair, words.badQuery))
  const method = methodOf(typed, words.badMethod)
  const shown = { method, path, query: [...new URLSearchParams(query), ...pairs] }
  const sent = options.body === '-' ? await bodyFrom(session) : (options.body ?? null)
  const connection_id = (await connectionOf(session, options.connection)).id
  const requested = { connection_id, ...shown, body: sent }
  const { effect, url } = await withConsoleWords(session, () => ask('console.preview', requested))
  const confirmed = options.yes
  if (effect !== 'reads' && !confirmed) throw new UsageError(words.needsYes(`${method} ${url}`))
  const answer = await withConsoleWords(session, () => ask('console.run', { ...requested, confirmed }))
  const body = await bodyOf(session, connection_id, answer)
  const { status, kind, ms, bytes, cut, headers, drift, secret } = answer
  const refused = status === null || status >= 400
  const say = refused ? print.warn : print.note
  say(words.answered(status ?? 0, messages.console.answer.kinds[kind], ms))
  if (cut) print.warn(messages.console.answer.cut)
  const parsed: unknown = kind === 'json' && !cut ? parseJson(body) : body
  const facts = { status, kind, ms, bytes, cut, headers: Object.fromEntries(headers), drift, body: parsed }
  print.result(secret === null ? facts : { ...facts, secret }, secret === null ? [body] : [body, words.secret(secret)])
  return refused ? 1 : 0
}

/** Reads standard input to its end; Ctrl+C ends the wait. */
async function bodyFrom({ stdin, signal }: Session): Promise<string> {
  return text(addAbortSignal(signal, stdin))
}

/** Reports what main refuses to send in the words of the console. */
async function withConsoleWords<T>({ messages }: Session, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { code, params } = failureOf(error)
    if (code === 'sent_unknown') throw new CommandError(messages.cli.writes.lost)
    const sentence = code === 'bad_request' ? messages.console.problems[String(params.place)] : undefined
    throw sentence === undefined ? error : new UsageError(sentence)
  }
}

async function bodyOf({ ask }: Session, connection_id: string, { id, kind }: ConsoleCall): Promise<string> {
  if (kind === 'binary' || kind === 'empty') return ''
  const pieces: string[] = []
  for (let from = 0, total = 1; from < total; from += pieceLength) {
    const piece = await ask('console.text', { connection_id, id, from, count: pieceLength })
    pieces.push(piece.text)
    total = piece.total
  }
  return pieces.join('')
}

function methodOf(word: string, sentence: (word: string) => string): CallMethod {
  const method = callMethod.safeParse(word.toUpperCase()).data
  if (!method) throw new UsageError(sentence(word))
  return method
}

function pairOf(pair: string, sentence: (word: string) => string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
  if (name === undefined || value === undefined) throw new UsageError(sentence(pair))
  return [name, value]
}

/** `cruza writes`: checks by reading the writes of the last 30 days that were never confirmed; sends none again. */
export function addWritesCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.writes
  program
    .command('writes')
    .description(words.command)
    .option('--connection <name>', words.connection)
    .action(start(checkWrites))
}

/** Prints the state of each unknown write after a check. The exit code is 1 while one is still unknown. */
async function checkWrites(session: Session, { connection: name }: { connection?: string }): Promise<number> {
  const { ask, print, messages } = session
  const connections = name === undefined ? await ask('connections.list', {}) : [await connectionOf(session, name)]
  const openWrites: { readonly connection: Connection; readonly write: Write }[] = []
  for (const connection of connections) {
    const { list, check } = ledgerOf(session, connection)
    for (const write of await list()) {
      if (write.state === 'unknown') openWrites.push({ connection, write: await check(write.id) })
      else if (write.state === 'sending') openWrites.push({ connection, write })
    }
  }
  const lines = openWrites.map(({ connection, write }) => sentenceOf(messages, connection.name, write))
  print.result(
    { writes: openWrites.map(({ connection, write }) => ({ connection: connection.name, ...write })) },
    lines.length > 0 ? lines : [messages.cli.writes.nothing],
  )
  const unknown = openWrites.filter(({ write }) => write.state === 'unknown').length
  if (unknown > 0) print.warn(messages.cli.writes.stillUnknown(unknown))
  return unknown > 0 ? 1 : 0
}

function ledgerOf({ ask }: Session, { id: connection_id, service }: Connection) {
  const isForms = service === 'forms'
  return {
    list: () => ask(isForms ? 'forms.writes' : 'activity.list', { connection_id }),
    check: (id: string) => ask(isForms ? 'forms.check_write' : 'activity.check', { connection_id, id }),
  }
}

function sentenceOf(
  { activity, cli }: Messages,
  connection: string,
  { kind, target, state, settles_at }: Write,
): string {
  const from = settles_at === null ? null : new Date(settles_at)
  const isEarly = from !== null && from > new Date()
  const outcome = isEarly ? cli.writes.notYet(from) : activity.states[state]
  return joinFacts([connection, `${activity.kinds[kind]} ${target}`, outcome])
}
