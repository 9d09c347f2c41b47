import { describe, expect, it } from 'vitest'
import { AskFailure } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createSavedFilters } from '../../../renderer/tables/saved-filters.ts'
import { createGate } from '../../kit/fake-bridge.ts'

interface Filter {
  readonly id: string
  readonly name: string
  readonly text: string
}

async function loaded(save?: (filter: Filter) => Promise<readonly Filter[]>) {
  let stored: readonly Filter[] = []
  let connection = 'c1'
  const store = createSavedFilters<Filter, string>({
    list: async () => stored,
    save: async (filter) => {
      stored = save ? await save(filter) : [...stored.filter(({ id }) => id !== filter.id), filter]
      return stored
    },
    remove: async (removed) => stored.filter(({ id }) => id !== removed),
    isSame: (one, other) => one.name === other.name,
    scope: () => connection,
  })
  await store.getState().load()
  const state = () => store.getState()
  const leave = () => {
    connection = 'c2'
  }
  return { state, leave, filters: () => readyValue(state().filters) }
}

const failure = { code: 'disk_full', params: {} } as const

describe('saved filters', () => {
  it('replace the one of the same name and can be removed', async () => {
    const { state, filters } = await loaded()
    expect(await state().save({ name: 'Minhas', text: 'ana' })).toBe(true)
    await state().save({ name: 'Minhas', text: 'bia' })
    expect(filters()).toMatchObject([{ name: 'Minhas', text: 'bia' }])
    await state().remove(filters()?.[0]?.id ?? '')
    expect(filters()).toEqual([])
  })

  it('keep the failure of a save until it is dismissed', async () => {
    const { state, filters } = await loaded(() => Promise.reject(new AskFailure(failure)))
    expect(await state().save({ name: 'Minhas', text: '' })).toBe(false)
    expect(state().failure).toEqual(failure)
    expect(filters()).toEqual([])
    state().dismissFailure()
    expect(state().failure).toBeNull()
  })

  it('drop the failure of a save of another account', async () => {
    const gate = createGate<readonly Filter[]>()
    const { state, leave } = await loaded(() => gate.passed)
    const saving = state().save({ name: 'Minhas', text: '' })
    leave()
    gate.refuse(new AskFailure(failure))
    expect(await saving).toBe(false)
    expect(state().failure).toBeNull()
  })
})
