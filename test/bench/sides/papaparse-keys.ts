import { createReadStream } from 'node:fs'
import Papa from 'papaparse'
import { readInput, report } from './input.ts'
import { naiveKey } from './naive-keys.ts'

export interface PapaparseKeys {
  readonly rows: number
  readonly keys: number
  /** Seconds until every key was known. */
  readonly seconds: number
}

/** papaparse's `chunk` mode over a stream, and a Set. */
const { path } = readInput<{ path: string }>()
const start = performance.now()
const keys = new Set<string>()
let rows = -1
Papa.parse<string[]>(createReadStream(path, 'utf8'), {
  skipEmptyLines: true,
  chunk({ data }) {
    for (const row of data) keys.add(naiveKey(row))
    rows += data.length
  },
  complete() {
    report({ rows, keys: keys.size, seconds: (performance.now() - start) / 1000 } satisfies PapaparseKeys)
  },
})
