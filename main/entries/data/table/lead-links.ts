import { createDerivedCache } from '../../../kernel/recent.ts'
import { type FoundPeople, findPeople, revisionOfSheets } from '../../../people/find-people.ts'
import type { PeopleOfSheets } from '../../../people/sheet-people.ts'
import type { Accounts } from './account-entries.ts'

/** The leads of all entries of a connection, by entry; none where no sheet could be read. */
export type LinkedLeads = Omit<FoundPeople, 'searched'>

/** Which lead of the cached sheets an entry's phone or e-mail is (docs/decisions/lists.md §28). */
export interface LeadLinks {
  /** Changes with the entries and with every sheet; cheap, for a table's version. */
  revision(connectionId: string): string
  /** Computed once a revision, yielding in between, and cached. */
  links(connectionId: string): Promise<LinkedLeads>
  /** Releases what was found for a connection that is gone. */
  release(connectionId: string): void
}

interface LeadLinksDeps {
  readonly accounts: Accounts
  readonly people: PeopleOfSheets
}

/** Attempts while the sheets change during the search; then the last result is used until the next lookup. */
const mostTries = 3

/**
 * Finds the phones and e-mails of a connection's entries in all cached sheets, of any connection of the platform. A
 * sheet that cannot be read is passed over: the list of sheets shows what is wrong with it.
 */
export function createLeadLinks({ accounts, people }: LeadLinksDeps): LeadLinks {
  const cache = createDerivedCache<LinkedLeads>(Number.POSITIVE_INFINITY)

  const revision = (connectionId: string): string => {
    const { forms, entries } = accounts.revisions(connectionId)
    return [forms, entries, revisionOfSheets(people.list())].join('.')
  }

  const find = async (connectionId: string): Promise<LinkedLeads> => {
    for (let tries = 1; ; tries++) {
      const at = revision(connectionId)
      const sheets = people.list()
      const { byId } = await accounts.of(connectionId)
      const leads = await findPeople(byId, ({ keys }) => keys, { sheets, people })
      if (tries < mostTries && at !== revision(connectionId)) continue
      return leads.searched ? leads : { ...leads, of: () => null }
    }
  }
  return {
    revision,
    release: cache.delete,
    links: (connectionId) => cache(connectionId, [revision(connectionId)], () => find(connectionId)),
  }
}
