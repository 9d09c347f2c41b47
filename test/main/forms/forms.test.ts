import { describe, expect, test } from 'vitest'
import type { FormDetail } from '../../../preload/contract/forms.ts'
import { formIds, startFormAccount } from '../../kit/forms.ts'
import { startFormServiceThat } from '../../kit/workspace.ts'
import { recordedFetch } from './recorded-fetch.ts'

async function started() {
  const wire = recordedFetch()
  const account = await startFormAccount({ fetch: wire.fetch, demo: { entries: 60 } })
  return { ...account, wire }
}

/** A workspace that is connected to a service which answers these paths. */
const connectedTo = (answers: Readonly<Record<string, unknown>>) =>
  startFormServiceThat(({ path }) => {
    const json = answers[path.replace('/api/v1', '')]
    if (json === undefined) return { status: 404, json: { error: { code: 'resource_not_found', message: 'Não há.' } } }
    return { json }
  })

const field = { id: null, type: 'text', label: 'Nome', required: true, placeholder: 'Seu nome' }
const brief = ({ id, name, status }: { id: number; name: string; status: string | null }) => ({ id, name, status })

describe('the list of forms', () => {
  test('is read whole, newest first, and is there without network', async () => {
    const { ask, wire } = await started()
    const { forms, ids } = await ask('forms.refresh', {})
    expect(ids).toEqual([formIds.event, formIds.quote, formIds.contact])
    wire.offline = true
    expect(await ask('forms.list', {})).toEqual(forms)
    await expect(ask('forms.refresh', {})).rejects.toMatchObject({ code: 'offline' })
    expect(forms[2]).toMatchObject({ name: 'Contato do site', status: 'active', entries_count: 36, kept: false })
    expect(forms[2]?.sync.kind).toBe('none')
  })

  test('is read to its last page', async () => {
    const { ask, service } = await started()
    for (let number = 1; number <= 108; number += 1) await ask('forms.create', { name: `F ${number}` })
    const { ids } = await ask('forms.refresh', {})
    expect(new Set(ids).size).toBe(111)
    expect(await service.get('/forms')).toBe(200)
  })

  test.each<[string, number, number, string | null]>([
    ['all that it counts is here', 100, 1e6, null],
    ['it counts more', 900, 9, 'endless_pages'],
  ])('ends where the last page comes again for ever and %s, and keeps what came', async (...row) => {
    const [, total, last_page, code] = row
    const form = (id: number) => ({ id, name: `F ${id}` })
    let asked = 0
    const { ask } = await startFormServiceThat(({ query }) => {
      asked += 1
      const page = Number(query.get('page'))
      const first = Math.min(page, 2) * 50
      const data = Array.from({ length: 50 }, (_, place) => form(first + place))
      return { json: { data, meta: { current_page: page, per_page: 100, total, last_page } } }
    })
    const before = asked
    const refused = await ask('forms.refresh', {}).then(
      () => null,
      (failure: { readonly code: string }) => failure.code,
    )
    expect(refused).toBe(code)
    expect(await ask('forms.list', {})).toHaveLength(100)
    expect((await ask('forms.list', {})).some(({ deleted_at }) => deleted_at !== null)).toBe(false)
    expect(asked - before).toBeLessThan(10)
  })

  test('is asked for by status and by a part of the name', async () => {
    const { ask } = await started()
    expect((await ask('forms.refresh', { status: 'archived' })).ids).toEqual([formIds.event])
    expect((await ask('forms.refresh', { search: 'orçamento' })).ids).toEqual([formIds.quote])
    expect(await ask('forms.list', {})).toHaveLength(3)
  })

  test('loses what the service has no more, and keeps what is kept here', async () => {
    const account = await started()
    await account.keep(formIds.quote)
    for (const id of [formIds.quote, formIds.event]) await account.service.write('DELETE', `/forms/${id}`)
    const { forms } = await account.ask('forms.refresh', {})
    expect(forms.map(({ id, deleted_at }) => [id, deleted_at !== null])).toEqual([
      [formIds.quote, true],
      [formIds.contact, false],
    ])
  })

  test.each<[string, unknown]>([
    ['without an envelope', [{ id: 7, name: 'Sete' }]],
    ['without meta', { data: [{ id: '7', name: 'Sete', entries_count: '12' }] }],
    [
      'with values of other types',
      { data: [{ id: 7, name: null, slug: 'Sete', status: 3, fields: {}, settings: [] }] },
    ],
  ])('is understood %s', async (_what, body) => {
    const { ask } = await connectedTo({ '/forms': body })
    const { forms } = await ask('forms.refresh', {})
    expect(forms.map(({ id, name }) => [id, name])).toEqual([[7, 'Sete']])
  })

  test.each([['a text'], [{ data: 'x' }], [{ data: [{ name: 'sem id' }] }]])('is not made of %j', async (body) => {
    const { ask } = await connectedTo({ '/forms': body })
    await expect(ask('forms.refresh', {})).rejects.toMatchObject({ code: 'unexpected_body' })
    expect(await ask('forms.list', {})).toEqual([])
  })
})

