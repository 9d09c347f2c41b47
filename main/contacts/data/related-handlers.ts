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
import { createTakenLeads, hitsIn, leadReader, strongerMatch } from '../../people/find-people.ts'
import type { PeopleOfSheets } from '../../people/sheet-people.ts'
import { type CellKey, emailKey } from '../../phones/addresses.ts'
import { foldEmail, otherNinth } from '../../phones/match-ladder.ts'
import { digitsOf, phoneKey, writtenForms } from '../../phones/phones.ts'

/** How a key names the person: the same phone, one with another ninth digit, or an e-mail. */
type TextMatch = RelatedEntry['matched_by']

/** A conversation of a set, with whose it is. */
interface StoredConversation extends Omit<RelatedConversation, 'connection_id' | 'matched_by'> {
  readonly contact_id: number | null
}

/** What a run has of a key. */
interface KeyOfRun extends Omit<Related['runs'][number], 'matched_by'> {
  /** As it is sent. */
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
  /** The conversations of the sets of a connection, in every set that has them. */
  conversationsOf(connectionId: string, yieldToEventLoop: YieldToEventLoop): AsyncIterable<StoredConversation>
  /** Keys of runs, exactly as they are sent, the newest run first. */
  findInRuns(keys: ReadonlySet<string>, yieldToEventLoop: YieldToEventLoop): Promise<KeyOfRun[]>
}

/** Results per kind; a person with more of them is a number that many share. */
const maxResults = 50

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
      const person = personOf(input)
      // The fresher sheet first, within it the newest conversation.
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

/** Each run once: the best outcome of the person's keys in it, as for a row. */
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

/** Rows of one sheet are those of a person, not of a crowd that shares a number. */
const mostOfSheet = 20

/**
 * The rows of the cached sheets that are this person's, sheet by sheet; one whose rows cannot be read is passed over.
 */
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
    // A contact's number is of the connection's account; it means nothing in another one's sheets.
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
  const leadAt = leadReader(takenLeads.columns())
  return leads.map(({ at, ...lead }) => ({ ...lead, lead: leadAt(at) }))
}

/** The conversations of stored sets that are this person's, each once, as the set that saw it last has it. */
async function relatedConversations(
  { connection_id, contact_id, platforms, names }: Person,
  { conversationsOf }: RelatedDeps,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RelatedConversation[]> {
  const conversations = new Map<string, RelatedConversation>()
  for (const platform of platforms) {
    for await (const { contact_id: owner, ...conversation } of conversationsOf(platform, yieldToEventLoop)) {
      const { phone, email } = conversation.contact
      // A contact's number is of the connection's account.
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

/** What is no phone by its form may still be the same digits elsewhere; what was made up is nobody's and has no key. */
function keyOfPhone(phone: string): CellKey {
  const reading = phoneKey(phone)
  if (reading.ok) return reading
  const digits = reading.problem === 'placeholder' ? '' : digitsOf(phone)
  return { key: digits, kind: 'landline', form: writtenForms.asKey, written: digits }
}
