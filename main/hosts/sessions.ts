import { randomBytes, timingSafeEqual } from 'node:crypto'

/** Who may talk to the browser host: whoever exchanged the one-use ticket of the printed address for the session. */
export interface Sessions {
  readonly ticket: string
  readonly cookieName: string
  /** The cookie to set for a request that shows the unused ticket; undefined for a used or wrong one, or none. */
  exchange(ticket: string | null): string | undefined
  /** Whether a Cookie header carries the session. */
  holds(cookies: string | undefined): boolean
}

export function createSessions(port: number): Sessions {
  const ticket = randomBytes(24).toString('base64url')
  const session = randomBytes(32).toString('base64url')
  // Cookies are not kept apart by port: two hosts on one machine need two names.
  const cookieName = `cruza-${port}`
  let used = false
  return {
    ticket,
    cookieName,
    exchange(shown) {
      if (used || shown === null || !same(shown, ticket)) return undefined
      used = true
      return `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`
    },
    holds(cookies = '') {
      const found = cookies.split(';').find((cookie) => cookie.trim().startsWith(`${cookieName}=`))
      return used && found !== undefined && same(found.trim().slice(cookieName.length + 1), session)
    },
  }
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
