import type { Answer, EntryDetail, EntryLead } from '../../../preload/contract/entries.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { recordOf } from '../../kernel/json.ts'
import type { LinkedLeads } from '../lead-links/lead-links.ts'
import type { Review } from '../reviews/fold-review.ts'
import { readReview, readTrail } from '../reviews/read-review.ts'
import type { Database } from '../store/encrypted-file.ts'
import type { AccountEntries } from './account-entries.ts'
import { answerRole } from './answer-role.ts'
import { withChanges } from './entry-changes.ts'
import { recogniseContact } from './entry-contacts.ts'
import type { EntryFacts } from './entry-facts.ts'
import { createFormShape, type FormShape } from './form-shape.ts'
import { maskedMeta } from './mask-ip.ts'
import type { FormInfo } from './read-forms.ts'
import { readReviews } from './review-rows.ts'
import type { FoundHint } from './spam-hints.ts'

/** Shown beside an entry; the table counts them all. */
const mostDuplicates = 100

interface EntryParts {
  readonly database: Database
  readonly account: AccountEntries
  readonly leads: LinkedLeads
  readonly hints: readonly FoundHint[]
  readonly set: string
}

/** One entry as a person reads it (contract/entries.ts). Throws `not_found`. */
export function readEntry(id: number, { database, account, leads, hints, set }: EntryParts): EntryDetail {
  const facts = account.byId.get(id)
  if (!facts) throw new AppFailure('not_found')
  const { stored } = facts
  const body = recordOf(JSON.parse(stored.body))
  const form = account.forms.get(stored.form_id)
  const review = readReview(database, set, id)
  return {
    id,
    form_id: stored.form_id,
    form_name: formName(form, stored.form_id),
    created_at: stored.created_at,
    created_ms: stored.created_ms,
    is_complete: facts.complete,
    gone_at: stored.gone_at,
    seen_at: seenAt(database, id),
    answers: answersOf(recordOf(body.fields), stored.schema_version, form?.shape ?? noShape),
    metadata: Object.entries(recordOf(body.metadata)).map(([key, value]) => ({ key, ...maskedMeta(key, value) })),
    ...reviewed(review),
    trail: withChanges(readTrail(database, set, id), { database, stored, shape: form?.shape ?? noShape }),
    hints: [...hints],
    duplicates: duplicatesOf(facts, account, database, set),
    lead: leadOf(id, leads),
  }
}

const noShape = createFormShape([])

export function formName(form: FormInfo | undefined, id: number): string {
  return form?.name ?? String(id)
}

function reviewed({
  state,
  assignee,
  tags,
  notes,
}: Review): Pick<EntryDetail, 'state' | 'assignee' | 'tags' | 'notes'> {
  return { state, assignee, tags: [...tags], notes: [...notes] }
}

/**
 * The form's fields of that time in their order, answered or not; then keys that the form did not have. While no version
 * of the form is known, its answers are the form.
 */
export function answersOf(fields: Readonly<Record<string, unknown>>, version: number, shape: FormShape): Answer[] {
  const then = shape.fieldsAt(version)
  const keys = new Map<unknown, string>()
  for (const key of Object.keys(fields)) {
    const field = shape.fieldOf(version, key)
    if (field && !keys.has(field)) keys.set(field, key)
  }
  const asked = then.map(({ label, type, field }): Answer => {
    const key = keys.get(field)
    const value = key === undefined ? null : fields[key]
    const shown = { key: key ?? field.key, label, type, in_form: true, value: value ?? null, given: key !== undefined }
    return { ...shown, recognised: recognisedAs(shown) }
  })
  const told = new Set(asked.filter(({ given }) => given).map(({ key }) => key))
  const others = Object.keys(fields).filter((key) => !told.has(key))
  return [
    ...asked,
    ...others.map((key): Answer => {
      const field = shape.fieldOf(version, key)
      const value = fields[key] ?? null
      const label = field && keys.get(field) === key ? field.label : key
      const shown = { key, label, type: field?.type ?? null, in_form: then.length === 0, value, given: true }
      return { ...shown, recognised: recognisedAs(shown) }
    }),
  ]
}

const webAddress = /^https?:\/\/[^\s<>"]+$/i

function recognisedAs({
  key,
  label,
  type,
  value,
}: Pick<Answer, 'key' | 'label' | 'type' | 'value'>): Answer['recognised'] {
  if (typeof value === 'number') return answerRole(type, [label, key]) === 'phone' ? asPhone(String(value)) : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (webAddress.test(text) && URL.canParse(text)) return 'link'
  return recogniseContact(answerRole(type, [label, key]), text)
}

function asPhone(text: string): 'phone' | null {
  return recogniseContact('phone', text) === 'phone' ? 'phone' : null
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
    form_name: formName(forms.get(stored.form_id), stored.form_id),
    by,
    state: reviews.get(stored.id)?.state ?? 'nova',
    created_ms: stored.created_ms,
  }))
}

function leadOf(id: number, leads: LinkedLeads): EntryLead | null {
  const link = leads.of(id)
  if (!link) return null
  const { row: _, ...told } = link
  return { ...told, lead: leads.leadOf(id) }
}

function seenAt(database: Database, id: number): string {
  const sql = 'select seen_at from entries where id = ?'
  const seen = database.prepare<[number], string>(sql).pluck().get(id)
  // Deleted by another process since the entries were read.
  if (seen === undefined) throw new AppFailure('not_found')
  return seen
}
