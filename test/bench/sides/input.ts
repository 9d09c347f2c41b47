/** What the runner handed this side, as the first argument. */
export function readInput<Input>(): Input {
  // The wire: the runner writes it, and the side's name says the type.
  return JSON.parse(process.argv[2] ?? '{}') as Input
}

/** Says the value and lets the process end. */
export function report(value: object): void {
  process.send?.(value)
  process.disconnect?.()
}

/** Of the data files in the benches: nothing here is secret. */
export const fileKey = '5a'.repeat(32)

/** The input and the output of both sides of the pull. */
export interface PullOrder {
  readonly dir: string
  readonly platform: {
    readonly url: string
    readonly accountId: number
    readonly brand: string
    readonly token: string
  }
}

export interface PulledSheet {
  readonly seconds: number
  readonly rows: number
  readonly badge: string
}
