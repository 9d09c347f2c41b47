import { isDeepStrictEqual } from 'node:util'
import type { TrailEvent } from '../../../preload/contract/entries.ts'
import { recordOf } from '../../kernel/json.ts'
import type { Database } from '../store/encrypted-file.ts'
import type { StoredEntry } from './entry-facts.ts'
import type { FormShape } from './form-shape.ts'

interface Entry {
  readonly database: Database
  readonly stored: StoredEntry
  readonly shape: FormShape
}

/**
 * The trail with the answers that each change on the service changed, by label. `before` of such an event is the number
 * of the body that was replaced (forms-schema.ts, `earlier`); people are shown the changes in its place.
 */
export function withChanges(trail: readonly TrailEvent[], { database, stored, shape }: Entry): TrailEvent[] {
  if (!trail.some(({ kind }) => kind === 'changed_on_service')) return [...trail]
  const earlier = database
    .prepare<[number], { version: number; body: string }>(
      'select version, body from earlier where entry_id = ? order by version',
    )
    .all(stored.id)
  const bodies = [...earlier.map(({ body }) => body), stored.body]
  return trail.map((event) => {
    if (event.kind !== 'changed_on_service') return event
    const place = earlier.findIndex(({ version }) => String(version) === event.before)
    const [before, after] = place === -1 ? [] : bodies.slice(place, place + 2)
    const changes = before === undefined || after === undefined ? [] : changesOf(before, after, stored, shape)
    return { ...event, before: null, after: null, changes }
  })
}

function changesOf(before: string, after: string, stored: StoredEntry, shape: FormShape): TrailEvent['changes'] {
  const [old, now] = [before, after].map((body) => recordOf(recordOf(JSON.parse(body)).fields))
  const keys = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])
  return [...keys]
    .filter((key) => !isDeepStrictEqual(old?.[key], now?.[key]))
    .map((key) => ({
      label: shape.fieldOf(stored.schema_version, key)?.label ?? key,
      before: old?.[key] ?? null,
      after: now?.[key] ?? null,
    }))
}
