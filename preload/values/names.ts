/** Characters of a name that a person gives to something stored here. */
export const longestName = 120
/** Characters of the name of a list, a run, a recipe or a file: these names come from files. */
export const longestFileName = 150

/** Whether a column's numbers name records (docs/decisions/engine.md §25): they have no thousands points and no sum. */
export function isIdentifier(key: string): boolean {
  return /(^|[_.])id$/.test(key)
}
