import type { RelatedEntry } from '../../../preload/contract/contacts.ts'
import type { YieldToEventLoop } from '../../kernel/yield-to-event-loop.ts'
import type { AccountEntries, Accounts } from '../entry-table/account-entries.ts'
import type { EntryFacts } from '../entry-table/entry-facts.ts'
import { formName } from '../entry-table/read-entry.ts'
import { readReviews } from '../entry-table/review-rows.ts'
import type { Database } from '../store/encrypted-file.ts'
import { strongerMatch, type TextBy } from './person-texts.ts'

interface Match {
  readonly facts: EntryFacts
  readonly by: TextBy
}

/** The kept entries of these form services with one of the texts, newest first; `most` of each connection. */
export async function relatedEntries(
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
