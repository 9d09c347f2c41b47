import { afterEach, vi } from 'vitest'
import { languageStore } from '../../renderer/kernel/messages.ts'
import { cleanups } from './cleanups.ts'

// Fields that grow with their text listen for fonts, which happy-dom does not have.
if (!document.fonts) {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true, writable: true })
}

// The test files of a worker share one page and its modules: every test leaves both as a new page has them.
// The component library is not imported here: tests without components start three times as fast without it.
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  const failures: unknown[] = []
  for (const cleanUp of [...cleanups].reverse()) {
    try {
      await cleanUp()
    } catch (error) {
      failures.push(error)
    }
  }
  emptyPage()
  languageStore.setState(languageStore.getInitialState())
  if (failures.length > 0) throw failures[0]
})

function emptyPage(): void {
  const { documentElement: page } = document
  for (const name of page.getAttributeNames()) page.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
}
