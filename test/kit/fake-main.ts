import type { AppContract } from '../../preload/contract/index.ts'
import type { Failure, FailureCode, Input, Output } from '../../preload/contract/wire.ts'
import { type AppAsk, createAsk } from '../../renderer/kernel/ask.ts'
import { createFakeBridge, createGate, type FakeBridge, Refusal } from './fake-bridge.ts'

type Name = keyof AppContract & string
type TypedAnswer<K extends Name> = (
  input: Input<AppContract[K]>,
) => Output<AppContract[K]> | Promise<Output<AppContract[K]>>

/** Answers by question, typed by the contract. A question without one is `not_found`. */
export type Answers = { readonly [K in Name]?: TypedAnswer<K> }

export interface FakeMain {
  readonly bridge: FakeBridge
  readonly ask: AppAsk
  answer<K extends Name>(name: K, answer: TypedAnswer<K>): void
  /** Holds the answers to a question back until the test gives one or refuses. */
  hold<K extends Name>(name: K): { open(value: Output<AppContract[K]>): void; refuse(error: Error): void }
  /** What was sent with a question, oldest first. */
  inputs(name: Name): readonly unknown[]
}

/** The fake bridge, with answers and questions typed by the contract. */
export function createFakeMain(answers: Answers): FakeMain {
  const bridge = createFakeBridge({ ...answers })
  return {
    bridge,
    ask: createAsk(bridge),
    answer: (name, answer) => bridge.answer(name, answer),
    hold<K extends Name>(name: K) {
      const { passed, open, refuse } = createGate<Output<AppContract[K]>>()
      bridge.answer(name, () => passed)
      return { open, refuse }
    },
    inputs: bridge.inputs,
  }
}

/** An answer that is always this failure. */
export function refuses(code: FailureCode, params: Failure['params'] = {}): () => never {
  return () => {
    throw new Refusal({ code, params })
  }
}
