import { describe, expect, it } from 'vitest'
import { faultSwitch } from '../../kit/controls.ts'
import { type FormAccount, formIds, startFormAccount } from '../../kit/forms.ts'

const { contact, event } = formIds

async function keptAccount(options: Parameters<typeof startFormAccount>[0] = {}): Promise<FormAccount> {
  const account = await startFormAccount(options)
  await account.keep(event)
  return account
}
const someIds = async (account: FormAccount, count: number) => (await account.here(event)).slice(0, count)
const remove = ({ ask }: FormAccount, ids: number[], typed = '') => ask('entries.delete', { ids, typed })
const singles = ({ requests }: FormAccount) => requests.filter(({ path }) => path.startsWith('/entries/'))
const idle = ({ ask }: FormAccount) => ask('entries.idle_reads', {})

/** An account whose person wants entries read in idle time. */
async function idleAccount(options: Parameters<typeof startFormAccount>[0] = {}): Promise<FormAccount> {
  const account = await startFormAccount({ mostIdleCalls: 1000, ...options })
  account.preferences.write({ idle_reads: true })
  return account
}
async function incomplete(account: FormAccount): Promise<number[]> {
  const rows = await account.rows(account.table(event))
  return rows.filter(({ completa }) => completa === null).map(({ id }) => Number(id))
}
const deletes = ({ requests }: FormAccount) => requests.filter(({ method }) => method === 'DELETE')

describe('deleting entries', () => {
  it('waits before it sends, and sends nothing where it is cancelled then', async () => {
    const account = await keptAccount({ undoWindowMs: 600_000 })
    const ids = await someIds(account, 3)
    const started = Date.now()
    const { task_id, sends_at } = await remove(account, ids, '3')
    expect(Date.parse(sends_at) - started).toBeGreaterThanOrEqual(600_000)
    await expect.poll(() => account.task({ task_id })?.waiting_for, { interval: 5 }).toBe('second_thoughts')
    expect(account.task({ task_id })).toMatchObject({
      kind: 'delete_entries',
      name: 'Inscrição Black Friday',
      state: 'waiting',
      waiting_until: sends_at,
      done: 0,
      total: 3,
    })
    await account.ask('tasks.cancel', { id: task_id })
    expect(await account.ended({ task_id })).toMatchObject({ state: 'cancelled' })
    expect(deletes(account)).toEqual([])
  })

  it('deletes one by one once the wait is over, and keeps the copies', async () => {
    const account = await keptAccount({ undoWindowMs: 500 })
    const ids = await someIds(account, 3)
    const { task_id, sends_at } = await remove(account, ids, '3')
    expect(await account.ended({ task_id })).toMatchObject({ state: 'done', done: 3 })
    const [first] = account.demo.requests().filter(({ method }) => method === 'DELETE')
    // A timer may be a moment early.
    expect(first?.at).toBeGreaterThanOrEqual(Date.parse(sends_at) - 10)
    expect(deletes(account).map(({ path, status }) => [path, status])).toEqual(ids.map((id) => [`/entries/${id}`, 200]))
    expect(await account.form(event)).toMatchObject({ entries: 100, gone: 3 })
    expect(await account.sync(event)).toMatchObject({ state: 'done', done: 97 })
    const writes = await account.ask('forms.writes', {})
    expect(writes.map(({ kind, state }) => [kind, state])).toEqual(ids.map(() => ['delete_entry', 'confirmed']))
  })

  it('lowers what the service is said to count, at once and after a restart', async () => {
    const account = await keptAccount()
    const ids = await someIds(account, 2)
    await account.ended(await remove(account, ids, '2'))
    const counts = { entries: 100, gone: 2, entries_count: 98, sync: { kind: 'complete', total: 98 } }
    expect(await account.form(event)).toMatchObject(counts)
    await account.reopen()
    expect(await account.form(event)).toMatchObject(counts)
    await account.ask('forms.refresh', {})
    await account.sync(event)
    expect(await account.form(event)).toMatchObject(counts)
  })

  it('wants the number typed where they are many, and a copy of each', async () => {
    const account = await keptAccount()
    const ids = await someIds(account, 2)
    await expect(remove(account, ids, '3')).rejects.toMatchObject({ code: 'name_mismatch' })
    await expect(remove(account, [ids[0] ?? 0, 1], '2')).rejects.toMatchObject({ code: 'not_found' })
    expect(deletes(account)).toEqual([])
  })

  it('takes one that somebody else deleted as deleted', async () => {
    const account = await keptAccount()
    const [id = 0] = await someIds(account, 1)
    await account.service.remove(id)
    const { task_id } = await remove(account, [id])
    expect(await account.ended({ task_id })).toMatchObject({ state: 'done', done: 1 })
    expect(await account.here(event)).not.toContain(id)
  })

  it('reports the one that could not be deleted, deletes the others, and sends none twice', async () => {
    const faults = faultSwitch()
    const account = await keptAccount({ demo: { faults } })
    const ids = await someIds(account, 3)
    faults.set({
      next: ({ method, path }) =>
        method === 'DELETE' && path.endsWith(`/${ids[1]}`) ? { kind: 'status', status: 500 } : undefined,
    })
    const { task_id } = await remove(account, ids, '3')
    const task = await account.ended({ task_id })
    expect(task).toMatchObject({ state: 'failed', done: 2, total: 3, failure: { code: 'service_failed' } })
    expect(deletes(account)).toHaveLength(3)
    expect(await account.form(event)).toMatchObject({ gone: 2 })
    expect(await account.here(event)).toContain(ids[1])
  })

  it('is not sent once the copies are not here any more', async () => {
    const account = await keptAccount({ undoWindowMs: 60_000 })
    const ids = await someIds(account, 2)
    const { task_id } = await remove(account, ids, '2')
    await account.ask('forms.keep', { id: event, keep: false })
    expect(await account.ended({ task_id })).toMatchObject({ state: 'cancelled' })
    expect(deletes(account)).toEqual([])
  })

  it('is not sent once the copy of one is not here any more, whatever form the others are of', async () => {
    const account = await keptAccount({ undoWindowMs: 3000 })
    await account.keep(contact)
    const [[of = 0], [other = 0]] = [await someIds(account, 1), await account.here(contact)]
    const { task_id } = await remove(account, [of, other], '2')
    await account.ask('forms.keep', { id: contact, keep: false })
    expect(await account.ended({ task_id })).toMatchObject({ failure: { code: 'not_found' } })
    expect(deletes(account)).toEqual([])
  })

  it('does not send again what may have been sent', async () => {
    const faults = faultSwitch()
    const account = await keptAccount({ demo: { faults } })
    const [id = 0] = await someIds(account, 1)
    faults.set({ next: ({ method }) => (method === 'DELETE' ? { kind: 'reset' } : undefined) })
    const { task_id } = await remove(account, [id])
    const task = await account.ended({ task_id })
    expect(task).toMatchObject({ state: 'failed', failure: { code: 'sent_unknown' } })
    expect(deletes(account)).toHaveLength(1)
    const [write] = await account.ask('forms.writes', {})
    expect(write).toMatchObject({ state: 'unknown', target: String(id) })
  })
})

