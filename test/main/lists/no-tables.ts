/** For staged lists where there are no tables. */
export function noTables(): Promise<never> {
  return Promise.reject(new Error('no tables'))
}
