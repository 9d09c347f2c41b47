import { expect, test } from 'vitest'
import { createProcessLock, LockBusyError } from '../../../main/kernel/process-lock.ts'
import { startScript } from '../../kit/command.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

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
