import { describe, expect, it, vi } from 'vitest'
import { createBudgetStore } from '../../../renderer/forms/budget.tsx'
import { createFormMutationsStore, createFormStore, mutationOf } from '../../../renderer/forms/form-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { noMutation } from '../../../renderer/kernel/mutation.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { formDetailWith } from '../../kit/samples-forms.ts'
import { until } from '../../kit/until.ts'

const form = { connection: 'c1', id: 301 }

describe('the mutations of forms', () => {
  function setUp() {
    const bridge = createFakeBridge({
      'forms.update': ({ id }: { id: number }) => formDetailWith({ id }),
      'forms.duplicate': ({ name }: { name: string }) => formDetailWith({ id: 302, name }),
      'forms.keep': () => [],
    })
    const onSettled = vi.fn(async () => undefined)
    const store = createFormMutationsStore({ ask: createAsk(bridge), onSettled })
    return { bridge, onSettled, state: store.getState, of: (id: number) => mutationOf(store.getState(), `c1:${id}`) }
  }

  it('refetch after success and after failure, and keep the failure of single fields', async () => {
    const { bridge, state, of, onSettled } = setUp()
    expect(await state().keep(form, true)).toBe('done')
    bridge.answer('forms.update', () => {
      throw new Refusal({ code: 'validation_failed', params: {}, fields: { name: ['Muito longo.'] } })
    })
    expect(await state().change(form, { name: 'x' })).toBe('failed')
    expect(of(301).failure?.fields).toEqual({ name: ['Muito longo.'] })
    expect(onSettled).toHaveBeenCalledTimes(2)
  })

  it('leave an unknown write to the ledger', async () => {
    const { bridge, state, of, onSettled } = setUp()
    bridge.answer('forms.update', refuses('sent_unknown', { host: 'forms.vitrine.example' }))
    expect(await state().change(form, { status: 'archived' })).toBe('unknown')
    expect(of(301)).toEqual(noMutation)
    expect(onSettled).toHaveBeenCalledOnce()
  })

  it('send once when the button is pressed twice', async () => {
    const { bridge, state } = setUp()
    const ends = await Promise.all([state().duplicate(form, 'A'), state().duplicate(form, 'A')])
    expect(ends).toMatchObject([
      { end: 'done', form: { id: 302 } },
      { end: 'failed', form: null },
    ])
    expect(bridge.asked).toHaveLength(1)
  })

  it('of two forms run at once, each with its own failure', async () => {
    const { bridge, state, of } = setUp()
    const gate = createGate<unknown>()
    bridge.answer('forms.update', ({ id }: { id: number }) => (id === 301 ? gate.passed : formDetailWith({ id })))
    const first = state().change(form, { name: 'A' })
    expect(await state().change({ connection: 'c1', id: 302 }, { name: 'B' })).toBe('done')
    gate.refuse(new Refusal({ code: 'offline', params: {} }))
    expect(await first).toBe('failed')
    expect(of(301)).toMatchObject({ working: null, failure: { code: 'offline' } })
    expect(of(302)).toEqual(noMutation)
  })
})

describe('the open form', () => {
  function setUp(read: (input: { id: number; fresh: boolean }) => unknown) {
    const { getState } = createFormStore({ ask: createAsk(createFakeBridge({ 'forms.read': read })) })
    return { state: getState, name: () => readyValue(getState().detail)?.name }
  }

  it('is shown as kept, then as the service has it', async () => {
    const gate = createGate<unknown>()
    const { state, name } = setUp(({ fresh }) => (fresh ? gate.passed : formDetailWith({ name: 'Guardado' })))
    const opening = state().open(form)
    await until(() => expect(name()).toBe('Guardado'))
    gate.open(formDetailWith({ name: 'Do serviço' }))
    await opening
    expect(name()).toBe('Do serviço')
  })

  it('stays as kept, with the failure, when the service does not answer', async () => {
    const { state } = setUp(({ fresh }) => {
      if (fresh) throw new Refusal({ code: 'offline', params: {} })
      return formDetailWith()
    })
    await state().open(form)
    expect(state()).toMatchObject({ working: null, detail: { status: 'ready', failure: { code: 'offline' } } })
  })

  it('drops the answer for a form that was left', async () => {
    const gate = createGate<unknown>()
    const { state, name } = setUp(({ id }) => (id === 301 ? gate.passed : formDetailWith({ id, name: 'Segundo' })))
    const first = state().open(form)
    await state().open({ connection: 'c1', id: 302 })
    gate.open(formDetailWith({ name: 'Primeiro' }))
    await first
    expect(name()).toBe('Segundo')
    expect(state().working).toBeNull()
  })
})

it('the budget keeps its last figures on failure, and not those of another connection', async () => {
  const budget = { limit: 100, remaining: 40, resets_at: null, waiting: 0, waiting_until: null }
  const bridge = createFakeBridge({ 'forms.budget': () => budget })
  const store = createBudgetStore({ ask: createAsk(bridge) })
  await store.getState().open('c1')
  bridge.answer('forms.budget', refuses('host_gone'))
  await store.getState().load()
  expect(readyValue(store.getState().budget)).toEqual(budget)
  await store.getState().open('c2')
  expect(readyValue(store.getState().budget)).toBeUndefined()
})
