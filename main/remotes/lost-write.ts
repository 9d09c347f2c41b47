import { factsOf } from '../../preload/values/failures.ts'
import { AppFailure } from '../kernel/failure.ts'
import { surelyNotSent } from '../kernel/http-failures.ts'

/**
 * The failure of a write that may have been sent. Its answer did not come, or a proxy gave up, so its outcome is
 * unknown. A 500 or 503 is the service's own answer.
 */
export function lostWrite(error: unknown, host: string): unknown {
  const unknown = new AppFailure('sent_unknown', { host })
  if (!(error instanceof AppFailure)) return unknown
  if (error.code === 'timeout' || error.code === 'offline') return unknown
  const ofGateway = error.code === 'service_failed' && error.params.status !== 500 && error.params.status !== 503
  return ofGateway ? unknown : error
}

/**
 * The same for a write that makes or changes something on the agent platform. Its document has no errors
 * (docs/services.md §1.4), so only its own refusal counts as one. A write that failed inside it, was redirected or was
 * answered by a page may have been done, and a repeat would do it twice.
 */
export function lostOnPlatform(error: unknown): unknown {
  if (!(error instanceof AppFailure) || !isUnclear(error)) return error
  const { host } = error.params
  return new AppFailure('sent_unknown', host === undefined ? {} : { host })
}

/**
 * The same for the form service, whose document has errors (docs/services.md §9.3): its own 500 or 503 means that the
 * write was not done. `isOwn`: the answer comes from the service itself.
 */
export function lostOnForms(
  error: unknown,
  { host, isOwn }: { readonly host: string; readonly isOwn: boolean },
): unknown {
  const lost = lostWrite(error, host)
  if (!(lost instanceof AppFailure) || !isUnclear(lost)) return lost
  return lost.code === 'service_failed' && isOwn ? lost : new AppFailure('sent_unknown', { host })
}

/** Whether the failure is not the service's own refusal, so that the write may have been done. */
function isUnclear(error: AppFailure): boolean {
  const { write } = factsOf(error.code)
  return !surelyNotSent(error) && (write === 'unclear' || write === 'unknown')
}
