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
 * `npm start`: builds what has changed and opens the Electron app; where that cannot be, states why in one sentence and
 * starts the browser host instead. Exit codes: 0 ended by the person, 1 failed, 2 wrong usage, 130 after Ctrl+C. It
 * loads next to nothing itself: both hosts run from what is built.
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
 * Runs the built app with this Electron until it ends; `stop` closes it. Gives the exit code, or undefined when
 * Electron ended before it could open a window: no display behind DISPLAY, a library that is not there.
 */
async function startElectron(
  binary: string,
  { dataDir, demo }: StartOptions,
  stop: AbortSignal,
): Promise<number | undefined> {
  // Chromium refuses to run as root with its sandbox; root is who runs containers and build machines.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(binary, [...asRoot, root, `--data-dir=${dataDir}`, ...(demo ? ['--demo'] : [])], {
    // The login of a proxy that the person wrote into a variable: Chromium itself does not take it from there.
    env: { ...childEnvironment(), ...proxyVariables(process.env) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  let couldOpen = false
  child.once('message', () => {
    couldOpen = true
  })
  let limit: NodeJS.Timeout | undefined
  const close = () => {
    // The app quits when this line is cut, on every system and also when this process is killed.
    if (child.connected) child.disconnect()
    limit = setTimeout(() => child.kill('SIGKILL'), closingMs)
  }
  stop.addEventListener('abort', close)
  try {
    const [code] = await once(child, 'exit')
    if (stop.aborted) return 0
    return couldOpen || code === 0 ? (code ?? 1) : undefined
  } catch {
    // Not a program that this system can run.
    return undefined
  } finally {
    clearTimeout(limit)
    stop.removeEventListener('abort', close)
  }
}

/** The catalogue of failures is loaded where there is one to say. */
async function sentenceOf({ code, params }: AppFailure): Promise<string> {
  const { failures } = isEnglish
    ? await import('../../preload/messages/en/failures.ts')
    : await import('../../preload/messages/pt-BR/failures.ts')
  return failures[code](params)
}

async function serveBrowser(options: StartOptions, stop: AbortSignal): Promise<number> {
  // What vite.config.ts builds this program from.
  const program = loadProgram('browser') as typeof import('./serve-browser.ts')
  return program.serveBrowser(options, hasDisplay, stop)
}

let interrupted = false

/** Ctrl+C, `kill` and a closed terminal all mean: end. Ctrl+C may come twice, by the terminal and by npm. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  process.on('SIGINT', () => {
    interrupted = true
  })
  // package.json replaces npm's shell by this process, because the one of Debian keeps an interrupt to itself. Of a
  // killed npm sends no signal.
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
