import * as z from 'zod'
import type { Data } from '../data/calls.ts'
import type { Platform } from '../remotes/platform.ts'

/** What tells one contact of one installation from those of another: its number and when it was made. */
const leadPage = z.object({
  leads: z.array(z.object({ contato_id: z.int(), contato_criado_em: z.string().nullable() })),
})

const lists = { inbox_ids: [], assignee_ids: [], status: [], with_labels: [], without_labels: [] }
const yearMs = 365 * 86_400_000
/** Enough that what changes between two questions does not matter. */
const compared = 50
/** Sheets that an address is compared with, the newest first. */
const comparedSheets = 3
/** A host that does not answer soon is not compared. */
const waitMs = 15_000

interface Asking {
  readonly now: Date
  readonly signal: AbortSignal
}

/**
 * Whether two hosts show the same account: whether the first leads of the last year have a contact in common. Null where
 * that cannot be told: one of them does not answer, or neither has leads. The document promises the same description for
 * both hosts, and nothing about their data (agent-platform.md, "Versioning").
 */
export async function haveSameData(
  [one, other]: readonly [Platform, Platform],
  { now, signal }: Asking,
): Promise<boolean | null> {
  const created_after = new Date(now.getTime() - yearMs).toISOString().slice(0, 10)
  const filter = { created_after, ...lists, agrupar: 'contato' as const }
  return unlessSilent(signal, async (either) => {
    const pages = [one, other].map((platform) => contactsOf(platform, filter, either))
    const [first = [], second = []] = await Promise.all(pages)
    if (first.length === 0 && second.length === 0) return null
    const known = new Set(first.map(nameOf))
    return second.some((contact) => known.has(nameOf(contact)))
  })
}

/**
 * Whether a host shows the account that the connection's sheets are of: whether it tells a contact of one of them, asked
 * with the filter of that sheet. Null where that cannot be told: there are no rows, or the host does not answer.
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
  for (const { id, filter, read_at } of sheets) {
    // Who came after the rows were read is in no sheet.
    const [created_before] = [filter.created_before, read_at?.slice(0, 10)].filter((day) => day !== undefined).sort()
    const found = await unlessSilent(signal, async (either) => {
      const contacts = await contactsOf(platform, { ...filter, created_before }, either)
      return isInSheet(data, id, contacts)
    })
    // A host that is silent once is not waited for again.
    if (found !== false) return found
    answer = false
  }
  return answer
}

interface Contact {
  readonly id: number
  /** Epoch ms. */
  readonly madeAt: number
}

const nameOf = ({ id, madeAt }: Contact) => `${id} ${madeAt}`

async function contactsOf(
  platform: Platform,
  filter: Parameters<Platform['leadPage']>[0],
  signal: AbortSignal,
): Promise<readonly Contact[]> {
  const { text } = await platform.leadPage(filter, 1, compared, signal)
  const { leads } = leadPage.parse(JSON.parse(text))
  const contacts = leads.map((lead) => ({ id: lead.contato_id, madeAt: Date.parse(lead.contato_criado_em ?? '') }))
  const told = contacts.filter(({ madeAt }) => !Number.isNaN(madeAt))
  // Leads that do not say when their contacts were made tell nothing.
  if (told.length === 0 && contacts.length > 0) throw new Error('no contact is told apart')
  return told
}

async function isInSheet(data: Data, id: string, contacts: readonly Contact[]): Promise<boolean> {
  const wanted = new Set(contacts.map(nameOf))
  const values = contacts.map((contact) => String(contact.id))
  const { rows } = await data.ask('tables.rows', {
    table: { kind: 'sheet', id },
    query: { search: '', sort: [], filters: [{ column: 'contato_id', operator: 'in', values }] },
    from: 0,
    count: mostRows,
    columns: ['contato_id', 'contato_criado_em'],
  })
  return rows.some(({ cells: [contact, made] }) => wanted.has(`${contact} ${timeOf(made)}`))
}

/** A contact may have many rows in a sheet of conversations. */
const mostRows = 1000

function timeOf(cell: unknown): number | null {
  return z.object({ at: z.number() }).safeParse(cell).data?.at ?? null
}

/** What `compare` finds, or null where a host does not answer in time or not with leads. Throws when the person stops it. */
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
