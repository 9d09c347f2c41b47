import { beforeEach, describe, expect, it } from 'vitest'
import { form_id, listedEntry, noon, type OpenedEntries, openEntries } from './open-entries.ts'

let entries: OpenedEntries

beforeEach(() => {
  entries = openEntries()
})

const ids = () => entries.rows('select id from entries where gone_at is null order by id').map(({ id }) => id)
const trail = () => entries.rows('select entry_id, kind, before, who from events order by seq')
const begin = (mode: 'auto' | 'walk') => entries.ask('entries.begin', { form_id, mode, now: noon })

describe('a first reading', () => {
  it('asks for what was there when it began, and goes on at the page that is not stored yet', async () => {
    await entries.keep()
    const start = { since: null, until: noon, next_page: 1, entries: 0, total: null, period: null }
    expect(await begin('auto')).toEqual({ mode: 'first', ...start })
    const page = { entries: Array.from({ length: 100 }, (_, index) => listedEntry(index + 1)), total: 101 }
    const facts = await entries.page(1, page)
    expect(facts).toEqual({ rows: 100, fresh: 100, changed: 0, total: 101, last_page: 2, seen: 100 })
    await entries.ask('entries.stop', { form_id, failure: 'offline' })
    const stopped = await entries.ask('forms.read', { form_id })
    expect(stopped.sync).toMatchObject({ kind: 'partial', failure: 'offline', synced_at: null })
    // Another walk waits until this one was whole.
    expect(await begin('walk')).toMatchObject({ mode: 'first', next_page: 2, entries: 100, total: 101, until: noon })
    await entries.page(2, { entries: [listedEntry(101)], total: 101 })
    const { form, agrees } = await entries.ask('entries.finish', { form_id, total: null })
    expect(agrees).toBe(true)
    expect(form).toMatchObject({ entries: 101, sync: { kind: 'complete', failure: null, total: 101 } })
  })

  it('stores a page that comes twice only once', async () => {
    await entries.keep()
    await begin('auto')
    const page = { entries: [listedEntry(1), listedEntry(2)], total: 2 }
    await entries.page(1, page)
    expect(await entries.page(1, page)).toMatchObject({ fresh: 0, changed: 0, seen: 2 })
    expect(await entries.ask('entries.finish', { form_id, total: 2 })).toMatchObject({ agrees: true })
  })

  it('refuses a page out of order, and one without a reading', async () => {
    const page = { entries: [], total: 0 }
    await entries.keepWith([])
    await expect(entries.page(1, page)).rejects.toMatchObject({ code: 'bad_request' })
    await begin('auto')
    await expect(entries.page(2, page)).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('keeps values of any type as they came, and stores nothing of a body that is not a page', async () => {
    const text =
      '{"data":[{"id":1,"form_id":7,"fields":{"cpf":12345678901234567890,"valor":1.0,"lista":[1,null,{"a":false}],"__proto__":"x"},"created_at":"2026-11-20T10:00:00Z","novo":null}],"meta":{"current_page":1,"per_page":100,"total":1,"last_page":1}}'
    await entries.keep()
    await begin('auto')
    for (const body of ['<html>', '[]', '{"data":[]}', '{"data":[{"id":"a"}],"meta":{"total":1}}']) {
      await expect(entries.ask('entries.page', { form_id, page: 1, body })).rejects.toMatchObject({
        code: 'unexpected_body',
      })
    }
    expect(ids()).toEqual([])
    await entries.ask('entries.page', { form_id, page: 1, body: text })
    const [row] = entries.rows('select body, created_ms from entries')
    expect(row?.body).toBe(text.slice('{"data":['.length, text.indexOf('],"meta"')))
    expect(row?.created_ms).toBe(Date.parse('2026-11-20T10:00:00Z'))
  })
})

describe('a reading of what is new', () => {
  it('does not believe an entry of the future', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2, { created_at: '2099-01-01T00:00:00Z' })])
    expect(await begin('auto')).toMatchObject({ since: '2026-11-20T11:59:59.000Z' })
  })

  it('does not let an entry that was made here hide those that others made before', async () => {
    await entries.keepWith([listedEntry(1)])
    await entries.single(listedEntry(90, { is_complete: true }))
    expect(await begin('auto')).toMatchObject({ since: '2026-11-20T10:00:59.000Z' })
  })

  it('is marked when the service counts another number', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2)])
    const { form, agrees } = await entries.read('auto', [{ entries: [listedEntry(2)], total: 1 }], 1)
    expect(agrees).toBe(false)
    expect(form.sync).toMatchObject({ kind: 'changed', total: 1 })
  })
})

