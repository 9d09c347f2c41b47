import { describe, expect, it } from 'vitest'
import { formIds, type ServedEntry, startFormAccount } from '../../kit/forms.ts'

const { contact, quote, event } = formIds
const idsOf = (entries: readonly ServedEntry[]) => entries.map(({ id }) => id).sort((one, other) => one - other)

describe('a form that is kept offline', () => {
  it('is read by pages of a hundred, once each, and is then all here', async () => {
    const account = await startFormAccount()
    const task = await account.keep(contact)
    expect(task).toMatchObject({ kind: 'entries', state: 'done', name: 'Contato do site', done: 600, total: 600 })
    const pages = account.pages()
    const until = /until=(\S+)/.exec(pages[0] ?? '')?.[1]
    expect(pages.filter((page) => page.includes('until='))).toEqual(
      [1, 2, 3, 4, 5, 6].map((page) => `301 page=${page}&&until=${until}`),
    )
    expect(await account.form(contact)).toMatchObject({
      kept: true,
      entries: 600,
      gone: 0,
      unreviewed: 600,
      sync: { kind: 'complete', failure: null, total: 600 },
      task_id: null,
    })
    expect(await account.here(contact)).toEqual(idsOf(await account.service.entries(contact)))
    expect(account.changes).toContain('forms')
    expect(account.changes).toContain('entries')
  })

  it('is then read only for what is new, from a second before the newest entry', async () => {
    const account = await startFormAccount()
    await account.keep(contact)
    const [newest] = await account.service.entries(contact)
    const added = [await account.service.create(contact), await account.service.create(contact)]
    account.requests.length = 0
    expect(await account.sync(contact)).toMatchObject({ state: 'done', done: 602 })
    const since = new Date(Date.parse(newest?.created_at ?? '') - 1000).toISOString()
    expect(account.requests.map(({ path }) => decodeURIComponent(path))).toEqual([
      '/forms/301',
      `/forms/301/entries?page=1&per_page=100&since=${since}`,
      '/forms/301/entries?page=1&per_page=1',
    ])
    expect(await account.here(contact)).toEqual(expect.arrayContaining(added))
    expect(await account.form(contact)).toMatchObject({ entries: 602, sync: { kind: 'complete', total: 602 } })
  })

  it('notices by the count that entries were deleted, marks them, and keeps their reviews', async () => {
    const account = await startFormAccount()
    await account.keep(quote)
    const [first, second] = await account.service.entries(quote)
    const ids = [first?.id ?? 0, second?.id ?? 0]
    const change = { kind: 'state', state: 'aprovada', comment: '' } as const
    await account.ask('reviews.change', { table: account.table(quote), select: { ids }, change })
    for (const id of ids) await account.service.remove(id)
    expect(await account.sync(quote)).toMatchObject({ state: 'done', done: 298 })
    expect(await account.form(quote)).toMatchObject({ entries: 300, gone: 2, sync: { kind: 'complete', total: 298 } })
    expect(await account.here(quote)).not.toEqual(expect.arrayContaining(ids))
    const detail = await account.ask('entries.read', { id: ids[0] ?? 0 })
    expect(detail).toMatchObject({ state: 'aprovada', gone_at: expect.any(String) })
    expect(detail.trail.map(({ kind }) => kind)).toEqual(['state', 'gone'])
  })

  it('is complete though entries are made and deleted while its pages are read', async () => {
    const account = await startFormAccount()
    const all = await account.service.entries(contact)
    account.before('page=2', () => account.service.create(contact))
    account.before('page=3', () => account.service.remove(all[3]?.id ?? 0))
    account.before('page=5', () => account.service.remove(all[120]?.id ?? 0))
    account.before('page=6', () => account.service.create(contact))
    expect(await account.keep(contact)).toMatchObject({ state: 'done', done: 600 })
    expect(await account.here(contact)).toEqual(idsOf(await account.service.entries(contact)))
    expect(await account.form(contact)).toMatchObject({ sync: { kind: 'complete' } })
  })

  it('walks once more when pages moved under a walk, and marks nothing that is still there', async () => {
    const account = await startFormAccount()
    await account.keep(contact)
    const all = await account.service.entries(contact)
    account.before('page=3', () => account.service.remove(all[10]?.id ?? 0))
    expect(await account.sync(contact, true)).toMatchObject({ state: 'done', done: 599 })
    expect(await account.here(contact)).toEqual(idsOf(await account.service.entries(contact)))
    expect(await account.form(contact)).toMatchObject({ gone: 1, sync: { kind: 'complete', total: 599 } })
  })

  it.each<[string, number, string, number, RegExp]>([
    ['as many are here as it counts', 600, 'complete', 100, /^30[0-9] page=[1-7]&/],
    ['it counts more', 5000, 'changed', 300, /^30[0-9] page=[1-9]&/],
  ])('ends where the last page comes again for ever and %s, and says how many came again', async (...row) => {
    const [, total, kind, repeated, pages] = row
    const account = await startFormAccount()
    let last = ''
    account.rewrite('/entries?page=', (text) => {
      const { data, meta } = JSON.parse(text)
      if (meta.per_page === 1) return JSON.stringify({ data, meta: { ...meta, total } })
      if (data.length > 0) last = text
      const { data: records } = JSON.parse(last)
      return JSON.stringify({ data: records, meta: { ...meta, total, last_page: meta.current_page + 1 } })
    })
    expect(await account.keep(contact)).toMatchObject({ state: 'done' })
    expect(account.pages().filter((page) => page.includes('until=') && !pages.test(page))).toEqual([])
    expect(await account.here(contact)).toEqual(idsOf(await account.service.entries(contact)))
    const form = await account.form(contact)
    expect(form).toMatchObject({ entries: 600, sync: { kind, failure: 'endless_pages', repeated } })
  })

  it('reads the forms of a connection one after another', async () => {
    const account = await startFormAccount()
    const { ask, ended } = account
    for (const id of [contact, quote, event]) await ask('forms.keep', { id, keep: true })
    const forms = await ask('forms.list', {})
    expect(forms.every(({ sync, task_id }) => sync.kind === 'reading' && task_id !== null)).toBe(true)
    for (const form of forms) expect(await ended(form)).toMatchObject({ state: 'done' })
    const order = account.pages().map((page) => page.slice(0, 3))
    expect([...new Set(order)]).toEqual(order.filter((id, place) => id !== order[place - 1]))
  })

  it('is marked as deleted when the service has it no more, and stays readable', async () => {
    const account = await startFormAccount()
    await account.keep(event)
    await account.service.write('DELETE', `/forms/${event}`)
    expect(await account.sync(event)).toMatchObject({ state: 'failed', failure: { code: 'not_found' } })
    expect(await account.form(event)).toMatchObject({ deleted_at: expect.any(String), entries: 100, gone: 100 })
    expect(await account.rows(account.table(event))).toHaveLength(100)
  })

  it('forgets entries and reviews when it is no longer kept, while it is being read too', async () => {
    const account = await startFormAccount()
    const { ask } = account
    let forgotten: Promise<unknown> | undefined
    account.before('page=3', async () => {
      forgotten = ask('forms.keep', { id: contact, keep: false })
    })
    expect(await account.keep(contact)).toMatchObject({ state: 'cancelled' })
    await forgotten
    expect(await account.form(contact)).toMatchObject({ kept: false, entries: 0, sync: { kind: 'none' } })
  })
})

