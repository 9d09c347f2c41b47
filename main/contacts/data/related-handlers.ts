import type {
  contacts,
  Related,
  RelatedBy,
  RelatedConversation,
  RelatedEntry,
  RelatedLead,
} from '../../../preload/contract/contacts.ts'
import type { ParsedInput } from '../../../preload/contract/question.ts'
import type { Call } from '../../kernel/router.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { leadColumnsOf } from '../../leads/lead-columns.ts'
import { keyOfPhone } from '../../people/contact-keys.ts'
import { createTakenLeads, hitsIn, leadReader, strongerMatch } from '../../people/find-people.ts'
import type { PeopleOfSheets } from '../../people/sheet-people.ts'
import { type CellKey, emailKey } from '../../phones/addresses.ts'
import { foldEmail, otherNinth } from '../../phones/match-ladder.ts'

/** How a key identifies the person: the same phone, one with another ninth digit, or an e-mail. */
type TextMatch = RelatedEntry['matched_by']

/** A conversation of a set, with its contact. */
interface StoredConversation extends Omit<RelatedConversation, 'connection_id' | 'matched_by'> {
  readonly contact_id: number | null
}

/** The data of a run about one key. */
interface KeyOfRun extends Omit<Related['runs'][number], 'matched_by'> {
  /** The key as it is sent. */
  readonly key: string
}

interface RelatedDeps {
  readonly people: PeopleOfSheets
  /** The stored entries of a connection with one of these keys, newest first, not many more than `limit`. */
  entriesOf(
    connectionId: string,
    query: { readonly keys: ReadonlyMap<string, TextMatch>; readonly limit: number },
    yieldToEventLoop: YieldToEventLoop,
  ): Promise<RelatedEntry[]>
  /** The conversations of a connection's sets, once for every set. */
  conversationsOf(connectionId: string, yieldToEventLoop: YieldToEventLoop): AsyncIterable<StoredConversation>
  /** Keys of runs, exactly as they are sent, the newest run first. */
  findInRuns(keys: ReadonlySet<string>, yieldToEventLoop: YieldToEventLoop): Promise<KeyOfRun[]>
}

/** Results per kind. A number with more results is shared by many people. */
const maxResults = 50

export interface AskedPerson extends ParsedInput<(typeof contacts)['contacts.related']> {
  /** The form service connections whose entries are searched. */
  readonly forms: readonly string[]
  /** The agent platform connections whose sets of conversations are searched. */
  readonly platforms: readonly string[]
}

/** The stored data of one person, from all sources. */
export function createRelatedHandlers(deps: RelatedDeps) {
  return {
    'related.find': async (input: AskedPerson, { signal }: Call) => {
      const yieldToEventLoop = createYieldToEventLoop(signal)
      const person = personOf(input)
      // The newer sheet first, within it the newest conversation.
      const leads = latestFirst(
        await relatedLeads(person, deps, yieldToEventLoop),
        ({ read_at, lead }) => `${read_at ?? ''} ${lead.conversa_criada_em ?? ''}`,
      )
      const runs = runsOf(await deps.findInRuns(new Set(person.names.keys()), yieldToEventLoop), person.names)
      const asked = person.names.size === 0 ? [] : person.forms
      const perAccount: RelatedEntry[] = []
      for (const connectionId of asked) {
        perAccount.push(
          ...(await deps.entriesOf(connectionId, { keys: person.names, limit: maxResults }, yieldToEventLoop)),
        )
      }
      const entries = latestFirst(perAccount, ({ created_at }) => created_at ?? '')
      const conversations = latestFirst(
        await relatedConversations(person, deps, yieldToEventLoop),
        ({ last_activity_at }) => last_activity_at ?? '',
      )
      const lists = [leads, conversations, runs, entries]
      return {
        leads: leads.slice(0, maxResults),
        conversations: conversations.slice(0, maxResults),
        runs: runs.slice(0, maxResults),
        entries: entries.slice(0, maxResults),
        more: lists.some(({ length }) => length > maxResults),
      }
    },
  }
}

function latestFirst<Item>(items: readonly Item[], timeOf: (item: Item) => string): Item[] {
  return items.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)))
}

const outcomeOrder = ['com_conversa', 'sem_conversa', 'ambigua', 'sem_resposta', 'ausente', 'invalida'] as const

