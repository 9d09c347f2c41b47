import { isDeepStrictEqual } from 'node:util'
import type { Answer, EntryDetail, EntryLead, TrailEvent } from '../../../preload/contract/entries.ts'
import { orNotFound } from '../../kernel/failure.ts'
import { isRecord, recordOf } from '../../kernel/json.ts'
import { parseFaithfully } from '../entries/parse-entries.ts'
import type { LinkedLeads } from '../lead-links/lead-links.ts'
import { readReview, readReviews, readTrail, untouchedRow } from '../reviews/review-events.ts'
import type { Database } from '../store/encrypted-file.ts'
import { selectAll, selectValue } from '../store/sql.ts'
import type { AccountEntries } from './account-entries.ts'
import { answerRole, maskedMeta, maskIp, recogniseContact } from './answers.ts'
import type { Compared } from './compare-entries.ts'
import type { EntryFacts, StoredEntry } from './entry-facts.ts'
import { createFormShape, type FormShape, formName } from './form-shape.ts'

/** Shown beside an entry; the table counts them all. */
const mostDuplicates = 100

interface EntryParts extends Compared {
  readonly database: Database
  readonly set: string
}

/** One entry as a person reads it (contract/entries.ts). Throws `not_found`. */
export function readEntry(id: number, { database, account, leads, hints, compared, set }: EntryParts): EntryDetail {
  const facts = orNotFound(account.byId.get(id))
  // Another process may have deleted it since the entries were read.
  const seen_at = orNotFound(selectValue<string>(database)`select seen_at from entries where id = ${id}`)
  const { stored } = facts
  const body = recordOf(JSON.parse(stored.body))
  const form = account.forms.get(stored.form_id)
  const { state, assignee, tags, notes } = readReview(database, set, id)
  return {
    id,
    form_id: stored.form_id,
    form_name: formName(account.forms, stored.form_id),
    created_at: stored.created_at,
    created_ms: stored.created_ms,
    is_complete: facts.complete,
    gone_at: stored.gone_at,
    seen_at,
    answers: answersOf(recordOf(body.fields), stored.schema_version, form ?? noShape),
    metadata: Object.entries(recordOf(body.metadata)).map(([key, value]) => ({ key, ...maskedMeta(key, value) })),
    ...{ state, assignee, tags: [...tags], notes: [...notes] },
    trail: withChanges(readTrail(database, set, id), { database, stored, shape: form ?? noShape }),
    compared,
    hints: [...(hints.get(facts) ?? [])],
    duplicates: duplicatesOf(facts, account, database, set),
    lead: leadOf(id, leads),
  }
}

const noShape = createFormShape([])

/**
 * The form's fields of that time in their order, answered or not; then keys that the form did not have. While no version
 * of the form is known, its answers are the form.
 */
function answersOf(fields: Readonly<Record<string, unknown>>, version: number, shape: FormShape): Answer[] {
  const then = shape.fieldsAt(version)
  const keys = new Map<unknown, string>()
  for (const key of Object.keys(fields)) {
    const field = shape.fieldOf(version, key)
    if (field && !keys.has(field)) keys.set(field, key)
  }
  const answer = (shown: Omit<Answer, 'value' | 'recognised'>): Answer => {
    const value = shown.given ? (fields[shown.key] ?? null) : null
    return { ...shown, value, recognised: recognisedAs(shown, value) }
  }
  const ofForm = then.map(({ label, type, field }) =>
    answer({ key: keys.get(field) ?? field.key, label, type, in_form: true, given: keys.has(field) }),
  )
  const answeredKeys = new Set(ofForm.filter(({ given }) => given).map(({ key }) => key))
  const others = Object.keys(fields).filter((key) => !answeredKeys.has(key))
  const ofOthers = others.map((key) => {
    const field = shape.fieldOf(version, key)
    const label = field && keys.get(field) === key ? field.label : key
    return answer({ key, label, type: field?.type ?? null, in_form: then.length === 0, given: true })
  })
  return [...ofForm, ...ofOthers]
}

const webAddress = /^https?:\/\/[^\s<>"]+$/i

function recognisedAs(
  { key, label, type }: Pick<Answer, 'key' | 'label' | 'type'>,
  value: unknown,
): Answer['recognised'] {
  const role = answerRole(type, [label, key])
  if (typeof value === 'number') return role === 'phone' ? recogniseContact(role, String(value)) : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  return webAddress.test(text) && URL.canParse(text) ? 'link' : recogniseContact(role, text)
}

function duplicatesOf(
  facts: EntryFacts,
  { duplicates, forms }: AccountEntries,
  database: Database,
  set: string,
): EntryDetail['duplicates'] {
  const found = duplicates.of(facts, mostDuplicates)
  const ids = found.map((one) => one.facts.stored.id)
  const reviews = readReviews(database, set, ids)
  return found.map(({ facts: { stored }, by }) => ({
    id: stored.id,
    form_id: stored.form_id,
    form_name: formName(forms, stored.form_id),
    by,
    state: (reviews.get(stored.id) ?? untouchedRow).state,
    created_ms: stored.created_ms,
  }))
}

function leadOf(id: number, leads: LinkedLeads): EntryLead | null {
  const link = leads.of(id)
  if (!link) return null
  const { row: _, ...lead } = link
  return { ...lead, lead: leads.leadOf(id) }
}

/**
 * The trail with the answers that each change on the service changed, by label. `before` of such an event is the number
 * of the body that was replaced (forms-folder.ts, `earlier`); people are shown the changes in its place.
 */
function withChanges(
  trail: readonly TrailEvent[],
  { database, stored, shape }: { database: Database; stored: StoredEntry; shape: FormShape },
): TrailEvent[] {
  const replaced = selectAll<{ version: string; before: string; after: string }>(database)`
    select cast(version as text) version, body before, lead(body, 1, ${stored.body}) over (order by version) after
    from earlier where entry_id = ${stored.id}`
  return trail.map((event) => {
    if (event.kind !== 'changed_on_service') return event
    const bodies = replaced.find(({ version }) => version === event.before)
    const changes = bodies ? changesOf(bodies.before, bodies.after, stored, shape) : []
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

/**
 * The entry as the service sent it, as JSON to read; numbers keep their own digits. The ip, wherever metadata has one, is
 * masked unless `reveal`; null when there is none. Throws `not_found`.
 */
export function rawEntry(account: AccountEntries, id: number, reveal: boolean): { json: string; ip: string | null } {
  const facts = orNotFound(account.byId.get(id))
  const body = parseFaithfully(facts.stored.body)
  const ip = facts.ip !== null && !reveal ? maskIp(facts.ip) : facts.ip
  return { json: JSON.stringify(reveal ? body : withoutAddresses(body), null, 2), ip }
}

function withoutAddresses(body: unknown): unknown {
  if (!isRecord(body) || !isRecord(body.metadata)) return body
  const metadata = Object.entries(body.metadata).map(([key, value]) => [key, maskedMeta(key, value).value])
  return { ...body, metadata: Object.fromEntries(metadata) }
}
