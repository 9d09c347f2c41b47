import { AppFailure } from '../kernel/failure.ts'

/**
 * What to say of a write that failed after it may have been sent. Its answer did not come, or something between gave up
 * waiting for it: nobody knows whether the service did it (issue 3, section 3). A 500 or 503 is the service's own word.
 */
export function lostWrite(error: unknown, host: string): unknown {
  const unknown = new AppFailure('sent_unknown', { host })
  if (!(error instanceof AppFailure)) return unknown
  if (error.code === 'timeout' || error.code === 'offline') return unknown
  const ofGateway = error.code === 'service_failed' && error.params.status !== 500 && error.params.status !== 503
  return ofGateway ? unknown : error
}
