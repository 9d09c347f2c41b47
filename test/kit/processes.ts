import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { exitCodeOf } from '../../main/kernel/child-process.ts'

const root = path.join(import.meta.dirname, '..', '..')

/**
 * The file that a package runs under this name, to be started with this Node. What lies in node_modules/.bin is a batch
 * file on Windows, which no program can start without a shell.
 */
export function programOf(name: string, packageName = name): string {
  const folder = path.join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[name])
}

/**
 * npm as a program and its first words: its own file under this Node where npm names it, as it does to every script.
 */
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

export interface WatchedRun {
  readonly environment?: Readonly<Record<string, string>>
  /** Prints what it says at once, else in one piece when it has ended. */
  readonly live: boolean
  /** A file that grows while the program works. */
  readonly progressFile?: string
  /** It is ended with all that it started when it has printed nothing, and its file has not grown, for so long. */
  readonly silentMs: number
  /** Ends it as well. */
  readonly signal?: AbortSignal
}

export interface WatchedResult {
  readonly code: number
  readonly output: string
  /** Why it was ended, where it did not end by itself. */
  readonly ended?: 'silent' | 'aborted'
}

/** Runs a program in a group of its own until it ends, has been silent for too long or is aborted. */
export async function runWatched(
  command: string,
  parameters: readonly string[],
  { environment = {}, live, progressFile, silentMs, signal }: WatchedRun,
): Promise<WatchedResult> {
  const child = spawn(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    ...ownGroup,
  })
  const output: Buffer[] = []
  let lastSign = performance.now()
  let size = 0
  let ended: WatchedResult['ended']
  const end = (reason: WatchedResult['ended']) => {
    ended ??= reason
    endFamily(child, 'SIGKILL')
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      lastSign = performance.now()
      output.push(piece)
      if (live) process.stdout.write(piece)
    })
  }
  const watch = setInterval(() => {
    const newSize = (progressFile && statSync(progressFile, { throwIfNoEntry: false })?.size) || 0
    if (newSize !== size) lastSign = performance.now()
    size = newSize
    if (performance.now() - lastSign > silentMs) end('silent')
  }, silentMs / 20)
  const abort = () => end('aborted')
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  const code = await exitCodeOf(child)
  clearInterval(watch)
  signal?.removeEventListener('abort', abort)
  if (!live) process.stdout.write(Buffer.concat(output))
  return { code, output: Buffer.concat(output).toString(), ...(ended ? { ended } : {}) }
}

interface Process {
  readonly pid: number
  readonly parent: number
}

/** This process and all that it, or one of its children, has started. */
export function familyOf(pid: number): readonly number[] {
  const all = liveProcesses()
  const family = [pid]
  // Grows while it is read: the children of children are searched for too.
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member).map((each) => each.pid))
  return family
}

/** Those of these processes that have not ended. */
export function stillAlive(pids: readonly number[]): readonly number[] {
  const alive = new Set(liveProcesses().map(({ pid }) => pid))
  return pids.filter((pid) => alive.has(pid))
}

function liveProcesses(): readonly Process[] {
  if (process.platform === 'linux') return linuxProcesses()
  const [program, words] = process.platform === 'win32' ? windowsList : posixList
  const { stdout } = spawnSync(program, words, { encoding: 'utf8' })
  return listedProcesses(stdout)
}

const posixList = ['ps', ['-axo', 'pid=,ppid=,stat=']] as const
const windowsList = [
  'powershell',
  [
    '-NoProfile',
    '-Command',
    'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId)" }',
  ],
] as const

/** A line each: its number, that of its parent and, where there is one, its state. */
export function listedProcesses(list: string): readonly Process[] {
  return list.split(/\r?\n/).flatMap((line): Process[] => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/)
    return parent === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent) }]
  })
}

function linuxProcesses(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const [state, parent] = statOf(name)
      return state === undefined || state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent) }]
    })
}

/** The state and the parent; they follow the name, which is in parentheses and may hold anything. */
function statOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

export interface Started {
  /** What it has printed so far. */
  readonly out: () => string
  readonly err: () => string
  /** The first match in what it prints; rejects with all its words when it ends or takes too long. */
  waitForOutput(pattern: RegExp): Promise<string>
  /** As Ctrl+C in a terminal does, which reaches the whole group. */
  interrupt(): void
  /** As a supervisor's Ctrl+C does, which reaches npm alone. */
  interruptNpm(): void
  /** As `kill` of the npm process does. */
  terminate(): void
  /** Of npm, as a shell shows it: 130 where SIGINT ended it, which npm does to itself when its script ends with 130. */
  readonly exit: Promise<number>
  /** Pids of npm and of all that it started and that lives now. */
  family(): readonly number[]
  /** Ends whatever is left. */
  end(): Promise<void>
}

/** Runs `npm start -- ...words` in a group of its own, as a terminal does. Undefined takes a variable away. */
export function npmStart(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Started {
  const [npm, ...first] = npmProgram()
  const child = spawn(npm, [...first, '--silent', 'start', '--', ...words], {
    cwd: root,
    ...ownGroup,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  const output = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
      for (const listener of listeners) listener()
    })
  }
  const allOutput = () => `${output.stdout}\n${output.stderr}`
  const exit = once(child, 'exit').then(([code, signal]: (number | NodeJS.Signals | null)[]) =>
    typeof code === 'number' ? code : 128 + constants.signals[signal as NodeJS.Signals],
  )

  return {
    out: () => output.stdout,
    err: () => output.stderr,
    exit,
    family: () => familyOf(Number(child.pid)),
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const settle = (finish: () => void) => {
          listeners.delete(look)
          clearTimeout(limit)
          finish()
        }
        const look = () => {
          const [match] = allOutput().match(pattern) ?? []
          if (match !== undefined) settle(() => resolve(match))
        }
        const limit = setTimeout(
          () => settle(() => reject(new Error(`never allOutput ${pattern}:\n${allOutput()}`))),
          60_000,
        )
        listeners.add(look)
        look()
        void exit.then(() => settle(() => reject(new Error(`ended without saying ${pattern}:\n${allOutput()}`))))
      }),
    interrupt: () => endFamily(child, 'SIGINT'),
    interruptNpm: () => kill(Number(child.pid), 'SIGINT'),
    terminate: () => kill(Number(child.pid), 'SIGTERM'),
    async end() {
      endFamily(child, 'SIGKILL')
      await exit
    },
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself meanwhile.
  }
}
