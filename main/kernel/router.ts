import * as z from 'zod'
import type { Contract, Output, ParsedInput, Progress } from '../../preload/contract/question.ts'
import type { Failure } from '../../preload/values/failures.ts'
import type { Push, Reply } from '../../preload/values/wire.ts'
import { AppFailure, failureOf } from './failure.ts'

export interface Call<P = never> {
  readonly signal: AbortSignal
  progress(value: P): void
}

/** One handler for each question. A missing, misspelt or wrongly typed one does not compile. */
export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: (
    input: ParsedInput<C[K]>,
    call: Call<Progress<C[K]>>,
  ) => Promise<Output<C[K]>> | Output<C[K]>
}

export interface Router {
  /** Answers one message of a window. Never rejects: a failure is a reply. */
  call(message: unknown, push: (push: Push) => void): Promise<Reply>
  /** Aborts a running call, or one still on its way: over HTTP a cancel can arrive before its call. */
  cancel(id: unknown): void
  /** Aborts every running call of a window that has closed. */
  cancelAll(): void
}

const longestId = 200
const request = z.object({ id: z.string().min(1).max(longestId), name: z.string().max(200), input: z.unknown() })

export interface RouterDeps<C extends Contract> {
  readonly contract: C
  /** The current handlers: the demonstration account has its own. */
  handlers(): Handlers<C>
  /** Called on failures, with the question and the failure alone. */
  log(question: string, failure: Failure): void
}

/** Cancels usually follow their call. A few that came before their call are remembered. */
const mostEarlyCancels = 100

export function createRouter<C extends Contract>({ contract, handlers, log }: RouterDeps<C>): Router {
  const running = new Map<string, AbortController>()
  const cancelledEarly = new Set<string>()

  const answer = async (message: unknown, push: (push: Push) => void): Promise<unknown> => {
    const parsedRequest = request.safeParse(message)
    if (!parsedRequest.success) throw new AppFailure('bad_request')
    const { id, name, input } = parsedRequest.data
    const question = Object.hasOwn(contract, name) ? contract[name] : undefined
    if (!question || running.has(id)) throw new AppFailure('bad_request', { place: 'name' })
    const parsed = question.input.safeParse(input)
    if (!parsed.success) throw new AppFailure('bad_request', { place: placeOf(parsed.error) })
    if (cancelledEarly.delete(id)) throw new AppFailure('cancelled')
    const controller = new AbortController()
    running.set(id, controller)
    try {
      // The handlers are typed by name. A name known only at run time needs one wider type.
      const handler = handlers()[name] as (input: unknown, call: Call<unknown>) => unknown
      return await handler(parsed.data, {
        signal: controller.signal,
        progress: (value) => push({ kind: 'progress', id, value }),
      })
    } finally {
      running.delete(id)
    }
  }

  return {
    async call(message, push) {
      try {
        return { ok: true, value: await answer(message, push) }
      } catch (error) {
        const failure = failureOf(error)
        log(nameOf(message, contract), failure)
        return { ok: false, failure }
      }
    },
    cancel(id) {
      if (typeof id !== 'string' || id.length > longestId) return
      const controller = running.get(id)
      if (controller) return controller.abort()
      cancelledEarly.add(id)
      const [oldest] = cancelledEarly
      if (cancelledEarly.size > mostEarlyCancels && oldest !== undefined) cancelledEarly.delete(oldest)
    },
    cancelAll() {
      for (const controller of running.values()) controller.abort()
    },
  }
}

/** The path of the first field that did not parse: a field name of ours, never a value. */
function placeOf(error: z.ZodError): string {
  return error.issues[0]?.path.map(String).join('.') ?? ''
}

function nameOf(message: unknown, contract: Contract): string {
  const name = request.safeParse(message).data?.name ?? ''
  return Object.hasOwn(contract, name) ? name : 'unknown'
}
