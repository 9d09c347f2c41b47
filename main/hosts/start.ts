import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import open from 'open'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { startBrowserHost } from './browser.ts'
import { build, isStale } from './build.ts'
import { defaultDataDir } from './data-dir.ts'
import { findElectron } from './find-electron.ts'
import {
  appVersion,
  createNodeFetch,
  startDataProcess,
  startKeychainProcess,
  systemLanguage,
  takePassphrase,
} from './node-parts.ts'

/**
 * `npm start`: builds what is needed and opens the Electron app; where that cannot be, says why in one sentence and
 * starts the browser host instead (issue 2, section 1).
 */

const root = path.join(import.meta.dirname, '..', '..')
const messages = catalogues[systemLanguage().startsWith('en') ? 'en' : 'pt-BR'].start
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY)

interface Options {
  readonly host: 'electron' | 'browser' | undefined
  readonly port: number
  readonly dataDir: string
  readonly open: boolean
  readonly demo: boolean
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      host: { type: 'string' },
      port: { type: 'string', default: '0' },
      'data-dir': { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
    },
  })
  const { host } = values
  const port = Number(values.port)
  if (host !== undefined && host !== 'electron' && host !== 'browser') throw new Error('host')
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('port')
  const dataDir = path.resolve(values['data-dir'] ?? defaultDataDir())
  return { host, port, dataDir, open: !values['no-open'], demo: values.demo }
}

/** Runs the Electron app until it ends; its exit code, or undefined when it could not even start. */
function runElectron(binary: string, { dataDir, demo }: Options): Promise<number | undefined> {
  const flags = [`--data-dir=${dataDir}`, ...(demo ? ['--demo'] : [])]
  // Chromium refuses to run as root with its sandbox; root is who runs containers and build machines.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(binary, [...asRoot, root, ...flags], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('exit', (code) => resolve(code ?? 0))
  })
}

async function runBrowser(options: Options): Promise<void> {
  const host = await startBrowserHost({
    port: options.port,
    rendererDir: path.join(root, 'out', 'renderer'),
    dataDir: options.dataDir,
    version: appVersion(),
    language: systemLanguage(),
    fetch: createNodeFetch(),
    startData: startDataProcess,
    startKeychain: startKeychainProcess,
    ...takePassphrase(),
    log: (question, { code, details }) => console.error(`${question}: ${code} ${details ?? ''}`),
  })
  const call = { signal: new AbortController().signal, progress() {} }
  if (options.demo) await host.app.handlers()['app.enter_demo']({}, call)
  console.log(`Cruza ready: ${host.address}`)
  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1)
      closing = true
      void host.close().finally(() => process.exit(0))
    })
  }
  if (options.open && hasDisplay) await open(host.address)
}

async function start(): Promise<void> {
  const options = readOptions()
  if (isStale()) {
    console.error(messages.building)
    build()
  }
  if (options.host === 'browser') return runBrowser(options)
  if (!hasDisplay) {
    console.error(messages.noDisplay)
    return runBrowser(options)
  }
  const binary = findElectron(() => console.error(messages.fetchingElectron))
  if (!binary) {
    console.error(messages.noElectron)
    return runBrowser(options)
  }
  const code = await runElectron(binary, options)
  if (code !== undefined) process.exit(code)
  console.error(messages.electronFailed)
  return runBrowser(options)
}

try {
  await start()
} catch (error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') console.error(messages.portTaken(readOptions().port))
  else if (code.startsWith('ERR_PARSE_ARGS') || (error instanceof Error && ['host', 'port'].includes(error.message)))
    console.error(messages.usage)
  else console.error(error)
  process.exit(code === '' || code === 'EADDRINUSE' ? 1 : 2)
}