describe('creating an entry', () => {
  const fields = { Nome: 'Ana', Email: 'ana@exemplo.com', Idade: 41 }

  it('sends the answers and metadata, and stores what the service made of them', async () => {
    const account = await startFormAccount()
    await account.keep(contact)
    const { ask } = account
    const { id } = await ask('entries.create', { form_id: contact, fields, metadata: { source: 'telefone' } })
    const detail = await ask('entries.read', { id })
    expect(detail).toMatchObject({ form_id: contact, is_complete: true, state: 'nova' })
    expect(detail.answers.find(({ key }) => key === 'nome')?.value).toBe('Ana')
    expect(await account.sync(contact)).toMatchObject({ state: 'done', done: 601 })
    const [write] = await ask('forms.writes', {})
    expect(write).toMatchObject({ kind: 'create_entry', state: 'confirmed', target: 'Contato do site' })
  })

  it('does not fail because the answer lacks fields', async () => {
    const account = await startFormAccount()
    await account.keep(contact)
    account.rewrite('/entries', (body) => {
      const { data } = JSON.parse(body)
      return Array.isArray(data) ? body : JSON.stringify({ id: data.id })
    })
    const { id } = await account.ask('entries.create', { form_id: contact, fields, metadata: null })
    await account.sync(contact)
    expect(await account.here(contact)).toContain(id)
  })
})

