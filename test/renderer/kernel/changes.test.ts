import { describe, expect, it } from 'vitest'
import { createChanges } from '../../../renderer/kernel/changes.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'

describe('what main pushes', () => {
  it('reloads the feature that changed, and every feature when all may have', () => {
    const bridge = createFakeBridge()
    const changes = createChanges(bridge)
    const reloaded: string[] = []
    changes.on('sheets', () => reloaded.push('sheets'))
    changes.on('tasks', () => reloaded.push('tasks'))
    bridge.push({ kind: 'changed', feature: 'tasks' })
    expect(reloaded).toEqual(['tasks'])
    bridge.push({ kind: 'changed', feature: 'all' })
    expect(reloaded).toEqual(['tasks', 'sheets', 'tasks'])
  })

  it('hands commands to whoever listens, until they stop', () => {
    const bridge = createFakeBridge()
    const changes = createChanges(bridge)
    const heard: string[] = []
    const stop = changes.onCommand((command) => heard.push(command))
    bridge.push({ kind: 'command', command: 'new-sheet' })
    stop()
    bridge.push({ kind: 'command', command: 'settings' })
    expect(heard).toEqual(['new-sheet'])
  })
})
