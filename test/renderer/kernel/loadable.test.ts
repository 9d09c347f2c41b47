import { describe, expect, it } from 'vitest'
import { AskFailure } from '../../../renderer/kernel/ask.ts'
import { createReload, type Loadable } from '../../../renderer/kernel/loadable.ts'
import { createGate } from '../../kit/fake-bridge.ts'

function createShelf(first: Loadable<string> = { status: 'idle' }) {
  const seen: Loadable<string>[] = [first]
  const reload = createReload<string>(
    () => seen.at(-1) ?? { status: 'idle' },
    (loadable) => seen.push(loadable),
  )
  return { seen, reload }
}

const offline = new AskFailure({ code: 'offline', params: { host: 'exemplo.com.br' } })

describe('reloading a value', () => {
  it('passes through loading to ready the first time', async () => {
    const { seen, reload } = createShelf()
    await reload(async () => 'rows')
    expect(seen.map(({ status }) => status)).toEqual(['idle', 'loading', 'ready'])
  })

  it('keeps the old value on screen, with the reason, when the new one cannot be had', async () => {
    const { seen, reload } = createShelf({ status: 'ready', value: 'old rows' })
    await reload(() => Promise.reject(offline))
    expect(seen.at(-1)).toEqual({ status: 'ready', value: 'old rows', failure: offline.failure })
  })

  it('is failed when there never was a value', async () => {
    const { seen, reload } = createShelf()
    await reload(() => Promise.reject(offline))
    expect(seen.at(-1)).toEqual({ status: 'failed', failure: offline.failure })
  })

  it('drops an answer that a later question has overtaken', async () => {
    const { seen, reload } = createShelf()
    const slow = createGate<string>()
    const first = reload(() => slow.passed)
    await reload(async () => 'new rows')
    slow.open('old rows')
    await first
    expect(seen.at(-1)).toEqual({ status: 'ready', value: 'new rows' })
  })

  it('drops an answer about what was let go meanwhile, before and after another is asked for', async () => {
    const { seen, reload } = createShelf()
    const gates = [createGate<string>(), createGate<string>(), createGate<string>()]
    const about = (place: number) => reload(async () => (await gates[place]?.passed) ?? '')
    const first = about(0)
    seen.push({ status: 'idle' })
    gates[0]?.open('rows of one')
    await first
    expect(seen.at(-1)).toEqual({ status: 'idle' })
    const second = about(1)
    seen.push({ status: 'idle' })
    const third = about(2)
    gates[1]?.refuse(offline)
    await second
    expect(seen.at(-1)).toEqual({ status: 'loading' })
    gates[2]?.open('rows of the other')
    await third
    expect(seen.at(-1)).toEqual({ status: 'ready', value: 'rows of the other' })
  })
})
