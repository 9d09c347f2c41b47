import * as z from 'zod'
import type { Platform } from '../remotes/platform.ts'

/** What tells one contact of one installation from those of another: its number and when it was made. */
const leadPage = z.object({
  leads: z.array(z.object({ contato_id: z.int(), contato_criado_em: z.string() })),
})

const yearMs = 365 * 86_400_000
/** Enough that what changes between two questions does not matter. */
const compared = 50
/** A host that does not answer soon is not compared. */
const waitMs = 15_000

/**
 * Whether two hosts show the same account: whether the first leads of the last year have a contact in common. Null where
 * that cannot be told: one of them does not answer, or neither has leads. The document promises the same description for
 * both hosts, and nothing about their data (agent-platform.md, "Versioning").
 */
export async function haveSameData(
  [one, other]: readonly [Platform, Platform],
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<boolean | null> {
  const after = new Date(now.getTime() - yearMs).toISOString().slice(0, 10)
  const either = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  try {
    const [first, second] = await Promise.all([contactsOf(one, after, either), contactsOf(other, after, either)])
    if (first.size === 0 && second.size === 0) return null
    return [...first].some((contact) => second.has(contact))
  } catch {
    signal.throwIfAborted()
    return null
  }
}

async function contactsOf(platform: Platform, created_after: string, signal: AbortSignal): Promise<Set<string>> {
  const lists = { inbox_ids: [], assignee_ids: [], status: [], with_labels: [], without_labels: [] }
  const { text } = await platform.leadPage({ created_after, ...lists, agrupar: 'contato' }, 1, compared, signal)
  const { leads } = leadPage.parse(JSON.parse(text))
  return new Set(leads.map(({ contato_id, contato_criado_em }) => `${contato_id} ${Date.parse(contato_criado_em)}`))
}
