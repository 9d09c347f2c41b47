import type { Bridge, Push, Reply, Request } from '../../preload/contract/wire.ts'

/** Answers one question: a value, or a thrown `Refusal`. */
export type Answer = (input: never, request: Request) => unknown

/** Thrown by an answer to reply with a failure. */
export class Refusal extends Error {
  readonly failure: Extract<Reply, { ok: false }>['failure']
  constructor(failure: Extract<Reply, { ok: false }>['failure']) {
    super(failure.code)
    this.failure = failure
  }
}

export interface FakeBridge extends Bridge {
  /** Every question asked, oldest first. */
  readonly asked: readonly Request[]
  /** What was sent with a question, oldest first. */
  inputs(name: string): readonly unknown[]
  /** Ids of calls that were cancelled. */
  readonly cancelled: readonly string[]
  /** Files offered, by name. */
  readonly offered: readonly string[]
  /** What main would push. */
  push(push: Push): void
  /** Replaces the answer to a question. */
  answer(name: string, answer: Answer): void
  /** The answer to a question as it is now. */
  answerOf(name: string): Answer | undefined
}

/** Main, as the renderer sees it: answers questions from a table. A question that is not in it is `not_found`. */
export function createFakeBridge(table: Readonly<Record<string, Answer>> = {}): FakeBridge {
  const answers = new Map(Object.entries(table))
  const receivers = new Set<(push: Push) => void>()
  const asked: Request[] = []
  const cancelled: string[] = []
  const offered: string[] = []
  return {
    asked,
    inputs: (name) => asked.filter((request) => request.name === name).map(({ input }) => input),
    cancelled,
    offered,
    push(push) {
      for (const receive of receivers) receive(push)
    },
    answer: (name, answer) => void answers.set(name, answer),
    answerOf: (name) => answers.get(name),
    async call(request) {
      asked.push(request)
      const answer = answers.get(request.name)
      if (!answer) return { ok: false, failure: { code: 'not_found', params: {}, details: request.name } }
      try {
        return { ok: true, value: await answer(request.input as never, request) }
      } catch (error) {
        if (error instanceof Refusal) return { ok: false, failure: error.failure }
        throw error
      }
    },
    cancel: (id) => void cancelled.push(id),
    listen(receive) {
      receivers.add(receive)
      return () => void receivers.delete(receive)
    },
    async offer(file) {
      offered.push(file.name)
      return `ticket of ${file.name}`
    },
  }
}

/** A promise that the test settles when it wants to. */
export function createGate<T>() {
  let open: (value: T) => void = () => undefined
  let refuse: (error: Error) => void = () => undefined
  const passed = new Promise<T>((resolve, reject) => {
    open = resolve
    refuse = reject
  })
  return { passed, open, refuse }
}
