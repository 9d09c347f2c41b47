import type { console } from '../../preload/contract/console.ts'
import type { Handlers } from '../kernel/router.ts'

export function createConsoleService(): Handlers<typeof console> {
  return {}
}
