import type {
  contacts,
  Related,
  RelatedBy,
  RelatedConversation,
  RelatedEntry,
  RelatedLead,
} from '../../../preload/contract/contacts.ts'
import type { ParsedInput } from '../../../preload/contract/wire.ts'
import { digitsOf, phoneKey } from '../../kernel/phones.ts'
import type { Call } from '../../kernel/router.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { StoredConversation } from '../conversations/stored-conversations.ts'
import type { Accounts } from '../entry-table/account-entries.ts'
import type { EntryFacts } from '../entry-table/entry-facts.ts'
import {
  candidatesOf,
  createTakenLeads,
  hitsIn,
  leadReader,
  strongerMatch,
  type TextBy,
} from '../lead-links/find-people.ts'
import type { PeopleOfSheets } from '../lead-links/sheet-people.ts'
import { emailKey } from '../lists/addresses.ts'
import type { FoundKey } from '../runs/run-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { selectAll } from '../store/sql.ts'

interface RelatedDeps {
  readonly people: PeopleOfSheets
  readonly accounts: Accounts
  /** The conversations of the sets of a connection, in every set that has them. */
  conversationsOf(connectionId: string, yieldToEventLoop: YieldToEventLoop): AsyncIterable<StoredConversation>
  /** Keys of runs, exactly as they are sent, the newest run first. */
  findInRuns(keys: ReadonlySet<string>, yieldToEventLoop: YieldToEventLoop): Promise<FoundKey[]>
}

/** Results per kind; a person with more of them is a number that many share. */
const most = 50

export interface AskedPerson extends ParsedInput<(typeof contacts)['contacts.related']> {
  /** The connections to form services whose entries are looked through. */
  readonly forms: readonly string[]
  /** The connections to agent platforms whose sets of conversations are looked through. */
  readonly platforms: readonly string[]
}

/** What is stored here of one person, wherever it came from. */
export function createRelatedHandlers(deps: RelatedDeps) {
  return {
    'related.find': async (input: AskedPerson, { signal }: Call) => {
      const yieldToEventLoop = createYieldToEventLoop(signal)
      const person = { ...input, texts: personTexts(input) }
      // The fresher sheet first, within it the newest conversation.
      const leads = latestFirst(
        await relatedLeads(person, deps, yieldToEventLoop),
        ({ read_at, lead }) => `${read_at ?? ''} ${lead.conversa_criada_em ?? ''}`,
      )
      const runs = runsOf(await deps.findInRuns(new Set(person.texts.keys()), yieldToEventLoop), person.texts)
      const found = await relatedEntries(person, deps, yieldToEventLoop)
      const entries = latestFirst(found, ({ created_at }) => created_at ?? '')
      const conversations = latestFirst(
        await relatedConversations(person, deps, yieldToEventLoop),
        ({ last_activity_at }) => last_activity_at ?? '',
      )
      const lists = [leads, conversations, runs, entries]
      return {
        leads: leads.slice(0, most),
        conversations: conversations.slice(0, most),
        runs: runs.slice(0, most),
        entries: entries.slice(0, most),
        more: lists.some(({ length }) => length > most),
      }
    },
  }
}

function latestFirst<Item>(items: readonly Item[], timeOf: (item: Item) => string): Item[] {
  return items.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)))
}

const outcomeOrder = ['com_conversa', 'sem_conversa', 'ambigua', 'sem_resposta', 'ausente', 'invalida'] as const

/** Each run once: the best outcome of the person's keys in it, as for a row. */
function runsOf(found: readonly FoundKey[], texts: ReadonlyMap<string, TextBy>): Related['runs'] {
  const runs = new Map<string, Related['runs'][number]>()
  for (const { key, ...run } of found) {
    const before = runs.get(run.run_id)
    const by = texts.get(key)
    if (!by) continue
    const better = !before || outcomeOrder.indexOf(run.outcome) < outcomeOrder.indexOf(before.outcome)
    runs.set(run.run_id, { ...(better ? run : before), matched_by: strongerMatch(by, before?.matched_by) })
  }
  return [...runs.values()]
}

interface Person extends AskedPerson {
  readonly texts: ReadonlyMap<string, TextBy>
}

/** Rows of one sheet are those of a person, not of a crowd that shares a number. */
const mostOfSheet = 20

