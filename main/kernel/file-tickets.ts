/** A file that the person gave, by a path (Electron, command line) or by its bytes (browser host). */
export interface FileSource {
  readonly name: string
  readonly source: { readonly path: string } | { readonly bytes: Uint8Array }
}

/** One-use tickets for files: the renderer holds a ticket and never a path (architecture.md §1). */
export interface FileTickets {
  put(offer: FileSource): string
  /** The file of a ticket, once; undefined for a ticket that was used or never given. */
  take(ticket: string): FileSource | undefined
}

/** A few, so that offers that nobody takes do not pile up in memory. */
const mostWaiting = 8

export function createFileTickets(): FileTickets {
  const waiting = new Map<string, FileSource>()
  return {
    put(offer) {
      const ticket = crypto.randomUUID()
      waiting.set(ticket, offer)
      for (const oldest of waiting.keys()) {
        if (waiting.size <= mostWaiting) break
        waiting.delete(oldest)
      }
      return ticket
    },
    take(ticket) {
      const offer = waiting.get(ticket)
      waiting.delete(ticket)
      return offer
    },
  }
}
