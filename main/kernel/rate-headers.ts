/** What an answer says of the window of requests that it was counted in (form-collection.md, "Limits"). */
export interface RateFacts {
  readonly limit: number | null
  readonly remaining: number | null
  /** The window's end by the service's clock, in epoch seconds: it names the window. */
  readonly reset: number | null
  /** Milliseconds until then, at most an hour. */
  readonly resetsInMs: number | null
}

const longestMs = 3_600_000

/**
 * Reads X-RateLimit-Limit, -Remaining and -Reset. The time to the reset is taken by the service's own Date header, which
 * is cut to the second, so that it is never too short; by `wallMs` (this machine's clock, epoch ms) where there is no Date.
 */
export function rateFacts(headers: Headers, wallMs: number): RateFacts {
  const number = (name: string) => {
    // A header that a proxy doubled reads "100, 100".
    const written = /^\s*(\d{1,15})/.exec(headers.get(name) ?? '')?.[1]
    return written === undefined ? null : Number(written)
  }
  const reset = number('x-ratelimit-reset')
  const serverMs = Date.parse(headers.get('date') ?? '') || wallMs
  return {
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset,
    resetsInMs: reset === null ? null : Math.min(reset * 1000 - serverMs, longestMs),
  }
}
