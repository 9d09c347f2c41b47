import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createConnectionStore, type StoredConnection } from '../../../main/connections/store.ts'
import { createData } from '../../../main/data-calls.ts'
import { createMemoryVault, type Vault } from '../../../main/kernel/vault/vault.ts'
import { createGate } from '../../kit/fake-bridge.ts'
import { startDataInProcess } from '../../kit/in-process.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

const here = 'https://aqui.example'
const there = 'https://la.example'
const connection: StoredConnection = {
  id: 'c1',
  service: 'platform',
  name: 'Atendimento',
  base_url: here,
  account_id: 7,
  brand: 'casa',
  beta_url: null,
  on_beta: false,
  created_at: '2026-11-24T10:00:00.000Z',
}
const moved = { ...connection, base_url: there }

/**
 * A stored connection as two processes see it; `questions` are what the first one has asked the data process and the
 * vault.
 */
async function startStores() {
  const dir = await temporaryFolder()
  const vault = createMemoryVault()
  const questions: string[] = []
  let secretRead = Promise.resolve()
  const storeOf = (asked: string[]) => {
    const data = createData({ start: startDataInProcess, dir, key: '5a'.repeat(32) })
    onTestFinished(() => data.close())
    const counted: typeof data = {
      ...data,
      ask(name, input, options) {
        asked.push(name)
        return data.ask(name, input, options)
      },
    }
    const read: Vault['read'] = async (name) => {
      asked.push('vault')
      const secret = await vault.read(name)
      await secretRead
      return secret
    }
    return createConnectionStore({ data: counted, vault: { ...vault, read } })
  }
  const store = storeOf(questions)
  await store.put(connection)
  await store.setSecret('c1', 'old')
  questions.length = 0
  return {
    store,
    other: storeOf([]),
    questions,
    /** What reads the secret gets it once this is passed. */
    holdSecret(passed: Promise<void>) {
      secretRead = passed
    },
  }
}

describe('the credentials of requests after one another', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('are read once, the secret before the address', async () => {
    const { store, questions } = await startStores()
    expect(await store.secretAt('c1', here)).toBe('old')
    expect(await store.secretAt('c1', here)).toBe('old')
    expect(await store.readRecent('c1')).toEqual(connection)
    expect(questions).toEqual(['vault', 'records.list'])
  })

  test('are those of the last change of this process', async () => {
    const { store } = await startStores()
    await store.secretAt('c1', here)
    await store.setSecret('c1', 'new')
    expect(await store.secretAt('c1', here)).toBe('new')
    const put = store.put(moved)
    await expect(store.secretAt('c1', here)).rejects.toMatchObject({ code: 'cancelled' })
    expect(await store.readRecent('c1')).toEqual(moved)
    await put
    expect(await store.secretAt('c1', there)).toBe('new')
    await store.removeSecret('c1')
    await expect(store.secretAt('c1', there)).rejects.toMatchObject({ code: 'secret_missing' })
    await store.remove('c1')
    await expect(store.readRecent('c1')).rejects.toMatchObject({ code: 'no_connection' })
  })

  test('that were being read while this process changed them are not used again', async () => {
    const { store, holdSecret } = await startStores()
    const gate = createGate<void>()
    holdSecret(gate.passed)
    const before = store.secretAt('c1', here)
    await store.setSecret('c1', 'new')
    gate.open()
    expect(await before).toBe('old')
    expect(await store.secretAt('c1', here)).toBe('new')
  })

  test('follow what another process changes within a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { store, other } = await startStores()
    await store.secretAt('c1', here)
    await other.put(moved)
    vi.advanceTimersByTime(1000)
    expect(await store.readRecent('c1')).toEqual(moved)
    await expect(store.secretAt('c1', here)).rejects.toMatchObject({ code: 'cancelled' })
  })
})
