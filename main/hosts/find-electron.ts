import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { childEnvironment, exitCodeOf } from '../kernel/child-process.ts'
import { AppFailure } from '../kernel/failure.ts'
import { environmentProxies } from '../kernel/proxy-logins.ts'

const ownFolder = path.join(import.meta.dirname, '..', '..', 'node_modules', 'electron')
/** Enough for a first download over a slow line. Without a network it fails much earlier. */
const downloadMs = 15 * 60_000
const probeMs = 15_000

interface Search {
  /** Called before a download, which takes long. */
  onDownload(): void
  /** Called with the reason of a failed download, where it is the network. */
  onFailure?(failure: AppFailure): void
  /** The folder of Electron's package; by default the project's. */
  readonly folder?: string
  readonly stop?: AbortSignal
}

/**
 * The path of Electron's binary: from the folder in ELECTRON_OVERRIDE_DIST_PATH, from an earlier start, or from a new
 * download by Electron's own installer. Undefined where none is available.
 */
export async function findElectron({
  onDownload,
  onFailure,
  stop,
  folder = ownFolder,
}: Search): Promise<string | undefined> {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return existing(path.join(override, executableName()))
  const executable = installed(folder)
  if (executable) return executable
  const installer = path.join(folder, 'install.js')
  if (!existsSync(installer)) return undefined
  onDownload()
  const limit = AbortSignal.timeout(downloadMs)
  await exitCodeOf(
    spawn(process.execPath, [installer], {
      stdio: 'ignore',
      signal: stop ? AbortSignal.any([stop, limit]) : limit,
      env: { ...childEnvironment(), ...networkEnvironment(process.env) },
    }),
  )
  const binary = installed(folder)
  if (!binary && onFailure && !stop?.aborted) await reportFailure(onFailure)
  return binary
}

/** The environment's proxy in Node's form, with its login, and the certificates that the system trusts. */
function networkEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const { http, https } = environmentProxies(environment)
  const variables = Object.entries({ http_proxy: http, https_proxy: https }).flatMap(([name, proxy]) =>
    proxy ? [name, name.toUpperCase()].map((each): [string, string] => [each, proxy.href]) : [],
  )
  return { ...Object.fromEntries(variables), NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1' }
}

/** Sends one request to the download's host, since the installer gives no cause. */
async function reportFailure(onFailure: (failure: AppFailure) => void): Promise<void> {
  // Undici and the names of its failures are loaded only after a failed download.
  const [{ createNodeFetch }, { failureOfNetwork }] = await Promise.all([
    import('./node-fetch.ts'),
    import('../kernel/http-failures.ts'),
  ])
  const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror
  const url = mirror && URL.canParse(mirror) ? mirror : 'https://github.com/electron/electron/releases'
  try {
    const signal = AbortSignal.timeout(probeMs)
    await createNodeFetch()(url, { method: 'HEAD', redirect: 'manual', signal })
  } catch (error) {
    onFailure(error instanceof AppFailure ? error : failureOfNetwork(error, { host: new URL(url).host }))
  }
}

function installed(folder: string): string | undefined {
  const pointer = path.join(folder, 'path.txt')
  return existsSync(pointer) ? existing(path.join(folder, 'dist', readFileSync(pointer, 'utf8').trim())) : undefined
}

function existing(file: string): string | undefined {
  return existsSync(file) ? file : undefined
}

function executableName(): string {
  if (process.platform === 'win32') return 'electron.exe'
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
}
