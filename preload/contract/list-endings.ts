/** How files end that may be lists. */
export const listEndings: readonly string[] = 'csv txt tsv tab xlsx xlsm ods xls html htm vcf zip'.split(' ')
