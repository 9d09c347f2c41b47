import type { Related, RelatedBy, RelatedEntry, RelatedLead } from '../../../preload/contract/contacts.ts'
import { digitsOf, phoneKey } from '../../kernel/phones.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import type { HandlersOf } from '../calls.ts'
import { takeRows } from '../columns/segment.ts'
import type { AccountEntries, Accounts } from '../entry-table/account-entries.ts'
import type { EntryFacts } from '../entry-table/entry-facts.ts'
import { formName } from '../entry-table/read-entry.ts'
import { candidatesOf, leadRow, matchOrder } from '../lead-links/find-people.ts'
import type { PeopleOfSheets, SheetPeople } from '../lead-links/sheet-people.ts'
import { emailKey } from '../lists/cell-keys.ts'
import type { PersonKeys } from '../platform-calls.ts'
import { readReviews } from '../reviews/review-events.ts'
import type { FoundKey } from '../runs/run-folder.ts'
import { leadColumnOf, leadColumns } from '../sheets/lead-columns.ts'
import type { StoredRows } from '../sheets/open-sheet.ts'
import type { CachedSheet } from '../sheets/sheet-folder.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import type { Database } from '../store/encrypted-file.ts'

interface RelatedDeps {
  readonly sheets: CachedSheets
  readonly people: PeopleOfSheets
  readonly accounts: Accounts
  /** Keys of runs, exactly as they are sent, the newest run first. */
  findInRuns(keys: ReadonlySet<string>, yieldToEventLoop: YieldToEventLoop): Promise<FoundKey[]>
}

/** Results per kind; a person with more of them is a number that many share. */
const most = 50

/** What is stored here of one person, wherever it came from. */
export function createRelatedHandlers({ sheets, people, accounts, findInRuns }: RelatedDeps): HandlersOf<'related'> {
  return {
    'related.find': async ({ connection_id, contact_id, phones, emails, forms }, { signal }) => {
      const yieldToEventLoop = createYieldToEventLoop(signal)
      const texts = personTexts({ phones, emails })
      const query = { connectionId: connection_id, contactId: contact_id, texts }
      const leads = (await relatedLeads(query, { sheets: sheets.list(), people, yieldToEventLoop })).sort(newestLead)
      const runs = runsOf(await findInRuns(new Set(texts.keys()), yieldToEventLoop), texts)
      const entries = (await relatedEntries(forms, texts, { accounts, most: most + 1, yieldToEventLoop })).sort(
        (one, other) => (other.created_at ?? '').localeCompare(one.created_at ?? ''),
      )
      const lists = [leads, runs, entries]
      return {
        leads: leads.slice(0, most),
        runs: runs.slice(0, most),
        entries: entries.slice(0, most),
        more: lists.some(({ length }) => length > most),
      }
    },
  }
}

/** The fresher sheet first, within it the newest conversation. */
function newestLead(one: Related['leads'][number], other: Related['leads'][number]): number {
  const bySheet = (other.read_at ?? '').localeCompare(one.read_at ?? '')
  return bySheet || conversationOf(other).localeCompare(conversationOf(one))
}

function conversationOf({ lead }: Related['leads'][number]): string {
  return String(lead.conversa_criada_em ?? '')
}

const outcomeOrder = ['com_conversa', 'sem_conversa', 'sem_resposta', 'ausente', 'invalida'] as const

/** Each run once: the best outcome of the person's keys in it, as for a row. */
function runsOf(found: readonly FoundKey[], texts: ReadonlyMap<string, TextBy>): Related['runs'] {
  const runs = new Map<string, Related['runs'][number]>()
  for (const { key, ...run } of found) {
    const before = runs.get(run.run_id)
    const by = texts.get(key)
    if (!by) continue
    const better = !before || outcomeOrder.indexOf(run.outcome) < outcomeOrder.indexOf(before.outcome)
    runs.set(run.run_id, {
      ...(better ? run : before),
      matched_by: strongerMatch(by, before?.matched_by),
    })
  }
  return [...runs.values()]
}

interface PersonQuery {
  readonly connectionId: string
  /** Of the connection's account; it means nothing in another one's sheets. */
  readonly contactId: number | null
  readonly texts: ReadonlyMap<string, TextBy>
}

interface RelatedLeadsDeps {
  readonly sheets: readonly CachedSheet[]
  readonly people: PeopleOfSheets
  readonly yieldToEventLoop: YieldToEventLoop
}

/** Rows of one sheet are those of a person, not of a crowd that shares a number. */
const mostOfSheet = 20

/** The rows of the cached sheets that are this person's, sheet by sheet; one whose rows cannot be read is passed over. */
async function relatedLeads(
  query: PersonQuery,
  { sheets, people, yieldToEventLoop }: RelatedLeadsDeps,
): Promise<RelatedLead[]> {
  const found: RelatedLead[] = []
  for (const sheet of sheets) {
    const known = await people.of(sheet)
    if (!known) continue
    const rows = [...rowsOf(known, sheet, query)].slice(0, mostOfSheet)
    if (rows.length === 0) continue
    const leads = await leadsAt(
      known.stored,
      rows.map(([row]) => row),
      yieldToEventLoop,
    )
    for (const [index, lead] of leads.entries()) {
      const by = rows[index]?.[1]
      if (by) {
        found.push({ sheet_id: sheet.id, sheet_name: sheet.name, read_at: sheet.read_at, matched_by: by, lead })
      }
    }
  }
  return found
}

