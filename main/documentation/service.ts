import type { documentation } from '../../preload/contract/documentation.ts'
import type { Handlers } from '../kernel/router.ts'

export function createDocumentationService(): Handlers<typeof documentation> {
  return {}
}
