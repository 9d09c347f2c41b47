/** What a field is called: as the catalogue says, else its own key as words. */
export function fieldName(names: Readonly<Record<string, string>>, path: string): string {
  const known = Object.hasOwn(names, path) ? names[path] : undefined
  return known ?? (path.split('.').at(-1) ?? path).replaceAll('_', ' ')
}
