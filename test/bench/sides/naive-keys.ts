/** The keys of a list line as a first script would find them: the phone's digits, else the e-mail in lower case. */
export function naiveKey(row: readonly string[]): string {
  const digits = (row[1] ?? '').replace(/\D/g, '')
  return digits === '' ? (row[2] ?? '').trim().toLowerCase() : digits
}
