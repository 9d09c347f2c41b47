import type { EntryLead } from '../../../preload/contract/entries.ts'
import type { Part } from '../columns/part.ts'

/** What the cached sheets know of the person who sent an entry. */
export interface EntryLink extends Omit<EntryLead, 'lead'> {
  /** The lead's row among `LinkedLeads.columns`; `noRow` (columns/through.ts) for `ausente`. */
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
  /** Worked out once a revision, with breaths in between, and kept in memory. */
  links(connectionId: string): Promise<LinkedLeads>
}
