/** A label as the service names its answers (form-collection.md, Entry: "keys such as the snake-case field names"). */
export function snakeCase(label: string): string {
  const plain = label
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '')
}
