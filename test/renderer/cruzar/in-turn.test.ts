import { describe, expect, it } from 'vitest'
import { createInTurn } from '../../../renderer/cruzar/in-turn.ts'
import { createGate } from '../../kit/fake-bridge.ts'

/** A deed whose first two times end when their gates are opened. */
function createHeld() {
  const gates = [createGate<void>(), createGate<void>()] as const
  let done = 0
  const ask = createInTurn(async () => {
    const gate = gates[done]
    done += 1
    await gate?.passed
  }, 0)
  return { gates, done: () => done, ask }
}

describe('a deed that is asked for too often', () => {
  it('is done once more after the running one, however many asked', async () => {
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

  it('is done again by a call that comes during the second time', async () => {
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

  it('is done at once when nobody asked for a while', async () => {
    let done = 0
    const ask = createInTurn(async () => {
      done += 1
    }, 0)
    await ask()
    await ask()
    expect(done).toBe(2)
  })
})
