import type { Command } from 'commander'
import type { Contact } from '../../preload/contract/contacts.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { platformNamedOrOnly } from './connections.ts'
import { type CommandDeps, type Session, UsageError } from './session.ts'

interface ContactOptions {
  readonly connection?: string
  /** Also the same number with or without the ninth digit. */
  readonly otherNinth?: true
  /** Every page, not only the first. */
  readonly all?: true
}

/** `cruza contacts`. */
export function addContactCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.contacts
  program
    .command('contacts <query>')
    .description(words.command)
    .option('--connection <name>', messages.cli.onlyPlatform)
    .option('--other-ninth', words.otherNinth)
    .option('--all', words.all)
    .action((query: string, options: ContactOptions) => start((session) => findContacts(session, query, options)))
}

/** Searches contacts at the service and prints them, a line each. */
async function findContacts(session: Session, query: string, options: ContactOptions): Promise<number> {
  const { messages, print } = session
  const { id } = await platformNamedOrOnly(session, options.connection)
  const typed = await pages(session, { connection_id: id, text: query, other_ninth: false }, options.all === true)
  if (typed.sent === null) throw new UsageError(messages.cli.contacts.tooShort)
  const wantsOther = options.otherNinth === true && typed.otherNinth !== null
  const other = wantsOther
    ? await pages(session, { connection_id: id, text: query, other_ninth: true }, options.all === true)
    : null
  const contacts = [...new Map([...typed.contacts, ...(other?.contacts ?? [])].map((one) => [one.id, one])).values()]
  const hasMore = typed.hasMore || other?.hasMore === true
  if (hasMore) print.warn(messages.cli.contacts.more)
  const sent = [typed.sent, ...(other?.sent ? [other.sent] : [])]
  if (contacts.length === 0) print.note(messages.contacts.none)
  print.result({ sent, has_more: hasMore, contacts: contacts.map(withoutRaw) }, contacts.map(lineOf(session)))
  return 0
}

interface ContactQuery {
  readonly connection_id: string
  readonly text: string
  readonly other_ninth: boolean
}

async function pages({ ask }: Session, query: ContactQuery, all: boolean) {
  const contacts: Contact[] = []
  for (let page = 1; ; page += 1) {
    const found = await ask('contacts.search', { ...query, page })
    contacts.push(...found.contacts)
    const { sent, other_ninth: otherNinth, has_more: hasMore } = found
    // A service that says "more" for ever ends with its first empty page.
    if (!all || !hasMore || found.contacts.length === 0) return { contacts, sent, otherNinth, hasMore: hasMore && !all }
  }
}

/** Without what came raw. */
function withoutRaw({ raw: _, ...contact }: Contact) {
  return contact
}

const lineOf =
  ({ messages }: Session) =>
  ({ id, name, phone, email }: Contact) =>
    joinFacts([String(id), name ?? messages.contacts.unnamed, phone, email])
