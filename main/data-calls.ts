import type { OpenFolder } from './data-folder.ts'
import type { CallsOf, DataProcess } from './engine/calls.ts'
import { createDataProcess, type DataDeps } from './engine/client.ts'
import type { Call } from './kernel/router.ts'

/** Main's calls to the data process: the handlers of all features (data-folder.ts). */
export type DataCalls = CallsOf<OpenFolder['handlers']>
export type DataCallName = keyof DataCalls
export type Data = DataProcess<DataCalls>

/** Main's interface to the data process (engine/client.ts). */
export function createData(deps: DataDeps): Data {
  return createDataProcess<DataCalls>(deps)
}

/**
 * Handlers that answer questions of the contract by the data calls of the same names. `changed` is called after each.
 */
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
  // The cast gives each entry its own types.
  return Object.fromEntries(names.map((name) => [name, forward(name)])) as Forwarded
}