/** Each run once, with the best outcome of the person's keys in it, as for a row. */
function runsOf(keyRuns: readonly KeyOfRun[], names: Person['names']): Related['runs'] {
  const runs = new Map<string, Related['runs'][number]>()
  for (const { key, ...run } of keyRuns) {
    const previous = runs.get(run.run_id)
    const by = names.get(key)
    if (!by) continue
    const better = !previous || outcomeOrder.indexOf(run.outcome) < outcomeOrder.indexOf(previous.outcome)
    runs.set(run.run_id, { ...(better ? run : previous), matched_by: strongerMatch(by, previous?.matched_by) })
  }
  return [...runs.values()]
}

interface Person extends AskedPerson {
  readonly keys: readonly CellKey[]
  /** The keys under which the person may be stored: their own, and those with the other ninth digit. */
  readonly names: ReadonlyMap<string, TextMatch>
}

/** With more rows in one sheet, the number is not a person's but shared by many. */
const mostOfSheet = 20

/** The rows of this person in the cached sheets, sheet by sheet. A sheet whose rows cannot be read is skipped. */
async function relatedLeads(
  person: Person,
  { people }: RelatedDeps,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RelatedLead[]> {
  const contact = person.contact_id === null ? [] : [{ kind: 'contato_id', key: String(person.contact_id) } as const]
  const takenLeads = createTakenLeads(yieldToEventLoop)
  const leads: (Omit<RelatedLead, 'lead'> & { readonly at: number })[] = []
  for (const sheet of people.list()) {
    const sheetPeople = await people.of(sheet)
    if (!sheetPeople) continue
    const { id: sheet_id, name: sheet_name, read_at } = sheet
    // A contact's number belongs to the connection's account and means nothing in another account's sheets.
    const keys = sheet.connection_id === person.connection_id ? [...contact, ...person.keys] : person.keys
    const matches = new Map<number, RelatedBy>()
    for (const { row, by } of hitsIn(sheet, sheetPeople, keys)) matches.set(row, strongerMatch(by, matches.get(row)))
    const rows = [...matches.keys()].slice(0, mostOfSheet)
    const positions = await takenLeads.take(sheetPeople.stored, rows)
    for (const [row, at] of positions ?? []) {
      const matched_by = matches.get(row)
      if (matched_by) leads.push({ sheet_id, sheet_name, read_at, matched_by, at })
    }
  }
  const leadAt = leadReader(leadColumnsOf(takenLeads.columns()))
  return leads.map(({ at, ...lead }) => ({ ...lead, lead: leadAt(at) }))
}

/** This person's conversations in stored sets, each once, as the set with the latest reading has it. */
async function relatedConversations(
  { connection_id, contact_id, platforms, names }: Person,
  { conversationsOf }: RelatedDeps,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RelatedConversation[]> {
  const conversations = new Map<string, RelatedConversation>()
  for (const platform of platforms) {
    for await (const { contact_id: owner, ...conversation } of conversationsOf(platform, yieldToEventLoop)) {
      const { phone, email } = conversation.contact
      // A contact's number belongs to the connection's account.
      const isOwn = contact_id !== null && owner === contact_id && platform === connection_id
      const byKey = names.get(keyOfPhone(phone ?? '').key) ?? names.get(foldEmail(email ?? ''))
      const matched_by = isOwn ? 'contato_id' : byKey
      if (matched_by === undefined) continue
      const key = `${platform} ${conversation.id}`
      const previous = conversations.get(key)
      if (previous && previous.seen_at >= conversation.seen_at) continue
      conversations.set(key, { connection_id: platform, ...conversation, matched_by })
    }
  }
  return [...conversations.values()]
}

function personOf(asked: AskedPerson): Person {
  const emails = asked.emails.map(emailKey).filter((reading) => reading.ok)
  const phones = asked.phones.map(keyOfPhone).filter(({ key }) => key !== '')
  const names = new Map<string, TextMatch>()
  for (const { key } of phones) names.set(key, 'telefone')
  for (const { key } of phones) {
    const other = otherNinth(Number(key))
    if (other > 0 && !names.has(String(other))) names.set(String(other), 'nono_digito')
  }
  for (const { key } of emails) names.set(key, 'email')
  return { ...asked, keys: [...phones, ...emails], names }
}
