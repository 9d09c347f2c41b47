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
