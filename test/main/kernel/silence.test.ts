import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createWatchdog, forkChild } from '../../../main/kernel/child-process.ts'

const child = (name: string) => path.join(import.meta.dirname, 'children', name)

/** How a child ends that owes an answer: by saying that it is done, or by saying nothing for half a second. */
function endOf(name: string): Promise<string> {
  const port = forkChild(child(name))
  onTestFinished(() => port.kill())
  return new Promise((resolve) => {
    const watch = createWatchdog(port, { everyMs: 100, ticks: 8 }, () => resolve('silent'))
    port.onMessage((message) => {
      if (message === 'done') resolve('done')
    })
    port.onMessage(() => watch.expect(true))
    port.post('begin')
  })
}
test('a child that never returns to its event loop is found silent', async () => {
  expect(await endOf('busy.ts')).toBe('silent')
})
test('a child that blocks long is not, as long as it sends signs of life', async () => {
  expect(await endOf('talking.ts')).toBe('done')
})
