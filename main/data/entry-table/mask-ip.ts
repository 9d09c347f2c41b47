const dot = '•'

/** Whether metadata of this name is an address of a person's machine, shown only when asked. */
export function isAddressKey(key: string): boolean {
  const words = key.replace(/([a-z\d])([A-Z])/g, '$1_$2')
  return /(?:^|[_\-.])ip(?:v[46])?(?:$|[_\-.])|(?:ip|remote)[_-]?addr|forwarded[_-]?for/i.test(words)
}

/** `177.1.2.3` becomes `177.•.•.•`, `2804:14d:…` becomes `2804:•`; what is no address is hidden whole. */
export function maskIp(text: string): string {
  const [, first] = /^\s*(\d{1,3})\.\d{1,3}\.\d{1,3}\.\d{1,3}\s*$/.exec(text) ?? []
  if (first !== undefined) return `${first}.${dot}.${dot}.${dot}`
  const [, group] = /^\s*([0-9a-f]{1,4}):[0-9a-f:.%\w]+$/i.exec(text) ?? []
  return group === undefined ? dot : `${group}:${dot}`
}

/** Metadata's value as it may be shown unasked, at any depth, and whether something of it is hidden. */
export function maskedMeta(key: string, value: unknown): { readonly value: unknown; readonly masked: boolean } {
  if (value === null || value === undefined || value === '') return { value, masked: false }
  if (isAddressKey(key)) return { value: typeof value === 'string' ? maskIp(value) : dot, masked: true }
  if (typeof value !== 'object') return { value, masked: false }
  const inner = Object.entries(value).map(([name, one]) => [name, maskedMeta(name, one)] as const)
  // Most metadata hide nothing: their value stays the very one that came.
  if (!inner.some(([, { masked }]) => masked)) return { value, masked: false }
  const shown = inner.map(([name, one]) => [name, one.value] as const)
  return { value: Array.isArray(value) ? shown.map(([, one]) => one) : Object.fromEntries(shown), masked: true }
}
