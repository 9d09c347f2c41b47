import type { conversations } from '../../preload/contract/conversations.ts'
import type { Handlers } from '../kernel/router.ts'

export declare function createConversationsService(): Handlers<typeof conversations>
