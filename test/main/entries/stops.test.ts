import { describe, expect, it } from 'vitest'
import { faultSwitch, movableClock } from '../../kit/controls.ts'
import { formIds, startFormAccount } from '../../kit/forms.ts'

const { contact, quote } = formIds

describe('a reading that does not get to its end', () => {
  it('goes on where it was cancelled, asking for no page twice', async () => {
    const account = await startFormAccount()
    const { ask } = account
    account.before('page=4', async () => {
      const { task_id } = await account.form(contact)
      await ask('tasks.cancel', { id: task_id ?? '' })
    })
    expect(await account.keep(contact)).toMatchObject({ state: 'cancelled' })
    expect(await account.form(contact)).toMatchObject({ entries: 300, sync: { kind: 'partial', failure: null } })
    expect(await account.here(contact)).toHaveLength(300)
    expect(await account.sync(contact)).toMatchObject({ state: 'done', done: 600 })
    expect(await account.form(contact)).toMatchObject({ entries: 600, sync: { kind: 'complete' } })
    const pages = account.pages().filter((page) => page.includes('until='))
    expect(new Set(pages).size).toBe(6)
    // The fourth was on its way when it was cancelled.
    expect(pages).toHaveLength(7)
  })

  it('shows a wait while the service has trouble, and then goes on by itself', async () => {
    const faults = faultSwitch()
    const clock = movableClock()
    const { now, resumes } = clock
    const account = await startFormAccount({ demo: { faults }, now, retryPolicy: { delays: [60_000], resumes } })
    account.before('page=3', async () => faults.set({ next: () => ({ kind: 'reset' }) }))
    const reading = account.keep(contact)
    const task = async () => (await account.ask('tasks.list', {}))[0]
    await expect.poll(async () => (await task())?.waiting_for, { interval: 10 }).toBe('offline')
    expect(await task()).toMatchObject({ state: 'waiting', waiting_until: expect.any(String), done: 200 })
    faults.set()
    await clock.sleep(60_000)
    expect(await reading).toMatchObject({ state: 'done', done: 600, waiting_for: null })
  })

  it('reports what stopped it, keeps what was read, and reads offline', async () => {
    const faults = faultSwitch()
    const account = await startFormAccount({ demo: { faults }, retryPolicy: { delays: [5] } })
    account.before('page=3', async () => faults.set({ next: () => ({ kind: 'status', status: 503 }) }))
    expect(await account.keep(contact)).toMatchObject({ state: 'failed', failure: { code: 'service_failed' } })
    const form = await account.form(contact)
    expect(form).toMatchObject({ entries: 200, sync: { kind: 'partial', failure: 'service_failed' } })
    const { ids } = await account.ask('entries.ids', { table: account.table(contact), query: {} })
    const one = await account.ask('entries.read', { id: ids[0] ?? 0 })
    expect(one).toMatchObject({ form_name: 'Contato do site', state: 'nova' })
  })

  it('goes on by itself when its data process crashes between two pages', async () => {
    const account = await startFormAccount({ forked: true })
    account.before('page=3', () => account.crash())
    expect(await account.keep(contact)).toMatchObject({ state: 'done', done: 600 })
    const pages = account.pages().filter((page) => page.includes('until='))
    expect([pages.length, new Set(pages).size]).toEqual([6, 6])
  })

  it('loses nothing when its data process crashes while a page is stored', async () => {
    const account = await startFormAccount({ forked: true })
    let crashes = 0
    account.rewrite('page=4', (body) => {
      crashes += 1
      if (crashes === 1) void account.crash()
      return body
    })
    const { state, failure } = await account.keep(contact)
    if (state === 'failed') expect(failure?.code).toBe('data_process_ended')
    expect(await account.sync(contact)).toMatchObject({ state: 'done', done: 600 })
    const pages = account.pages().filter((page) => page.includes('until='))
    expect([pages.length - crashes, new Set(pages).size]).toEqual([5, 6])
  })

  it('goes on after the app was closed and opened again', async () => {
    const account = await startFormAccount()
    let closing: Promise<void> | undefined
    account.before('page=3', async () => {
      closing = account.reopen()
    })
    await account.ask('forms.keep', { id: contact, keep: true })
    await expect.poll(() => closing !== undefined).toBe(true)
    await closing
    expect(await account.form(contact)).toMatchObject({ entries: 200, sync: { kind: 'partial' }, task_id: null })
    expect(await account.sync(contact)).toMatchObject({ state: 'done', done: 600 })
  })

  it('gives up its turn when it is cancelled, and lets the next form be read', async () => {
    const account = await startFormAccount({ demo: { latencyMs: 20 } })
    const { ask, ended } = account
    await ask('forms.keep', { id: contact, keep: true })
    const forms = await ask('forms.keep', { id: quote, keep: true })
    const waiting = forms.find(({ id }) => id === quote)
    await ask('tasks.cancel', { id: waiting?.task_id ?? '' })
    expect(await ended(waiting ?? { task_id: null })).toMatchObject({ state: 'cancelled', done: 0 })
    expect(await ended(await account.form(contact))).toMatchObject({ state: 'done' })
    expect(await account.sync(quote)).toMatchObject({ state: 'done', done: 300 })
  })
})

describe('a connection that is forgotten', () => {
  it('takes its entries with it only on request', async () => {
    const account = await startFormAccount()
    const { ask } = account
    await account.keep(quote)
    await ask('connections.forget', { id: account.connection_id, forget_sheets: false })
    expect(await ask('forms.list', {})).toHaveLength(3)
    expect(await account.here(quote)).toHaveLength(300)
  })

  it('ends what reads it, and leaves no file', async () => {
    const account = await startFormAccount()
    const { ask } = account
    let forgetting: Promise<unknown> | undefined
    account.before('page=2', async () => {
      forgetting = ask('connections.forget', { id: account.connection_id, forget_sheets: true })
    })
    expect(await account.keep(contact)).toMatchObject({ state: 'cancelled' })
    await forgetting
    expect(await ask('forms.list', {})).toEqual([])
  })
})
