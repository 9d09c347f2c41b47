/** A table as it stood in an answer, before anything is known of its columns. */
export interface RawTable {
  /** Where it stood; empty for the answer as a whole. */
  readonly name: string
  readonly keys: readonly string[]
  /** Scalars of JSON, or texts of a CSV. Rows may be shorter than `keys`. */
  readonly rows: readonly (readonly unknown[])[]
}

/** A report says a few hundred things; what is far beyond is a mistake of somebody, and would only stall the screen. */
export const mostColumns = 200
