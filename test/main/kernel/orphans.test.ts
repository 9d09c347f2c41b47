import { expect, test } from 'vitest'
import { startScript } from '../../kit/command.ts'
import { stillAlive } from '../../kit/processes.ts'
import { until } from '../../kit/until.ts'

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