describe('a form', () => {
  test('is read with its fields, settings and address, and is there without network', async () => {
    const { ask, wire } = await started()
    expect((await ask('forms.read', { id: 301, fresh: false })).fields).toBeNull()
    const read = await ask('forms.read', { id: 301, fresh: true })
    expect(read.fields?.map(({ label }) => label)).toEqual(expect.arrayContaining(['Nome', 'Email', 'Telefone']))
    expect(read).toMatchObject({ public_url: expect.stringMatching(/^https:/), schema_versions: 1 })
    expect(read.settings).toHaveProperty('redirect_url')
    wire.offline = true
    expect(await ask('forms.read', { id: 301, fresh: false })).toEqual(read)
  })

  test('keeps keys that the document does not know, and survives fields of any shape', async () => {
    const strange = { id: 9, type: 'stars', label: 'Nota', most: 5, required: 'yes' }
    const data = { id: 7, name: 'Sete', fields: [strange, 'nada', null, {}], settings: { theme: { dark: true } } }
    const { ask } = await connectedTo({ '/forms': { data: [{ id: 7 }] }, '/forms/7': { data } })
    await ask('forms.refresh', {})
    const read = await ask('forms.read', { id: 7, fresh: true })
    expect(read.fields).toEqual([
      { id: '9', type: 'stars', label: 'Nota', most: 5, required: false, placeholder: null },
      { id: null, type: 'text', label: '', required: false, placeholder: null },
    ])
    expect(read.settings).toEqual({ theme: { dark: true } })
  })

  test('that the service has no more is reported as gone', async () => {
    const { ask, service } = await started()
    await service.write('DELETE', '/forms/303')
    const reading = ask('forms.read', { id: 303, fresh: true })
    await expect(reading).rejects.toMatchObject({ code: 'not_found' })
    expect((await ask('forms.list', {})).map(({ id }) => id)).not.toContain(303)
  })

  test('is made with what was given and nothing else', async () => {
    const { ask, wire, changes } = await started()
    const made = await ask('forms.create', { name: ' Pesquisa ', fields: [field] })
    const { id: _, ...sentField } = field
    expect(wire.writes).toEqual([{ method: 'POST', path: '/forms', body: { name: 'Pesquisa', fields: [sentField] } }])
    expect(made).toMatchObject({ name: 'Pesquisa', status: 'draft', entries_count: 0 })
    expect(made.fields?.[0]?.id).toMatch(/^fld_/)
    expect(changes).toEqual(expect.arrayContaining(['forms', 'writes', 'budget']))
    expect((await ask('forms.writes', {}))[0]).toMatchObject({
      kind: 'create_form',
      target: 'Pesquisa',
      state: 'confirmed',
    })
  })

  test('is changed in the given keys alone; its settings are merged, its fields replaced', async () => {
    const { ask, wire } = await started()
    const { fields: before = [] } = await ask('forms.read', { id: 301, fresh: true })
    const changes = { settings: { theme: 'claro' }, status: 'archived' as const }
    const changed = await ask('forms.update', { id: 301, changes })
    expect(wire.writes).toEqual([{ method: 'PUT', path: '/forms/301', body: changes }])
    expect(changed).toMatchObject({ status: 'archived', name: 'Contato do site' })
    expect(changed.settings).toMatchObject({ theme: 'claro', redirect_url: expect.any(String) })
    expect(changed.fields).toEqual(before)
    const fields = changed.fields?.slice(0, 2) ?? []
    const shorter = await ask('forms.update', { id: 301, changes: { fields } })
    expect(shorter.fields).toEqual(fields)
    expect(shorter.schema_versions).toBe(2)
  })

  test('keeps the fields that somebody else has changed since they were seen, and sends nothing', async () => {
    const { ask, wire, service } = await started()
    const { fields: seen = [] } = await ask('forms.read', { id: 301, fresh: true })
    const others = [...(seen ?? []), { type: 'text', label: 'De outra pessoa', required: false }]
    await service.write('PUT', '/forms/301', { fields: others })
    const changes = { fields: seen?.slice(1) ?? [] }
    // Without a word of what was seen, that is what was kept here.
    for (const base of [{}, { seen }]) {
      const update = ask('forms.update', { id: 301, changes, ...base })
      await expect(update).rejects.toMatchObject({ code: 'form_moved' })
    }
    expect(wire.writes).toEqual([])
    const moved = await ask('forms.read', { id: 301, fresh: false })
    expect(moved.fields?.at(-1)?.label).toBe('De outra pessoa')
    await ask('forms.update', { id: 301, changes: { name: 'Só o nome' }, seen })
    const done = await ask('forms.update', { id: 301, changes, seen: moved.fields })
    expect(done.fields).toHaveLength((seen?.length ?? 0) - 1)
  })

  test('that the service finds fault with stays as it is, and the fault is at its field', async () => {
    const { ask } = await started()
    const before = await ask('forms.read', { id: 301, fresh: true })
    const changes = { fields: [{ ...field, type: 'nada' }, ...(before.fields ?? [])] }
    await expect(ask('forms.update', { id: 301, changes })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { 'fields.0.type': [expect.any(String)] },
    })
    const after = await ask('forms.read', { id: 301, fresh: false })
    expect(after).toEqual({ ...before, read_at: after.read_at })
    expect((await ask('forms.writes', {}))[0]).toMatchObject({
      state: 'failed',
      failure: 'validation_failed',
      target: 'Contato do site',
    })
  })

  test('is copied as a draft, without the ids of its fields and without its entries', async () => {
    const { ask, wire } = await started()
    const settings = { theme: { dark: true } }
    await ask('forms.update', { id: 301, changes: { settings } })
    const copy = await ask('forms.duplicate', { id: 301, name: 'Cópia' })
    const original = await ask('forms.read', { id: 301, fresh: false })
    const bare = ({ fields }: FormDetail) => fields?.map(({ id: _, ...rest }) => rest)
    expect(bare(copy)).toEqual(bare(original))
    expect(copy.settings).toEqual(original.settings)
    expect(brief(copy)).toMatchObject({ name: 'Cópia', status: 'draft' })
    expect(copy.entries_count).toBe(0)
    expect(JSON.stringify(wire.writes.at(-1)?.body)).not.toContain('"id"')
  })
})

