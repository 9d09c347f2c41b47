import { notifications, notificationsStore } from '@mantine/notifications'
import { describe, expect, it } from 'vitest'
import type { AppState } from '../../../preload/contract/app.ts'
import { createRuntime } from '../../../renderer/app/runtime.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { languageStore } from '../../../renderer/kernel/messages.ts'
import { createFakeBridge, createGate, refuses } from '../../kit/fake-bridge.ts'
import { toastMessages } from '../../kit/render.tsx'
import { appStateWith, connectionWith, formsConnectionWith, taskWith } from '../../kit/samples.ts'
import { inspectionWith, runWith, sheetWith } from '../../kit/samples-platform.ts'
import { until } from '../../kit/until.ts'

function createWorld(state: AppState) {
  const bridge = createFakeBridge({
    'app.state': () => state,
    'connections.list': () => [],
    'tasks.list': () => [],
    'sheets.list': () => [],
    'cruzar.runs': () => [],
  })
  const { feature, navigation } = createRuntime({ bridge })
  return { bridge, feature, navigation, names: () => bridge.asked.map(({ name }) => name) }
}

/** Main with two accounts of each service, the first of each in use. */
async function createAccounts() {
  const inUse = new Map([
    ['platform', 'c1'],
    ['forms', 'f1'],
  ])
  let all = ['c1', 'c2', 'f1', 'f2']
  const list = () =>
    all
      .map((id) => (id.startsWith('c') ? connectionWith({ id, name: id }) : formsConnectionWith({ id, name: id })))
      .map((connection) => ({ ...connection, current: inUse.get(connection.service) === connection.id }))
  const { bridge, feature, navigation } = createWorld(appStateWith())
  bridge.answer('connections.list', list)
  bridge.answer('connections.use', (input) => {
    const { id } = input as { id: string }
    inUse.set(id.startsWith('c') ? 'platform' : 'forms', id)
    return list()
  })
  await feature('app').store.getState().load()
  await feature('connections').store.getState().load()
  const connections = feature('connections').store
  return {
    bridge,
    connections,
    list,
    go: navigation.getState().go,
    place: () => navigation.getState().place,
    inUse: () => (readyValue(connections.getState().list) ?? []).filter(({ current }) => current).map(({ id }) => id),
    remove(id: string) {
      all = all.filter((one) => one !== id)
      for (const [service, used] of inUse) {
        if (used === id) inUse.set(service, all.find((one) => one.startsWith(id[0] ?? '')) ?? '')
      }
    },
  }
}

describe('the account in use', () => {
  it('is the one of a place that names another, at once and in main', async () => {
    const { bridge, go, place, inUse } = await createAccounts()
    go({ screen: 'contact', connection: 'c2', id: 5 })
    expect(inUse()).toEqual(['c2', 'f1'])
    go({ screen: 'form', connection: 'f2', id: 7 })
    expect(inUse()).toEqual(['c2', 'f2'])
    await until(() => expect(bridge.inputs('connections.use')).toEqual([{ id: 'c2' }, { id: 'f2' }]))
    await until(() => expect(inUse()).toEqual(['c2', 'f2']))
    expect(place()).toEqual({ screen: 'form', connection: 'f2', id: 7 })
  })

  it.each([
    [{ screen: 'reports', connection: 'c1' }, 'c2', { screen: 'reports', connection: 'c2' }],
    [{ screen: 'contact', connection: 'c1', id: 5 }, 'c2', { screen: 'contacts', connection: 'c2' }],
    [{ screen: 'dataset', connection: 'c1', id: 'd' }, 'c2', { screen: 'console', connection: 'c2', part: 'datasets' }],
    [
      { screen: 'captain', connection: 'c1', part: 'tools', id: 3 },
      'c2',
      { screen: 'captain', connection: 'c2', part: 'tools' },
    ],
    [{ screen: 'form', connection: 'f1', id: 7 }, 'f2', { screen: 'forms' }],
    [{ screen: 'entries', connection: 'f1', entry: 9 }, 'f2', { screen: 'entries', connection: 'f2' }],
    [{ screen: 'webhooks', connection: 'f1' }, 'c2', { screen: 'webhooks', connection: 'f1' }],
    [{ screen: 'sheet', id: 's1' }, 'c2', { screen: 'sheet', id: 's1' }],
  ] as const)('takes %o to its own when %s is chosen', async (from, chosen, to) => {
    const { go, place, connections } = await createAccounts()
    go(from)
    await connections.getState().use(chosen)
    expect(place()).toEqual(to)
  })

  it('is not the one of a list that was asked for before another was chosen', async () => {
    const { bridge, connections, list, go, place, inUse } = await createAccounts()
    const earlier = createGate('connections.list')
    const old = readyValue(connections.getState().list)
    bridge.answer('connections.list', () => earlier.passed)
    const loading = connections.getState().load()
    go({ screen: 'contact', connection: 'c2', id: 5 })
    bridge.answer('connections.list', list)
    earlier.open(old ?? [])
    await loading
    expect(inUse()).toEqual(['c2', 'f1'])
    expect(place()).toEqual({ screen: 'contact', connection: 'c2', id: 5 })
  })

  it('stays the one before where another cannot be put in use, and shows why', async () => {
    const { bridge, connections, inUse } = await createAccounts()
    bridge.answer('connections.use', refuses('disk_full'))
    await connections.getState().use('c2')
    expect(inUse()).toEqual(['c1', 'f1'])
    expect(toastMessages()).toEqual([expect.stringContaining('O disco está cheio')])
  })

  it('is another when its connection is forgotten, and the place with it', async () => {
    const { connections, go, place, inUse, remove } = await createAccounts()
    go({ screen: 'contact', connection: 'c2', id: 5 })
    go({ screen: 'conversation-set', connection: 'c2', id: 'set' })
    remove('c2')
    await connections.getState().load()
    expect(inUse()).toEqual(['c1', 'f1'])
    expect(place()).toEqual({ screen: 'conversations', connection: 'c1', part: 'sets' })
  })
})

