/**
 * The same text in one piece. V8 keeps a concatenation as a tree of its parts; a text that will stand in a million cells is
 * worth copying once, or each of them walks the tree again.
 */
export function flat(text: string): string {
  return Buffer.from(text).toString()
}
