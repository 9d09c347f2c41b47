import type { Command } from 'commander'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Write } from '../../preload/contract/writes.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { connectionNamed } from './connections.ts'
import type { CommandDeps, Session } from './session.ts'

/** `cruza writes`: what was sent in the last 30 days and never confirmed, checked by reading; nothing is sent again. */
export function addWritesCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.writes
  program
    .command('writes')
    .description(words.command)
    .option('--connection <name>', words.connection)
    .action(({ connection }: { connection?: string }) => start((session) => checkWrites(session, connection)))
}

/** Prints each write of which nobody knew, as it stands after a check; the exit code is 1 while one is still unknown. */
async function checkWrites(session: Session, name: string | undefined): Promise<number> {
  const { ask, print, messages } = session
  const connections = name === undefined ? await ask('connections.list', {}) : [await connectionNamed(session, name)]
  const found: { readonly connection: Connection; readonly write: Write }[] = []
  for (const connection of connections) {
    const { list, check } = ledgerOf(session, connection)
    for (const write of await list()) {
      if (write.state === 'unknown') found.push({ connection, write: await check(write.id) })
      else if (write.state === 'sending') found.push({ connection, write })
    }
  }
  const lines = found.map(({ connection, write }) => sentenceOf(messages, connection.name, write))
  print.result(
    { writes: found.map(({ connection, write }) => ({ connection: connection.name, ...write })) },
    lines.length > 0 ? lines : [messages.cli.writes.nothing],
  )
  return found.some(({ write }) => write.state === 'unknown') ? 1 : 0
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
