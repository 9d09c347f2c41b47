import type { Failure } from '../../preload/values/failures.ts'
import type { ParentPort } from '../kernel/child-process.ts'
import { failureOf } from '../kernel/failure.ts'
import type { Call } from '../kernel/router.ts'
import { atMostEvery } from '../kernel/schedule.ts'
import type { DataFolder } from './calls.ts'
import type { FolderKey } from './store/data-files.ts'
import { storeFailure } from './store/encrypted-file.ts'

/** A message to the data process, as a structured clone: a call, a request to cancel one, or a request to end. */
export type DataRequest =
  | { readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly id: number; readonly cancel: true }
  | { readonly end: true }

/**
 * A message from the data process: exactly one with `ok` for each call, and a sign of life each second while a call is
 * open.
 */
export type DataReply =
  | { readonly alive: true }
  | { readonly id: number; readonly progress: unknown }
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure }

type AnyHandler = (input: unknown, call: Call<unknown>) => unknown

const progressEvery = 100
const aliveEvery = 1000

/**
 * Answers the calls that arrive at `port` with the folder that `open` names. Each call has its own cancel signal.
 * Progress passes about ten times a second for each call. Long work in one piece that reports progress shows that it
 * has not hung. An unforeseen error crosses as `internal` with a position in the code, never with data. `end` ends the
 * process, once `{ end: true }` came and the files are closed.
 */
export function serveCalls({
  port,
  openFolder,
  end,
}: {
  readonly port: ParentPort
  /** Opens a folder of data with the handlers of all features. */
  readonly openFolder: (input: FolderKey) => DataFolder
  readonly end: () => void
}): void {
  let folder: DataFolder | null = null
  const open = (input: FolderKey) => {
    folder?.close()
    folder = null
    folder = openFolder(input)
  }
  const running = new Map<number, AbortController>()
  const post = (reply: DataReply) => port.post(reply)
  let alive: NodeJS.Timeout | undefined

  async function answer(id: number, name: string, input: unknown): Promise<void> {
    const abort = new AbortController()
    running.set(id, abort)
    const progress = atMostEvery(progressEvery, (value: unknown) => {
      if (running.has(id)) post({ id, progress: value })
    })
    alive ??= setInterval(() => post({ alive: true }), aliveEvery)
    try {
      // The wire: both ends are ours, and the name gives the type of the input (calls.ts).
      const handler = (name === 'open' ? open : folder?.handlers[name]) as AnyHandler | undefined
      if (!handler) throw new Error('nothing is open')
      const value = await handler(input, { signal: abort.signal, progress })
      post({ id, ok: true, value })
    } catch (error) {
      post({ id, ok: false, failure: failureOf(storeFailure(error)) })
    } finally {
      running.delete(id)
      if (running.size === 0) {
        clearInterval(alive)
        alive = undefined
      }
    }
  }

  port.onMessage((message) => {
    // The wire: the only sender is client.ts.
    const request = message as DataRequest
    if ('end' in request) {
      folder?.close()
      end()
    } else if ('cancel' in request) running.get(request.id)?.abort()
    else void answer(request.id, request.name, request.input)
  })
}