describe('a reading of what is new that ends in its middle', () => {
  it('does not leave the copy as a whole one, and the next reading makes it whole', async () => {
    await entries.keepWith([listedEntry(1)])
    await begin('auto')
    const some = Array.from({ length: 100 }, (_, index) => listedEntry(200 - index))
    await entries.page(1, { entries: some, total: 150 })
    await entries.ask('entries.stop', { form_id, failure: null })
    expect(await entries.ask('forms.read', { form_id })).toMatchObject({ entries: 101, sync: { kind: 'changed' } })
    expect(await begin('auto')).toMatchObject({ mode: 'new', next_page: 2 })
    const rest = Array.from({ length: 50 }, (_, index) => listedEntry(100 - index))
    await entries.page(2, { entries: rest, total: 150 })
    const { form } = await entries.ask('entries.finish', { form_id, total: 151 })
    expect(form).toMatchObject({ entries: 151, sync: { kind: 'complete' } })
  })

  it('leaves a whole copy whole where nothing of it was new', async () => {
    await entries.keepWith([listedEntry(1)])
    await begin('auto')
    await entries.page(1, { entries: [listedEntry(1)], total: 150 })
    await entries.ask('entries.stop', { form_id, failure: null })
    expect((await entries.ask('forms.read', { form_id })).sync.kind).toBe('complete')
  })
})

describe('a walk', () => {
  it('marks what is gone and keeps its review; what appears again is back', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2), listedEntry(3)])
    entries.write(`insert into reviews (set_id, entry_id, state, tags) values ('', 2, 'aprovada', '[]')`)
    const gone = await entries.read('walk', [{ entries: [listedEntry(3), listedEntry(1)], total: 2 }])
    expect(gone).toMatchObject({ agrees: true, form: { entries: 3, gone: 1, sync: { kind: 'complete' } } })
    expect(gone.form.sync.reconciled_at).not.toBeNull()
    expect(entries.rows('select state from reviews where entry_id = 2')).toEqual([{ state: 'aprovada' }])
    await entries.read('walk', [{ entries: [listedEntry(1), listedEntry(2), listedEntry(3)], total: 3 }])
    expect(ids()).toEqual([1, 2, 3])
    expect(trail()).toEqual([
      { entry_id: 2, kind: 'gone', before: null, who: '' },
      { entry_id: 2, kind: 'back', before: null, who: '' },
    ])
  })

  it('marks nothing when it saw fewer than the service counts, or when the count moved meanwhile', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2), listedEntry(3)])
    const fewer = await entries.read('walk', [{ entries: [listedEntry(1)], total: 3 }])
    expect(fewer).toMatchObject({ agrees: false, form: { gone: 0, sync: { kind: 'changed' } } })
    // One of the first page was deleted, so that one slid from the second page to the first and was never seen.
    const moved = await entries.read('walk', [
      { entries: [listedEntry(3)], total: 3 },
      { entries: [listedEntry(1)], total: 2 },
    ])
    expect(moved).toMatchObject({ agrees: false, form: { gone: 0 } })
    expect(ids()).toEqual([1, 2, 3])
  })

  it('keeps the replaced answers of an edited entry, with an event', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2)])
    await entries.single({ ...listedEntry(1), form_name: 'Contato', is_complete: true })
    const edited = listedEntry(1, { fields: { nome: 'Outra pessoa' } })
    await entries.read('walk', [{ entries: [edited, listedEntry(2)], total: 2 }])
    const [earlier] = entries.rows('select * from earlier')
    expect(earlier).toMatchObject({ entry_id: 1, version: 1 })
    expect(JSON.parse(String(earlier?.body))).toMatchObject({ fields: { nome: 'Pessoa 1' } })
    const [row] = entries.rows('select body, single from entries where id = 1')
    // What only the single read tells stays.
    expect(JSON.parse(String(row?.body))).toEqual({ ...edited, form_name: 'Contato', is_complete: true })
    expect(row?.single).toBe(1)
    expect(trail()).toEqual([{ entry_id: 1, kind: 'changed_on_service', before: '1', who: '' }])
  })

  it('takes the order of keys for no edit', async () => {
    await entries.keepWith([listedEntry(1, { fields: { a: 1, b: 2 } })])
    await entries.read('walk', [{ entries: [listedEntry(1, { fields: { b: 2, a: 1 } })], total: 1 }])
    expect(trail()).toEqual([])
  })
})

