import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Data } from '../../main/data/calls.ts'
import { createData } from '../../main/data/client.ts'
import { forkChild } from '../../main/kernel/child-process.ts'
import { peakFolder } from './meter.ts'
import { fileKey } from './sides/input.ts'

/** What one run of one side gave, and what its processes took. */
export interface Measured<Value> {
  readonly value: Value
  /** From before the first process starts until the last one has ended. */
  readonly seconds: number
  /** User and system time of all processes of the side. */
  readonly cpuSeconds: number
  /** Largest resident memory of the process that took most, in MB of 1,000,000 bytes. */
  readonly peakMb: number
}

const sidesDir = path.join(import.meta.dirname, 'sides')
const dataProcess = path.join(import.meta.dirname, '..', '..', 'main', 'data', 'process.ts')
const meter = pathToFileURL(path.join(import.meta.dirname, 'meter.ts')).href
/** No side may take the machine with it. */
const longestMs = 10 * 60_000

/** Runs `sides/<name>.ts` in a process of its own; its one message is the value. Rejects when it ends without one. */
export function runSide<Value>(name: string, input: unknown, heapMb?: number): Promise<Measured<Value>> {
  return metered((environment) => {
    const child = fork(path.join(sidesDir, `${name}.ts`), [JSON.stringify(input)], {
      execArgv: heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`],
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const limit = setTimeout(() => child.kill('SIGKILL'), longestMs)
    return new Promise<Value>((resolve, reject) => {
      const messages: Value[] = []
      child.on('message', (value) => messages.push(value as Value))
      child.once('error', reject)
      child.once('exit', (code) => {
        clearTimeout(limit)
        const [value] = messages
        if (code === 0 && value !== undefined) resolve(value)
        else reject(new Error(`the side ${name} ended with ${code}`))
      })
    })
  })
}

/** Starts the real data process over a folder, as main does, and lets `work` ask it. */
export function withData<Value>(dir: string, work: (data: Data) => Promise<Value>): Promise<Measured<Value>> {
  return metered(async (environment) => {
    const start = () => forkChild(dataProcess, { environment })
    const data = createData({ start, dir, key: fileKey, graceMs: 20_000 })
    try {
      return await work(data)
    } finally {
      await data.close()
    }
  })
}

/** Gives `work` an environment in which every Node process says at its end what it took. */
async function metered<Value>(work: (environment: NodeJS.ProcessEnv) => Promise<Value>): Promise<Measured<Value>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cruza-meter-'))
  const options = `${process.env.NODE_OPTIONS ?? ''} --import=${meter}`.trim()
  const start = performance.now()
  try {
    const value = await work({ ...process.env, NODE_OPTIONS: options, [peakFolder]: folder })
    const seconds = (performance.now() - start) / 1000
    const messages = readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    return {
      value,
      seconds,
      cpuSeconds: messages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      peakMb: Math.max(0, ...messages.map(({ peakMb }) => peakMb)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
