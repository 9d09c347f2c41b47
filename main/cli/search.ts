import type { Command } from 'commander'
import type { Contact } from '../../preload/contract/contacts.ts'
import type { DocHit } from '../../preload/contract/documentation.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { addNew, createPageCount } from '../kernel/endless-pages.ts'
import { AppFailure } from '../kernel/failure.ts'
import { connectionOf } from './connections.ts'
import { type CommandDeps, type Session, UsageError } from './session.ts'

interface ContactOptions {
  readonly connection?: string
  /** Also finds the same number with or without the ninth digit. */
  readonly otherNinth?: true
  /** Every page, not only the first. */
  readonly all?: true
}

export function addContactCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.contacts
  program
    .command('contacts <query>')
    .description(words.command)
    .option('--connection <name>', messages.cli.onlyPlatform)
    .option('--other-ninth', words.otherNinth)
    .option('--all', words.all)
    .action(start(findContacts))
}

/** Searches contacts at the service and prints one line for each. */
async function findContacts(session: Session, query: string, options: ContactOptions): Promise<number> {
  const { messages, print } = session
  const { id } = await connectionOf(session, options.connection, 'platform')
  const typed = await pages(session, { connection_id: id, text: query, other_ninth: false }, options.all === true)
  if (typed.sent === null) throw new UsageError(messages.cli.contacts.tooShort)
  const wantsOther = options.otherNinth === true && typed.otherNinth !== null
  const other = wantsOther
    ? await pages(session, { connection_id: id, text: query, other_ninth: true }, options.all === true)
    : null
  const contacts = [...new Map([...typed.contacts, ...(other?.contacts ?? [])].map((one) => [one.id, one])).values()]
  const hasMore = typed.hasMore || other?.hasMore === true
  if (hasMore) print.warn(messages.cli.contacts.more)
  const repeated = typed.repeated + (other?.repeated ?? 0)
  if (repeated > 0) print.warn(messages.cli.contacts.repeated(repeated))
  if (typed.isEndless || other?.isEndless) print.warn(messages.failures.endless_pages({}))
  const sent = [typed.sent, ...(other?.sent ? [other.sent] : [])]
  if (contacts.length === 0) print.note(messages.contacts.none)
  print.result({ sent, has_more: hasMore, repeated, contacts: contacts.map(withoutRaw) }, contacts.map(lineOf(session)))
  return 0
}

interface ContactQuery {
  readonly connection_id: string
  readonly text: string
  readonly other_ninth: boolean
}

async function pages({ ask }: Session, query: ContactQuery, all: boolean) {
  const contacts = new Map<number, Contact>()
  const count = createPageCount()
  for (let page = 1; ; page += 1) {
    const answer = await ask('contacts.search', { ...query, page })
    const fresh = addNew(contacts, answer.contacts)
    const { sent, other_ninth: otherNinth, count: total } = answer
    const rows = answer.contacts.length
    const hasMore = answer.has_more && rows > 0
    const isEndless = count.ends({ rows, fresh, distinct: contacts.size, total }) && hasMore
    if (all && hasMore && !isEndless) continue
    const { repeated } = count
    return { contacts: [...contacts.values()], sent, otherNinth, repeated, isEndless, hasMore: hasMore && !all }
  }
}

function withoutRaw({ raw: _, ...contact }: Contact) {
  return contact
}

const lineOf =
  ({ messages }: Session) =>
  ({ id, name, phone, email }: Contact) =>
    joinFacts([String(id), name ?? messages.common.noName, phone, email])

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
    .action(start(searchDocs))
}

interface DocsOptions {
  readonly connection?: string
  readonly category?: string
  readonly limit?: string
}

/** The default of the service itself (docs/services.md §8.1). */
const usualLimit = 10
const mostHits = 100

/** Searches at the service. Where it cannot be reached, searches offline and says so on standard error. */
async function searchDocs(session: Session, words: readonly string[], options: DocsOptions): Promise<number> {
  const { ask, messages, print } = session
  const term = words.join(' ')
  const limit = limitOf(options.limit, messages.cli.docs.badLimit)
  const { id: connection_id } = await connectionOf(session, options.connection, 'platform')
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
  const results = hits.map(({ of, title, excerpt, read_at }) => ({
    ...of,
    title,
    excerpt: excerpt.map(({ text }) => text).join(''),
    read_at,
  }))
  const lines = results.flatMap((hit) => [
    joinFacts([hit.title, 'file' in hit ? hit.file : `${hit.category}/${hit.slug}`]),
    `  ${hit.excerpt}`,
  ])
  print.result({ term, from, hits: results }, lines.length > 0 ? lines : [messages.cli.docs.nothing(term)])
  return 0
}

function limitOf(text: string | undefined, sentence: string): number {
  if (text === undefined) return usualLimit
  const limit = Number(text)
  if (!/^\d{1,3}$/.test(text) || limit < 1 || limit > mostHits) throw new UsageError(sentence)
  return limit
}
