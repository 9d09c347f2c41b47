import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { npmProgram } from '../kit/processes.ts'
import type { Needs } from '../kit/systems.ts'

/**
 * DuckDB, a peer of the benches and a reader of our files in tests. It is of `test/bench/package.json`, which the type
 * checker does not know.
 */

interface DuckDb {
  readonly DuckDBInstance: {
    create(file: string, options: Readonly<Record<string, string>>): Promise<{ connect(): Promise<DuckDbConnection> }>
  }
}

/** A name that is no literal is none for the type checker. */
export const duckDbName: string = '@duckdb/node-api'

export interface DuckDbConnection {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<{
    getRowObjects(): Record<string, unknown>[]
    /** The rows as JSON holds them: numbers of 64 bits, times and the like as texts. */
    getRowObjectsJson(): Record<string, unknown>[]
  }>
  closeSync(): void
}

/** Opens a file or memory, with two threads; the order of lines is kept, as it is by default. */
export async function openDuckDb(
  file = ':memory:',
  access: 'READ_ONLY' | 'READ_WRITE' = 'READ_WRITE',
): Promise<DuckDbConnection> {
  const { DuckDBInstance }: DuckDb = await import(duckDbName)
  return (await DuckDBInstance.create(file, { access_mode: access, threads: '2' })).connect()
}

const arePeersThere = () => existsSync(path.join(import.meta.dirname, 'node_modules', '.package-lock.json'))

/**
 * Installs the peers of `test/bench/package.json` where they are missing, and gives whether they are there. Not by `npm
 * ci`: that refuses a lock without the native parts of other systems, which not every registry has in this version.
 */
export function installPeers(): boolean {
  if (arePeersThere()) return true
  const [npm, ...words] = npmProgram()
  const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  return spawnSync(npm, [...words, ...install], { cwd: import.meta.dirname, stdio: 'inherit' }).status === 0
}

/** The options of a test that reads our files with DuckDB. */
export function duckDbOnly(): Needs {
  return { skip: !arePeersThere(), reason: 'needs DuckDB, which `npm test` and `npm run bench` install' }
}
