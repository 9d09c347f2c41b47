/** A map that keeps the entries used last. */
export interface Recent<Key, Value> {
  /** The value, which counts as used now. */
  get(key: Key): Value | undefined
  /** The same; `make` makes one that is not there. */
  of(key: Key, make: () => Value): Value
  /** Stores the value; the ones used longest ago go where all together are too large. The newest stays. */
  set(key: Key, value: Value): void
  delete(key: Key): void
  clear(): void
}

/** `limit` is a number of entries, or what the sizes of all may sum up to. */
export function createRecent<Key, Value>(
  limit: number,
  sizeOf: (value: Value) => number = () => 1,
): Recent<Key, Value> {
  // In the order of last use.
  const values = new Map<Key, Value>()
  const use = (key: Key, value: Value) => {
    values.delete(key)
    values.set(key, value)
  }
  const recent: Recent<Key, Value> = {
    get(key) {
      const value = values.get(key)
      if (value !== undefined) use(key, value)
      return value
    },
    of(key, make) {
      const value = recent.get(key) ?? make()
      recent.set(key, value)
      return value
    },
    set(key, value) {
      use(key, value)
      let size = [...values.values()].reduce((sum, one) => sum + sizeOf(one), 0)
      for (const [oldest, one] of values) {
        if (size <= limit || oldest === key) break
        values.delete(oldest)
        size -= sizeOf(one)
      }
    },
    delete: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
  return recent
}

/** Whether two lists have the very same items. */
export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

/**
 * Keeps what was made for the keys used last while the things that it is made `of` are the very same. `make` gets what
 * was made of others before, to take over what still holds. What failed is made again at the next call.
 */
export interface Remade<Value> {
  (key: string, of: readonly unknown[], make: (previous: Value | undefined) => Value | Promise<Value>): Promise<Value>
  delete(key: string): void
  clear(): void
}

interface Made<Value> {
  /** Null while it is being made, of whatever it will be. */
  of: readonly unknown[] | null
  /** Undefined until it is made. */
  value: Value | undefined
  readonly result: Promise<Value>
}

export function createRemade<Value>(
  limit: number,
  {
    sizeOf = () => 1,
    madeOf,
  }: {
    /** As of `createRecent`. */
    readonly sizeOf?: (value: Value) => number
    /** What a value came out to be made of. One that is being made is shared then, whatever it was asked of. */
    readonly madeOf?: (value: Value) => readonly unknown[]
  } = {},
): Remade<Value> {
  const entries = createRecent<string, Made<Value>>(limit, ({ value }) => (value === undefined ? 0 : sizeOf(value)))
  const cache = (
    key: string,
    of: readonly unknown[],
    make: (previous: Value | undefined) => Value | Promise<Value>,
  ): Promise<Value> => {
    const previous = entries.get(key)
    if (previous && (previous.of === null || isSameList(previous.of, of))) return previous.result
    const result = Promise.resolve(previous?.result.catch(() => undefined)).then(make)
    const one: Made<Value> = { of: madeOf ? null : of, value: undefined, result }
    entries.set(key, one)
    const isCurrent = () => entries.get(key) === one
    result.then(
      (value) => {
        if (isCurrent()) entries.set(key, Object.assign(one, { value, of: madeOf?.(value) ?? of }))
      },
      () => {
        if (isCurrent()) entries.delete(key)
      },
    )
    return result
  }
  return Object.assign(cache, { delete: entries.delete, clear: entries.clear })
}
