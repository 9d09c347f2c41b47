import path from 'node:path'
import { parseArgs } from 'node:util'
import { defaultDataDir } from './node-parts.ts'

/** What a person may say to `npm start`. */
export interface StartOptions {
  /** Undefined: Electron where that can be, else the browser. */
  readonly host: 'electron' | 'browser' | undefined
  /** Of the browser host; 0 takes a free one. */
  readonly port: number
  /** Absolute. */
  readonly dataDir: string
  /** Whether the browser host opens the default browser. */
  readonly open: boolean
  readonly demo: boolean
}

/** The options of a command line's words; undefined when they make no sense. */
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
