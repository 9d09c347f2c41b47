import { isDeepStrictEqual } from 'node:util'
import { type AppContract, contract } from '../../preload/contract/index.ts'
import type { Output, ParsedInput, Question } from '../../preload/contract/question.ts'
import type { Failure, FailureCode } from '../../preload/values/failures.ts'
import type { Bridge, Push, Reply, Request } from '../../preload/values/wire.ts'
import { type AppAsk, createAsk } from '../../renderer/kernel/ask.ts'
import { cleanups } from './cleanups.ts'

export type Name = keyof AppContract & string
/** Answers one question: a value, or a thrown `Refusal`. */
export type Answer<K extends Name> = (
  input: ParsedInput<AppContract[K]>,
  request: Request,
) => Answered<K> | Promise<Answered<K>>
/** The value of an answer, which nobody changes. */
type Given<T> = T extends object ? { readonly [K in keyof T]: Given<T[K]> } : T
type Answered<K extends Name> = Given<Output<AppContract[K]>>
/** Answers by question. A question without one is `not_found`. */
export type Answers = { readonly [K in Name]?: Answer<K> | undefined }

/** Thrown by an answer to reply with a failure. */
export class Refusal extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/** An answer that is always this failure. */
export function refuses(code: FailureCode, params: Failure['params'] = {}): () => never {
  return () => {
    throw new Refusal({ code, params })
  }
}

export interface FakeBridge extends Bridge {
  readonly ask: AppAsk
  /** Every question asked, oldest first. */
  readonly asked: readonly Request[]
  /** What was sent with a question, oldest first. */
  inputs(name: Name): readonly unknown[]
  /** Ids of calls that were cancelled. */
  readonly cancelled: readonly string[]
  /** Files offered, by name. */
  readonly offered: readonly string[]
  /** What main would push. */
  push(push: Push): void
  /** Replaces the answer to a question. */
  answer<K extends Name>(name: K, answer: Answer<K>): void
  answerAll(answers: Answers): void
  /** The answer to a question as it is now. */
  answerOf<K extends Name>(name: K): Answer<K>
  /** Holds the answers to a question back until the test gives one or refuses. */
  hold<K extends Name>(name: K): Omit<Gate<Answered<K>>, 'passed'>
}

/** What the contract does not have of the questions and answers of a test: it makes the test fail at its end. */
const breaches: string[] = []

cleanups.add(() => {
  const [first] = breaches.splice(0)
  if (first) throw new Error(first)
})

/** Main, as the renderer sees it: answers questions from a table, in the shapes of the contract. */
export function createFakeBridge(table: Answers = {}): FakeBridge {
  const answers = new Map<string, unknown>(Object.entries(table))
  const receivers = new Set<(push: Push) => void>()
  const asked: Request[] = []
  const cancelled: string[] = []
  const offered: string[] = []
  const bridge: Bridge = {
    async call(request): Promise<Reply> {
      asked.push(request)
      // The table is typed name by name; a name found at run time needs one widening.
      const answer = answers.get(request.name) as ((input: unknown, request: Request) => unknown) | undefined
      if (!answer) return { ok: false, failure: { code: 'not_found', params: {}, details: request.name } }
      const { input, output } = contract[request.name as Name] satisfies Question
      try {
        const value = await answer(parsed(input, request.input, `the input of ${request.name}`), request)
        const checked = parsed(output, value, `the answer to ${request.name}`)
        if (!isDeepStrictEqual(checked, value))
          breaches.push(`the answer to ${request.name} has more than the contract`)
        return { ok: true, value }
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
  return {
    ...bridge,
    ask: createAsk(bridge),
    asked,
    inputs: (name) => asked.filter((request) => request.name === name).map(({ input }) => input),
    cancelled,
    offered,
    push(push) {
      for (const receive of receivers) receive(push)
    },
    answer: (name, answer) => void answers.set(name, answer),
    answerAll(more) {
      for (const [name, answer] of Object.entries(more)) answers.set(name, answer)
    },
    answerOf<K extends Name>(name: K) {
      const answer = answers.get(name)
      if (!answer) throw new Error(`${name} has no answer`)
      return answer as Answer<K>
    },
    hold<K extends Name>(name: K) {
      const { passed, open, refuse } = createGate<Answered<K>>()
      answers.set(name, () => passed)
      return { open, refuse }
    },
  }
}

function parsed(schema: Question['input'], value: unknown, subject: string): unknown {
  const result = schema.safeParse(value)
  if (!result.success) breaches.push(`${subject} is not as the contract says: ${result.error.message}`)
  return result.success ? result.data : value
}

export interface Gate<T> {
  readonly passed: Promise<T>
  open(value: T): void
  refuse(error: Error): void
}

/** A promise that the test settles when it wants to: the answer to a question, or anything. */
export function createGate<K extends Name>(question: K): Gate<Answered<K>>
export function createGate<T>(): Gate<T>
export function createGate<T>(): Gate<T> {
  let open: (value: T) => void = () => undefined
  let refuse: (error: Error) => void = () => undefined
  const passed = new Promise<T>((resolve, reject) => {
    open = resolve
    refuse = reject
  })
  return { passed, open, refuse }
}
