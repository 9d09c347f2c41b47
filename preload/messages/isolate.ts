/**
 * Characters that set the direction of what follows: embeddings, overrides, isolates and marks (Unicode UAX #9). The
 * first alternative is a text that `isolate` has set apart already.
 */
const controls =
  /(\u2068[^\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*\u2069)|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
/** Scripts that run from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]|[\uD802-\uD803\uD83A-\uD83B][\uDC00-\uDFFF]/

/**
 * A foreign text as a part of a sentence: it cannot change the order of the words around it. Its own controls of
 * direction are left out, and what runs from right to left is set apart (FSI, PDI). Any other text stays as it is, and
 * so does a sentence whose foreign parts are set apart already.
 */
export function isolate(text: string): string {
  const plain = text.replace(controls, (_, isolated?: string) => isolated ?? '')
  return rightToLeft.test(plain.replace(controls, '')) ? `\u2068${plain}\u2069` : plain
}

/** The same for every text inside a value that a sentence takes. */
export function isolated(value: unknown): unknown {
  if (typeof value === 'string') return isolate(value)
  if (Array.isArray(value)) return value.map(isolated)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, isolated(part)]))
}

/** Facts as one line, "Todos · 1.200 linhas": absent ones are left out, and no fact changes the order of the others. */
export function joinFacts(facts: readonly (string | null | undefined)[]): string {
  return facts.flatMap((fact) => (fact ? [isolate(fact)] : [])).join(' · ')
}
