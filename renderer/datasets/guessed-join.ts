import type { Dataset } from '../../preload/contract/datasets.ts'

export type Join = NonNullable<Dataset['join']>

export const joinWays: readonly Join['by'][] = ['contato_id', 'telefone', 'email']

/** How the columns that tell a person are usually called, the surest first. */
const names: readonly (readonly [Join['by'], RegExp])[] = [
  ['contato_id', /^(?=.*id$)(?:.*[._])?(?:contato|contact|sender)[._]/i],
  ['telefone', /fone|phone|celular|whats/i],
  ['email', /e-?mail/i],
]

/** What a data set's columns suggest; else its first column as a contact's number, which the person changes. */
export function guessedJoin(columns: readonly string[]): Join {
  for (const [by, name] of names) {
    const column = columns.find((one) => name.test(one))
    if (column !== undefined) return { column, by }
  }
  return { column: columns[0] ?? '', by: 'contato_id' }
}
