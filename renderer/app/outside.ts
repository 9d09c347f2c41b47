import { notifications } from '@mantine/notifications'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { messagesNow } from '../kernel/messages.ts'
import type { OpenOutside } from '../ui/outside.tsx'

/**
 * The way out of the page: main checks the address and opens it, or hands it back where this page is in the person's own
 * browser. A refused address is said.
 */
export function createOutside({ ask }: { readonly ask: AppAsk }): OpenOutside {
  const open = async (url: string) => {
    try {
      const { page_opens } = await ask('app.open_outside', { url })
      if (page_opens !== null) window.open(page_opens, '_blank', 'noopener,noreferrer')
    } catch (error) {
      notifications.show({ message: failureSentence(messagesNow(), failureOf(error)) })
    }
  }
  return (url) => void open(url)
}
