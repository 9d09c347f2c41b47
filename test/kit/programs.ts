import { type ChildProcess, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

/**
 * The file that a package runs under this name, to be started with this Node: what lies in node_modules/.bin is a batch file on
 * Windows, which no program can start without a shell.
 */
export function programOf(name: string, packageName = name): string {
  const folder = path.join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[name])
}

/** npm as a program and its first words: its own file under this Node where npm names it, as it does to every script. */
export function npmProgram(environment: NodeJS.ProcessEnv = process.env): readonly [string, ...string[]] {
  const { npm_execpath: file } = environment
  return file && /\.[cm]?js$/.test(file) ? [process.execPath, file] : ['npm']
}

/** Options of `spawn` for what `endFamily` ends. On Windows a group of its own would be a console of its own. */
export const ownGroup = { detached: process.platform !== 'win32' } as const

/** Ends a program that was started with `ownGroup`, with all that it has started. */
export function endFamily(child: ChildProcess, signal: NodeJS.Signals, platform = process.platform): void {
  if (child.pid === undefined) return
  if (platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended by itself.
  }
}
