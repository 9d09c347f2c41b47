import { expect, it, onTestFinished, vi } from 'vitest'
import { createData } from '../../../main/data-calls.ts'
import { type ChildPort, forkChild, startAhead } from '../../../main/kernel/child-process.ts'
import { folderOfTest } from '../../kit/temporary-folder.ts'

/** A data process that is started ahead, and how many there were; `ended` resolves when the last of them has. */
function kit() {
  const started: ChildPort[] = []
  const ahead = startAhead(() => {
    const port = forkChild('main/data-process.ts')
    started.push(port)
    return port
  })
  const data = createData({ start: ahead.start, dir: folderOfTest(), key: 'ab'.repeat(32) })
  onTestFinished(async () => {
    await data.close()
    ahead.close()
  })
  return { ahead, data, started, ended: () => new Promise<void>((resolve) => started.at(-1)?.onExit(resolve)) }
}

it('a data process that is started ahead answers the first call', async () => {
  const { data, started } = kit()
  expect(started).toHaveLength(1)
  await data.ask('records.put', { collection: 'a', id: '1', value: 'stored' })
  expect(await data.ask('records.list', { collection: 'a' })).toEqual([{ id: '1', value: 'stored' }])
  expect(started).toHaveLength(1)
})

it('one that ended before anybody needed it is replaced', async () => {
  const { data, started, ended } = kit()
  started[0]?.kill()
  await ended()
  expect(await data.ask('records.list', { collection: 'a' })).toEqual([])
  expect(started).toHaveLength(2)
})

it('one that nobody needed ends when the app closes', async () => {
  const { ahead, started, ended } = kit()
  const hasEnded = vi.fn()
  started[0]?.onExit(hasEnded)
  expect(hasEnded).not.toHaveBeenCalled()
  ahead.close()
  await ended()
  expect(hasEnded).toHaveBeenCalledOnce()
  expect(started).toHaveLength(1)
})
