import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'
import type { OpenOutside } from '../ui/outside.tsx'
import type { FileLinks } from '../ui/saved-notice.tsx'

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
      noticeFailure(failureOf(error))
    }
  }
  return (url) => void open(url)
}

/** The ways to a saved file, which main knows the place of. A file that is gone is said. */
export function createFileLinks({ ask }: { readonly ask: AppAsk }): FileLinks {
  const link = (question: 'app.open_file' | 'app.show_file') => (id: string) =>
    void ask(question, { id }).catch((error: unknown) => noticeFailure(failureOf(error)))
  return { open: link('app.open_file'), show: link('app.show_file') }
}
