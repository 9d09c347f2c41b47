import type { Related } from '../../../preload/contract/contacts.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/yield-to-event-loop.ts'
import type { DataHandlers } from '../calls.ts'
import type { Accounts } from '../entry-table/account-entries.ts'
import type { PeopleOfSheets } from '../lead-links/sheet-people.ts'
import type { FoundKey } from '../runs/find-in-runs.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import { personTexts, strongerMatch, type TextBy } from './person-texts.ts'
import { relatedEntries } from './related-entries.ts'
import { relatedLeads } from './related-leads.ts'

export interface RelatedDeps {
  readonly sheets: CachedSheets
  readonly people: PeopleOfSheets
  readonly accounts: Accounts
  /** Keys of runs, exactly as they are sent, the newest run first. */
  findInRuns(keys: ReadonlySet<string>, yieldToEventLoop: YieldToEventLoop): Promise<FoundKey[]>
}
/** So many of each kind are told; a person with more of them is a number that many share. */
const most = 50
/** What is kept here of one person, wherever it came from. */
export function createRelatedHandlers({
  sheets,
  people,
  accounts,
  findInRuns,
}: RelatedDeps): Pick<DataHandlers, 'related.find'> {
  return {
    'related.find': async ({ connection_id, contact_id, phones, emails, forms }, { signal }) => {
      const yieldToEventLoop = createYieldToEventLoop(signal)
      const texts = personTexts({ phones, emails })
      const wanted = { connectionId: connection_id, contactId: contact_id, texts }
      const leads = (await relatedLeads(wanted, { sheets: sheets.list(), people, yieldToEventLoop })).sort(newestLead)
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
