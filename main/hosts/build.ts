import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')
const stamp = path.join(root, 'out', '.built')
const sources = ['main', 'preload', 'renderer', 'assets', 'vite.config.ts', 'package-lock.json']

/** Whether what is in `out/` is older than any source. */
export function isStale(): boolean {
  const built = modified(stamp)
  return sources.some((source) => newest(path.join(root, source)) > built)
}

/** Builds renderer, preload and Electron's main with Vite. Throws when the build fails; its words are on stderr. */
export function build(): void {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('vite build failed')
  writeFileSync(stamp, '')
}

function newest(place: string): number {
  const own = modified(place)
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return own
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((latest, { name }) => Math.max(latest, newest(path.join(place, name))), own)
}

function modified(place: string): number {
  return statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
