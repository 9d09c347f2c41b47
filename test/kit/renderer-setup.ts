import { notificationsStore } from '@mantine/notifications'
import { afterEach, vi } from 'vitest'
import { languageStore } from '../../renderer/kernel/messages.ts'
import { unmountAll } from './render.tsx'

// Fields that grow with their text listen for fonts, which happy-dom does not have.
if (!document.fonts) {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true, writable: true })
}

// The test files of a worker share one page and its modules: every test leaves both as a new page has them.
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  await unmountAll()
  emptyPage()
  languageStore.setState(languageStore.getInitialState())
  // What the library starts with; the shell sets its own limit.
  notificationsStore.setState({ notifications: [], queue: [], defaultPosition: 'bottom-right', limit: 5 })
})

function emptyPage(): void {
  const { documentElement: page } = document
  for (const name of page.getAttributeNames()) page.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
}
