import { createInterface } from 'node:readline/promises'
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

async function readSecret({ messages, print }: Session): Promise<string> {
  const given = process.env.CRUZA_SECRET
  if (given) return given
  if (process.stdin.isTTY) print.say(messages.cli.askSecret)
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    if (line.trim()) return line.trim()
  }
  throw new AppFailure('secret_missing')
}
