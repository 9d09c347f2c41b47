import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'
import type { Failure } from '../../preload/values/failures.ts'
import { AppFailure, failureOf, thrown } from '../kernel/failure.ts'

export interface Done<Value> {
  readonly value: Value
  /** Buffers of the value that are handed over instead of copied. */
  readonly transfer: readonly ArrayBuffer[]
}

/** What a thread can do, by name; features register theirs in main/data-thread.ts. */
export type ThreadWork = Readonly<Record<string, (input: never) => Done<unknown> | Promise<Done<unknown>>>>

type WorkOutput<Work extends ThreadWork, Name extends keyof Work> = Awaited<ReturnType<Work[Name]>>['value']

/** What crosses to a thread and back, as structured clones. */
interface ThreadRequest {
  readonly id: number
  readonly name: string
  readonly input: unknown
}
type ThreadReply = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly failure: Failure }

type AnyWork = (input: unknown) => Done<unknown> | Promise<Done<unknown>>

/** Answers the requests of `startThread` in the thread itself, which has no files, no network and no keys. */
export function serveThread(work: ThreadWork): void {
  parentPort?.on('message', async ({ id, name, input }: ThreadRequest) => {
    try {
      // The wire: both ends are ours, and the name gives the type of the input.
      const done = await (work[name] as AnyWork)(input)
      parentPort?.postMessage({ id, value: done.value } satisfies ThreadReply, done.transfer)
    } catch (error) {
      parentPort?.postMessage({ id, failure: failureOf(error) } satisfies ThreadReply)
    }
  })
}

/**
 * Another thread, for a part of one long job. Whoever starts it ends it. `Work` is the part of the registered work for
 * which it is started.
 */
export interface Thread<Work extends ThreadWork> {
  /**
   * Throws what the work throws, and `cancelled` once the thread has been ended. Buffers in `transfer` are gone here
   * afterwards.
   */
  ask<Name extends keyof Work & string>(
    name: Name,
    input: Parameters<Work[Name]>[0],
    transfer?: readonly ArrayBuffer[],
  ): Promise<WorkOutput<Work, Name>>
  /** Ends the thread at once, whatever it does. */
  end(): void
}

/**
 * Starting a thread takes about 30 ms, in which this one goes on: it is meant for work that takes a good deal longer.
 */
export function startThread<Work extends ThreadWork>(): Thread<Work> {
  const worker = createWorker()
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  let next = 0
  let ended: AppFailure | null = null

  const finish = (failure: AppFailure) => {
    ended ??= failure
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  // Without work it does not keep the process from ending.
  worker.unref()
  worker.on('message', (reply: ThreadReply) => {
    const one = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0) worker.unref()
    if ('failure' in reply) one?.reject(thrown(reply.failure))
    else one?.resolve(reply.value)
  })
  worker.on('error', () => finish(new AppFailure('internal', {}, 'a thread has failed')))

  return {
    ask<Name extends keyof Work & string>(
      name: Name,
      input: Parameters<Work[Name]>[0],
      transfer: readonly ArrayBuffer[] = [],
    ) {
      if (ended) return Promise.reject(ended)
      return new Promise<WorkOutput<Work, Name>>((resolve, reject) => {
        const request: ThreadRequest = { id: next++, name, input }
        worker.ref()
        worker.postMessage(request, transfer)
        // The wire: both ends are ours, and the name gives the types.
        waiting.set(request.id, { resolve: resolve as (value: unknown) => void, reject })
      })
    },
    end() {
      finish(new AppFailure('cancelled'))
      void worker.terminate()
    },
  }
}

function createWorker(): Worker {
  const here = import.meta.dirname
  // Node would parse a text of no stated kind once more.
  const evaluated = { eval: true, execArgv: ['--input-type=commonjs'] }
  const limits = { env: {}, resourceLimits: { maxYoungGenerationSizeMb: 16 } }
  // The built file lies in out/, which may be an archive: only reading files can see that.
  return path.basename(here) === 'out'
    ? new Worker(readFileSync(path.join(here, 'thread.cjs'), 'utf8'), { ...limits, ...evaluated })
    : new Worker(path.join(here, '../data-thread.ts'), limits)
}

/** Joins blocks in memory that threads share. */
export function joinShared(blocks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(length))
  let at = 0
  for (const block of blocks) {
    bytes.set(block, at)
    at += block.length
  }
  return bytes
}
