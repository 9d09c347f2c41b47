/** A map that keeps the entries used last. */
export interface Recent<Key, Value> {
  /** The value, which counts as used now. */
  get(key: Key): Value | undefined
  /** Stores the value; the one used longest ago goes where there are too many. */
  set(key: Key, value: Value): void
  delete(key: Key): void
}

export function createRecent<Key, Value>(most: number): Recent<Key, Value> {
  // In the order of last use.
  const values = new Map<Key, Value>()
  const set = (key: Key, value: Value) => {
    values.delete(key)
    values.set(key, value)
    for (const oldest of values.keys()) {
      if (values.size <= most) break
      values.delete(oldest)
    }
  }
  return {
    get(key) {
      const value = values.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
    delete: (key) => void values.delete(key),
  }
}

/** Whether two lists have the very same items. */
export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

/**
 * Keeps what was made for the keys used last while the things that it is made `of` are the very same. `make` gets what was made
 * of others before, to take over what still holds. What failed is made again at the next call.
 */
export type Remade<Value> = (
  key: string,
  of: readonly unknown[],
  make: (before: Value | undefined) => Value | Promise<Value>,
) => Promise<Value>

export function createRemade<Value>(most: number): Remade<Value> {
  const made = createRecent<string, { readonly of: readonly unknown[]; readonly value: Promise<Value> }>(most)
  return (key, of, make) => {
    const before = made.get(key)
    if (before && isSameList(before.of, of)) return before.value
    const value = Promise.resolve(before?.value.catch(() => undefined)).then(make)
    made.set(key, { of, value })
    value.catch(() => {
      if (made.get(key)?.value === value) made.delete(key)
    })
    return value
  }
}
