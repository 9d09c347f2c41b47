import type { AnswerNode, ConsoleCall, console } from '../../preload/contract/console.ts'
import type { Dataset } from '../../preload/contract/datasets.ts'
import type { Output } from '../../preload/contract/kernel.ts'
import type { DataCall } from './data-call.ts'

interface OfAccount {
  readonly connection_id: string
}
interface OfCall extends OfAccount {
  readonly id: string
}
interface OfPart extends OfCall {
  /** JSONPath. */
  readonly expression: string
}
interface Window {
  readonly from: number
  readonly count: number
}

/** What main knows of a call; the rest is found in its answer. */
export type ReceivedCall = Omit<ConsoleCall, 'kind' | 'drift'>

/** Calls to the console's part of a connection's file (main/data/console/). */
export interface ConsoleCalls {
  /** Keeps the call before its answer comes, and lets the oldest go where there are too many. */
  'console.begin': DataCall<OfAccount & { call: ReceivedCall }, void>
  /** The next bytes of its answer, on their way to the disk. */
  'console.append': DataCall<OfCall & { bytes: Uint8Array }, void>
  /** The answer is whole, or broke off: covers its secrets, looks at its kind, compares its type with what is known. */
  'console.finish': DataCall<OfAccount & { call: ReceivedCall }, ConsoleCall>
  'console.history': DataCall<OfAccount, ConsoleCall[]>
  'console.forget': DataCall<OfAccount & { id: string | null }, void>
  'console.look': DataCall<OfPart, Output<(typeof console)['console.look']>>
  'console.nodes': DataCall<OfPart & Window & { place: readonly (string | number)[] }, AnswerNode[]>
  'console.rows': DataCall<OfPart & Window, string[][]>
  'console.text': DataCall<OfCall & Window, { text: string; total: number }>
  'console.bytes': DataCall<OfCall & { part: number }, Uint8Array | null>
  'console.store': DataCall<OfPart & { name: string; read_at: string; dataset: string }, Dataset>
  'console.type': DataCall<OfAccount & { route: string }, Output<(typeof console)['console.type']>>
  'console.forget_type': DataCall<OfAccount & { route: string }, void>
}
