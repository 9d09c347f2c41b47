import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import envPaths from 'env-paths'
import { type ChildPort, forkChild } from '../kernel/child-process.ts'
import type { Fetch } from '../kernel/http.ts'

/** The shared parts of the hosts in plain Node: the browser host and the command line. */

/** Every built program lies in out/; this source file lies in main/hosts/. */
const isBuilt = path.basename(import.meta.dirname) === 'out'
export const root = path.join(import.meta.dirname, ...(isBuilt ? ['..'] : ['..', '..']))
const program = (built: string, source: string) => path.join(root, ...(isBuilt ? ['out', built] : ['main', source]))

/** Starts the data process. `CRUZA_DATA_NODE` names another Node for it (docs/decisions/hosts-and-security.md §7). */
export function startDataProcess(): ChildPort {
  const execPath = process.env.CRUZA_DATA_NODE
  return forkChild(program('data.cjs', 'data-process.ts'), execPath ? { execPath } : {})
}

export function startKeychainProcess(): ChildPort {
  return forkChild(program('keychain.cjs', 'kernel/vault/keychain-process.ts'), { background: true })
}

/**
 * The fetch of node-fetch.ts, loaded at the first request: its library takes longer to load than the rest of a command.
 */
export function lazyNodeFetch(): Fetch {
  let loading: Promise<Fetch> | undefined
  return async (address, init) => {
    loading ??= import('./node-fetch.ts').then(({ createNodeFetch }) => createNodeFetch())
    return (await loading)(address, init)
  }
}

/** The version of package.json. */
export function appVersion(): string {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version
}

/** The data folder when none is named: the same for the window and the command line. */
export function defaultDataDir(): string {
  return envPaths('Cruza', { suffix: '' }).data
}

/** The system's language, such as `pt-BR`. */
export function systemLanguage(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || ''
  // The user of a machine without a locale, or with "C", is most likely Brazilian.
  return /^(c|posix)?(\.|$)/i.test(named) ? 'pt-BR' : named
}

/** The options of `npm start`. */
export interface StartOptions {
  /** Undefined: Electron where possible, else the browser. */
  readonly host: 'electron' | 'browser' | undefined
  /** For the browser host; 0 selects a free port. */
  readonly port: number
  /** Absolute. */
  readonly dataDir: string
  /** Whether the browser host opens the default browser. */
  readonly open: boolean
  readonly demo: boolean
}

/** The options in a command line's words; undefined for wrong usage. */
export function readStartOptions(words: readonly string[]): StartOptions | undefined {
  const values = parse(words)
  if (!values) return undefined
  const { host, port, 'data-dir': dataDir = defaultDataDir() } = values
  if (host !== undefined && host !== 'electron' && host !== 'browser') return undefined
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535 || dataDir === '') return undefined
  return { host, port: Number(port), dataDir: path.resolve(dataDir), open: !values['no-open'], demo: values.demo }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        host: { type: 'string' },
        port: { type: 'string', default: '0' },
        'data-dir': { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        demo: { type: 'boolean', default: false },
      },
    }).values
  } catch {
    return undefined
  }
}
