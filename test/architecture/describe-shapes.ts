type Schema = Readonly<Record<string, unknown>>

/** Shorter texts are repeated; longer ones name the place where they stand first. */
const longestRepeated = 160

const sorted = (properties: Readonly<Record<string, Schema>>) =>
  Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1))

/** One line a place of a schema: its name, `?` where it may be missing, and what is said of it. */
export function describeSchema(place: string, schema: Schema, first = new Map<string, string>()): string[] {
  const whole = JSON.stringify(schema)
  const known = first.get(whole)
  if (known !== undefined && whole.length > longestRepeated) return [`${place}: as ${known}`]
  first.set(whole, known ?? place)
  const { $schema: _, properties = {}, required = [], items, anyOf, oneOf, additionalProperties, ...rest } = schema
  const strict = additionalProperties === false && schema.type === 'object' ? { strict: true } : {}
  const choices = (anyOf ?? oneOf ?? []) as readonly Schema[]
  return [
    `${place}: ${JSON.stringify({ ...rest, ...strict }, shorter)}`,
    ...sorted(properties as Record<string, Schema>).flatMap(([name, inner]) =>
      describeSchema(`${place}.${name}${(required as string[]).includes(name) ? '' : '?'}`, inner, first),
    ),
    ...(items === undefined ? [] : describeSchema(`${place}[]`, items as Schema, first)),
    ...(typeof additionalProperties === 'object'
      ? describeSchema(`${place}.*`, additionalProperties as Schema, first)
      : []),
    ...choices.flatMap((choice, at) => describeSchema(`${place}|${at + 1}`, choice, first)),
  ]
}

/** Leaves out the bounds of safe integers and the pattern that a format of zod implies. */
function shorter(this: Schema, key: string, value: unknown): unknown {
  if ((key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return undefined
  return key === 'pattern' && 'format' in this ? undefined : value
}

/** The places of values of one shape with the types met there, sorted; identifiers among the keys are masked. */
export function describeValues(values: readonly unknown[], indent: string): string[] {
  const places = new Map<string, Set<string>>()
  const visit = (value: unknown, place: string) => {
    places.set(place, (places.get(place) ?? new Set()).add(typeOf(value)))
    if (Array.isArray(value)) for (const each of value) visit(each, `${place}[]`)
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) visit(each, `${place}.${maskId(key)}`)
  }
  for (const value of values) visit(value, '')
  return [...places]
    .map(([place, types]) => `${indent}${place}: ${[...types].sort().join(' | ')}`)
    .sort((a, b) => (a < b ? -1 : 1))
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

/** The text with `#` for ids, dates and numbers. */
export function maskId(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#')
    .replace(/[0-9a-f]{16,}/g, '#')
    .replace(/\d{4}-\d{2}(-\d{2})?/g, '#')
    .replace(/\b\d+\b/g, '#')
}
