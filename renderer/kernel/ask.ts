import type { AppContract } from '../../preload/contract/index.ts'
import type { Contract, Input, Output, Progress } from '../../preload/contract/question.ts'
import type { Failure, FailureCode } from '../../preload/values/failures.ts'
import type { Bridge } from '../../preload/values/wire.ts'

interface AskOptions<P> {
  readonly signal?: AbortSignal
  readonly progress?: (value: P) => void
}

/**
 * Asks main one question of the contract. Throws `AskFailure`; an aborted call fails with the code `cancelled` and
 * reports no more progress.
 */
type Ask<C extends Contract> = <K extends keyof C & string>(
  name: K,
  input: Input<C[K]>,
  options?: AskOptions<Progress<C[K]>>,
) => Promise<Output<C[K]>>
export type AppAsk = Ask<AppContract>

/** A failure that main answered with, as an error to throw; `failure` is its data. */
export class AskFailure extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.code)
    this.name = 'AskFailure'
    this.failure = failure
  }
}

/** The failure of any thrown value. A bug of the renderer itself is `internal`. */
export function failureOf(error: unknown): Failure {
  return error instanceof AskFailure ? error.failure : { code: 'internal', params: {} }
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

/** An answer or its failure, for callers that show the failure in their own way. Never throws. */
export async function outcomeOf<T>(answer: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await answer }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}

/** An answer that is not essential; null when it fails. With a code, null only for a failure of that code. */
export async function orNull<T>(answer: Promise<T>, code?: FailureCode): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (code === undefined || failureOf(error).code === code) return null
    throw error
  }
}

export function createAsk(bridge: Bridge): AppAsk {
  let last = 0
  const listening = new Map<string, (value: unknown) => void>()
  bridge.listen((push) => {
    if (push.kind === 'progress') listening.get(push.id)?.(push.value)
  })

  return async (name, input, { signal, progress } = {}) => {
    if (signal?.aborted) throw new AskFailure({ code: 'cancelled', params: {} })
    last += 1
    const id = `${last}-${crypto.randomUUID()}`
    // The router checked the value against the question's own schema before it was sent.
    if (progress) listening.set(id, progress as (value: unknown) => void)
    const cancel = () => {
      listening.delete(id)
      bridge.cancel(id)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const reply = await bridge.call({ id, name, input })
      if (!reply.ok) throw new AskFailure(reply.failure)
      // The type comes from the contract, which main also checks its answers by.
      return reply.value as never
    } finally {
      listening.delete(id)
      signal?.removeEventListener('abort', cancel)
    }
  }
}