describe('single reads', () => {
  it('lists the entries that need one, newest first, without deleted ones', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2), listedEntry(3), listedEntry(4)])
    await entries.single({ ...listedEntry(3), is_complete: false })
    await entries.ask('entries.gone', { id: 4 })
    expect(await entries.ask('entries.incomplete', { most: 10 })).toEqual([2, 1])
    expect(await entries.ask('entries.incomplete', { most: 1 })).toEqual([2])
  })

  it('returns the ids of an entry of a form that is not kept, and stores nothing', async () => {
    await entries.ask('forms.store', { forms: [{ id: form_id }] })
    expect(await entries.single(listedEntry(9))).toEqual({ id: 9, form_id })
    expect(ids()).toEqual([])
  })
})

it('is read by one process at a time', async () => {
  await entries.keepWith([listedEntry(1)])
  const other = openEntries(entries.dir)
  await begin('auto')
  const again = other.ask('entries.begin', { form_id, mode: 'auto', now: noon })
  await expect(again).rejects.toMatchObject({ code: 'already_running' })
  await entries.ask('entries.stop', { form_id, failure: null })
  expect(await other.ask('entries.begin', { form_id, mode: 'auto', now: noon })).toMatchObject({ mode: 'new' })
})

describe('a record that cannot be kept', () => {
  const deep = (id: number) => ({ ...listedEntry(id), fields: { a: nested(150) } })
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
  const aside = async () => (await entries.ask('entries.rejected', { form_id })).map(({ id, reason }) => [id, reason])
  const nobody = { nome: 'sem número' } as unknown as ReturnType<typeof listedEntry>

  it('is quarantined unchanged and counted, and the copy is complete with it', async () => {
    await entries.keepWith([listedEntry(1), deep(2), nobody, listedEntry(3)])
    expect(ids()).toEqual([1, 3])
    expect(await aside()).toEqual([
      [null, 'no_number'],
      [2, 'too_deep'],
    ])
    const { form, agrees } = await entries.read('auto', [{ entries: [deep(5)], total: 5 }], 5)
    expect(agrees).toBe(true)
    expect(form).toMatchObject({ entries: 2, aside: 3, sync: { kind: 'complete', total: 5 } })
    const [, record] = await entries.ask('entries.rejected', { form_id })
    expect(JSON.parse(record?.text ?? '')).toEqual(deep(2))
  })

  it('leaves when it can be kept, or when the service has it no more', async () => {
    await entries.keepWith([listedEntry(1), deep(2), deep(3), nobody])
    const walked = await entries.read('walk', [{ entries: [listedEntry(1), listedEntry(2)], total: 2 }])
    expect(walked).toMatchObject({ agrees: true, form: { entries: 2, gone: 0, aside: 0 } })
    expect(ids()).toEqual([1, 2])
  })

  it('leaves with the page that has it in a shape that can be kept', async () => {
    await entries.keepWith([listedEntry(1), deep(2)])
    await entries.read('auto', [{ entries: [listedEntry(2)], total: 1 }], 2)
    expect(ids()).toEqual([1, 2])
    expect(await aside()).toEqual([])
  })

  it('that was kept before stays as it was, is not gone, and is counted once', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2)])
    const walked = await entries.read('walk', [{ entries: [listedEntry(1), deep(2)], total: 2 }])
    expect(walked).toMatchObject({ agrees: true, form: { gone: 0 } })
    expect(await entries.read('auto', [{ entries: [], total: 2 }], 2)).toMatchObject({ agrees: true })
    expect(ids()).toEqual([1, 2])
    expect(await aside()).toEqual([[2, 'too_deep']])
    await entries.ask('forms.keep', { form_id, keep: false })
    expect(await aside()).toEqual([])
  })
})
