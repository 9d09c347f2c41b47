import type { EntryLead } from '../../../preload/contract/entries.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { noRow } from '../columns/derived-columns.ts'
import type { Part } from '../columns/part.ts'
import { type FormsFolder, revisionsOf } from '../forms/forms-folder.ts'
import { leadColumnOf, leadColumns } from '../sheets/lead-columns.ts'
import type { CachedSheet } from '../sheets/sheet-folder.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import type { Database } from '../store/encrypted-file.ts'
import { contactKeysOf } from './contact-keys.ts'
import { type Candidate, candidatesOf, type FoundPeople, findPeople, leadRow } from './find-people.ts'
import type { PeopleOfSheets } from './sheet-people.ts'

/** What the cached sheets know of the person who sent an entry. */
interface EntryLink extends Omit<EntryLead, 'lead'> {
  /** The lead's row among `LinkedLeads.columns`; `noRow` (columns/derived-columns.ts) for `ausente`. */
  readonly row: number
}

/** The leads of all entries of a connection, as they are in one version of the entries and the sheets. */
export interface LinkedLeads {
  readonly revision: string
  /** Null when there is no cached sheet, or the entry has neither phone nor e-mail. */
  of(entryId: number): EntryLink | null
  /** The fields of the lead row as stored (agent-platform.md, "Lead row"); null without a lead. */
  leadOf(entryId: number): Record<string, unknown> | null
  /** The linked leads by column key (`leadColumns` of the sheets); for `leadColumnOf` and `createThroughColumn`. */
  readonly columns: ReadonlyMap<string, Part>
}

/** Which lead of the cached sheets an entry's phone or e-mail is (features.md §7, N7). */
export interface LeadLinks {
  /** Changes with the entries and with every sheet; cheap, for a table's version. */
  revision(connectionId: string): string
  /** Computed once a revision, yielding in between, and cached. */
  links(connectionId: string): Promise<LinkedLeads>
}

interface LeadLinksDeps {
  readonly folder: FormsFolder
  readonly sheets: CachedSheets
  readonly people: PeopleOfSheets
}

/** Attempts while the sheets change during the search; then the last result is used until the next lookup. */
const mostTries = 3
const pageRows = 500

/**
 * Finds the phones and e-mails of a connection's entries in all cached sheets, of any connection of the platform. A
 * sheet that cannot be read is passed over: the list of sheets shows what is wrong with it.
 */
export function createLeadLinks({ folder, sheets, people }: LeadLinksDeps): LeadLinks {
  const known = new Map<string, { readonly revision: string; readonly links: Promise<LinkedLeads> }>()

  const revisionWith = (connectionId: string, list: readonly CachedSheet[]): string => {
    const { entries } = revisionsOf(folder.openReadOnly(connectionId))
    return JSON.stringify([entries, ...list.map(({ id, name, read_at, version }) => [id, name, read_at, version])])
  }
  const revision = (connectionId: string) => revisionWith(connectionId, sheets.list())

  const find = async (connectionId: string): Promise<LinkedLeads> => {
    const yieldToEventLoop = createYieldToEventLoop()
    for (let tries = 1; ; tries++) {
      const list = sheets.list()
      const at = revisionWith(connectionId, list)
      const candidates = await readCandidates(folder.openReadOnly(connectionId), yieldToEventLoop)
      const found = await findPeople(candidates, { sheets: list, people, yieldToEventLoop })
      if (tries === mostTries || at === revision(connectionId)) return linkedLeads(at, candidates, found)
    }
  }
  return {
    revision,
    links(connectionId) {
      const now = revision(connectionId)
      const cached = known.get(connectionId)
      if (cached?.revision === now) return cached.links
      const links = find(connectionId)
      known.set(connectionId, { revision: now, links })
      links.catch(() => {
        if (known.get(connectionId)?.links === links) known.delete(connectionId)
      })
      return links
    },
  }
}

/** The phones and e-mails of all entries that have any, by entry. */
async function readCandidates(
  database: Database,
  yieldToEventLoop: YieldToEventLoop,
): Promise<ReadonlyMap<number, readonly Candidate[]>> {
  const after = database.prepare<[number, number], { id: number; body: string }>(
    'select id, body from entries where id > ? order by id limit ?',
  )
  const candidates = new Map<number, readonly Candidate[]>()
  for (let last = -1; ; ) {
    // A page at a time: a statement that is open would keep others from writing.
    const page = after.all(last, pageRows)
    for (const { id, body } of page) {
      // What the file has was parsed before it was stored.
      const found = candidatesOf(contactKeysOf(JSON.parse(body) as Record<string, unknown>))
      if (found.length > 0) candidates.set(id, found)
      last = id
      await yieldToEventLoop()
    }
    if (page.length < pageRows) return candidates
  }
}

function linkedLeads(
  revision: string,
  candidates: ReadonlyMap<number, readonly Candidate[]>,
  { searched, leads, columns }: FoundPeople,
): LinkedLeads {
  const oldest = searched.reduce<string | null>(
    (least, { read_at }) => (read_at !== null && (least === null || read_at < least) ? read_at : least),
    null,
  )
  const absent: EntryLink = {
    outcome: 'ausente',
    matched_by: null,
    sheet_id: null,
    sheet_name: null,
    read_at: oldest,
    row: noRow,
  }
  const cells = new Map(
    leadColumns.flatMap(({ key, type }) => {
      const part = columns.get(key)
      return part ? [[key, leadColumnOf(type, part)] as const] : []
    }),
  )
  return {
    revision,
    columns,
    of(entryId) {
      if (searched.length === 0 || !candidates.has(entryId)) return null
      const found = leads.get(entryId)
      if (!found) return absent
      const { by, sheet, hasConversation, row } = found
      return {
        outcome: hasConversation ? 'com_conversa' : 'sem_conversa',
        matched_by: by,
        sheet_id: sheet.id,
        sheet_name: sheet.name,
        read_at: sheet.read_at,
        row,
      }
    },
    leadOf(entryId) {
      const found = leads.get(entryId)
      return found ? leadRow(cells, found.row) : null
    },
  }
}
