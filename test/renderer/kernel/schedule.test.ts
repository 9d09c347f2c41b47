import { describe, expect, it, vi } from 'vitest'
import { coalesce, throttle } from '../../../renderer/kernel/schedule.ts'
import { createGate } from '../../kit/fake-bridge.ts'

/** A run whose first two times end when their gates are opened. */
function createHeld() {
  const gates = [createGate<void>(), createGate<void>()] as const
  let runs = 0
  const ask = coalesce(async () => {
    const gate = gates[runs]
    runs += 1
    await gate?.passed
  }, 0)
  return { gates, done: () => runs, ask }
}

describe('coalesce', () => {
  it('runs once more after the running one, however many calls came', async () => {
    const { gates, done, ask } = createHeld()
    const first = ask()
    await expect.poll(done).toBe(1)
    const others = [ask(), ask(), ask()]
    gates[0].open()
    await first
    gates[1].open()
    await Promise.all(others)
    expect(done()).toBe(2)
  })

  it('runs again for a call that comes during the second run', async () => {
    const { gates, done, ask } = createHeld()
    const first = ask()
    await expect.poll(done).toBe(1)
    const second = ask()
    gates[0].open()
    await first
    await expect.poll(done).toBe(2)
    const third = ask()
    gates[1].open()
    await Promise.all([second, third])
    expect(done()).toBe(3)
  })

  it('runs at once when nothing is running', async () => {
    let runs = 0
    const ask = coalesce(async () => {
      runs += 1
    }, 0)
    await ask()
    await ask()
    expect(runs).toBe(2)
  })
})

describe('throttle', () => {
  it('runs at once, then once more for all requests of the pause', async () => {
    vi.useFakeTimers()
    const run = vi.fn(async () => undefined)
    const throttled = throttle(run, 1000)
    for (let call = 0; call < 5; call += 1) throttled.request()
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(run).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(5000)
    expect(run).toHaveBeenCalledTimes(2)
    throttled.request()
    throttled.request()
    throttled.stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(run).toHaveBeenCalledTimes(3)
  })
})
