/**
 * How two lists are combined by the people in them. `minus` has the rows of the first that are not in the second, `and`
 * those that are in both. `or` has all of the first, and the rows of the second that are not among them. A row belongs
 * to a person by any of its keys.
 */
export const setOperations = ['minus', 'and', 'or'] as const
export type SetOperation = (typeof setOperations)[number]

export interface SetCounts {
  readonly rows: number
  /** Rows of the first list that share a key with the second, and those that share none. */
  readonly both: number
  readonly only: number
  /** Rows without a usable key: nobody knows whether they are in the other list. */
  readonly keyless: number
  readonly other: {
    readonly rows: number
    readonly both: number
    /** Rows that share no key with the first list, the first one of each person. */
    readonly only: number
    readonly keyless: number
    /** Rows of a person whom an earlier row counts in `only`. */
    readonly repeated: number
  }
}

/** How many rows an operation leaves: rows without a key stay unless they would have to be in both lists. */
export function rowsOfSet(how: SetOperation, { rows, both, only, keyless, other }: SetCounts): number {
  switch (how) {
    case 'minus':
      return only + keyless
    case 'and':
      return both
    case 'or':
      return rows + other.only + other.keyless
  }
}
