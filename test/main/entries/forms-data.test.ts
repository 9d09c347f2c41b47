import { beforeEach, describe, expect, it } from 'vitest'
import { form_id, listedEntry, type OpenedEntries, openEntries } from './open-entries.ts'

let entries: OpenedEntries

beforeEach(() => {
  entries = openEntries()
})

describe('forms as the file keeps them', () => {
  it('keeps what a later answer leaves out, and unknown keys', async () => {
    const fields = [{ id: 'fld_1', label: 'Nome', type: 'text' }]
    const whole = { id: 7, name: 'Contato', fields, novidade: { a: [1] } }
    await entries.ask('forms.store', { forms: [whole] })
    await entries.ask('forms.store', { forms: [{ id: 7, name: 'Fale conosco', entries_count: 3 }] })
    const form = await entries.ask('forms.read', { form_id })
    expect(form.body).toEqual({ ...whole, name: 'Fale conosco', entries_count: 3 })
    expect(form).toMatchObject({ kept: false, schema_versions: 1, sync: { kind: 'none' }, deleted_at: null })
  })

  it('counts a version of the fields only when they changed', async () => {
    const fields = [{ id: 'fld_1', label: 'Nome' }]
    await entries.ask('forms.store', { forms: [{ id: 7, fields }] })
    await entries.ask('forms.store', { forms: [{ id: 7, fields }] })
    await entries.ask('forms.store', { forms: [{ id: 7, fields: [...fields, { label: 'E-mail' }] }] })
    expect((await entries.ask('forms.read', { form_id })).schema_versions).toBe(2)
    expect(entries.rows('select version, fields from schemas order by version')).toEqual([
      { version: 1, fields: JSON.stringify(fields) },
      { version: 2, fields: JSON.stringify([...fields, { label: 'E-mail' }]) },
    ])
  })

  it('refuses a form without a number and stores none of the answer', async () => {
    const forms = [{ id: 7, name: 'A' }, { name: 'B' }]
    await expect(entries.ask('forms.store', { forms })).rejects.toMatchObject({ code: 'unexpected_body' })
    expect(await entries.ask('forms.list', {})).toEqual([])
  })

  it('counts entries, those gone, and those without a review', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2), listedEntry(3)])
    await entries.ask('entries.gone', { id: 2 })
    entries.write(`insert into reviews (set_id, entry_id, state, tags) values
      ('', 1, 'aprovada', '[]'), ('', 2, 'nova', '[]'), ('cega', 3, 'rejeitada', '[]')`)
    const form = await entries.ask('forms.read', { form_id })
    expect(form).toMatchObject({ entries: 3, gone: 1, unreviewed: 2, kept: true })
    expect(await entries.ask('connections.deletion_impact', {})).toMatchObject({ entries: 3, reviewed: 1 })
  })

  it('lowers the count of the service by an entry that is gone, unless that was counted without it', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2), listedEntry(3)])
    const total = async () => (await entries.ask('forms.read', { form_id })).sync.total
    expect(await total()).toBe(3)
    await entries.ask('entries.gone', { id: 2 })
    await entries.ask('entries.gone', { id: 2 })
    expect(await total()).toBe(2)
    // Somebody deleted 3 meanwhile: the service counts it no longer.
    await entries.read('walk', [
      { entries: [listedEntry(1)], total: 1 },
      { entries: [], total: 2 },
    ])
    const counted = await total()
    expect((await entries.ask('forms.read', { form_id })).sync.kind).toBe('changed')
    await entries.ask('entries.gone', { id: 3 })
    expect(await total()).toBe(counted)
    await entries.ask('entries.gone', { id: 1, deleted: true })
    expect(await total()).toBe((counted ?? 0) - 1)
  })

  it('forgets entries, earlier bodies, trail and reviews of a form that is no longer kept, and of no other', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2)])
    await entries.ask('forms.store', { forms: [{ id: 8, name: 'Outro' }] })
    await entries.ask('forms.keep', { form_id: 8, keep: true })
    await entries.single({ ...listedEntry(50), form_id: 8 })
    await entries.read('walk', [{ entries: [listedEntry(1, { fields: { nome: 'Outra' } }), listedEntry(2)], total: 2 }])
    entries.write(
      `insert into reviews (set_id, entry_id, state, tags) values ('', 1, 'spam', '[]'), ('', 50, 'spam', '[]')`,
    )
    await entries.ask('forms.keep', { form_id, keep: false })
    expect(await entries.ask('forms.read', { form_id })).toMatchObject({
      kept: false,
      entries: 0,
      sync: { kind: 'none', synced_at: null },
    })
    expect(entries.rows('select id from entries')).toEqual([{ id: 50 }])
    expect(entries.rows('select entry_id from reviews')).toEqual([{ entry_id: 50 }])
    for (const table of ['earlier', 'seen', 'events']) expect(entries.rows(`select * from ${table}`)).toEqual([])
  })

  it('lets a deleted form leave the list, but keeps one that is kept as a copy, with its entries marked', async () => {
    await entries.keepWith([listedEntry(1), listedEntry(2)])
    await entries.ask('forms.store', { forms: [{ id: 8, name: 'Outro' }] })
    await entries.ask('forms.gone', { form_id: 8 })
    await entries.ask('forms.gone', { form_id })
    const list = await entries.ask('forms.list', {})
    expect(list).toMatchObject([{ id: form_id, entries: 2, gone: 2, deleted_at: expect.any(String) }])
    await entries.ask('forms.keep', { form_id, keep: false })
    expect(await entries.ask('forms.list', {})).toEqual([])
  })
})

describe('writes and small answers', () => {
  it('lists the writes of thirty days, newest first, each as it stands now', async () => {
    const write = { kind: 'delete_entry', target: '7', failure: null, settles_at: null, check: { id: 7 } } as const
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await entries.ask('writes.put', { write: { ...write, id: 'a', at: at(2), state: 'sending' } })
    await entries.ask('writes.put', { write: { ...write, id: 'b', at: at(1), state: 'confirmed' } })
    await entries.ask('writes.put', { write: { ...write, id: 'old', at: at(31), state: 'confirmed' } })
    await entries.ask('writes.put', { write: { ...write, id: 'a', at: at(2), state: 'unknown' } })
    const list = await entries.ask('writes.list', {})
    expect(list.map(({ id, state }) => [id, state])).toEqual([
      ['b', 'confirmed'],
      ['a', 'unknown'],
    ])
  })

  it('gives small answers by the beginning of their names', async () => {
    await entries.ask('facts.put', { name: 'usage/2026-10', value: { a: 1 } })
    await entries.ask('facts.put', { name: 'usage/2026-11', value: { a: 2 } })
    await entries.ask('facts.put', { name: 'account', value: null })
    await entries.ask('facts.put', { name: 'usage/2026-11', value: { a: 3 } })
    expect(await entries.ask('facts.read', { prefix: 'usage/' })).toEqual([
      { name: 'usage/2026-10', value: { a: 1 } },
      { name: 'usage/2026-11', value: { a: 3 } },
    ])
  })
})
