import { describe, expect, it } from 'vitest'
import { createChanges } from '../../../renderer/kernel/changes.ts'
import { createFakeBridge, createGate } from '../../kit/fake-bridge.ts'
import { until } from '../../kit/until.ts'

describe('what main pushes', () => {
  it('reloads the feature that changed, and every feature when all may have', async () => {
    const bridge = createFakeBridge()
    const changes = createChanges(bridge)
    const reloaded: string[] = []
    changes.on('sheets', () => void reloaded.push('sheets'))
    changes.on('tasks', () => void reloaded.push('tasks'))
    bridge.push({ kind: 'changed', feature: 'tasks' })
    await until(() => expect(reloaded).toEqual(['tasks']))
    bridge.push({ kind: 'changed', feature: 'all' })
    await until(() => expect(reloaded.toSorted()).toEqual(['sheets', 'tasks', 'tasks']))
  })

  it('reloads every other feature when one has told that all may have changed', async () => {
    const changes = createChanges(createFakeBridge())
    const reloaded: string[] = []
    for (const feature of ['app', 'sheets', 'tasks']) changes.on(feature, () => void reloaded.push(feature))
    changes.allBut('app')
    await until(() => expect(reloaded).toEqual(['sheets', 'tasks']))
  })

  it('reloads once for a storm of changes, and once more for a storm during the reload', async () => {
    const bridge = createFakeBridge()
    const gate = createGate<void>()
    let reloads = 0
    createChanges(bridge).on('tasks', async () => {
      reloads += 1
      await gate.passed
    })
    const storm = () => {
      for (let push = 0; push < 100; push += 1) bridge.push({ kind: 'changed', feature: 'tasks' })
    }
    storm()
    await until(() => expect(reloads).toBe(1))
    storm()
    gate.open()
    await until(() => expect(reloads).toBe(2))
  })

  it('passes the ids of all changes since the last reload, and null when one came without', async () => {
    const bridge = createFakeBridge()
    const reloads: unknown[] = []
    createChanges(bridge).on('reviews', (ids) => reloads.push(ids))
    const push = (ids?: string[]) => bridge.push({ kind: 'changed', feature: 'reviews', ...(ids ? { ids } : {}) })
    push(['1'])
    push(['2'])
    await until(() => expect(reloads).toEqual([['1', '2']]))
    push(['3'])
    push()
    await until(() => expect(reloads).toEqual([['1', '2'], null]))
  })

  it('hands commands to each receiver until it stops', () => {
    const bridge = createFakeBridge()
    const changes = createChanges(bridge)
    const received: string[] = []
    const stop = changes.onCommand((command) => received.push(command))
    bridge.push({ kind: 'command', command: 'new-sheet' })
    stop()
    bridge.push({ kind: 'command', command: 'settings' })
    expect(received).toEqual(['new-sheet'])
  })
})
