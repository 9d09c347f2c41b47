import { isDeepStrictEqual } from 'node:util'
import type { FormChanges } from '../../preload/contract/forms.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { HttpAnswer } from '../kernel/http.ts'
import { withoutDeepRecords } from '../kernel/json.ts'
import { answerDigests, type WriteCheck, type WriteOutcome } from '../ledger.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import { identifiedOf, pagesOf, type ServiceRecord, words } from '../remotes/forms-bodies.ts'
import { fieldsOf, fieldsToSend } from './form-cache.ts'

interface OutcomeContext {
  readonly account: Forms
  readonly call: FormsCall
  /** When the write was noted, by this machine's clock, as `now`. */
  readonly at: Date
  readonly now: () => Date
}

type By<K extends WriteCheck['by']> = Extract<WriteCheck, { by: K }>
/** Larger than the difference of clocks that agree to the second, plus a write's wait for its turn. */
const toleranceMs = 60_000

/** Finds out by reading alone whether a write was done; null where nothing shows it. Throws the errors of the reads. */
export async function resolveOutcome(check: WriteCheck, context: OutcomeContext): Promise<WriteOutcome> {
  if (check.by === 'nothing') return null
  return (await wasDone(check, context)) ? 'confirmed' : 'not_done'
}

function wasDone(check: Exclude<WriteCheck, By<'nothing'>>, context: OutcomeContext): Promise<boolean> {
  const { account, call } = context
  switch (check.by) {
    case 'new_form':
      return hasNewForm(check, context)
    case 'changed_form':
      return isThere(async () => {
        const { text } = await account.form(check.form_id, call)
        return hasChanges(identifiedOf(text), check.changes)
      })
    case 'gone_form':
      return isGone(() => account.form(check.form_id, call))
    case 'new_entry':
      return isThere(() => hasNewEntry(check, context))
    case 'gone_entry':
      return isGone(() => account.entry(check.entry_id, call))
    case 'new_webhook':
      return hasWebhook(context, (sent, since) => isNewWebhook(sent, check) && isSince(sent, since))
    case 'changed_webhook':
      return hasWebhook(context, (sent) => sent.id === check.webhook_id && contains(sent, check.changes))
    case 'gone_webhook':
      return hasWebhook(context, ({ id }) => id === check.webhook_id).then((isThere) => !isThere)
  }
}

/** False where the service reports that the record or its parent is missing. */
async function isThere(read: () => Promise<boolean>): Promise<boolean> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppFailure && error.code === 'not_found') return false
    throw error
  }
}

async function isGone(read: () => Promise<HttpAnswer>): Promise<boolean> {
  return !(await isThere(async () => {
    await read()
    return true
  }))
}

async function hasNewForm({ name, known }: By<'new_form'>, context: OutcomeContext): Promise<boolean> {
  const ask = (page: number) => context.account.forms({ status: null, search: name, page, per_page: 100 }, context.call)
  for await (const { answer, records } of pagesOf(ask)) {
    const since = servicesTime(answer, context)
    if (records.some((form) => form.name === name && !known.includes(form.id) && isSince(form, since))) return true
  }
  return false
}

async function hasNewEntry({ form_id, salt, digests }: By<'new_entry'>, context: OutcomeContext): Promise<boolean> {
  const { account, call } = context
  // The entries are dated by the service's clock.
  const since = new Date(servicesTime(await account.form(form_id, call), context)).toISOString()
  const ask = (page: number) => account.entries(form_id, { since, until: null, page, per_page: 100 }, call)
  for await (const { answer, records } of pagesOf(ask)) {
    // A record that is nested too deeply was not sent from here, and has no digest.
    const deep = new Set(withoutDeepRecords(answer.text, 'data').deep.map(({ place }) => place))
    for (const { fields } of records.filter((_, place) => !deep.has(place))) {
      const entryDigests = new Set(answerDigests(Object(fields), salt))
      if (digests.every((digest) => entryDigests.has(digest))) return true
    }
  }
  return false
}

async function hasWebhook(
  context: OutcomeContext,
  matches: (sent: ServiceRecord & { readonly id: number }, since: number) => boolean,
): Promise<boolean> {
  for await (const { answer, records } of pagesOf((page) => context.account.webhooks(page, context.call))) {
    const since = servicesTime(answer, context)
    if (records.some((sent) => matches(sent, since))) return true
  }
  return false
}

function isNewWebhook(sent: ServiceRecord & { readonly id: number }, check: By<'new_webhook'>): boolean {
  if (check.known.includes(sent.id) || sent.url !== check.url || (sent.form_id ?? null) !== check.form_id) return false
  return sameEvents(sent.events, check.events)
}

/** Whether every given value is unchanged; events in any order. */
function contains(sent: ServiceRecord, changes: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(changes).every(([key, value]) =>
    key === 'events' ? sameEvents(sent.events, value) : value === undefined || isDeepStrictEqual(sent[key], value),
  )
}

function sameEvents(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return false
  return isDeepStrictEqual([...one].sort(), [...other].sort())
}

/** The service adds ids and empty keys to fields: the given part of each must be there, in the same order. */
function hasChanges(form: ServiceRecord, { fields, settings, ...plain }: FormChanges): boolean {
  if (!contains(form, plain) || !contains(Object(form.settings), settings ?? {})) return false
  if (!fields) return true
  const [there, sentFields] = [fieldsOf(Array.isArray(form.fields) ? form.fields : []), fieldsToSend(fields)]
  return there.length === sentFields.length && sentFields.every((field, place) => contains(there[place] ?? {}, field))
}

/** When the write was sent, by the clock of the service that answers now (epoch ms), slightly early. */
function servicesTime({ headers }: HttpAnswer, { at, now }: OutcomeContext): number {
  const here = now().getTime()
  const service = Date.parse(headers.get('date') ?? '') || here
  return at.getTime() + (service - here) - toleranceMs
}

/** A record without a date may be of any time. */
function isSince({ created_at }: ServiceRecord, since: number): boolean {
  const created = Date.parse(words.parse(created_at) ?? '')
  return Number.isNaN(created) || created >= since
}
