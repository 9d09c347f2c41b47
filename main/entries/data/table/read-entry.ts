import { isDeepStrictEqual } from 'node:util'
import type { Answer, EntryDetail, EntryLead, TrailEvent } from '../../../../preload/contract/entries.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { selectAll, selectValue } from '../../../engine/store/sql.ts'
import { orNotFound } from '../../../kernel/failure.ts'
import { isRecord, parseFaithfully, recordOf } from '../../../kernel/json.ts'
import { idsInSet } from '../reviews/blind-review.ts'
import { readReview, readReviews, untouchedRow } from '../reviews/review-events.ts'
import type { AccountEntries, Duplicates } from './account-entries.ts'
import { type AnswerRole, answerRole, maskedMeta, maskIp, recogniseContact } from './answers.ts'
import type { Compared } from './compare-entries.ts'
import type { EntryFacts } from './entry-facts.ts'
import type { FormInfo } from './form-shape.ts'
import type { LinkedLeads } from './lead-links.ts'

/** Shown beside an entry; the table counts them all. */
const mostDuplicates = 100

/** One entry as a person reads it (contract/entries.ts), with its review in a set. Throws `not_found`. */
export function readEntry(database: Database, set: string, id: number, comparison: Compared): EntryDetail {
  const { account, leads, hints, compared } = comparison
  const facts = orNotFound(account.byId.get(id))
  // Another process may have deleted it since the entries were read.
  const seen_at = orNotFound(selectValue<string>(database)`select seen_at from entries where id = ${id}`)
  const { form_id, form, created_at, created_ms, complete: is_complete, gone_at } = facts
  const { fields, metadata } = recordOf(JSON.parse(facts.body))
  const { state, assignee, tags, notes, trail } = readReview(database, set, id)
  return {
    id,
    form_id,
    form_name: form.name,
    created_at,
    created_ms,
    is_complete,
    gone_at,
    seen_at,
    answers: answersOf(recordOf(fields), facts.schema_version, form),
    phones: [...facts.phones],
    emails: [...facts.emails],
    metadata: Object.entries(recordOf(metadata)).map(([key, value]) => ({ key, ...maskedMeta(key, value) })),
    state,
    assignee,
    tags: [...tags],
    notes,
    trail: withChanges(trail, facts, database),
    compared,
    hints: [...(hints.get(facts) ?? [])],
    duplicates: shownDuplicates(account.duplicates.of(facts, mostDuplicates), database, set),
    lead: leadOf(id, leads),
  }
}

/**
 * The form's fields of that time in their order, answered or not; then keys that the form did not have. While no
 * version of the form is known, its answers are the form.
 */
function answersOf(fields: Readonly<Record<string, unknown>>, version: number, form: FormInfo): Answer[] {
  const then = form.fieldsAt(version)
  const keys = new Map<unknown, string>()
  for (const key of Object.keys(fields)) {
    const field = form.fieldOf(version, key)
    if (field && !keys.has(field)) keys.set(field, key)
  }
  const answer = (shown: Omit<Answer, 'value' | 'recognised'>): Answer => {
    const value = shown.given ? (fields[shown.key] ?? null) : null
    const role = answerRole(shown.type, [shown.label, shown.key])
    return { ...shown, value, recognised: recognisedAs(role, value) }
  }
  const ofForm = then.map(({ label, type, field }) =>
    answer({ key: keys.get(field) ?? field.key, label, type, in_form: true, given: keys.has(field) }),
  )
  const answeredKeys = new Set(ofForm.filter(({ given }) => given).map(({ key }) => key))
  const others = Object.keys(fields).filter((key) => !answeredKeys.has(key))
  const ofOthers = others.map((key) => {
    const field = form.fieldOf(version, key)
    const label = field && keys.get(field) === key ? field.label : key
    return answer({ key, label, type: field?.type ?? null, in_form: then.length === 0, given: true })
  })
  return [...ofForm, ...ofOthers]
}

const webAddress = /^https?:\/\/[^\s<>"]+$/i

function recognisedAs(role: AnswerRole, value: unknown): Answer['recognised'] {
  if (typeof value === 'number') return role === 'phone' ? recogniseContact(role, String(value)) : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  return webAddress.test(text) && URL.canParse(text) ? 'link' : recogniseContact(role, text)
}

function shownDuplicates(duplicates: ReturnType<Duplicates['of']>, database: Database, set: string) {
  const ids = duplicates.map(({ facts }) => facts.id)
  const reviews = readReviews(database, set, ids)
  const members = new Set(idsInSet(database, set, ids))
  return duplicates.map(({ facts: { id, form_id, form, created_ms }, by }) => {
    const state = members.has(id) ? (reviews.get(id) ?? untouchedRow).state : null
    return { id, form_id, form_name: form.name, by, state, created_ms }
  })
}

function leadOf(id: number, leads: LinkedLeads): EntryLead | null {
  const link = leads.of(id)
  if (!link) return null
  const { row: _row, reason: _reason, matched_by, ...lead } = link
  // An entry does not have the number of a contact.
  const by = matched_by === 'contato_id' ? null : matched_by
  return { ...lead, matched_by: by, lead: leads.leadOf(id), alike: leads.alikeOf(id) }
}

/**
 * The trail with the answers that each change on the service changed, by label. `before` of such an event is the number
 * of the body that was replaced (forms-folder.ts, `earlier`); people are shown the changes in its place.
 */
function withChanges(trail: readonly TrailEvent[], facts: EntryFacts, database: Database): TrailEvent[] {
  const replaced = selectAll<{ version: string; before: string; after: string }>(database)`
    select cast(version as text) version, body before, lead(body, 1, ${facts.body}) over (order by version) after
    from earlier where entry_id = ${facts.id}`
  return trail.map((event) => {
    if (event.kind !== 'changed_on_service') return event
    const bodies = replaced.find(({ version }) => version === event.before)
    const changes = bodies ? changesOf(bodies.before, bodies.after, facts) : []
    return { ...event, before: null, after: null, changes }
  })
}

function changesOf(oldBody: string, newBody: string, { form, schema_version }: EntryFacts): TrailEvent['changes'] {
  const fieldsOf = (body: string) => recordOf(recordOf(JSON.parse(body)).fields)
  const [old, now] = [fieldsOf(oldBody), fieldsOf(newBody)]
  const keys = Object.keys({ ...old, ...now }).filter((key) => !isDeepStrictEqual(old[key], now[key]))
  return keys.map((key) => {
    const label = form.fieldOf(schema_version, key)?.label ?? key
    return { label, before: old[key] ?? null, after: now[key] ?? null }
  })
}

/**
 * The entry as the service sent it, as JSON to read; numbers keep their own digits. The ip, wherever metadata has one,
 * is masked unless `reveal`; null when there is none. Throws `not_found`.
 */
export function rawEntry(account: AccountEntries, id: number, reveal: boolean): { json: string; ip: string | null } {
  const facts = orNotFound(account.byId.get(id))
  const body = parseFaithfully(facts.body)
  const ip = facts.ip !== null && !reveal ? maskIp(facts.ip) : facts.ip
  return { json: JSON.stringify(reveal ? body : withoutAddresses(body), null, 2), ip }
}

function withoutAddresses(body: unknown): unknown {
  if (!isRecord(body) || !isRecord(body.metadata)) return body
  const metadata = Object.entries(body.metadata).map(([key, value]) => [key, maskedMeta(key, value).value])
  return { ...body, metadata: Object.fromEntries(metadata) }
}
