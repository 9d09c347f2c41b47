import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { childEnvironment } from '../kernel/child-environment.ts'
import { exitCodeOf } from './exit-code.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'node_modules', 'electron')
/** A first download over a slow line; where there is no way to it, it fails by itself long before. */
const downloadMs = 15 * 60_000

interface Search {
  /** Called before a download, which takes its time. */
  onDownload(): void
  readonly stop?: AbortSignal
}

/**
 * The path of Electron's binary: the one in the folder that ELECTRON_OVERRIDE_DIST_PATH names, the one of an earlier
 * start, or a fresh download by Electron's own installer. Undefined where it cannot be had.
 */
export async function findElectron({ onDownload, stop }: Search): Promise<string | undefined> {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return existing(path.join(override, executableName()))
  const found = installed()
  if (found) return found
  const installer = path.join(folder, 'install.js')
  if (!existsSync(installer)) return undefined
  onDownload()
  const limit = AbortSignal.timeout(downloadMs)
  await exitCodeOf(
    spawn(process.execPath, [installer], {
      stdio: 'ignore',
      signal: stop ? AbortSignal.any([stop, limit]) : limit,
      env: childEnvironment(),
    }),
  )
  return installed()
}

function installed(): string | undefined {
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
