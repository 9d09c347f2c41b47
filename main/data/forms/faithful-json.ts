/** Third argument of a reviver for a primitive value; missing in TypeScript's library. */
interface Source {
  readonly source?: string
}

type Parse = (text: string, reviver: (key: string, value: unknown, source: Source) => unknown) => unknown

/**
 * JSON as values that `JSON.stringify` writes as they came: a number that JavaScript would write in another way, such as
 * one of twenty digits or `1.0`, keeps its own text. Throws a SyntaxError for what is no JSON.
 */
export function parseFaithfully(text: string): unknown {
  // ECMAScript's own, in every host; only its types are missing.
  return (JSON.parse as Parse)(text, (_, value, { source }) => {
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value
    return rawJson(source)
  })
}

const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }
