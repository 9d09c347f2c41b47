/**
 * The shares of parts in a whole, in percent with so many decimals, by the largest remainder: with the rest of the
 * whole they add up to 100. Parts that overlap, and exceed the whole, are rounded one by one. All are 0 where the whole
 * is 0.
 */
export function sharesOf(parts: readonly number[], total: number, decimals = 0): readonly number[] {
  if (total <= 0) return parts.map(() => 0)
  const unit = 10 ** decimals
  const steps = 100 * unit
  const rest = total - sumOf(parts)
  if (rest < 0) return parts.map((part) => Math.round((part / total) * steps) / unit)
  // Among equal remainders that of the rest is first, so that equal parts are shown as equal.
  const exact = [rest, ...parts].map((part) => (part / total) * steps)
  const whole = exact.map(Math.floor)
  const remainder = (index: number) => (exact[index] ?? 0) - (whole[index] ?? 0)
  const largest = [...whole.keys()].sort((one, other) => remainder(other) - remainder(one))
  const raised = new Set(largest.slice(0, steps - sumOf(whole)))
  return whole.map((share, index) => (share + (raised.has(index) ? 1 : 0)) / unit).slice(1)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
