import type { Call } from '../kernel/router.ts'
import type { OpenFolder } from './handlers.ts'

type DataHandlers = OpenFolder['handlers']
export type DataCallName = keyof DataHandlers

/** The input, output and progress of each call of main to the data process, as its handler has them (handlers.ts). */
export type DataCalls = {
  readonly [Name in DataCallName]: {
    readonly input: Parameters<DataHandlers[Name]> extends [infer Input, ...unknown[]] ? Input : Record<never, never>
    readonly output: Awaited<ReturnType<DataHandlers[Name]>>
    readonly progress: Parameters<DataHandlers[Name]> extends [unknown, Call<infer Value>] ? Value : never
  }
}

/** Main's interface to the data process. */
export interface Data {
  ask<K extends DataCallName>(
    name: K,
    input: DataCalls[K]['input'],
    options?: { readonly signal?: AbortSignal; readonly progress?: (value: DataCalls[K]['progress']) => void },
  ): Promise<DataCalls[K]['output']>
  close(): Promise<void>
}

/** Handlers that answer questions of the contract by the data calls of the same names; `changed` is called after each. */
export function forwardToData<Name extends DataCallName>(data: Data, names: readonly Name[], changed?: () => void) {
  type Forwarded = {
    readonly [K in Name]: (input: DataCalls[K]['input'], call: Call) => Promise<DataCalls[K]['output']>
  }
  const forward =
    (name: Name) =>
    async (input: DataCalls[Name]['input'], { signal }: Call) => {
      const output = await data.ask(name, input, { signal })
      changed?.()
      return output
    }
  // One entry a name: the cast gives each its own types.
  return Object.fromEntries(names.map((name) => [name, forward(name)])) as Forwarded
}
