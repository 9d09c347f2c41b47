export const listEndings: readonly string[] = 'csv txt tsv tab xlsx xlsm ods xls html htm vcf zip'.split(' ')
/** The endings in the form that the page's file field takes. */
export const acceptedLists = listEndings.map((ending) => `.${ending}`).join(',')

/** The name of a list file without its ending, if that is one of a list. */
export function withoutListEnding(name: string): string {
  return name.replace(/\.(\w+)$/, (whole, ending: string) => (listEndings.includes(ending.toLowerCase()) ? '' : whole))
}
