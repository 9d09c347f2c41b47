const dot = '•'

/** Whether metadata of this name is an address of a person's machine, shown only when asked. */
export function isAddressKey(key: string): boolean {
  return /(?:^|[_\-.])ip(?:v[46])?(?:$|[_\-.])|ip_?addr|remote_?addr|forwarded_?for/i.test(key)
}

/** `177.1.2.3` becomes `177.•.•.•`, `2804:14d:…` becomes `2804:•`; what is no address is hidden whole. */
export function maskIp(text: string): string {
  const [, first] = /^\s*(\d{1,3})\.\d{1,3}\.\d{1,3}\.\d{1,3}\s*$/.exec(text) ?? []
  if (first !== undefined) return `${first}.${dot}.${dot}.${dot}`
  const [, group] = /^\s*([0-9a-f]{1,4}):[0-9a-f:.%\w]+$/i.exec(text) ?? []
  return group === undefined ? dot : `${group}:${dot}`
}

/** Metadata's value as it may be shown unasked, and whether something of it is hidden. */
export function maskedMeta(key: string, value: unknown): { readonly value: unknown; readonly masked: boolean } {
  if (!isAddressKey(key) || value === null || value === undefined || value === '') return { value, masked: false }
  return { value: typeof value === 'string' ? maskIp(value) : dot, masked: true }
}
