import { createRemade } from '../../kernel/recent.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { noRow } from '../columns/derived-columns.ts'
import type { Accounts } from '../entry-table/account-entries.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import {
  type Candidate,
  candidatesOf,
  type FoundPeople,
  findPeople,
  leadReader,
  revisionOfSheets,
} from './find-people.ts'
import type { PeopleOfSheets } from './sheet-people.ts'

/** The leads of all entries of a connection, as they are in one version of the entries and the sheets. */
export interface LinkedLeads extends Pick<FoundPeople, 'columns'> {
  /** Null when there is no cached sheet, or the entry has neither phone nor e-mail. */
  of(entryId: number): ReturnType<FoundPeople['of']> | null
  /** The fields of the lead row as stored (agent-platform.md, "Lead row"); null without a lead. */
  leadOf(entryId: number): Record<string, unknown> | null
}

/** Which lead of the cached sheets an entry's phone or e-mail is (features.md §7, N7). */
export interface LeadLinks {
  /** Changes with the entries and with every sheet; cheap, for a table's version. */
  revision(connectionId: string): string
  /** Computed once a revision, yielding in between, and cached. */
  links(connectionId: string): Promise<LinkedLeads>
}

interface LeadLinksDeps {
  readonly accounts: Accounts
  readonly sheets: CachedSheets
  readonly people: PeopleOfSheets
}

/** Attempts while the sheets change during the search; then the last result is used until the next lookup. */
const mostTries = 3

/**
 * Finds the phones and e-mails of a connection's entries in all cached sheets, of any connection of the platform. A
 * sheet that cannot be read is passed over: the list of sheets shows what is wrong with it.
 */
export function createLeadLinks({ accounts, sheets, people }: LeadLinksDeps): LeadLinks {
  const known = createRemade<LinkedLeads>(Number.POSITIVE_INFINITY)

  const revision = (connectionId: string): string => {
    const { forms, entries } = accounts.revisions(connectionId)
    return [forms, entries, revisionOfSheets(sheets.list())].join('.')
  }

  const find = async (connectionId: string): Promise<LinkedLeads> => {
    const yieldToEventLoop = createYieldToEventLoop()
    for (let tries = 1; ; tries++) {
      const at = revision(connectionId)
      const list = sheets.list()
      const candidates = new Map<number, readonly Candidate[]>()
      for (const facts of (await accounts.of(connectionId)).newestFirst) {
        const found = candidatesOf(facts)
        if (found.length > 0) candidates.set(facts.stored.id, found)
        await yieldToEventLoop()
      }
      const found = await findPeople(candidates, { sheets: list, people, yieldToEventLoop })
      if (tries < mostTries && at !== revision(connectionId)) continue
      const { searched, columns } = found
      const leadAt = leadReader(columns)
      return {
        columns,
        of: (entryId) => (searched && candidates.has(entryId) ? found.of(entryId) : null),
        leadOf(entryId) {
          const { row } = found.of(entryId)
          return row === noRow ? null : leadAt(row)
        },
      }
    }
  }
  return {
    revision,
    links: (connectionId) => known(connectionId, [revision(connectionId)], () => find(connectionId)),
  }
}
