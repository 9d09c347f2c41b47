/** One call to the data process: what it takes, gives, and says meanwhile. Both ends are ours, so types are enough. */
export interface DataCall<I, O, P = never> {
  readonly input: I
  readonly output: O
  readonly progress: P
}
