import type { sending } from '../../preload/contract/sending.ts'
import type { Handlers } from '../kernel/router.ts'

export function createSendingService(): Handlers<typeof sending> {
  return {}
}
