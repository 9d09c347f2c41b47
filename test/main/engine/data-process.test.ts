import { existsSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createData } from '../../../main/data-calls.ts'
import type { ChildPort } from '../../../main/kernel/child-process.ts'
import { posixOnly } from '../../kit/systems.ts'
import { asIs } from '../cruzar/data/run-kit.ts'
import { createDataKit, type DataKit } from './data-kit.ts'

let kit: DataKit

beforeEach(() => {
  kit = createDataKit()
})

describe('the data process', () => {
  it('starts at the first call, once, and stores small records', async () => {
    expect(kit.starts()).toBe(0)
    const value = { name: 'Conta', list: [1, 'é'] }
    await Promise.all([
      kit.data.ask('records.put', { collection: 'connections', id: 'b', value: 1 }),
      kit.data.ask('records.put', { collection: 'connections', id: 'a', value }),
      kit.data.ask('records.put', { collection: 'other', id: 'c', value: 2 }),
    ])
    expect(kit.starts()).toBe(1)
    await kit.data.ask('records.remove', { collection: 'connections', id: 'b' })
    await kit.data.ask('records.put', { collection: 'connections', id: 'a', value: { ...value, name: 'Outra' } })
    expect(await kit.data.ask('records.list', { collection: 'connections' })).toEqual([
      { id: 'a', value: { ...value, name: 'Outra' } },
    ])
  })

  it('fails the running calls when it is killed, starts again at the next one, and has lost nothing', async () => {
    await kit.data.ask('records.put', { collection: 'a', id: '1', value: 'stored' })
    kit.hold()
    const running = kit.data.ask('records.list', { collection: 'a' })
    const killed = kit.kill()
    await expect(running).rejects.toMatchObject({ code: 'data_process_ended' })
    await killed
    expect(await kit.data.ask('records.list', { collection: 'a' })).toEqual([{ id: '1', value: 'stored' }])
    expect(kit.starts()).toBe(2)
  })

  it(
    'is killed when it sends no sign of life, fails the open calls, and answers the next one',
    posixOnly('signals'),
    async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const { data } = kit
      await data.ask('records.put', { collection: 'a', id: '1', value: 'stored' })
      kit.freeze()
      const unanswered = data.ask('records.list', { collection: 'a' })
      vi.advanceTimersByTime(60_000)
      await expect(unanswered).rejects.toMatchObject({
        code: 'data_process_ended',
        params: { operation: 'records.list', silent_s: 60 },
      })
      expect(await data.ask('records.list', { collection: 'a' })).toEqual([{ id: '1', value: 'stored' }])
      kit.freeze()
      const ended = kit.gone()
      const abort = new AbortController()
      const cancelled = data.ask('records.list', { collection: 'a' }, { signal: abort.signal })
      abort.abort()
      await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
      vi.advanceTimersByTime(60_000)
      await ended
    },
  )

  it('refuses another key, changes nothing, and takes the right key at the next try', async () => {
    await kit.data.ask('records.put', { collection: 'a', id: '1', value: 'stored' })
    await kit.data.close()
    const stranger = kit.another({ key: 'ab'.repeat(32) })
    await expect(stranger.ask('records.list', { collection: 'a' })).rejects.toMatchObject({ code: 'key_missing' })
    await expect(stranger.ask('sheets.list', {})).rejects.toMatchObject({ code: 'key_missing' })
    expect(await kit.another().ask('records.list', { collection: 'a' })).toEqual([{ id: '1', value: 'stored' }])
  })

  it('reports foreseen failures by code and bugs as internal without their text', async () => {
    await expect(kit.data.ask('lists.inspect', { list: 'none', settings: asIs })).rejects.toMatchObject({
      code: 'not_found',
    })
    const input = { collection: 'segredo', id: undefined as unknown as string, value: 1 }
    const failure = await kit.data.ask('records.put', input).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'internal' })
    expect(JSON.stringify(failure)).not.toContain('segredo')
  })

  it('makes the folder, closes within its time, and answers no more', async () => {
    await kit.data.ask('records.list', { collection: 'a' })
    expect(existsSync(path.join(kit.dir, 'app.db'))).toBe(true)
    await kit.data.close()
    expect(existsSync(path.join(kit.dir, 'app.db-wal'))).toBe(false)
    await expect(kit.data.ask('records.list', { collection: 'a' })).rejects.toMatchObject({
      code: 'data_process_ended',
    })
  })

  it('is killed when it does not end by itself', async () => {
    let killed = false
    let exit = () => {}
    let answer: (message: unknown) => void = () => {}
    const deaf: ChildPort = {
      post: (message) => {
        if (typeof message === 'object' && message !== null && 'id' in message) answer({ id: message.id, ok: true })
      },
      onMessage: (receive) => {
        answer = (message) => void nextTurn().then(() => receive(message))
      },
      onExit: (receive) => {
        exit = receive
      },
      kill: () => {
        killed = true
        exit()
      },
    }
    const data = createData({ start: () => deaf, dir: kit.dir, key: 'ab'.repeat(32), graceMs: 20 })
    await data.ask('records.remove', { collection: 'a', id: '1' })
    await data.close()
    expect(killed).toBe(true)
  })

  it('fails the call when it cannot be started at all', async () => {
    const absent: ChildPort = {
      post: () => {},
      onMessage: () => {},
      onExit: (receive) => queueMicrotask(receive),
      kill: () => {},
    }
    const data = createData({ start: () => absent, dir: kit.dir, key: 'ab'.repeat(32) })
    await expect(data.ask('records.list', { collection: 'a' })).rejects.toMatchObject({ code: 'data_process_failed' })
    await data.close()
  })
})
