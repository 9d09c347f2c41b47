import { describe, expect, it, vi } from 'vitest'
import type { Form } from '../../../preload/contract/forms.ts'
import { createFormMutationsStore, createFormStore, mutationOf } from '../../../renderer/forms/form-store.ts'
import { createBudgetStore } from '../../../renderer/forms/forms-frame.tsx'
import { createFormsStore, narrowed } from '../../../renderer/forms/forms-store.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { noMutation } from '../../../renderer/kernel/mutation.ts'
import { createFakeBridge, createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { formDetailWith, formWith } from '../../kit/samples-forms.ts'
import { until } from '../../kit/until.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const offline = refuses('offline', { host: 'forms.vitrine.example' })

describe('the list of forms', () => {
  async function open(kept: Form, onService = kept) {
    const main = createFakeBridge({
      'forms.list': () => [kept],
      'forms.refresh': () => ({ ids: [onService.id], forms: [onService] }),
    })
    const { getState: state } = createFormsStore({ ask: main.ask, now: () => now, askAfter: 0 })
    await state().open('c1')
    return { main, state, names: () => readyValue(state().list)?.map(({ name }) => name) }
  }

  it('is refreshed on opening when it is old, and not when it was just read', async () => {
    const old = await open(formWith(), formWith({ name: 'Contato' }))
    expect(old.names()).toEqual(['Contato'])
    const fresh = await open(formWith({ read_at: '2026-11-20T11:59:50Z' }))
    expect(fresh.main.inputs('forms.refresh')).toEqual([])
  })

  it('is narrowed at once, and the service is asked once for the last query', async () => {
    const { main, state } = await open(formWith())
    for (const search of ['c', 'co', 'contáto']) state().find({ search, status: 'active' })
    expect(narrowed([formWith(), formWith({ id: 2, name: 'Pedido' })], state().query, null)).toHaveLength(1)
    await until(() => expect(state().matchingIds).toEqual([301]))
    const query = { connection_id: 'c1', status: 'active', search: 'contáto' }
    expect(main.inputs('forms.refresh').slice(1)).toEqual([query])
  })

  it('drops the ids that the service found for an earlier query', async () => {
    const { main, state } = await open(formWith())
    const early = main.hold('forms.refresh')
    state().find({ search: 'co', status: null })
    await until(() => expect(main.inputs('forms.refresh')).toHaveLength(2))
    const late = main.hold('forms.refresh')
    state().find({ search: 'copo', status: null })
    early.open({ ids: [301], forms: [formWith()] })
    await until(() => expect(main.inputs('forms.refresh')).toHaveLength(3))
    late.refuse(new Refusal({ code: 'offline', params: {} }))
    await until(() => expect(state().working).toBeNull())
    expect(state().matchingIds).toBeNull()
  })

  it('includes what only the service finds', () => {
    const forms = [formWith(), formWith({ id: 2, name: 'Pedido' })]
    expect(narrowed(forms, { search: 'site', status: null }, [2]).map(({ id }) => id)).toEqual([301, 2])
    expect(narrowed(forms, { search: '', status: 'draft' }, null)).toEqual([])
  })

  it('drops the answer for a connection that was left', async () => {
    const { main, state, names } = await open(formWith({ read_at: '2026-11-20T11:59:50Z' }))
    const late = main.hold('forms.refresh')
    const refreshing = state().refresh()
    main.answer('forms.refresh', () => ({ ids: [], forms: [] }))
    main.answer('forms.list', () => [])
    await state().open('c2')
    late.open({ ids: [301], forms: [formWith()] })
    await refreshing
    expect(names()).toEqual([])
  })
})

const form = { connection_id: 'c1', id: 301 }

describe('the mutations of forms', () => {
  function setUp() {
    const main = createFakeBridge({
      'forms.update': ({ id }) => formDetailWith({ id }),
      'forms.duplicate': ({ name }) => formDetailWith({ id: 302, name }),
      'forms.keep': () => [],
    })
    const onSettled = vi.fn(async () => undefined)
    const store = createFormMutationsStore({ ask: main.ask, onSettled })
    return { main, onSettled, state: store.getState, of: (id: number) => mutationOf(store.getState(), `c1:${id}`) }
  }

  it('refetch after success and after failure, and keep the failure of single fields', async () => {
    const { main, state, of, onSettled } = setUp()
    expect(await state().keep(form, true)).toBe('done')
    const failure = { code: 'validation_failed', params: {}, fields: { name: ['Muito longo.'] } } as const
    main.hold('forms.update').refuse(new Refusal(failure))
    expect(await state().change(form, { name: 'x' })).toBe('failed')
    expect(of(301).failure).toEqual(failure)
    expect(onSettled).toHaveBeenCalledTimes(2)
  })

  it('leave an unknown write to the ledger', async () => {
    const { main, state, of, onSettled } = setUp()
    main.answer('forms.update', refuses('sent_unknown', { host: 'forms.vitrine.example' }))
    expect(await state().change(form, { status: 'archived' })).toBe('unknown')
    expect(of(301)).toEqual(noMutation)
    expect(onSettled).toHaveBeenCalledOnce()
  })

  it('send once when the button is pressed twice', async () => {
    const { main, state } = setUp()
    const ends = await Promise.all([state().duplicate(form, 'A'), state().duplicate(form, 'A')])
    expect(ends).toMatchObject([
      { end: 'done', form: { id: 302 } },
      { end: 'failed', form: null },
    ])
    expect(main.inputs('forms.duplicate')).toHaveLength(1)
  })

  it('of two forms run at once, each with its own failure', async () => {
    const { main, state, of } = setUp()
    const gate = createGate<never>()
    main.answer('forms.update', ({ id }) => (id === 301 ? gate.passed : formDetailWith({ id })))
    const first = state().change(form, { name: 'A' })
    expect(await state().change({ ...form, id: 302 }, { name: 'B' })).toBe('done')
    gate.refuse(new Refusal({ code: 'offline', params: {} }))
    expect(await first).toBe('failed')
    expect(of(301)).toMatchObject({ working: null, failure: { code: 'offline' } })
    expect(of(302)).toEqual(noMutation)
  })
})

describe('the open form', () => {
  function setUp() {
    const main = createFakeBridge({})
    const { getState: state } = createFormStore({ ask: main.ask })
    return { main, state, name: () => readyValue(state().detail)?.name }
  }

  it('is shown as kept, then as the service has it, and stays with its failure', async () => {
    const { main, state, name } = setUp()
    const gate = createGate<ReturnType<typeof formDetailWith>>()
    const stored = formDetailWith({ name: 'Guardado' })
    main.answer('forms.read', ({ fresh }) => (fresh ? gate.passed : stored))
    const opening = state().open(form)
    await until(() => expect(name()).toBe('Guardado'))
    gate.open(formDetailWith({ name: 'Do serviço' }))
    await opening
    expect(name()).toBe('Do serviço')
    main.answer('forms.read', ({ fresh }) => (fresh ? offline() : stored))
    await state().open(form)
    expect(state()).toMatchObject({ working: null, detail: { status: 'ready', failure: { code: 'offline' } } })
  })

  it('drops the answer for a form that was left', async () => {
    const { main, state, name } = setUp()
    const gate = createGate<ReturnType<typeof formDetailWith>>()
    main.answer('forms.read', ({ id }) => (id === 301 ? gate.passed : formDetailWith({ id, name: 'Segundo' })))
    const first = state().open(form)
    await state().open({ ...form, id: 302 })
    gate.open(formDetailWith({ name: 'Primeiro' }))
    await first
    expect(name()).toBe('Segundo')
    expect(state().working).toBeNull()
  })
})

it('the budget keeps its last figures on failure, and not those of another connection', async () => {
  const budget = { limit: 100, remaining: 40, resets_at: null, waiting: 0, waiting_until: null }
  const main = createFakeBridge({ 'forms.budget': () => budget })
  const { getState: state } = createBudgetStore({ ask: main.ask })
  await state().open('c1')
  main.answer('forms.budget', refuses('host_gone'))
  await state().load()
  expect(readyValue(state().budget)).toEqual(budget)
  await state().open('c2')
  expect(readyValue(state().budget)).toBeUndefined()
})
