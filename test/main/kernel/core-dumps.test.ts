import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startScript } from '../../kit/command.ts'
import { familyOf } from '../../kit/processes.ts'
import { linuxOnly } from '../../kit/systems.ts'

test('no memory of a host, nor of its data process, goes into a core dump', linuxOnly(), async () => {
  const host = startScript('test/main/kernel/children/start-data.ts', [])
  await expect.poll(() => host.out()).toContain('started')
  const family = familyOf(host.pid)
  expect(family.length).toBeGreaterThan(1)
  for (const pid of family) expect(await readFile(`/proc/${pid}/coredump_filter`, 'utf8')).toMatch(/^0+\n$/)
  await host.kill()
})