function rowsOf(known: SheetPeople, sheet: CachedSheet, query: PersonQuery): ReadonlyMap<number, RelatedBy> {
  const rows = new Map<number, RelatedBy>()
  const add = (row: number, by: RelatedBy) => rows.set(row, strongerMatch(by, rows.get(row)))
  if (query.contactId !== null && sheet.connection_id === query.connectionId) {
    for (const row of known.byContact(query.contactId)) add(row, 'contato_id')
  }
  for (const [text, by] of query.texts) {
    for (const row of by === 'email' ? known.byEmail(text) : known.byDigits(text)) add(row, by)
  }
  return rows
}

/** None where the rows are not there any more. */
async function leadsAt(
  stored: StoredRows,
  rows: readonly number[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<Record<string, unknown>[]> {
  const query = Uint32Array.from(rows)
  const columns = new Map<string, ReturnType<typeof leadColumnOf>>()
  for (const { key, kind, type } of leadColumns) {
    const part = stored.column(key, kind)
    if (!part) return []
    columns.set(key, leadColumnOf(type, takeRows(part, query)))
    await yieldToEventLoop()
  }
  return rows.map((_, index) => leadRow(columns, index))
}

interface Match {
  readonly facts: EntryFacts
  readonly by: TextBy
}

/** The stored entries of these form services with one of the texts, newest first; `most` of each connection. */
async function relatedEntries(
  connections: readonly string[],
  texts: ReadonlyMap<string, TextBy>,
  {
    accounts,
    most,
    yieldToEventLoop,
  }: { readonly accounts: Accounts; readonly most: number; readonly yieldToEventLoop: YieldToEventLoop },
): Promise<RelatedEntry[]> {
  const found: RelatedEntry[] = []
  for (const connection of texts.size === 0 ? [] : connections) {
    const database = accounts.database(connection)
    if (!database) continue
    const account = await accounts.of(connection)
    const matches: Match[] = []
    for (const facts of account.newestFirst) {
      await yieldToEventLoop()
      const by = matchOf(facts, texts)
      if (by) matches.push({ facts, by })
      if (matches.length >= most) break
    }
    found.push(...shown(connection, matches, { database, account }))
  }
  return found
}

function matchOf({ phones, emails }: EntryFacts, texts: ReadonlyMap<string, TextBy>): TextBy | undefined {
  let best: TextBy | undefined
  for (const key of [...phones, ...emails]) {
    const by = texts.get(key)
    if (by) best = strongerMatch(by, best)
  }
  return best
}

function shown(
  connection: string,
  matches: readonly Match[],
  { database, account }: { readonly database: Database; readonly account: AccountEntries },
): RelatedEntry[] {
  const ids = matches.map(({ facts }) => facts.stored.id)
  const reviews = readReviews(database, '', ids)
  const synced = database
    .prepare<[number], string | null>("select json_extract(sync, '$.synced_at') from forms where id = ?")
    .pluck()
  const seen = database.prepare<[number], string>('select seen_at from entries where id = ?').pluck()
  return matches.flatMap(({ facts, by }) => {
    const { id, form_id, created_at } = facts.stored
    const at = synced.get(form_id) ?? seen.get(id)
    if (!at) return []
    return {
      connection_id: connection,
      form_id,
      form_name: formName(account.forms.get(form_id), form_id),
      entry_id: id,
      line: facts.line,
      created_at,
      seen_at: at,
      matched_by: by,
      state: reviews.get(id)?.state ?? 'nova',
    }
  })
}

/** How a text identifies a person: a phone as it is, with another ninth digit, or an e-mail. */
type TextBy = Exclude<RelatedBy, 'contato_id'>

/** Every text under which something here may know the person: digits with and without 55, the other ninth digit, e-mails. */
function personTexts({ phones, emails }: Pick<PersonKeys, 'phones' | 'emails'>): ReadonlyMap<string, TextBy> {
  const readings = phones.map((phone) => ({ phone, reading: phoneKey(phone) }))
  const candidates = candidatesOf({
    phones: readings.flatMap(({ reading }) => (reading.ok ? [reading.key] : [])),
    emails: emails.map(emailKey).flatMap((reading) => (reading.ok ? [reading.key] : [])),
  })
  const texts = new Map<string, TextBy>()
  // What is no phone by its form may still be the same digits elsewhere.
  for (const { phone, reading } of readings) if (!reading.ok) texts.set(digitsOf(phone), 'telefone')
  for (const { text, by } of candidates) if (!texts.has(text)) texts.set(text, by)
  texts.delete('')
  return texts
}

/** The surer of two ways in which the same record was recognised. */
function strongerMatch<By extends RelatedBy>(one: By, other: By | undefined): By {
  return other !== undefined && matchOrder.indexOf(other) <= matchOrder.indexOf(one) ? other : one
}
