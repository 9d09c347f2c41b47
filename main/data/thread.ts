import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppFailure, thrown } from '../kernel/failure.ts'
import type { ThreadReply, ThreadRequest, ThreadWork } from './thread-work.ts'

type WorkName = keyof ThreadWork
type WorkInput<Name extends WorkName> = Parameters<ThreadWork[Name]>[0]
type WorkOutput<Name extends WorkName> = Awaited<ReturnType<ThreadWork[Name]>>['value']

/** Another thread, for a part of one long job (thread-work.ts); whoever starts it ends it. */
export interface Thread {
  /** Throws what the work throws, and `cancelled` once the thread has been ended. What is in `transfer` is gone here. */
  ask<Name extends WorkName>(
    name: Name,
    input: WorkInput<Name>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<WorkOutput<Name>>
  /** Ends the thread at once, whatever it does. */
  end(): void
}

/** Starting a thread takes about 30 ms, in which this one goes on: for work that takes a good deal longer. */
export function startThread(): Thread {
  const worker = createWorker()
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  let next = 0
  let ended: AppFailure | null = null

  const finish = (failure: AppFailure) => {
    ended ??= failure
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  // Without work it keeps no process from ending.
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
    ask<Name extends WorkName>(name: Name, input: WorkInput<Name>, transfer: readonly ArrayBuffer[] = []) {
      if (ended) return Promise.reject(ended)
      return new Promise<WorkOutput<Name>>((resolve, reject) => {
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
  const limits = { env: {}, resourceLimits: { maxYoungGenerationSizeMb: 16 } }
  // Built, it lies in out/, which may be an archive: that only reading files knows.
  return path.basename(here) === 'out'
    ? new Worker(readFileSync(path.join(here, 'thread.cjs'), 'utf8'), { ...limits, eval: true })
    : new Worker(path.join(here, 'thread-work.ts'), limits)
}

/** Blocks as one, in memory that threads share. */
export function joinShared(blocks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(length))
  let at = 0
  for (const block of blocks) {
    bytes.set(block, at)
    at += block.length
  }
  return bytes
}
