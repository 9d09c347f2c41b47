/** The items with the separator between them; several times faster than `join` for the one or two labels of a cell. */
export function joined(items: readonly string[], separator: string): string {
  let text = items[0] ?? ''
  for (let index = 1; index < items.length; index += 1) text += separator + items[index]
  return text
}
