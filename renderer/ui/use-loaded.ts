import { type DependencyList, useEffect, useState } from 'react'

/** The answer of `load`, null until it is there. Loads again when a dependency changes; overtaken answers are dropped. */
export function useLoaded<T>(load: () => Promise<T>, dependencies: DependencyList): T | null {
  const [value, setValue] = useState<T | null>(null)
  useEffect(() => {
    let isCurrent = true
    void load().then((answer) => {
      if (isCurrent) setValue(() => answer)
    })
    return () => {
      isCurrent = false
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them
  }, dependencies)
  return value
}
