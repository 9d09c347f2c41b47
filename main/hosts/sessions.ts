import { randomBytes, timingSafeEqual } from 'node:crypto'

/** The header in which the page sends its key. */
export const pageKeyHeader = 'x-cruza-page-key'

/**
 * Who may use the browser host: the browser that exchanged a one-use ticket for two secrets. Browsers send a cookie to
 * every port of this machine, and accept one from any port in its place, so it only opens the page's files. The page
 * key stays with the page of our own origin. It opens the rest, also where another server has replaced the cookie.
 */
export interface Sessions {
  ticket(): string
  /** A new ticket; undefined while the last one is unused. */
  nextTicket(): string | undefined
  /** The secrets for a request with the unused ticket; undefined for a used, wrong or missing one. */
  exchange(ticket: string | null): { readonly cookie: string; readonly pageKey: string } | undefined
  /** Whether a Cookie header has the session's cookie, or only one that another server has put in its place. */
  cookieIn(cookies: string | undefined): 'own' | 'replaced' | 'none'
  /** Whether a page that showed a ticket has this key. */
  hasPageKey(key: string | undefined): boolean
  /** The session's cookie, for a page whose browser has lost it. */
  readonly cookie: string
}

export function createSessions(port: number): Sessions {
  const session = randomBytes(32).toString('base64url')
  // Two hosts on one machine need two names.
  const cookieName = `cruza-${port}`
  const pageKeys: string[] = []
  let ticket = createTicket()
  let used = false
  const cookie = `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`
  return {
    cookie,
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
      return { cookie, pageKey }
    },
    cookieIn(cookies = '') {
      // Any server of this machine may set a cookie of this name, also for some of our paths: the browser sends both.
      const start = `${cookieName}=`
      const values = cookies.split(';').flatMap((cookie) => {
        const text = cookie.trim()
        return text.startsWith(start) ? [text.slice(start.length)] : []
      })
      if (values.some((value) => same(value, session))) return 'own'
      return values.length > 0 ? 'replaced' : 'none'
    },
    hasPageKey: (key = '') => pageKeys.some((each) => same(key, each)),
  }
}

const createTicket = () => randomBytes(24).toString('base64url')

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
