import type { Words } from '../calls.ts'
import type { Column } from '../columns/column.ts'

export type PlainCell = ReturnType<Column['plain']>

/** Gives the person's words for the codes of a column: its status, outcome, reason or own; every other value as it is. */
export function wordsOf(key: string, column: Column, words: Words): (row: number) => PlainCell {
  const known = tableOf(key, column, words)
  if (!known) return (row) => column.plain(row)
  return (row) => {
    const code = column.plain(row)
    if (typeof code === 'string') return known.get(code) ?? code
    return typeof code === 'object' && code !== null ? code.map((one) => known.get(one) ?? one) : code
  }
}

function tableOf(key: string, { type }: Column, words: Words): ReadonlyMap<string, string> | null {
  switch (type) {
    case 'status':
    case 'outcome':
    case 'reason':
      return new Map(Object.entries(words[type]))
    case 'code':
    case 'codes':
      return new Map(Object.entries(words.codes[key] ?? words.codes[kindOf(key)] ?? words.codes[''] ?? {}))
    default:
      return null
  }
}

/** What stands before the colon: columns of one kind, such as the answers of a form, have their words together. */
function kindOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf(':')))
}
