import { randomBytes, timingSafeEqual } from 'node:crypto'

/** What the page sends its key in. */
export const pageKeyHeader = 'x-cruza-page-key'

/**
 * Who may talk to the browser host: whoever exchanged a one-use ticket for two secrets. Browsers send a cookie to every
 * port of this machine, so the cookie alone proves nothing; the page key stays with the page of our own origin.
 */
export interface Sessions {
  /** The ticket that was given out last. */
  ticket(): string
  /** A new ticket; undefined while the last one is unused. */
  nextTicket(): string | undefined
  /** For a request that shows the unused ticket; undefined for a used or wrong one, or none. */
  exchange(ticket: string | null): { readonly cookie: string; readonly pageKey: string } | undefined
  /** Whether a Cookie header carries the session. */
  hasCookie(cookies: string | undefined): boolean
  /** Whether this is the key of a page that showed a ticket. */
  hasPageKey(key: string | undefined): boolean
}

export function createSessions(port: number): Sessions {
  const session = randomBytes(32).toString('base64url')
  // Two hosts on one machine need two names.
  const cookieName = `cruza-${port}`
  const pageKeys: string[] = []
  let ticket = createTicket()
  let used = false
  return {
    ticket: () => ticket,
    nextTicket() {
      if (!used) return undefined
      used = false
      ticket = createTicket()
      return ticket
    },
    exchange(shown) {
      if (used || shown === null || !same(shown, ticket)) return undefined
      used = true
      const pageKey = randomBytes(32).toString('base64url')
      pageKeys.push(pageKey)
      return { cookie: `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`, pageKey }
    },
    hasCookie(cookies = '') {
      const found = cookies.split(';').find((cookie) => cookie.trim().startsWith(`${cookieName}=`))
      return found !== undefined && same(found.trim().slice(cookieName.length + 1), session)
    },
    hasPageKey: (key = '') => pageKeys.some((each) => same(key, each)),
  }
}

const createTicket = () => randomBytes(24).toString('base64url')

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