describe('single reads', () => {
  it('are made once, when an entry is opened', async () => {
    const account = await keptAccount()
    const [id = 0] = await someIds(account, 1)
    expect(await account.ask('entries.read', { id })).toMatchObject({ is_complete: null })
    const completed = await account.ask('entries.complete', { id })
    expect(completed.is_complete).toBeTypeOf('boolean')
    await account.ask('entries.complete', { id })
    expect(account.requests.filter(({ path }) => path === `/entries/${id}`)).toHaveLength(1)
  })

  it('report that an entry is gone', async () => {
    const account = await keptAccount()
    const [id = 0] = await someIds(account, 1)
    await account.service.remove(id)
    expect(await account.ask('entries.complete', { id })).toMatchObject({ gone_at: expect.any(String) })
  })

  it('fill idle time after a reading, each entry once', async () => {
    const account = await idleAccount()
    await account.keep(event)
    await expect.poll(() => incomplete(account), { timeout: 15_000, interval: 100 }).toEqual([])
    expect(new Set(singles(account).map(({ path }) => path)).size).toBe(100)
    expect(singles(account)).toHaveLength(100)
  })

  it('leave the rest alone when the requests of the day are used up, over a restart too, and say so', async () => {
    const account = await idleAccount({ mostIdleCalls: 30 })
    await account.keep(event)
    await expect
      .poll(() => idle(account), { timeout: 15_000, interval: 20 })
      .toMatchObject({
        on: true,
        reading: false,
        calls: 30,
        most: 30,
        stopped: { why: 'day' },
        // One request read the usage.
        forms: [{ id: event, name: 'Inscrição Black Friday', entries: 29 }],
      })
    await account.reopen()
    await account.sync(event)
    expect(singles(account)).toHaveLength(29)
    expect(await idle(account)).toMatchObject({ calls: 30, stopped: { why: 'day' } })
  })

  it('skip one that the service fails to return, and one whose answer is not understood', async () => {
    const faults = faultSwitch()
    const account = await idleAccount({ demo: { faults }, retryPolicy: { delays: [] } })
    const ids = (await account.service.entries(event)).map(({ id }) => id)
    faults.set({
      next: ({ path }) => (path.endsWith(`/entries/${ids[5]}`) ? { kind: 'status', status: 500 } : undefined),
    })
    account.rewrite(`/entries/${ids[30]}`, () => '{"data":{}}')
    await account.keep(event)
    const remaining = [ids[5], ids[30]].sort()
    await expect
      .poll(async () => (await incomplete(account)).sort(), { timeout: 15_000, interval: 100 })
      .toEqual(remaining)
  })

  it('are not made unless the person wants them', async () => {
    const account = await startFormAccount({ mostIdleCalls: 1000 })
    await account.keep(event)
    await account.sync(event)
    expect(await idle(account)).toMatchObject({ on: false, reading: false, calls: 0, stopped: null })
    expect(account.requests.filter(({ path }) => /^\/entries\/|usage/.test(path))).toEqual([])
  })

  it.each([
    ['leave the last tenth of the plan to people', { used: 897, limit: 1000 }, 3, { why: 'plan', used: 900 }],
    ['are not made where nobody knows what the plan allows', null, 0, { why: 'plan_unknown' }],
  ] as const)('%s', async (_, api_calls, count, stopped) => {
    const account = await idleAccount()
    account.rewrite('/account/usage', (body) => {
      const { data } = JSON.parse(body)
      const listedEntry = api_calls && { ...api_calls, used: api_calls.used + singles(account).length }
      return JSON.stringify({ data: { ...data, api_calls: listedEntry } })
    })
    await account.keep(event)
    await expect.poll(() => idle(account), { timeout: 15_000, interval: 20 }).toMatchObject({ reading: false, stopped })
    expect(singles(account)).toHaveLength(count)
  })

  it('end when the person does not want them any more', async () => {
    const account = await idleAccount({ demo: { latencyMs: 5 } })
    await account.keep(event)
    await expect.poll(() => singles(account).length, { interval: 5 }).toBeGreaterThan(3)
    account.preferences.write({ idle_reads: false })
    await expect.poll(() => idle(account), { interval: 5 }).toMatchObject({ on: false, reading: false })
    expect(singles(account).length).toBeLessThan(50)
  })

  it('stop when the app closes, and lose nothing that was read', async () => {
    const account = await idleAccount({ demo: { latencyMs: 5 } })
    await account.keep(event)
    await expect.poll(() => singles(account).length, { interval: 5 }).toBeGreaterThan(3)
    await account.reopen()
    const made = singles(account).length
    expect(made).toBeLessThan(100)
    expect(await account.rows(account.table(event))).toHaveLength(100)
    expect(singles(account)).toHaveLength(made)
  })
})
