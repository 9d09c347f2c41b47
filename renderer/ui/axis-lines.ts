/** The lines across the picture: 0, and round numbers up to one that is at least the highest column. */
export function axisLines(highest: number): readonly number[] {
  const rough = Math.max(1, highest) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough)
  const lines = [0]
  while ((lines.at(-1) ?? 0) < highest) lines.push((lines.at(-1) ?? 0) + step)
  return lines.length > 1 ? lines : [0, 1]
}
