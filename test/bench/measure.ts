import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { familyOf } from '../kit/processes.ts'
import type { Facts, SideMessage } from './side.ts'

/** What one run of one side took. */
export interface Sample {
  /** Wall time of the work that the side measured. */
  readonly seconds: number
  /** User and system time of all its processes during that work; NaN where there is no /proc. */
  readonly cpuSeconds: number
  /** Largest resident memory of our data process, of a peer's own process, in MB of 1,000,000 bytes. */
  readonly peakMb: number
  readonly facts: Facts
}

/** No side may take the machine with it. */
const longestMs = 15 * 60_000
/** A process that ends during the work leaves no peak: it is read so often. */
const sampleMs = 200
const heapMb = 8000

/**
 * Runs `sides/<file>.ts` with a side's name and input in a process of its own; rejects when it ends without a sample.
 * A throttled side does what it measures at half speed, in the processes that it has started until then.
 */
export function runSide(
  file: 'ours' | 'questions' | 'peers' | 'screens',
  name: string,
  input: unknown,
  { throttled = false } = {},
): Promise<Sample> {
  const words = [name, JSON.stringify(input)]
  const child = fork(path.join(import.meta.dirname, 'sides', `${file}.ts`), words, {
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), longestMs)
  const usage = watchUsage(Number(child.pid))
  return new Promise((resolve, reject) => {
    let cpuBefore = Number.NaN
    let sample: Sample | undefined
    let endThrottle = () => {}
    child.on('message', (message: SideMessage) => {
      if (message.at === 'begin') {
        cpuBefore = usage.cpuSeconds()
        if (throttled) endThrottle = throttle(familyOf(Number(child.pid)))
      } else {
        endThrottle()
        const { seconds, facts } = message
        sample = { seconds, facts, cpuSeconds: usage.cpuSeconds() - cpuBefore, peakMb: usage.peakMb() }
      }
      child.send({})
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(limit)
      endThrottle()
      usage.stop()
      if (code === 0 && sample) resolve(sample)
      else reject(new Error(`the side ${name} ended with ${code ?? signal}`))
    })
  })
}

/** Timers are no finer. */
const sliceMs = 1
/** Too short to be taken for a wait. */
const longestStopMs = 2

/**
 * A processor of half the speed, as `Emulation.setCPUThrottlingRate` is one for a page: after each slice these
 * processes stop for as long as they ran. What a late timer let them run is made up by later stops, and a stop that
 * lasted too long by later slices. Gives what ends it.
 */
function throttle(pids: readonly number[]): () => void {
  const lock = new Int32Array(new SharedArrayBuffer(4))
  let countedUntil = performance.now()
  let dueMs = 0
  const timer = setInterval(() => {
    const stoppedAt = performance.now()
    dueMs += stoppedAt - countedUntil
    countedUntil = stoppedAt
    // A timer that was due during a stop fires right after it.
    if (dueMs < sliceMs) return
    for (const pid of pids) signal(pid, 'SIGSTOP')
    // Nothing is left stopped: whatever ends the bench comes between two callbacks.
    Atomics.wait(lock, 0, 0, Math.min(dueMs, longestStopMs))
    for (const pid of pids) signal(pid, 'SIGCONT')
    countedUntil = performance.now()
    dueMs -= countedUntil - stoppedAt
  }, sliceMs)
  return () => clearInterval(timer)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/** Watches a process and all that it starts. */
function watchUsage(pid: number) {
  const peaks = { data: 0, others: 0 }
  const read = () => {
    const family = familyOf(pid).map(usageOf)
    for (const { isData, peakMb } of family) {
      const name = isData ? 'data' : 'others'
      peaks[name] = Math.max(peaks[name], peakMb)
    }
    return family.reduce((sum, each) => sum + each.cpuSeconds, 0)
  }
  const timer = setInterval(read, sampleMs)
  return {
    cpuSeconds: () => (process.platform === 'linux' ? read() : Number.NaN),
    peakMb: () => (process.platform === 'linux' ? peaks.data || peaks.others : Number.NaN),
    stop: () => clearInterval(timer),
  }
}

/** The kernel counts in hundredths of a second for every program. */
const ticksASecond = 100

interface Usage {
  readonly isData: boolean
  /** With its children that have ended. */
  readonly cpuSeconds: number
  /** VmHWM. */
  readonly peakMb: number
}

/** What a process took; nothing of one that is gone. */
function usageOf(pid: number): Usage {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    const [, peakKb = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    const isData = readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('data.cjs')
    return { isData, cpuSeconds: ticks / ticksASecond, peakMb: (Number(peakKb) * 1024) / 1e6 }
  } catch {
    return { isData: false, cpuSeconds: 0, peakMb: 0 }
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