describe('the stores', () => {
  it('ask only for the state of the app while the vault is closed', async () => {
    const { bridge, feature, names } = createWorld(appStateWith({ phase: 'locked' }))
    await feature('app').store.getState().load()
    bridge.push({ kind: 'changed', feature: 'all' })
    await until(() => expect(names()).toEqual(['app.state', 'app.state']))
  })

  it('read everything once the vault is open', async () => {
    const { bridge, feature, names } = createWorld(appStateWith({ phase: 'locked' }))
    await feature('app').store.getState().load()
    bridge.answer('app.state', () => appStateWith())
    bridge.answer('app.unlock', () => appStateWith())
    await feature('app').store.getState().unlock('uma senha qualquer')
    await until(() => expect(names()).toEqual(expect.arrayContaining(['connections.list', 'tasks.list'])))
    expect(JSON.stringify(feature('app').store.getState())).not.toContain('uma senha qualquer')
  })

  it('report a wrong passphrase and change nothing', async () => {
    const { bridge, feature } = createWorld(appStateWith({ phase: 'locked' }))
    await feature('app').store.getState().load()
    bridge.answer('app.unlock', refuses('wrong_passphrase'))
    await feature('app').store.getState().unlock('outra')
    expect(feature('app').store.getState()).toMatchObject({
      failure: { code: 'wrong_passphrase' },
      app: { value: { phase: 'locked' } },
    })
  })

  it('lead from the demonstration to its first sheet', async () => {
    const { bridge, feature, navigation } = createWorld(appStateWith())
    for (const name of ['app.enter_demo', 'app.state'] as const) bridge.answer(name, () => appStateWith({ demo: true }))
    bridge.answer('sheets.list', () => [sheetWith({ id: 'leads' })])
    await feature('app').enterDemo()
    expect(navigation.getState().place).toEqual({ screen: 'sheet', id: 'leads' })
  })

  it('come back to the list of sheets when the demonstration is left', async () => {
    const { bridge, feature, navigation } = createWorld(appStateWith({ demo: true }))
    bridge.answer('app.leave_demo', () => appStateWith())
    navigation.getState().go({ screen: 'sheet', id: 'leads' })
    await feature('app').leaveDemo()
    expect(navigation.getState().place).toEqual({ screen: 'sheets' })
  })

  it.each([
    ['cruzar', 'run'],
    ['sheets', 'sheets'],
  ] as const)('lead from %s to %s when a run has begun', async (screen, end) => {
    const { bridge, feature, navigation } = createWorld(appStateWith())
    const gate = createGate('cruzar.start')
    bridge.answer('cruzar.stage', () => ({ list: 'l1', inspection: inspectionWith() }))
    bridge.answer('cruzar.start', () => gate.passed)
    navigation.getState().go({ screen: 'cruzar' })
    await feature('cruzar').draft.getState().stage({ from: 'text', text: '11988887777' })
    const connection = connectionWith()
    const starting = feature('cruzar').draft.getState().start({ kind: 'connection', connection })
    navigation.getState().go({ screen })
    gate.open(runWith())
    await starting
    expect(navigation.getState().place.screen).toBe(end)
  })

  it.each([
    ['account number', { account_id: 8 }],
    ['address', { base_url: 'https://outro.exemplo.com.br' }],
    ['host', { on_beta: true }],
  ])('forget what was read of a connection when its %s is another', async (_, change) => {
    const connection = connectionWith({ id: 'c1', account_id: 7 })
    const { bridge, feature } = createWorld(appStateWith())
    bridge.answer('connections.list', () => [connection])
    bridge.answer('datasets.list', () => [])
    await feature('app').store.getState().load()
    await feature('connections').store.getState().load()
    await feature('datasets').getState().open('c1')
    bridge.answer('connections.list', () => [{ ...connection, name: 'Outro nome' }])
    await feature('connections').store.getState().load()
    expect(feature('datasets').getState().connection).toBe('c1')
    bridge.answer('connections.list', () => [{ ...connection, ...change }])
    await feature('connections').store.getState().load()
    expect(feature('datasets').getState().connection).toBeNull()
  })

  it('leave nothing of the demonstration on screen when it is left, its toasts included', async () => {
    const { bridge, feature } = createWorld(appStateWith({ demo: true }))
    bridge.answer('app.leave_demo', () => appStateWith({ phase: 'locked' }))
    bridge.answer('sheets.list', () => [sheetWith()])
    bridge.answer('sheets.known', () => ({ inboxes: [], agents: [], labels: [] }))
    bridge.answer('connections.list', () => [connectionWith()])
    bridge.answer('cruzar.runs', () => [runWith()])
    bridge.answer('tasks.list', () => [taskWith({ state: 'running' })])
    await feature('app').store.getState().load()
    await until(() => expect(feature('tasks').store.getState().tasks.status).toBe('ready'))
    await Promise.all(
      [feature('sheets').store, feature('connections').store, feature('cruzar').runs, feature('search')].map((one) =>
        one.getState().load(),
      ),
    )
    const table = feature('sheets').tableOf('s1')
    const entries = feature('entries').of({ connection_id: 'f1', form_id: 301, set: '' })
    bridge.answer('tasks.list', () => [taskWith({ state: 'done' })])
    await feature('tasks').store.getState().load()
    for (let more = 0; more < 5; more += 1) notifications.show({ message: `aviso ${more}` })
    expect(toastMessages().length).toBeGreaterThan(3)
    await feature('app').leaveDemo()
    expect(toastMessages()).toEqual([])
    expect(notificationsStore.getState().queue).toEqual([])
    expect(feature('sheets').store.getState()).toMatchObject({ list: { status: 'idle' }, known: {} })
    expect(feature('connections').store.getState().list.status).toBe('idle')
    expect(feature('cruzar').runs.getState().list.status).toBe('idle')
    expect(feature('search').getState().findable.status).toBe('idle')
    expect(feature('tasks').store.getState().tasks.status).toBe('idle')
    expect(feature('sheets').tableOf('s1')).not.toBe(table)
    expect(feature('entries').of({ connection_id: 'f1', form_id: 301, set: '' })).not.toBe(entries)
  })

  it('count the sheets of a connection anew when one is made or forgotten', async () => {
    const { bridge, feature } = createWorld(appStateWith())
    const counts = () => readyValue(feature('connections').store.getState().list)?.map(({ sheets }) => sheets)
    await feature('app').store.getState().load()
    await feature('sheets').store.getState().load()
    await until(() => expect(counts()).toEqual([]))
    bridge.answer('sheets.list', () => [sheetWith()])
    bridge.answer('connections.list', () => [connectionWith({ sheets: 1 })])
    await feature('sheets').store.getState().load()
    await until(() => expect(counts()).toEqual([1]))
    bridge.answer('sheets.list', () => [])
    bridge.answer('connections.list', () => [connectionWith({ sheets: 0 })])
    await feature('sheets').store.getState().load()
    await until(() => expect(counts()).toEqual([0]))
  })

  it('speak the language that the user prefers', async () => {
    const { bridge, feature } = createWorld(appStateWith())
    const english = { ...appStateWith().preferences, language: 'en', theme: 'dark' } as const
    for (const name of ['app.prefer', 'app.state'] as const) {
      bridge.answer(name, () => appStateWith({ preferences: english }))
    }
    await feature('app').store.getState().prefer({ language: 'en' })
    expect(languageStore.getState().language).toBe('en')
  })
})
