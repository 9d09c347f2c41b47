import { spawn } from 'node:child_process'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { childEnvironment, exitCodeOf } from '../kernel/child-process.ts'
import { createProcessLock } from '../kernel/process-lock.ts'

const root = path.join(import.meta.dirname, '..', '..')
const out = path.join(root, 'out')
const everywhere = ['preload', 'vite.config.ts', 'package-lock.json']

/** The parts that are built separately, with their sources: a change of a screen does not rebuild the programs. */
const parts = {
  page: ['renderer', ...everywhere],
  programs: ['main', ...everywhere],
} satisfies Record<string, readonly string[]>

type BuildPart = keyof typeof parts
const allParts: readonly BuildPart[] = ['page', 'programs']

/** The parts in `out/` that are missing or older than one of their sources. */
export function staleParts(requested: readonly BuildPart[] = allParts): readonly BuildPart[] {
  return requested.filter((part) => {
    const built = modified(stampOf(part))
    return parts[part].some((source) => newest(path.join(root, source)) > built)
  })
}

/** A build takes half a minute on a slow machine. */
const longestWaitMs = 600_000
const lock = createProcessLock({ folder: path.join(root, '.cache'), name: 'build.lock', longestWaitMs })

/**
 * Builds these parts with Vite, if any, and returns whether that succeeded. Errors go to stderr. One process builds at
 * a time, and a part that another process has built meanwhile is not built again.
 */
export async function build(requested: readonly BuildPart[] = allParts, stop?: AbortSignal): Promise<boolean> {
  if (requested.length === 0) return true
  const previousStamps = new Map(requested.map((part) => [part, modified(stampOf(part))]))
  const isBuilt = (part: BuildPart) =>
    modified(stampOf(part)) !== previousStamps.get(part) && staleParts([part]).length === 0
  return lock.take(
    () =>
      buildAlone(
        requested.filter((part) => !isBuilt(part)),
        stop,
      ),
    stop,
  )
}

async function buildAlone(requested: readonly BuildPart[], stop?: AbortSignal): Promise<boolean> {
  if (requested.length === 0) return true
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const startTime = new Date()
  const child = spawn(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    // Standard output is for the result of a command.
    stdio: ['ignore', process.stderr, process.stderr],
    // Set for every build: React's development part is several times slower.
    env: { ...childEnvironment(), NODE_ENV: 'production', CRUZA_BUILD: requested.join() },
    ...(stop ? { signal: stop } : {}),
  })
  if ((await exitCodeOf(child)) !== 0) return false
  for (const stamp of requested.map(stampOf)) {
    writeFileSync(stamp, '')
    // A source that was saved while Vite ran may be missing from the result.
    utimesSync(stamp, startTime, startTime)
  }
  return true
}

/** Loads a built program into this process. `import()` would first search its millions of characters for exports. */
export function loadProgram(name: 'browser' | 'cli'): unknown {
  return createRequire(import.meta.url)(path.join(out, `${name}.cjs`))
}

const stampOf = (part: BuildPart) => path.join(out, `.built-${part}`)

function newest(place: string): number {
  const ownTime = modified(place)
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return ownTime
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((latest, { name }) => Math.max(latest, newest(path.join(place, name))), ownTime)
}

function modified(place: string): number {
  return statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
