/** What was read of the sheets asked for last; let go when nobody asks for a while, since it weighs. */
export interface SheetCache<Value> {
  /** Null when the file no longer holds the rows of this version, or is damaged. */
  of(sheet: { readonly id: string; readonly version: string }): Promise<Value | null>
  close(): void
}

const mostBytes = 200_000_000
const idleMs = 30_000

/** Keeps what `read` gives, for one version of each sheet; questions that come while it reads wait for the same reading. */
export function createSheetCache<Value extends { readonly bytes: number }>(
  read: (id: string) => Promise<Value | null>,
): SheetCache<Value> {
  // In the order of last use.
  const known = new Map<string, { readonly version: string; readonly value: Promise<Value | null> }>()
  const sizes = new Map<string, number>()
  let idle: NodeJS.Timeout | undefined

  const forget = (id: string) => {
    known.delete(id)
    sizes.delete(id)
  }
  const shed = (newest: string) => {
    for (const id of [...known.keys()]) {
      const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
      if (id !== newest && bytes > mostBytes) forget(id)
    }
  }
  const close = () => {
    clearTimeout(idle)
    known.clear()
    sizes.clear()
  }
  return {
    async of({ id, version }) {
      clearTimeout(idle)
      idle = setTimeout(close, idleMs).unref()
      const held = known.get(id)
      forget(id)
      const value = held?.version === version ? held.value : read(id)
      known.set(id, { version, value })
      const got = await value
      if (known.get(id)?.value === value) {
        if (got) sizes.set(id, got.bytes)
        else forget(id)
        shed(id)
      }
      return got
    },
    close,
  }
}
