import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startScript } from '../kit/command.ts'

/** Node keeps what it compiled between the many starts of processes: half of the time of each. */
process.env.NODE_COMPILE_CACHE ??= path.resolve('.cache/node-compile')

/** A process that can be killed; `CommandProcess` is one. */
interface Victim {
  /** Settles when it has ended, however it did. */
  readonly finished: Promise<unknown>
  /** Sends SIGKILL; resolves when it has ended, and with it everything that it had started. */
  kill(): Promise<unknown>
}

/** One start of a long work, to be killed. */
export interface Attempt {
  readonly victim: Victim
  /** Whether a kill may strike now. */
  mayStrike(): boolean | Promise<boolean>
  /** Milliseconds that pass between that and the kill. */
  readonly momentMs: number
  /** Checks what must hold after the kill. */
  check?(): void | Promise<void>
}

/** The long work of one test, with its services and folders. */
export interface LongWork {
  /** Starts the work in a process of its own, or resumes it there. Rounds count from 0. */
  attempt(round: number): Attempt | Promise<Attempt>
  /**
   * Lets the work end after the last kill; checks that nothing is lost, and nothing repeated but what was in flight.
   */
  finish?(): Promise<void>
}

/** A kind of long work: one test. */
export interface CrashKind {
  /** Subject, condition, result. */
  readonly name: string
  /** How many times it is killed when all is tested. */
  readonly kills: number
  /** How many times in every run of the tests; only where all is tested when left out. */
  readonly killsByDefault?: number
  prepare(kills: number): Promise<LongWork>
}

const pollMs = 2
/** A busy machine is no reason to give up. */
const longestStartMs = 60_000

/**
 * Waits until a kill may strike, lets the moment pass and kills. Throws where the process ends before, with what it
 * wrote.
 */
export async function killAfter({ victim, mayStrike, momentMs }: Attempt): Promise<void> {
  let ended: { readonly result: unknown } | undefined
  void victim.finished.then((result) => {
    ended = { result }
  })
  const limit = performance.now() + longestStartMs
  while (!(await mayStrike())) {
    if (ended) throw new Error(`ended before it could be killed: ${JSON.stringify(ended.result)}`)
    if (performance.now() > limit) throw new Error(`nothing to kill after ${longestStartMs} ms`)
    await pause(pollMs)
  }
  await pause(momentMs)
  await victim.kill()
}

/** A moment below `withinMs`: the same in every run of a test, none of them chosen. */
export const momentOf = (round: number, withinMs: number): number => (round * 7919) % withinMs

/** Starts a script of `children/`; `lines` gives the lines that it has written so far. */
export function startWriter(script: string, ...words: readonly string[]) {
  const victim = startScript(path.join('test', 'crash', 'children', script), words)
  return { victim, lines: () => victim.out().split('\n').slice(0, -1) }
}