describe('deleting a form', () => {
  test('takes a name without the blanks around it, which nobody sees', async () => {
    const { ask, service } = await started()
    const { id } = await service.write('POST', '/forms', { name: '  Engano ' })
    await ask('forms.refresh', {})
    const remaining = await ask('forms.delete', { id, name: 'Engano' })
    expect(remaining.map((form) => form.id)).not.toContain(id)
  })

  test('wants its name and a whole copy of its entries; the copy stays', async () => {
    const account = await started()
    const { ask, wire, service } = account
    const remove = (name: string) => ask('forms.delete', { id: formIds.quote, name })
    await expect(remove('Pedido')).rejects.toMatchObject({ code: 'name_mismatch' })
    await expect(remove('Pedido de orçamento')).rejects.toMatchObject({ code: 'copy_incomplete' })
    await account.keep(formIds.quote)
    await service.create(formIds.quote)
    await expect(remove('Pedido de orçamento')).rejects.toMatchObject({ code: 'copy_incomplete' })
    expect(wire.writes).toEqual([])
    await account.sync(formIds.quote)
    const remaining = await remove('Pedido de orçamento')
    expect(wire.writes).toEqual([{ method: 'DELETE', path: '/forms/302', body: undefined }])
    expect(await service.get('/forms/302')).toBe(404)
    const copy = remaining.find(({ id }) => id === formIds.quote)
    expect(copy).toMatchObject({ deleted_at: expect.any(String), entries: 19 })
  })

  test('of one that nobody answered needs no copy', async () => {
    const { ask } = await started()
    const { id } = await ask('forms.create', { name: 'Engano' })
    const remaining = await ask('forms.delete', { id, name: 'Engano' })
    expect(remaining.map((form) => form.id)).not.toContain(id)
  })
})

test('a connection to the platform has no forms to ask for', async () => {
  const { ask, connect, demo } = await started()
  await connect(demo.platform)
  await expect(ask('forms.refresh', {})).rejects.toMatchObject({ code: 'bad_request' })
})

test('the budget of a key is reported, and is one for all connections with that key', async () => {
  const { ask, connectForms, demo } = await started()
  const connection_id = await connectForms(demo.forms)
  await ask('forms.refresh', {})
  const budget = await ask('forms.budget', {})
  expect(budget).toMatchObject({ limit: 100_000, waiting: 0, waiting_until: null, resets_at: expect.any(String) })
  expect(budget.remaining).toBeLessThan(100_000)
  expect(await ask('forms.budget', { connection_id })).toMatchObject({ remaining: budget.remaining })
})
