import type { captain } from '../../preload/contract/captain.ts'
import type { Handlers } from '../kernel/router.ts'

export function createCaptainService(): Handlers<typeof captain> {
  return {}
}
