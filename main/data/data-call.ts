import type { Contract, Output, ParsedInput } from '../../preload/contract/wire.ts'

/** One call to the data process: its input, output and progress. Both ends are ours, so types are enough. */
export interface DataCall<I, O, P = never> {
  readonly input: I
  readonly output: O
  readonly progress: P
}

/** Calls that have the name, the input and the output of their question in the contract; main adds `More` to the input. */
export type FromContract<Questions extends Contract, Names extends keyof Questions, More = unknown> = {
  readonly [Name in Names]: DataCall<ParsedInput<Questions[Name]> & More, Output<Questions[Name]>>
}

export interface OfAccount {
  readonly connection_id: string
}
