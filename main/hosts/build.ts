import { spawn } from 'node:child_process'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exitCodeOf } from './exit-code.ts'

const root = path.join(import.meta.dirname, '..', '..')
const stamp = path.join(root, 'out', '.built')
const sources = ['main', 'preload', 'renderer', 'vite.config.ts', 'package-lock.json']

/** Whether what is in `out/` is older than any source. */
export function isStale(): boolean {
  const built = modified(stamp)
  return sources.some((source) => newest(path.join(root, source)) > built)
}

/** Builds renderer, preload and Electron's main with Vite; whether it went well. What went wrong is on stderr. */
export async function build(stop?: AbortSignal): Promise<boolean> {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const begun = new Date()
  const child = spawn(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...(stop ? { signal: stop } : {}),
  })
  if ((await exitCodeOf(child)) !== 0) return false
  writeFileSync(stamp, '')
  // A source that was saved while Vite ran may not be in what it built.
  utimesSync(stamp, begun, begun)
  return true
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
