import type { Command } from 'commander'
import type { DocHit } from '../../preload/contract/documentation.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { AppFailure } from '../kernel/failure.ts'
import { platformNamedOrOnly } from './connections.ts'
import { type CommandDeps, type Session, UsageError } from './session.ts'

interface SearchWords {
  readonly connection?: string
  readonly category?: string
  readonly limit?: string
}

/** The default of the service itself (agent-platform.md, "Limits"). */
const usualLimit = 10
const mostHits = 100

/** `cruza docs search`. */
export function addDocumentationCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.docs
  program
    .command('docs')
    .description(words.command)
    .command('search <term...>')
    .description(words.search)
    .option('--connection <name>', messages.cli.onlyPlatform)
    .option('--category <slug>', words.category)
    .option('--limit <number>', words.limit)
    .action((term: string[], options: SearchWords) =>
      start((session) => search(session, term.join(' '), options, limitOf(options.limit, words.badLimit))),
    )
}

/** Searches at the service, or offline where it cannot be reached: then standard error has a sentence about it. */
async function search(session: Session, term: string, options: SearchWords, limit: number): Promise<number> {
  const { ask, messages, print } = session
  const { id: connection_id } = await platformNamedOrOnly(session, options.connection)
  const requested = { connection_id, term, category: options.category ?? null, limit }
  let from: 'service' | 'here' = 'service'
  let hits: readonly DocHit[]
  try {
    hits = await ask('documentation.search', { ...requested, where: 'service' })
  } catch (error) {
    if (!(error instanceof AppFailure) || error.code === 'bad_request') throw error
    from = 'here'
    hits = await ask('documentation.search', { ...requested, where: 'here' })
    if (hits.length === 0) throw error
    print.warn(messages.cli.docs.here)
  }
  const found = hits.map(({ of, title, excerpt, read_at }) => ({
    ...of,
    title,
    excerpt: excerpt.map(({ text }) => text).join(''),
    read_at,
  }))
  const lines = found.flatMap((hit) => [
    joinFacts([hit.title, 'file' in hit ? hit.file : `${hit.category}/${hit.slug}`]),
    `  ${hit.excerpt}`,
  ])
  print.result({ term, from, hits: found }, lines.length > 0 ? lines : [messages.cli.docs.nothing(term)])
  return 0
}

function limitOf(text: string | undefined, sentence: string): number {
  if (text === undefined) return usualLimit
  const limit = Number(text)
  if (!/^\d{1,3}$/.test(text) || limit < 1 || limit > mostHits) throw new UsageError(sentence)
  return limit
}
