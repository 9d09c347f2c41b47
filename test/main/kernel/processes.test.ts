import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createWatchdog, forkChild } from '../../../main/kernel/child-process.ts'
import { createProcessLock, LockBusyError } from '../../../main/kernel/process-lock.ts'
import { startScript } from '../../kit/command.ts'
import { familyOf, stillAlive } from '../../kit/processes.ts'
import { linuxOnly } from '../../kit/systems.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { until } from '../../kit/until.ts'

test('no memory of a host, nor of its data process, goes into a core dump', linuxOnly(), async () => {
  const host = startScript('test/main/kernel/children/start-data.ts', [])
  await expect.poll(() => host.out()).toContain('started')
  const family = familyOf(host.pid)
  expect(family.length).toBeGreaterThan(1)
  for (const pid of family) expect(await readFile(`/proc/${pid}/coredump_filter`, 'utf8')).toMatch(/^0+\n$/)
  await host.kill()
})

test('a child that is busy in one endless loop ends when its parent was killed', async () => {
  const parent = startScript('test/main/kernel/children/parent-of-busy.ts', [])
  const child = await until(() => {
    expect(parent.out()).toMatch(/^\d+\n$/)
    return Number(parent.out())
  })
  expect(stillAlive([child])).toEqual([child])
  process.kill(parent.pid, 'SIGKILL')
  await until(() => expect(stillAlive([child])).toEqual([]))
})

test('a lock whose holder was killed is free at once, and one whose holder lives is not', async () => {
  const folder = await temporaryFolder()
  const holder = startScript('test/main/kernel/children/hold-lock.ts', [folder])
  await expect.poll(() => holder.out()).toContain('held')
  // Shorter than a holder may leave its lock unrenewed.
  const lock = createProcessLock({ folder, name: 'lock', longestWaitMs: 300 })
  await expect(lock.take(async () => 'taken')).rejects.toBeInstanceOf(LockBusyError)
  await holder.kill()
  expect(await lock.take(async () => 'taken')).toBe('taken')
})

test.each([
  ['never returns to its event loop is silent', 'busy.ts', 'silent'],
  ['blocks long is not silent, as long as it sends signs of life', 'talking.ts', 'done'],
])('a child that %s', async (_, name, end) => {
  const port = forkChild(path.join(import.meta.dirname, 'children', name))
  onTestFinished(() => port.kill())
  const ended = new Promise((resolve) => {
    const watch = createWatchdog(port, { everyMs: 100, ticks: 8 }, () => resolve('silent'))
    port.onMessage((message) => {
      if (message === 'done') resolve('done')
    })
    port.onMessage(() => watch.expect(true))
    port.post('begin')
  })
  expect(await ended).toBe(end)
})
