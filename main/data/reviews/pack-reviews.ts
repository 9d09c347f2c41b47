import * as z from 'zod'
import type { Database } from '../store/encrypted-file.ts'
import type { PackedEvent, ReviewPackage } from './package-content.ts'

export interface Packer {
  readonly service: string
  readonly who: string
  /** ISO, UTC. */
  readonly at: string
}

/**
 * The team's deeds as a package: those of all entries, or of the entries of these forms. Blind sets have packages of their
 * own, and events of the service are everyone's own to see.
 */
export function packReviews(
  database: Database,
  formIds: readonly number[] | null,
  { service, who, at }: Packer,
): { content: ReviewPackage; entries: number } {
  const wanted = formIds && new Set(formIds)
  const forms = formOfEntries(database)
  const isWanted = (entryId: number) => wanted === null || wanted.has(forms.get(entryId) ?? Number.NaN)
  const events = database
    .prepare<[], PackedEvent>(
      `select id, entry_id, at, who, kind, before, after, comment, batch, undoes from events
       where set_id = '' and kind in ('state', 'assignee', 'tags', 'note') order by seq`,
    )
    .all()
    .filter(({ entry_id }) => isWanted(entry_id))
  const entryIds = [...new Set(events.map(({ entry_id }) => entry_id))]
  return {
    content: { kind: 'review', service, from: who, made_at: at, forms: formsOf(database, entryIds), events },
    entries: entryIds.length,
  }
}

/** The forms of these entries as far as they are here, with their names, by id. */
export function formsOf(database: Database, entryIds: readonly number[]): { id: number; name: string }[] {
  const forms = formOfEntries(database)
  const ids = new Set(entryIds.flatMap((entryId) => forms.get(entryId) ?? []))
  const rows = database.prepare<[], { id: number; body: string }>('select id, body from forms order by id').all()
  return rows.filter(({ id }) => ids.has(id)).map(({ id, body }) => ({ id, name: nameOf(body) }))
}

/** Asked of the index alone, so that no bodies are read. */
function formOfEntries(database: Database): ReadonlyMap<number, number> {
  const rows = database.prepare<[], { id: number; form_id: number }>(
    'select id, form_id from entries indexed by entries_by_form',
  )
  return new Map(rows.all().map(({ id, form_id }) => [id, form_id]))
}

/** Forms come from the service: one without a name is shown without it. */
const named = z.object({ name: z.string() })

function nameOf(body: string): string {
  return named.safeParse(JSON.parse(body)).data?.name ?? ''
}