/** The rows of the cached sheets that are this person's, sheet by sheet; one whose rows cannot be read is passed over. */
async function relatedLeads(
  person: Person,
  { people }: RelatedDeps,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RelatedLead[]> {
  const texts = [...person.texts]
  const contact = person.contact_id === null ? [] : [[String(person.contact_id), 'contato_id'] as const]
  const taken = createTakenLeads(yieldToEventLoop)
  const found: (Omit<RelatedLead, 'lead'> & { readonly at: number })[] = []
  for (const sheet of people.list()) {
    const known = await people.of(sheet)
    if (!known) continue
    const { id: sheet_id, name: sheet_name, read_at } = sheet
    // A contact's number is of the connection's account; it means nothing in another one's sheets.
    const candidates = sheet.connection_id === person.connection_id ? [...contact, ...texts] : texts
    const matches = new Map<number, RelatedBy>()
    for (const { row, by } of hitsIn(sheet, known, candidates)) matches.set(row, strongerMatch(by, matches.get(row)))
    const rows = [...matches.keys()].slice(0, mostOfSheet)
    const positions = await taken.take(known.stored, rows)
    for (const [row, at] of positions ?? []) {
      const matched_by = matches.get(row)
      if (matched_by) found.push({ sheet_id, sheet_name, read_at, matched_by, at })
    }
  }
  const leadAt = leadReader(taken.columns())
  return found.map(({ at, ...lead }) => ({ ...lead, lead: leadAt(at) }))
}

/** The conversations of stored sets that are this person's, each once, as the set that saw it last has it. */
async function relatedConversations(
  { connection_id, contact_id, platforms, texts }: Person,
  { conversationsOf }: RelatedDeps,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RelatedConversation[]> {
  const found = new Map<string, RelatedConversation>()
  for (const platform of platforms) {
    for await (const { contact_id: owner, ...conversation } of conversationsOf(platform, yieldToEventLoop)) {
      const { phone, email } = conversation.contact
      // A contact's number is of the connection's account.
      const isOwn = contact_id !== null && owner === contact_id && platform === connection_id
      const byText = texts.get(digitsOf(phone ?? '')) ?? (email === null ? undefined : texts.get(email.toLowerCase()))
      const matched_by = isOwn ? 'contato_id' : byText
      if (matched_by === undefined) continue
      const key = `${platform} ${conversation.id}`
      const before = found.get(key)
      if (before && before.seen_at >= conversation.seen_at) continue
      found.set(key, { connection_id: platform, ...conversation, matched_by })
    }
  }
  return [...found.values()]
}

/** The stored entries with one of the person's texts, newest first; one more than `most` of each connection. */
async function relatedEntries(
  { forms, texts }: Person,
  { accounts }: RelatedDeps,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RelatedEntry[]> {
  const found: RelatedEntry[] = []
  for (const connection_id of texts.size === 0 ? [] : forms) {
    const account = await accounts.of(connection_id)
    const matches = new Map<number, TextBy>()
    for (const facts of account.newestFirst) {
      await yieldToEventLoop()
      const matched_by = matchOf(facts, texts)
      if (matched_by) matches.set(facts.id, matched_by)
      if (matches.size > most) break
    }
    for (const { id: entry_id, ...row } of storedOf(accounts.database(connection_id), [...matches.keys()])) {
      const [facts, matched_by] = [account.byId.get(entry_id), matches.get(entry_id)]
      if (!facts || !matched_by) continue
      const { form_id, form, line, created_at } = facts
      found.push({ connection_id, form_id, form_name: form.name, entry_id, line, created_at, matched_by, ...row })
    }
  }
  return found
}

function matchOf({ phones, emails }: EntryFacts, texts: ReadonlyMap<string, TextBy>): TextBy | undefined {
  const found = [...phones, ...emails].flatMap((key) => texts.get(key) ?? [])
  return found.reduce<TextBy | undefined>((best, by) => strongerMatch(by, best), undefined)
}

/** What the file knows of these entries, newest first. */
function storedOf(database: Database, ids: readonly number[]) {
  return selectAll<{ id: number } & Pick<RelatedEntry, 'seen_at' | 'state'>>(database)`
    select entries.id, coalesce(json_extract(sync, '$.synced_at'), seen_at) seen_at, coalesce(state, 'nova') state
    from entries left join forms on forms.id = form_id left join reviews on set_id = '' and entry_id = entries.id
    where entries.id in (select value from json_each(${JSON.stringify(ids)})) order by created_ms desc, entries.id desc`
}

/** Every text under which something here may know the person: digits with and without 55, the other ninth digit, e-mails. */
function personTexts({ phones, emails }: AskedPerson): ReadonlyMap<string, TextBy> {
  const readings = phones.map((phone) => ({ phone, reading: phoneKey(phone) }))
  const candidates = candidatesOf({
    phones: readings.flatMap(({ reading }) => (reading.ok ? [reading.key] : [])),
    emails: emails.map(emailKey).flatMap((reading) => (reading.ok ? [reading.key] : [])),
  })
  const texts = new Map<string, TextBy>()
  // What is no phone by its form may still be the same digits elsewhere; what was made up is nobody's.
  for (const { phone, reading } of readings) {
    if (!reading.ok && reading.problem !== 'placeholder') texts.set(digitsOf(phone), 'telefone')
  }
  for (const [text, by] of candidates) if (!texts.has(text)) texts.set(text, by)
  texts.delete('')
  return texts
}