it('keeps all other entries of a form that has one of 9,000 levels, reports it, and finds lost writes beside it', async () => {
  const account = await startFormAccount()
  const { ask } = account
  const nested = `${'['.repeat(9000)}${']'.repeat(9000)}`
  const [{ id: deep } = { id: 0 }] = await account.service.entries(event)
  account.rewrite(`/forms/${event}/entries`, (body) =>
    body.replace(`{"id":${deep},`, `{"id":${deep},"novo":${nested},`),
  )
  expect(await account.keep(event)).toMatchObject({ state: 'done', done: 99 })
  expect(await account.form(event)).toMatchObject({ entries: 99, aside: 1, sync: { kind: 'complete', total: 100 } })
  const [found] = await ask('entries.rejected', { form_id: event })
  expect(found).toMatchObject({ id: deep, reason: 'too_deep' })

  account.rewrite('/entries', (body) => (body.includes('"meta"') ? body : '{"ok":true}'))
  account.rewrite('since=', (body) => body.replace('"data":[', `"data":[{"id":1,"fields":{"a":${nested}}},`))
  const fields = { Nome: 'Ana', Email: 'ana@exemplo.com', Celular: '11987654321' }
  const made = ask('entries.create', { form_id: event, fields, metadata: null })
  await expect(made).rejects.toMatchObject({ code: 'sent_unknown' })
  const [write] = await ask('forms.writes', {})
  expect(await ask('forms.check_write', { id: write?.id ?? '' })).toMatchObject({ state: 'confirmed' })
})

it.each([
  ['days', 1],
  ['since', 2],
  ['none', 3],
] as const)(
  'reads a form of a service that takes %s as bounds, and tries once how it takes them',
  async (formBounds, refused) => {
    const account = await startFormAccount({ demo: { formBounds } })
    const refusals = () => account.requests.filter(({ status }) => status === 422).length
    expect(await account.keep(event)).toMatchObject({ state: 'done', done: 100 })
    expect(refusals()).toBe(refused)
    await account.service.create(event)
    await account.reopen()
    expect(await account.sync(event)).toMatchObject({ state: 'done', done: 101 })
    expect(await account.sync(event, true)).toMatchObject({ state: 'done', done: 101 })
    expect(await account.form(event)).toMatchObject({ entries: 101, sync: { kind: 'complete' } })
    expect(refusals()).toBe(refused)
  },
)
