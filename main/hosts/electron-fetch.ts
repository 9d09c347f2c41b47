import { type Session, session } from 'electron'
import type { Fetch, FetchInit } from '../kernel/http.ts'

const readingSession = () => session.fromPartition('services', { cache: false })

/** Ends the connections of reads, and what they carry; a write's own stays, since nobody may send it again. */
export async function dropReadConnections(): Promise<void> {
  await readingSession().closeAllConnections()
}

/** System proxy and certificates; no cookies, nothing on disk; a redirect ends the request with an error. */
export function createElectronFetch(): Fetch {
  const services = readingSession()
  const write = createWriting()
  return (url, init) => (init.writes ? write(url, init) : services.fetch(url, { ...init, credentials: 'omit' }))
}

/**
 * For what must never be sent twice: Chromium itself sends a request again when the connection that it had kept breaks
 * before the answer, whatever the method. It does not when the connection is a new one, so each write gets one.
 */
function createWriting(): Fetch {
  const idle: Session[] = []
  let made = 0
  return async (url: string, { writes: _, ...init }: FetchInit) => {
    made += idle.length === 0 ? 1 : 0
    const own = idle.pop() ?? session.fromPartition(`writes-${made}`, { cache: false })
    try {
      await own.closeAllConnections()
      const answer = await own.fetch(url, { ...init, credentials: 'omit' })
      // Read here, since the next write closes what is open. Answers to writes are small.
      const body = await answer.arrayBuffer()
      const { status, statusText, headers } = answer
      return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers })
    } finally {
      idle.push(own)
    }
  }
}
