import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Check, CheckStep, Connection, ConnectionDraft } from '../../preload/contract/connections.ts'
import { CommandError, type Session, UsageError } from './session.ts'

/** The connection of a name; a sentence when there is none. */
export async function connectionNamed({ ask, messages }: Session, name: string): Promise<Connection> {
  const found = (await ask('connections.list', {})).find((connection) => connection.name === name)
  if (!found) throw new CommandError(messages.cli.noConnection(name))
  return found
}

/** The connection of a name, if leads can be asked of it. */
export async function platformNamed(session: Session, name: string): Promise<Connection> {
  const found = await connectionNamed(session, name)
  if (found.service !== 'platform') throw new CommandError(session.messages.cli.notPlatform(name))
  return found
}

/** The same; without a name the only connection to an agent platform that there is. */
export async function platformNamedOrOnly(session: Session, name: string | undefined): Promise<Connection> {
  const { ask, messages } = session
  if (name !== undefined) return platformNamed(session, name)
  const [only, ...others] = (await ask('connections.list', {})).filter(({ service }) => service === 'platform')
  if (!only) throw new CommandError(messages.cli.noPlatformConnection)
  if (others.length > 0) throw new UsageError(messages.cli.severalPlatformConnections)
  return only
}

/** Makes or changes a connection, whose second host stays where none is given, then checks it. The secret comes from CRUZA_SECRET or standard input, never from argv. */
export async function connect(session: Session, draft: Omit<ConnectionDraft, 'id' | 'secret'>): Promise<number> {
  const { ask } = session
  const before = (await ask('connections.list', {})).find(({ name }) => name === draft.name)
  const secret = await readSecret(session)
  const beta_url = draft.beta_url ?? before?.beta_url ?? null
  const { check } = await ask('connections.save', { ...draft, beta_url, ...(before ? { id: before.id } : {}), secret })
  return report(session, draft.name, check)
}

export async function check(session: Session, name: string): Promise<number> {
  const { id } = await connectionNamed(session, name)
  return report(session, name, await session.ask('connections.check', { id }))
}

const signs = { passed: '✓', failed: '✗', skipped: '–', waiting: '–', running: '–' } as const

/** Every step with its sentence; what failed is the one sentence on standard error too. */
function report({ messages, print }: Session, name: string, { passed, steps }: Check): number {
  const sentence = ({ finding, params }: CheckStep) => messages.connections.findings[finding]?.(params) ?? finding
  print.result(
    { name, passed, steps },
    steps.map((step) => `${signs[step.state]} ${sentence(step)}`),
  )
  const failed = steps.find(({ state, step }) => state === 'failed' && step !== 'clock')
  if (failed) print.warn(sentence(failed))
  return passed ? 0 : 1
}

/** From CRUZA_SECRET, else the first line of standard input that holds something; a terminal does not show it. */
async function readSecret({ messages, print, signal, stdin, secret, interrupt }: Session): Promise<string> {
  const given = secret?.trim()
  if (given) return given
  if (stdin.isTTY) print.note(messages.cli.askSecret)
  const lines = createInterface({ input: stdin, output: unseen(), terminal: stdin.isTTY ?? false, signal })
  // A terminal that hides what is typed hands Ctrl+C to us instead of to the process.
  lines.on('SIGINT', interrupt)
  try {
    for await (const line of lines) if (line.trim()) return line.trim()
  } finally {
    lines.close()
  }
  signal.throwIfAborted()
  throw new CommandError(messages.cli.noSecret)
}

/** Where the echo of a secret goes: nowhere. */
function unseen(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
