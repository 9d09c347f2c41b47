import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { childEnvironment, proxyVariables } from '../kernel/child-environment.ts'
import type { StartOptions } from './start-options.ts'

const root = path.join(import.meta.dirname, '..', '..')
/** Longer than the app takes to stop its work and close its files. */
const closingMs = 10_000

/**
 * Runs the built app with this Electron until it ends; `stop` closes it. Gives the exit code, or undefined when Electron
 * ended before it could open a window: no display behind DISPLAY, a library that is not there.
 */
export async function startElectron(
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
