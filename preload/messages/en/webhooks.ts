import type { webhooks as portuguese } from '../pt-BR/webhooks.ts'

export const webhooks: typeof portuguese = {
  title: 'Webhooks',
}
