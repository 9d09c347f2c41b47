import * as z from 'zod'
import { AppFailure } from '../kernel/failure.ts'
import { failureOfAnswer, type Refusal, redacted, secondsToWait } from '../kernel/http-refusal.ts'
import { parseJson } from '../kernel/json.ts'

/** Messages come as an array, or as one text from services that are less strict; what is neither hides nothing else. */
const details = z.record(z.string(), z.union([z.string(), z.array(z.unknown())]).catch([]))
const errorBody = z.object({
  error: z.looseObject({
    code: z.string().optional().catch(undefined),
    details: details.optional().catch(undefined),
  }),
})

/** What the service itself calls its troubles; a proxy's page has no such code. */
const ownErrors: Readonly<Record<number, string>> = { 500: 'internal_error', 503: 'service_unavailable' }

/**
 * A non-2xx answer of the form service (form-collection.md, "Errors"): a 422 carries what the service says of single
 * fields, by the path it names; a record that the service itself says is not there is `not_found`, unlike the 404 of a
 * wrong address. Everything else is named as for both services.
 */
export function formsRefusal(refusal: Refusal): AppFailure {
  const failure = failureOfAnswer(refusal)
  const error = errorBody.safeParse(parseJson(refusal.text)).data?.error
  if (refusal.status === 404 && error?.code === 'resource_not_found') {
    return new AppFailure('not_found', failure.params, failure.details)
  }
  if (failure.code === 'service_failed') {
    // Every answer tells when the window resets; only a 429 means that it is worth waiting for.
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

function fieldsOf(found: z.output<typeof details>): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(found).map(([path, messages]) => {
      const list = typeof messages === 'string' ? [messages] : messages.filter((one) => typeof one === 'string')
      return [path.slice(0, 200), list.slice(0, 20).map((message) => redacted(message.slice(0, 300)))]
    }),
  )
}
