import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { findElectron } from '../../main/hosts/find-electron.ts'

const root = path.join(import.meta.dirname, '..', '..')

type ElectronForTests =
  | { readonly binary: string; readonly environment: Readonly<Record<string, string>> }
  | { readonly reason: string }

/**
 * Electron for the tests: its own download where that works, else the stand-in where it exists, else the reason why
 * there is none. The stand-in runs an older Node than the encrypted store needs, so the data process gets this Node.
 */
export async function electronForTests(): Promise<ElectronForTests> {
  const download = await findElectron({ onDownload: () => console.log('Fetching Electron…') })
  if (download) return { binary: download, environment: {} }
  const standIn = path.join(root, '..', 'shared', 'tools', 'electron-runtime')
  if (!existsSync(standIn)) return { reason: "Electron's download cannot be reached and there is no stand-in runtime" }
  const standInRun = spawnSync(standIn, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], timeout: 300_000 })
  const folder = standInRun.stdout?.trim().split('\n').at(-1)
  if (standInRun.status !== 0 || !folder) return { reason: "Electron's download and the stand-in runtime both failed" }
  return {
    binary: path.join(folder, 'electron'),
    environment: { ELECTRON_OVERRIDE_DIST_PATH: folder, CRUZA_DATA_NODE: process.execPath },
  }
}
