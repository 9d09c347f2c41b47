import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Check, Connection, ConnectionDraft } from '../../preload/contract/connections.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Session } from './session.ts'

/** The connection of a name; `no_connection` when there is none. */
export async function connectionNamed({ ask }: Session, name: string): Promise<Connection> {
  const found = (await ask('connections.list', {})).find((connection) => connection.name === name)
  if (!found) throw new AppFailure('no_connection')
  return found
}

/** Makes or changes a connection, then checks it. The secret comes from CRUZA_SECRET or standard input, never from argv. */
export async function connect(session: Session, draft: Omit<ConnectionDraft, 'id' | 'secret'>): Promise<number> {
  const { ask, print } = session
  const before = (await ask('connections.list', {})).find(({ name }) => name === draft.name)
  const secret = await readSecret(session)
  const { check } = await ask('connections.save', { ...draft, ...(before ? { id: before.id } : {}), secret })
  print.result({ name: draft.name, passed: check.passed, steps: check.steps }, linesOf(session, check))
  return check.passed ? 0 : 1
}

export async function check(session: Session, name: string): Promise<number> {
  const { id } = await connectionNamed(session, name)
  const found = await session.ask('connections.check', { id })
  session.print.result({ name, passed: found.passed, steps: found.steps }, linesOf(session, found))
  return found.passed ? 0 : 1
}

const signs = { passed: '✓', failed: '✗', skipped: '–', waiting: '–', running: '–' } as const

function linesOf({ messages }: Session, { steps }: Check): string[] {
  const findings: Readonly<Record<string, (params: Check['steps'][number]['params']) => string>> =
    messages.connections.findings
  return steps.map(({ state, finding, params }) => `${signs[state]} ${findings[finding]?.(params) ?? finding}`)
}

/** From CRUZA_SECRET, else the first line of standard input that holds something; a terminal does not show it. */
async function readSecret({ messages, print, signal }: Session): Promise<string> {
  const given = process.env.CRUZA_SECRET?.trim()
  if (given) return given
  const { stdin } = process
  if (stdin.isTTY) print.say(messages.cli.askSecret)
  const lines = createInterface({ input: stdin, output: unseen(), terminal: stdin.isTTY, signal })
  // A terminal that hides what is typed hands Ctrl+C to us instead of to the process.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    for await (const line of lines) if (line.trim()) return line.trim()
  } finally {
    lines.close()
  }
  signal.throwIfAborted()
  throw new AppFailure('secret_missing')
}

/** Where the echo of a secret goes: nowhere. */
function unseen(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
