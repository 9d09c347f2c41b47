import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import path from 'node:path'
import { familyOf } from './process-family.ts'
import { endFamily, npmProgram, ownGroup } from './programs.ts'

const root = path.join(import.meta.dirname, '..', '..')

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
          const [found] = allOutput().match(pattern) ?? []
          if (found !== undefined) settle(() => resolve(found))
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
