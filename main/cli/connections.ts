import type { Command } from 'commander'
import type { Check, CheckStep, Connection, ConnectionDraft, ServiceKind } from '../../preload/contract/connections.ts'
import { type CommandDeps, CommandError, hiddenLine, type Session, UsageError } from './session.ts'

/** `cruza connect` and `cruza check`. */
export function addConnectionCommands(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli
  const connecting = program.command('connect').description(words.connect)
  connecting
    .command('platform <name>')
    .description(words.connectPlatform)
    .requiredOption('--url <url>')
    .requiredOption('--account <id>')
    .requiredOption('--brand <segment>')
    .option('--beta-url <url>', words.betaUrl)
    .action(
      start((session, name: string, { url, account, brand, betaUrl }: PlatformOptions) => {
        if (!/^[1-9]\d{0,15}$/.test(account)) throw new UsageError(words.badAccount)
        const address = { base_url: url, account_id: Number(account), brand, beta_url: betaUrl ?? null }
        return connect(session, { service: 'platform', name, ...address })
      }),
    )
  const noPlatform = { account_id: null, brand: null, beta_url: null }
  connecting
    .command('forms <name>')
    .description(words.connectForms)
    .requiredOption('--url <url>')
    .action(
      start((session, name: string, { url }: { url: string }) =>
        connect(session, { service: 'forms', name, base_url: url, ...noPlatform }),
      ),
    )
  program.command('check <name>').description(words.check).action(start(check))
}

interface PlatformOptions {
  readonly url: string
  readonly account: string
  readonly brand: string
  readonly betaUrl?: string
}

/**
 * The connection of a name. Without a name it is the only connection, of the given service if any. Throws a sentence
 * where there is none, where there are several, or where the named one is of another service.
 */
export async function connectionOf(
  { ask, messages: { cli } }: Session,
  name: string | undefined,
  service?: ServiceKind,
): Promise<Connection> {
  const connections = await ask('connections.list', {})
  if (name !== undefined) {
    const connection = connections.find((connection) => connection.name === name)
    if (!connection) throw new CommandError(cli.noConnection(name))
    if (service === undefined || connection.service === service) return connection
    throw new CommandError(service === 'forms' ? cli.notForms(name) : cli.notPlatform(name))
  }
  const [only, ...others] = connections.filter((connection) => (service ?? connection.service) === connection.service)
  const sentences = {
    platform: { none: cli.noPlatformConnection, several: cli.severalPlatformConnections },
    forms: { none: cli.noFormsConnection, several: cli.severalFormsConnections },
    any: { none: cli.call.noConnection, several: cli.call.severalConnections },
  }[service ?? 'any']
  if (!only) throw new CommandError(sentences.none)
  if (others.length > 0) throw new UsageError(sentences.several)
  return only
}

/**
 * Makes or changes a connection, then checks it. Without a second host the stored one stays. The secret comes from
 * CRUZA_SECRET or standard input, never from argv.
 */
async function connect(session: Session, draft: Omit<ConnectionDraft, 'id' | 'secret'>): Promise<number> {
  const { ask } = session
  const previous = (await ask('connections.list', {})).find(({ name }) => name === draft.name)
  const secret = await readSecret(session)
  const beta_url = draft.beta_url ?? previous?.beta_url ?? null
  const { check } = await ask('connections.save', {
    ...draft,
    beta_url,
    ...(previous ? { id: previous.id } : {}),
    secret,
  })
  return report(session, draft.name, check)
}

async function check(session: Session, name: string): Promise<number> {
  const { id } = await connectionOf(session, name)
  return report(session, name, await session.ask('connections.check', { id }))
}

const signs = { passed: '✓', failed: '✗', skipped: '–', waiting: '–', running: '–' } as const

/** Prints every step with its sentence. A failure also gives one sentence on standard error. */
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

/** From CRUZA_SECRET, else from standard input. */
async function readSecret(session: Session): Promise<string> {
  const { secret, messages } = session
  const typedSecret = secret?.trim() || (await hiddenLine(session, messages.cli.askSecret))?.trim()
  if (!typedSecret) throw new CommandError(messages.cli.noSecret)
  return typedSecret
}
