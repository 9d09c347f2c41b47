import * as z from 'zod'
import { type LeadFilter, leadFilter } from '../../preload/contract/sheets.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import type { Data } from '../data-calls.ts'
import { parseJson } from '../kernel/json.ts'
import { dayMs } from '../kernel/times.ts'
import type { Platform } from '../remotes/platform.ts'

/** What identifies a contact across installations: its id and its creation time. */
const leadPage = z.object({
  leads: z.array(z.object({ contato_id: z.int(), contato_criado_em: z.string().nullable() })),
  meta: z.object({ has_more: z.boolean().nullish() }).nullish(),
})

const yearMs = 365 * dayMs
/** The most rows of a page (docs/services.md §2.6). */
const largestPage = 500
/** Enough that a change between the two requests does not matter. */
const compared = 50
/** How many sheets an address is compared with, newest first. */
const comparedSheets = 3
/** A host that does not answer within this time is not compared. */
const waitMs = 15_000

interface Asking {
  readonly now: Date
  readonly signal: AbortSignal
}

/**
 * Whether two hosts show the same account, that is, whether the first leads of the last year have a common contact.
 * Null where that is unknown: one of them does not answer, or neither has leads. The document promises the same
 * description for both hosts, but nothing about their data (docs/services.md §1.3).
 */
export async function haveSameData(
  [one, other]: readonly [Platform, Platform],
  { now, signal }: Asking,
): Promise<boolean | null> {
  const filter = leadFilter.parse({ created_after: dayOf(now.getTime() - yearMs) })
  return unlessSilent(signal, async (either) => {
    const pages = [one, other].map((platform) => contactsOf(platform, filter, compared, either))
    const [first = [], second = []] = (await Promise.all(pages)).map(({ contacts }) => contacts)
    if (first.length === 0 && second.length === 0) return null
    const names = new Set(first.map(nameOf))
    return second.some((contact) => names.has(nameOf(contact)))
  })
}

/**
 * Whether a host shows the account of the connection's sheets. It must have the contact of one of their rows, among the
 * conversations of the days around that row's. A conversation may leave a filter of states or labels, but never its
 * day. Null where that is unknown: there are no such rows, or the host does not answer.
 */
export async function showsSheetsOf(
  connectionId: string,
  { platform, data, signal }: { readonly platform: Platform; readonly data: Data; readonly signal: AbortSignal },
): Promise<boolean | null> {
  const sheets = (await data.ask('sheets.list', {}))
    .filter(({ connection_id, rows, badge }) => connection_id === connectionId && rows > 0 && badge.kind !== 'damaged')
    .sort((one, other) => (other.read_at ?? '').localeCompare(one.read_at ?? ''))
    .slice(0, comparedSheets)
  let answer: boolean | null = null
  for (const { id, rows, filter } of sheets) {
    for (const row of await someRows(data, id, rows)) {
      const isShown = await unlessSilent(signal, (either) => showsRow(platform, row, filter.inbox_ids, either))
      // After one missing answer the host is not asked again.
      if (isShown !== false) return isShown
      answer = false
    }
  }
  return answer
}

interface Contact {
  readonly id: number
  /** Epoch ms. */
  readonly madeAt: number
}

interface KeptRow extends Contact {
  /** When its conversation was made; epoch ms. */
  readonly openedAt: number
}

const nameOf = ({ id, madeAt }: Contact) => `${id} ${madeAt}`

const keptRow = z.tuple([z.int(), z.object({ at: z.number() }), z.object({ at: z.number() })])

/** The first, the middle and the last row of a sheet, since the service may have deleted one of them. */
async function someRows(data: Data, id: string, count: number): Promise<readonly KeptRow[]> {
  const places = new Set([0, Math.floor(count / 2), count - 1])
  const someRows: KeptRow[] = []
  for (const from of places) {
    const { rows } = await data.ask('tables.rows', {
      table: { kind: 'sheet', id },
      query: emptyQuery,
      from,
      count: 1,
      columns: ['contato_id', 'contato_criado_em', 'conversa_criada_em'],
    })
    const row = keptRow.safeParse(rows[0]?.cells).data
    if (row) someRows.push({ id: row[0], madeAt: row[1].at, openedAt: row[2].at })
  }
  return someRows
}

async function showsRow(
  platform: Platform,
  row: KeptRow,
  inbox_ids: readonly number[],
  signal: AbortSignal,
): Promise<boolean | null> {
  // The service reads days in its own time zone.
  const [created_after, created_before] = [row.openedAt - dayMs, row.openedAt + dayMs].map(dayOf)
  const filter = leadFilter.parse({ inbox_ids, created_after, created_before, agrupar: 'conversa' })
  const { contacts, more } = await contactsOf(platform, filter, largestPage, signal)
  if (contacts.some((contact) => nameOf(contact) === nameOf(row))) return true
  return more ? null : false
}

async function contactsOf(
  platform: Platform,
  filter: LeadFilter,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly contacts: readonly Contact[]; readonly more: boolean }> {
  const { text } = await platform.leadPage(filter, 1, count, signal)
  const { leads, meta } = leadPage.parse(parseJson(text))
  const contacts = leads.map((lead) => ({ id: lead.contato_id, madeAt: Date.parse(lead.contato_criado_em ?? '') }))
  const dated = contacts.filter(({ madeAt }) => !Number.isNaN(madeAt))
  // Leads without the creation time of their contacts identify nothing.
  if (dated.length === 0 && contacts.length > 0) throw new Error('no contact distinguishes the accounts')
  return { contacts: dated, more: meta?.has_more ?? false }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/**
 * The result of `compare`, or null where a host does not answer in time or with leads. Throws when the person stops it.
 */
async function unlessSilent(
  signal: AbortSignal,
  compare: (either: AbortSignal) => Promise<boolean | null>,
): Promise<boolean | null> {
  try {
    return await compare(AbortSignal.any([signal, AbortSignal.timeout(waitMs)]))
  } catch {
    signal.throwIfAborted()
    return null
  }
}
