import { vi } from 'vitest'

/**
 * Waits until the check no longer throws: as long as a busy machine may take, since nothing is hurried by giving up.
 */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000, interval: 20 })
}
