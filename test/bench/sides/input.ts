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
