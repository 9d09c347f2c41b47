import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ChildPort, createWatchdog, forkChild } from '../../../main/kernel/child-process.ts'
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

test('a child that never returns to its event loop is silent', async () => {
  const port = startChild('busy.ts')
  await new Promise<void>((resolve) => {
    const watch = createWatchdog(port, { everyMs: 100, ticks: 8 }, resolve)
    port.onMessage(() => watch.expect(true))
    port.post('begin')
  })
})

test('a child that blocks long is not silent, as long as it sends signs of life', async () => {
  // Seven checks after each sign, however long a busy machine takes for the next one.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const port = startChild('talking.ts')
  const silent = vi.fn()
  const watch = createWatchdog(port, { everyMs: 100, ticks: 8 }, silent)
  let signs = 0
  await new Promise<void>((resolve) => {
    port.onMessage((message) => {
      if (message === 'done') return resolve()
      watch.expect(true)
      vi.advanceTimersByTime(700)
      signs += 1
    })
    port.post('begin')
  })
  expect(signs).toBe(10)
  expect(silent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(800)
  expect(silent).toHaveBeenCalledOnce()
})

function startChild(name: string): ChildPort {
  const port = forkChild(path.join(import.meta.dirname, 'children', name))
  onTestFinished(() => port.kill())
  return port
}
