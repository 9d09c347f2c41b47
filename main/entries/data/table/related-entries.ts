import type { RelatedEntry } from '../../../../preload/contract/contacts.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { selectAll } from '../../../engine/store/sql.ts'
import type { YieldToEventLoop } from '../../../kernel/schedule.ts'
import { strongerMatch } from '../../../people/find-people.ts'
import type { Accounts } from './account-entries.ts'
import type { EntryFacts } from './entry-facts.ts'

/** How a key names the person: the same phone, one with another ninth digit, or an e-mail. */
type TextMatch = RelatedEntry['matched_by']

interface PersonQuery {
  /** The keys of the phones and e-mails under which the person may be stored. */
  readonly keys: ReadonlyMap<string, TextMatch>
  readonly limit: number
}

/**
 * Finds the stored entries of a connection that have one of a person's texts, newest first; at most `limit` and one
 * more.
 */
export function createRelatedEntries(accounts: Accounts) {
  return async function entriesOf(
    connection_id: string,
    { keys, limit }: PersonQuery,
    yieldToEventLoop: YieldToEventLoop,
  ): Promise<RelatedEntry[]> {
    const account = await accounts.of(connection_id)
    const matches = new Map<number, TextMatch>()
    for (const facts of account.newestFirst) {
      await yieldToEventLoop()
      const matched_by = matchOf(facts, keys)
      if (matched_by) matches.set(facts.id, matched_by)
      if (matches.size > limit) break
    }
    return storedOf(accounts.database(connection_id), [...matches.keys()]).flatMap(({ id: entry_id, ...row }) => {
      const [facts, matched_by] = [account.byId.get(entry_id), matches.get(entry_id)]
      if (!facts || !matched_by) return []
      const { form_id, form, line, created_at } = facts
      return [{ connection_id, form_id, form_name: form.name, entry_id, line, created_at, matched_by, ...row }]
    })
  }
}

function matchOf({ phones, emails }: EntryFacts, keys: ReadonlyMap<string, TextMatch>): TextMatch | undefined {
  const matches = [...phones, ...emails].flatMap((key) => keys.get(key) ?? [])
  return matches.reduce<TextMatch | undefined>((best, by) => strongerMatch(by, best), undefined)
}

/** What the file knows of these entries, newest first. */
function storedOf(database: Database, ids: readonly number[]) {
  return selectAll<{ id: number } & Pick<RelatedEntry, 'seen_at' | 'state'>>(database)`
    select entries.id, coalesce(json_extract(sync, '$.synced_at'), seen_at) seen_at, coalesce(state, 'nova') state
    from entries left join forms on forms.id = form_id left join reviews on set_id = '' and entry_id = entries.id
    where entries.id in (select value from json_each(${JSON.stringify(ids)})) order by created_ms desc, entries.id desc`
}
