import envPaths from 'env-paths'

/** Where a person's data are when no folder is named: the same place for the window and the command line. */
export function defaultDataDir(): string {
  return envPaths('Cruza', { suffix: '' }).data
}
