import * as z from 'zod'
import { createPageCount } from '../kernel/endless-pages.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { HttpAnswer } from '../kernel/http.ts'
import { failureOfAnswer, type Refusal, redacted, secondsToWait } from '../kernel/http-failures.ts'
import { parseJson } from '../kernel/json.ts'

/** A record as the form service sent it, with unknown keys. */
export type ServiceRecord = Readonly<Record<string, unknown>>

export interface RecordList {
  readonly records: readonly (ServiceRecord & { readonly id: number })[]
  /** 1 where the answer has no pages. */
  readonly lastPage: number
  /** Null where the answer has no count. */
  readonly total: number | null
}

/** A whole number, which a less strict service may write as text; null for anything else. */
export const whole = z
  .union([z.int(), z.string().regex(/^-?\d{1,15}$/)])
  .transform(Number)
  .nullable()
  .catch(null)

export const words = z.string().nullable().catch(null)

const record = z.record(z.string(), z.unknown())

const withId = z.looseObject({ id: whole.refine((id) => id !== null).transform(Number) })

const meta = z.looseObject({ total: whole, last_page: whole })

/** The record of an answer, inside `data` as documented or bare. Throws `unexpected_body`. */
export function recordOf(text: string): ServiceRecord {
  const body = parsed(text)
  const result = record.safeParse(record.safeParse(body).data?.data ?? body)
  if (!result.success || Object.keys(result.data).length === 0)
    throw new AppFailure('unexpected_body', { place: 'data' })
  return result.data
}

/** The same for a record that has an identifier. */
export function identifiedOf(text: string): ServiceRecord & { readonly id: number } {
  const result = withId.safeParse(recordOf(text))
  if (!result.success) throw new AppFailure('unexpected_body', { place: 'data.id' })
  return result.data
}

/**
 * The record of an answer to a POST. An answer that cannot be understood throws `sent_unknown`, so that nobody repeats
 * a write that may have been done.
 */
export function madeOf(text: string): ServiceRecord & { readonly id: number } {
  try {
    return identifiedOf(text)
  } catch {
    throw new AppFailure('sent_unknown')
  }
}

/** A page of a list: the documented envelope, one without `meta`, or a bare array. Throws `unexpected_body`. */
export function listOf(text: string): RecordList {
  const body = parsed(text)
  const wrapped = record.safeParse(body).data
  const records = z.array(withId).safeParse(wrapped?.data ?? body)
  if (!records.success) throw new AppFailure('unexpected_body', { place: 'data' })
  const listed = meta.safeParse(wrapped?.meta).data
  return { records: records.data, lastPage: listed?.last_page ?? 1, total: listed?.total ?? null }
}

function parsed(text: string): unknown {
  const value = parseJson(text)
  if (value === undefined) throw new AppFailure('unexpected_body', { place: 'JSON' })
  return value
}

/**
 * Messages come as an array, or as one text from less strict services. A message of another type does not hide the
 * others.
 */
const details = z.record(z.string(), z.union([z.string(), z.array(z.unknown())]).catch([]))
const errorBody = z.object({
  error: z.looseObject({
    code: z.string().optional().catch(undefined),
    details: details.optional().catch(undefined),
  }),
})
/** The service's own codes of server errors; a proxy's page has none. */
const ownErrors: Readonly<Record<number, string>> = { 500: 'internal_error', 503: 'service_unavailable' }

/**
 * The failure for a non-2xx answer of the form service (docs/services.md §9.3). A 422 carries the service's messages
 * about single fields, by path. A record that the service itself reports as missing is `not_found`, unlike the 404 of a
 * wrong address. All other answers are named as for both services.
 */
export function formsRefusal(refusal: Refusal): AppFailure {
  const failure = failureOfAnswer(refusal)
  const error = errorBody.safeParse(parseJson(refusal.text)).data?.error
  if (refusal.status === 404 && error?.code === 'resource_not_found') {
    return new AppFailure('not_found', failure.params, failure.details)
  }
  if (failure.code === 'service_failed') {
    // Every answer shows when the window resets, but only after a 429 the wait helps.
    const headers = new Headers(refusal.headers)
    headers.delete('x-ratelimit-reset')
    return new AppFailure(
      failure.code,
      {
        ...failure.params,
        seconds: secondsToWait(headers, refusal.text),
        ...(error?.code === ownErrors[refusal.status] ? { said: error?.code ?? '' } : {}),
      },
      failure.details,
    )
  }
  if (refusal.status !== 422 || !error?.details) return failure
  return new AppFailure('validation_failed', failure.params, failure.details, fieldsOf(error.details))
}

function fieldsOf(problems: z.output<typeof details>): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(problems).map(([path, messages]) => {
      const list = typeof messages === 'string' ? [messages] : messages.filter((one) => typeof one === 'string')
      return [path.slice(0, 200), list.slice(0, 20).map((message) => redacted(message.slice(0, 300)))]
    }),
  )
}

/**
 * Requests the pages of a list one after the other, up to the last that the service counts. Throws `endless_pages`
 * where a list does not end, unless all counted records have come.
 */
export async function* pagesOf(request: (page: number) => Promise<HttpAnswer>) {
  const count = createPageCount()
  const ids = new Set<number>()
  for (let page = 1, last = 1; page <= last; page += 1) {
    const answer = await request(page)
    const { records, lastPage, total } = listOf(answer.text)
    last = lastPage
    yield { answer, records }
    const previousSize = ids.size
    for (const { id } of records) ids.add(id)
    const isEnd = count.ends({ rows: records.length, fresh: ids.size - previousSize, distinct: ids.size, total })
    if (!isEnd || page >= last) continue
    if (ids.size === total) return
    throw new AppFailure('endless_pages')
  }
}
