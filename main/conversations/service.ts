import type { conversations } from '../../preload/contract/conversations.ts'
import type { Handlers } from '../kernel/router.ts'

export function createConversationsService(): Handlers<typeof conversations> {
  return {} as Handlers<typeof conversations>
}
