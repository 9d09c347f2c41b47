/** A map that keeps the most recently used entries. */
export interface Recent<Key, Value> {
  /** The value; it now counts as used. */
  get(key: Key): Value | undefined
  /** The value, made by `make` where there is none. */
  of(key: Key, make: () => Value): Value
  /** Stores the value and removes the ones used longest ago while the total is too large. The newest stays. */
  set(key: Key, value: Value): void
  delete(key: Key): void
  clear(): void
}

/** `limit` is a number of entries, or the largest sum of their sizes. */
export function createRecent<Key, Value>(
  limit: number,
  sizeOf: (value: Value) => number = () => 1,
): Recent<Key, Value> {
  // In the order of their last use.
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

/** Whether two lists hold identical items. */
export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

/**
 * Keeps the values derived for the most recent keys while their inputs are identical. `derive` gets the value for
 * earlier inputs, to reuse what still holds. A failed value is derived again at the next call.
 */
export interface DerivedCache<Value> {
  (
    key: string,
    inputs: readonly unknown[],
    derive: (previous: Value | undefined) => Value | Promise<Value>,
  ): Promise<Value>
  delete(key: string): void
  clear(): void
}

interface Derived<Value> {
  /** Null until the value is derived, where the value determines its inputs. */
  inputs: readonly unknown[] | null
  /** Undefined until it is derived. */
  value: Value | undefined
  readonly result: Promise<Value>
}

export function createDerivedCache<Value>(
  limit: number,
  {
    sizeOf = () => 1,
    inputsOf,
  }: {
    /** As of `createRecent`. */
    readonly sizeOf?: (value: Value) => number
    /** The inputs that a value turned out to have. With it, calls with any inputs share a running derivation. */
    readonly inputsOf?: (value: Value) => readonly unknown[]
  } = {},
): DerivedCache<Value> {
  const entries = createRecent<string, Derived<Value>>(limit, ({ value }) => (value === undefined ? 0 : sizeOf(value)))
  const cache = (
    key: string,
    inputs: readonly unknown[],
    derive: (previous: Value | undefined) => Value | Promise<Value>,
  ): Promise<Value> => {
    const previous = entries.get(key)
    if (previous && (previous.inputs === null || isSameList(previous.inputs, inputs))) return previous.result
    const result = Promise.resolve(previous?.result.catch(() => undefined)).then(derive)
    const one: Derived<Value> = { inputs: inputsOf ? null : inputs, value: undefined, result }
    entries.set(key, one)
    const isCurrent = () => entries.get(key) === one
    result.then(
      (value) => {
        if (isCurrent()) entries.set(key, Object.assign(one, { value, inputs: inputsOf?.(value) ?? inputs }))
      },
      () => {
        if (isCurrent()) entries.delete(key)
      },
    )
    return result
  }
  return Object.assign(cache, { delete: entries.delete, clear: entries.clear })
}
