/** The contract takes no longer names. */
const longest = 150

/** A name for a run from the name of its list: without the extension, spaces for underscores. Empty for a list without. */
export function proposedName(listName: string): string {
  return listName
    .replace(/\.(csv|txt|tsv|xlsx|vcf)$/i, '')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
}
