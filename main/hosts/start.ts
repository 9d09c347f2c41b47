import { once } from 'node:events'
import path from 'node:path'
import open from 'open'
import { catalogues, failureSentence } from '../../preload/messages/catalogue.ts'
import { AppFailure } from '../kernel/failure.ts'
import { startBrowserHost } from './browser.ts'
import { build, isStale } from './build.ts'
import { findElectron } from './find-electron.ts'
import {
  appVersion,
  createNodeFetch,
  startDataProcess,
  startKeychainProcess,
  systemLanguage,
  takePassphrase,
} from './node-parts.ts'
import { startElectron } from './start-electron.ts'
import { readStartOptions, type StartOptions } from './start-options.ts'

/**
 * `npm start`: builds what is needed and opens the Electron app; where that cannot be, says why in one sentence and
 * starts the browser host instead (issue 2, section 1). Exit codes: 0 ended by the person, 1 failed, 2 wrong usage.
 */

const root = path.join(import.meta.dirname, '..', '..')
const catalogue = catalogues[systemLanguage().startsWith('en') ? 'en' : 'pt-BR']
const messages = catalogue.start
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY)
/** Longer than closing takes; what still runs then does not hold the terminal. */
const closingMs = 10_000

async function start(options: StartOptions, stop: AbortSignal): Promise<number> {
  if (isStale()) {
    console.error(messages.building)
    if (!(await build(stop))) return stop.aborted ? 0 : fail(messages.buildFailed)
  }
  if (options.host === 'browser') return serveBrowser(options, stop)
  if (!hasDisplay) {
    console.error(messages.noDisplay)
    return serveBrowser(options, stop)
  }
  const binary = await findElectron({ onDownload: () => console.error(messages.fetchingElectron), stop })
  if (binary) {
    const code = await startElectron(binary, options, stop)
    if (code !== undefined) return code
  }
  if (stop.aborted) return 0
  console.error(binary ? messages.electronFailed : messages.noElectron)
  return serveBrowser(options, stop)
}

/** Serves until it is stopped. */
async function serveBrowser(options: StartOptions, stop: AbortSignal): Promise<number> {
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
  try {
    if (options.demo) await host.app.handlers()['app.enter_demo']({}, { signal: stop, progress() {} })
    console.log(`Cruza ready: ${host.address}`)
    // Where no browser can be opened, the address stands on the screen.
    if (options.open && hasDisplay && !stop.aborted) await open(host.address).catch(() => undefined)
    if (!stop.aborted) await once(stop, 'abort')
    setTimeout(() => process.exit(1), closingMs).unref()
  } finally {
    await host.close()
  }
  return 0
}

/** Ctrl+C, `kill` and a closed terminal all mean: end. Ctrl+C may come twice, by the terminal and by npm. */
function hearStop(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  // npm hands a signal to its shell alone, which ends without a word to this process.
  const shell = process.ppid
  const look = () => process.ppid !== shell && stop.abort()
  if (process.env.npm_lifecycle_event) setInterval(look, 500).unref()
  return stop.signal
}

function fail(sentence: string, code = 1): number {
  console.error(sentence)
  return code
}

function whyFailed(error: unknown, { port }: StartOptions): string {
  if (error instanceof AppFailure) return failureSentence(catalogue, error)
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return messages.portTaken(port)
  return String(error instanceof Error ? error.stack : error)
}

const options = readStartOptions(process.argv.slice(2))
const stop = hearStop()
process.exit(
  options
    ? await start(options, stop).catch((error: unknown) => (stop.aborted ? 0 : fail(whyFailed(error, options))))
    : fail(messages.usage, 2),
)
