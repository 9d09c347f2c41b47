import { factsOf } from '../../preload/values/failures.ts'
import { AppFailure } from '../kernel/failure.ts'
import { surelyNotSent } from '../kernel/http-failures.ts'

/**
 * What to report about a write that failed after it may have been sent. Its answer did not come, or something between
 * gave up waiting for it: nobody knows whether the service did it. A 500 or 503 is the service's own word.
 */
export function lostWrite(error: unknown, host: string): unknown {
  const unknown = new AppFailure('sent_unknown', { host })
  if (!(error instanceof AppFailure)) return unknown
  if (error.code === 'timeout' || error.code === 'offline') return unknown
  const ofGateway = error.code === 'service_failed' && error.params.status !== 500 && error.params.status !== 503
  return ofGateway ? unknown : error
}

/**
 * The same for a write to the agent platform that makes or changes something there. Its document has no errors
 * (docs/services.md §1.4), so only its own refusal counts as one. What failed inside it, was redirected or answered by
 * a page may be there, and would be made a second time.
 */
export function lostOnPlatform(error: unknown): unknown {
  if (!(error instanceof AppFailure) || !isUnclear(error)) return error
  const { host } = error.params
  return new AppFailure('sent_unknown', host === undefined ? {} : { host })
}

/**
 * The same for the form service, whose document has errors (docs/services.md §9.3): its own 500 or 503 means that the
 * write was not done. `isOwn`: the answer is the service's, not of something between.
 */
export function lostOnForms(
  error: unknown,
  { host, isOwn }: { readonly host: string; readonly isOwn: boolean },
): unknown {
  const lost = lostWrite(error, host)
  if (!(lost instanceof AppFailure) || !isUnclear(lost)) return lost
  return lost.code === 'service_failed' && isOwn ? lost : new AppFailure('sent_unknown', { host })
}

/** Whether nobody can read the failure as the service's own no: it may have done the write before. */
function isUnclear(error: AppFailure): boolean {
  const { write } = factsOf(error.code)
  return !surelyNotSent(error) && (write === 'unclear' || write === 'unknown')
}
