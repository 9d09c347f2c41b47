import type { Words } from '../calls.ts'
import type { Column } from '../columns/column.ts'

export type PlainCell = ReturnType<Column['plain']>

/** Gives the person's words for the codes of a column: its status, outcome or reason; every other value as it is. */
export function wordsOf(column: Column, words: Words): (row: number) => PlainCell {
  const known = tableOf(column, words)
  if (!known) return (row) => column.plain(row)
  return (row) => {
    const code = column.plain(row)
    return typeof code === 'string' ? (known.get(code) ?? code) : code
  }
}

function tableOf({ type }: Column, words: Words): ReadonlyMap<string, string> | null {
  switch (type) {
    case 'status':
    case 'outcome':
    case 'reason':
      return new Map(Object.entries(words[type]))
    default:
      return null
  }
}
