import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { start as english } from '../../preload/messages/en/app.ts'
import { start as portuguese } from '../../preload/messages/pt-BR/app.ts'
import { childEnvironment, interruptedExit, proxyVariables } from '../kernel/child-process.ts'
import type { AppFailure } from '../kernel/failure.ts'
import { build, loadProgram, staleParts } from './build.ts'
import { findElectron } from './find-electron.ts'
import { readStartOptions, type StartOptions, systemLanguage } from './node-parts.ts'

/**
 * `npm start`: builds what has changed and opens the Electron app. Where that fails, it states why in one sentence and
 * starts the browser host instead. Exit codes: 0 ended by the person, 1 failed, 2 wrong usage, 130 after Ctrl+C. It
 * loads almost nothing itself, since both hosts run from built code.
 */

const root = path.join(import.meta.dirname, '..', '..')
/** Longer than the app takes to stop its work and close its files. */
const closingMs = 10_000

const isEnglish = systemLanguage().startsWith('en')
const messages = isEnglish ? english : portuguese
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY)

async function start(options: StartOptions, stop: AbortSignal): Promise<number> {
  const stale = staleParts()
  if (stale.length > 0) {
    console.error(messages.building)
    if (!(await build(stale, stop))) return stop.aborted ? 0 : fail(messages.buildFailed)
  }
  if (options.host === 'browser') return serveBrowser(options, stop)
  if (!hasDisplay) {
    console.error(messages.noDisplay)
    return serveBrowser(options, stop)
  }
  let failure: AppFailure | undefined
  const binary = await findElectron({
    onDownload: () => console.error(messages.fetchingElectron),
    onFailure: (reason) => {
      failure = reason
    },
    stop,
  })
  if (binary) {
    const code = await startElectron(binary, options, stop)
    if (code !== undefined) return code
  }
  if (stop.aborted) return 0
  if (failure) console.error(await sentenceOf(failure))
  console.error(binary ? messages.electronFailed : messages.noElectron)
  return serveBrowser(options, stop)
}

/**
 * Runs the built app with this Electron until it ends; `stop` closes it. Returns the exit code, or undefined when
 * Electron ended before it could open a window: no display at DISPLAY, or a missing library.
 */
async function startElectron(
  binary: string,
  { dataDir, demo }: StartOptions,
  stop: AbortSignal,
): Promise<number | undefined> {
  // Chromium refuses to run as root with its sandbox. Containers and build machines run as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(binary, [...asRoot, root, `--data-dir=${dataDir}`, ...(demo ? ['--demo'] : [])], {
    // Includes the login of a proxy in a variable, which Chromium itself does not use.
    env: { ...childEnvironment(), ...proxyVariables(process.env) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  let couldOpen = false
  child.once('message', () => {
    couldOpen = true
  })
  let limit: NodeJS.Timeout | undefined
  const close = () => {
    // The app quits when this connection is cut, on every system and also when this process is killed.
    if (child.connected) child.disconnect()
    limit = setTimeout(() => child.kill('SIGKILL'), closingMs)
  }
  stop.addEventListener('abort', close)
  try {
    const [code] = await once(child, 'exit')
    if (stop.aborted) return 0
    return couldOpen || code === 0 ? (code ?? 1) : undefined
  } catch {
    // This system cannot run that program.
    return undefined
  } finally {
    clearTimeout(limit)
    stop.removeEventListener('abort', close)
  }
}

/** The catalogue of failures is loaded only for a failure. */
async function sentenceOf({ code, params }: AppFailure): Promise<string> {
  const { failures } = isEnglish
    ? await import('../../preload/messages/en/failures.ts')
    : await import('../../preload/messages/pt-BR/failures.ts')
  return failures[code](params)
}

async function serveBrowser(options: StartOptions, stop: AbortSignal): Promise<number> {
  // The source from which vite.config.ts builds this program.
  const program = loadProgram('browser') as typeof import('./serve-browser.ts')
  return program.serveBrowser(options, hasDisplay, stop)
}

let interrupted = false

/** Aborts on Ctrl+C, `kill` and a closed terminal. Ctrl+C may come twice, from the terminal and from npm. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  process.on('SIGINT', () => {
    interrupted = true
  })
  // package.json replaces npm's shell by this process, since Debian's shell does not pass on an interrupt. A killed npm
  // sends no signal.
  const parent = process.ppid
  const check = () => process.ppid !== parent && stop.abort()
  if (process.env.npm_lifecycle_event) setInterval(check, 500).unref()
  return stop.signal
}

function fail(sentence: string, code = 1): number {
  console.error(sentence)
  return code
}

const options = readStartOptions(process.argv.slice(2))

const stop = stopSignal()

const whyFailed = (error: unknown) => String(error instanceof Error ? error.stack : error)

const code = options
  ? await start(options, stop).catch((error: unknown) => (stop.aborted ? 0 : fail(whyFailed(error))))
  : fail(messages.usage, 2)

process.exit(interrupted && code === 0 ? interruptedExit : code)
