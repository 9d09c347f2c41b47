import { closeSync, openSync, readSync } from 'node:fs'

/** Pages of the lead export as the service answers them, one after the other in one file. */
export interface LeadPages {
  readonly path: string
  readonly rows: number
  /** Where each page begins; the last is where the file ends. */
  readonly offsets: readonly number[]
}

export const rowsPerPage = 500

/** Reads page after page, as text. */
export function* readPages({ path, offsets }: LeadPages): Generator<string> {
  const file = openSync(path, 'r')
  try {
    for (const [index, end] of offsets.slice(1).entries()) {
      const start = offsets[index] ?? 0
      const bytes = Buffer.allocUnsafe(end - start)
      readSync(file, bytes, 0, bytes.length, start)
      yield bytes.toString('utf8')
    }
  } finally {
    closeSync(file)
  }
}
