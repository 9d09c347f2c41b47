import { describe, expect, it } from 'vitest'
import type { AppState } from '../../../preload/contract/app.ts'
import { languageStore } from '../../../renderer/kernel/messages.ts'
import { createStores } from '../../../renderer/stores.ts'
import { createFakeBridge, createGate } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { appStateWith, connectionWith } from '../../kit/samples.ts'
import { until } from '../../kit/until.ts'

function createWorld(state: AppState) {
  const bridge = createFakeBridge({
    'app.state': () => state,
    'connections.list': () => [],
    'tasks.list': () => [],
    'sheets.list': () => [],
    'cruzar.runs': () => [],
  })
  return { bridge, stores: createStores({ bridge }), names: () => bridge.asked.map(({ name }) => name) }
}

describe('the stores', () => {
  it('ask only for the state of the app while the vault is closed', async () => {
    const { bridge, stores, names } = createWorld(appStateWith({ phase: 'locked' }))
    await stores.app.getState().load()
    bridge.push({ kind: 'changed', feature: 'all' })
    await until(() => expect(names()).toEqual(['app.state', 'app.state']))
  })

  it('read everything once the vault is open', async () => {
    const { bridge, stores, names } = createWorld(appStateWith({ phase: 'locked' }))
    await stores.app.getState().load()
    bridge.answer('app.unlock', () => appStateWith())
    await stores.app.getState().unlock('uma senha qualquer')
    await until(() => expect(names()).toEqual(expect.arrayContaining(['connections.list', 'tasks.list'])))
    expect(JSON.stringify(stores.app.getState())).not.toContain('uma senha qualquer')
  })

  it('say that a passphrase is wrong and change nothing', async () => {
    const { bridge, stores } = createWorld(appStateWith({ phase: 'locked' }))
    await stores.app.getState().load()
    bridge.answer('app.unlock', refuses('wrong_passphrase'))
    await stores.app.getState().unlock('outra')
    expect(stores.app.getState()).toMatchObject({
      failure: { code: 'wrong_passphrase' },
      app: { value: { phase: 'locked' } },
    })
  })

  it('lead from the demonstration to its first sheet', async () => {
    const { bridge, stores } = createWorld(appStateWith())
    bridge.answer('app.enter_demo', () => appStateWith({ demo: true }))
    bridge.answer('sheets.list', () => [{ id: 'leads' }])
    await stores.enterDemo()
    expect(stores.navigation.getState().place).toEqual({ screen: 'sheet', id: 'leads' })
  })

  it('come back to the list of sheets when the demonstration is left', async () => {
    const { bridge, stores } = createWorld(appStateWith({ demo: true }))
    bridge.answer('app.leave_demo', () => appStateWith())
    stores.navigation.getState().go({ screen: 'sheet', id: 'leads' })
    await stores.leaveDemo()
    expect(stores.navigation.getState().place).toEqual({ screen: 'sheets' })
  })

  it.each([
    ['cruzar', 'run'],
    ['sheets', 'sheets'],
  ] as const)('lead from %s to %s when a run has begun', async (screen, end) => {
    const { bridge, stores } = createWorld(appStateWith())
    const gate = createGate<unknown>()
    bridge.answer('cruzar.stage', () => ({ list: 'l1', inspection: { name: 'Lista' } }))
    bridge.answer('cruzar.start', () => gate.passed)
    stores.navigation.getState().go({ screen: 'cruzar' })
    await stores.cruzar.getState().paste('11988887777')
    const connection = connectionWith()
    const starting = stores.cruzar.getState().start({ kind: 'connection', connection })
    stores.navigation.getState().go({ screen })
    gate.open({ id: 'r1' })
    await starting
    expect(stores.navigation.getState().place.screen).toBe(end)
  })

  it('speak the language that the person prefers', async () => {
    const { bridge, stores } = createWorld(appStateWith())
    bridge.answer('app.prefer', () => appStateWith({ preferences: { language: 'en', theme: 'dark', narrow: false } }))
    await stores.app.getState().prefer({ language: 'en' })
    expect(languageStore.getState().language).toBe('en')
  })
})
