import { type ChildPort, createWatchdog, type HangLimit } from '../kernel/child-process.ts'
import { AppFailure, failureOf, thrown } from '../kernel/failure.ts'
import type { AnyCalls, DataProcess } from './calls.ts'
import type { DataReply, DataRequest } from './serve-calls.ts'
import type { FolderKey } from './store/data-files.ts'

export interface DataDeps extends FolderKey {
  /** Starts the data process: `forkChild` of data-process.ts, or Electron's utilityProcess. */
  readonly start: () => ChildPort
  /** How long the process may take to close its files before it is killed. Default 3000 ms. */
  readonly graceMs?: number
  /**
   * When a process with open calls that posts nothing is killed. Default: a minute, many times the longest single step.
   */
  readonly silence?: HangLimit
}

interface Call {
  readonly name: string
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly options: CallOptions
}

/** The type of the progress is that of the call. */
type CallOptions = NonNullable<
  Parameters<DataProcess<Record<string, { input: unknown; output: unknown; progress: never }>>['ask']>[2]
>
type Session = ReturnType<typeof createSession>

/**
 * Gives main its access to the data process (docs/decisions/engine.md §1). The process starts at the first call. When
 * it ends by itself, the running calls fail with `data_process_ended`, which names the call, and the next one starts it
 * again; what was stored is there. One that ends before its first message could not be started: `data_process_failed`.
 * One that hangs is ended: while a call is open it posts a sign of life every second (serve-calls.ts). An aborted call
 * is cancelled there and rejects with an AbortError here at once. After `close` every call fails.
 */
export function createDataProcess<Calls extends AnyCalls>({
  start,
  dir,
  key,
  graceMs = 3000,
  silence = ordinarySilence,
}: DataDeps): DataProcess<Calls> {
  let session: Session | undefined
  let closed = false

  function open(): Session {
    const fresh = createSession(started(start), { dir, key, silence }, () => {
      if (session === fresh) session = undefined
    })
    return fresh
  }

  return {
    async ask(name, input, options = {}) {
      if (closed) throw new AppFailure('data_process_ended')
      if (options.signal?.aborted) throw abortError()
      session ??= open()
      // The wire: the name ties input, progress and output together (calls.ts), which messages cannot express.
      return (await session.send(name, input, options as CallOptions)) as Calls[typeof name]['output']
    },
    async close() {
      closed = true
      const last = session
      session = undefined
      await last?.end(graceMs)
    },
  }
}

const ordinarySilence: HangLimit = { everyMs: 1000, ticks: 60 }

function createSession(
  port: ChildPort,
  { dir, key, silence }: FolderKey & { readonly silence: HangLimit },
  ended: () => void,
) {
  /** Calls without an answer. A cancelled one stays until it is answered. */
  const calls = new Map<number, Call>()
  let silentSeconds = 0
  let received = false
  let next = 0
  let gone = false
  const post = (request: DataRequest) => port.post(request)

  const watch = createWatchdog(port, silence, () => {
    silentSeconds = Math.round((silence.everyMs * silence.ticks) / 1000)
    port.kill()
  })

  port.onExit(() => {
    gone = true
    ended()
    const why = silentSeconds > 0 ? { silent_s: silentSeconds } : {}
    const isFailed = !received && silentSeconds === 0
    for (const { name, reject } of calls.values()) {
      reject(
        isFailed
          ? new AppFailure('data_process_failed', {}, 'ended at its start')
          : new AppFailure('data_process_ended', { operation: name, ...why }, name),
      )
    }
    calls.clear()
  })
  const exit = new Promise<void>((resolve) => port.onExit(resolve))

  port.onMessage((message) => {
    // The wire: the only sender is serve-calls.ts.
    const reply = message as DataReply
    received = true
    if ('alive' in reply) return
    const call = calls.get(reply.id)
    if ('progress' in reply) {
      // Only its number identifies the call: the type of the progress is that of the call.
      if (!call?.options.signal?.aborted) call?.options.progress?.(reply.progress as never)
      return
    }
    calls.delete(reply.id)
    watch.expect(calls.size > 0)
    if (reply.ok) call?.resolve(reply.value)
    else call?.reject(reply.failure.code === 'cancelled' ? abortError() : thrown(reply.failure))
  })

  async function exchange(name: string, input: unknown, options: CallOptions): Promise<unknown> {
    if (gone) throw new AppFailure('data_process_ended')
    const id = ++next
    const cancel = () => {
      post({ id, cancel: true })
      calls.get(id)?.reject(abortError())
    }
    options.signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await new Promise<unknown>((resolve, reject) => {
        calls.set(id, { name, resolve, reject, options })
        watch.expect(true)
        post({ id, name, input })
      })
    } finally {
      options.signal?.removeEventListener('abort', cancel)
    }
  }

  const opened = exchange('open', { dir, key }, {})
  // A process that cannot open the folder is of no use: the next call tries with a new one.
  opened.catch(() => {
    ended()
    port.kill()
  })
  return {
    /** The process answers in order: calls sent after `open` find the folder open, or `open` has failed. */
    async send(name: string, input: unknown, options: CallOptions): Promise<unknown> {
      const [, value] = await Promise.all([opened, exchange(name, input, options)])
      return value
    },
    async end(graceMs: number): Promise<void> {
      if (graceMs > 0) post({ end: true })
      const timer = setTimeout(() => port.kill(), graceMs)
      await exit
      clearTimeout(timer)
    },
  }
}

/** A runtime may refuse to start a process at all, with an error of its own. */
function started(start: () => ChildPort): ChildPort {
  try {
    return start()
  } catch (error) {
    throw new AppFailure('data_process_failed', {}, failureOf(error).details)
  }
}

function abortError(): DOMException {
  return new DOMException('The call was cancelled.', 'AbortError')
}
