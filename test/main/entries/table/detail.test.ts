import { describe, expect, it, vi } from 'vitest'
import { queryOf } from '../../sheets/data/lead-pages.ts'
import { connection, field, openEntries, tableOf } from './entry-kit.ts'

/** With one form that has a name alone. */
async function openContact() {
  const app = openEntries()
  await app.form(1, 'Contato', [field('fld_1', 'Nome')])
  return app
}

describe('one entry', () => {
  it('has the answers of the form of its time in that form’s order and words', async () => {
    const app = openEntries()
    await app.form(1, 'Contato', [field('fld_1', 'Nome'), field('fld_2', 'Sua mensagem', 'textarea')])
    await app.entries(1, [{ id: 1, created_at: '2026-11-01T10:00:00Z', fields: { sua_mensagem: 'oi', Nome: 'Ana' } }])
    await app.form(1, 'Contato', [
      field('fld_3', 'Empresa'),
      field('fld_2', 'Mensagem', 'textarea'),
      field('fld_1', 'Nome'),
    ])
    await app.entries(1, [
      { id: 1, created_at: '2026-11-01T10:00:00Z', fields: { sua_mensagem: 'oi', Nome: 'Ana' } },
      {
        id: 2,
        created_at: '2026-11-02T10:00:00Z',
        fields: { fld_1: 'Beto', mensagem: 'olá', empresa: null, sobra: 3 },
      },
    ])
    const answersOf = async (id: number) => {
      const { answers } = await app.read(id)
      return answers.map(({ label, value, given, in_form }) => [label, value, given, in_form])
    }
    expect(await answersOf(1)).toEqual([
      ['Nome', 'Ana', true, true],
      ['Sua mensagem', 'oi', true, true],
    ])
    expect(await answersOf(2)).toEqual([
      ['Empresa', null, true, true],
      ['Mensagem', 'olá', true, true],
      ['Nome', 'Beto', true, true],
      ['sobra', 3, true, false],
    ])
    const { columns } = await app.ask('tables.shape', { table: tableOf(1), query: queryOf() })
    expect(columns.filter(({ key }) => key.startsWith('campo:')).map(({ key, heading }) => [key, heading])).toEqual([
      ['campo:empresa', 'Empresa'],
      ['campo:sua_mensagem', 'Mensagem'],
      ['campo:nome', 'Nome'],
      ['campo:sobra', 'sobra'],
    ])
    expect(await app.column('campo:sua_mensagem', {}, tableOf(1))).toEqual(['olá', 'oi'])
  })

  it('shows its answers as they are when the form’s fields are unknown', async () => {
    const app = openEntries()
    await app.ask('forms.store', { connection_id: connection, forms: [{ id: 1, name: 'Sem campos' }] })
    await app.ask('forms.keep', { connection_id: connection, form_id: 1, keep: true })
    await app.entries(1, [{ id: 1, fields: { nome: 'Ana', whatsapp: 5511988887777 } }])
    const { answers, form_name } = await app.read(1)
    expect(form_name).toBe('Sem campos')
    const common = { type: null, in_form: true, given: true }
    expect(answers).toEqual([
      { ...common, key: 'nome', label: 'nome', value: 'Ana', recognised: null },
      { ...common, key: 'whatsapp', label: 'whatsapp', value: 5511988887777, recognised: 'phone' },
    ])
    expect(await app.column('remetente')).toEqual(['Ana'])
  })

  it('shows the kind of a text: phone, e-mail or address', async () => {
    const app = openEntries()
    await app.form(1, 'Contato', [field('fld_1', 'Contato'), field('fld_2', 'CPF')])
    const fields = {
      contato: ' (11) 98888-7777 ',
      cpf: '52998224725',
      email: 'ana@a.example',
      site: 'https://a.example/x?y=1',
      hostil: 'javascript:alert(1)',
      texto: 'me liga no 11 98888-7777',
    }
    await app.entries(1, [{ id: 1, fields }])
    const { answers } = await app.read(1)
    expect(Object.fromEntries(answers.map(({ key, recognised }) => [key, recognised]))).toEqual({
      contato: 'phone',
      cpf: null,
      email: 'email',
      site: 'link',
      hostil: null,
      texto: null,
    })
  })

  it('masks the ip until it is revealed, in every answer', async () => {
    const app = await openContact()
    const metadata = { ip: '177.20.30.40', client_ip: '2804:14d:1::2', source: 'site' }
    await app.entries(1, [{ id: 1, fields: { nome: 'Ana' }, metadata }])
    const { metadata: shown } = await app.read(1)
    expect(shown).toEqual([
      { key: 'ip', value: '177.•.•.•', masked: true },
      { key: 'client_ip', value: '2804:•', masked: true },
      { key: 'source', value: 'site', masked: false },
    ])
    const raw = await app.ask('entries.raw', { connection_id: connection, id: 1, reveal: false })
    expect(raw.ip).toBe('177.•.•.•')
    expect(raw.json).not.toMatch(/177\.20|2804:14d/)
    const whole = await app.ask('entries.raw', { connection_id: connection, id: 1, reveal: true })
    expect(whole.ip).toBe('177.20.30.40')
    expect(JSON.parse(whole.json)).toMatchObject({ id: 1, metadata: { client_ip: '2804:14d:1::2' } })
    expect(await app.column('meta:client_ip')).toEqual(['2804:•'])
  })

  it('finds the ip under other names and inside of other metadata', async () => {
    const app = await openContact()
    const metadata = {
      'X-Forwarded-For': '177.20.30.40',
      clientIp: '177.20.30.41',
      zip: '01310-100',
      request: { headers: [{ 'remote-addr': '177.20.30.42' }], path: '/contato' },
    }
    await app.entries(1, [{ id: 1, fields: { nome: 'Ana' }, metadata }])
    const { metadata: shown } = await app.read(1)
    expect(shown).toEqual([
      { key: 'X-Forwarded-For', value: '177.•.•.•', masked: true },
      { key: 'clientIp', value: '177.•.•.•', masked: true },
      { key: 'zip', value: '01310-100', masked: false },
      { key: 'request', value: { headers: [{ 'remote-addr': '177.•.•.•' }], path: '/contato' }, masked: true },
    ])
    const raw = await app.ask('entries.raw', { connection_id: connection, id: 1, reveal: false })
    expect(raw.json).not.toMatch(/177\.20/)
    expect((await app.column('meta:request')).join()).not.toMatch(/177\.20/)
  })

  it('lists the service’s changes by label, and the deletion', async () => {
    const app = openEntries()
    await app.form(1, 'Contato', [field('fld_1', 'Nome'), field('fld_2', 'Mensagem')])
    await app.entries(1, [{ id: 1, fields: { nome: 'Ana', mensagem: 'um' } }, { id: 2 }])
    await app.entries(1, [{ id: 1, fields: { nome: 'Ana', mensagem: 'dois', novo: 1 } }, { id: 2 }])
    await app.entries(1, [{ id: 1, fields: { nome: 'Ana Maria', mensagem: 'dois', novo: 1 } }, { id: 2 }])
    await app.entries(1, [{ id: 2 }])
    const { trail, gone_at } = await app.read(1)
    expect(trail.map(({ kind, changes }) => [kind, changes])).toEqual([
      [
        'changed_on_service',
        [
          { label: 'Mensagem', before: 'um', after: 'dois' },
          { label: 'novo', before: null, after: 1 },
        ],
      ],
      ['changed_on_service', [{ label: 'Nome', before: 'Ana', after: 'Ana Maria' }]],
      ['gone', []],
    ])
    expect(gone_at).not.toBeNull()
    expect(await app.column('situacao', { sort: [{ column: 'id', descending: false }] })).toEqual([
      'excluida',
      'no_servico',
    ])
  })

  it('that is not here is not found', async () => {
    const app = openEntries()
    await expect(app.read(1)).rejects.toMatchObject({ code: 'not_found' })
    await app.form(1, 'Contato', [])
    await expect(app.read(1)).rejects.toMatchObject({ code: 'not_found' })
    await expect(app.ask('entries.raw', { connection_id: connection, id: 1, reveal: true })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('entries of one person', () => {
  it('are found within and across forms, by phone with or without the ninth digit and by e-mail in any case', async () => {
    const app = openEntries()
    await app.form(1, 'Contato', [field('fld_1', 'Telefone', 'phone'), field('fld_2', 'Email', 'email')])
    await app.form(2, 'Sorteio', [field('fld_1', 'WhatsApp')])
    await app.entries(1, [
      { id: 1, created_at: '2026-11-01T10:00:00Z', fields: { telefone: '(11) 98888-7777', email: 'a@a.example' } },
      { id: 2, created_at: '2026-11-02T10:00:00Z', fields: { email: 'A@A.example' } },
      { id: 3, created_at: '2026-11-03T10:00:00Z', fields: { telefone: '(11) 3888-7777' } },
    ])
    await app.entries(2, [{ id: 4, created_at: '2026-11-04T10:00:00Z', fields: { whatsapp: '11 8888-7777' } }])
    const { duplicates } = await app.read(1)
    expect(duplicates.map(({ id, form_name, by }) => [id, form_name, by])).toEqual([
      [4, 'Sorteio', 'telefone'],
      [2, 'Contato', 'email'],
    ])
    expect(await app.column('duplicadas', { sort: [{ column: 'id', descending: false }] })).toEqual([2, 1, 0, 1])
  })

  it('are counted at once where one address stands in thousands of entries', async () => {
    const app = openEntries()
    await app.form(1, 'Contato', [])
    const many = Array.from({ length: 3000 }, (_, place) => ({
      id: place + 1,
      fields: { email: 'teste@a.example', telefone: `119${80_000_000 + Math.floor(place / 2)}` },
    }))
    await app.entries(1, many)
    expect(new Set(await app.column('duplicadas'))).toEqual(new Set([2999]))
    const { duplicates } = await app.read(7)
    expect(duplicates).toHaveLength(100)
    expect(duplicates[0]).toMatchObject({ by: 'telefone', id: 8 })
  })
})

it('the newest entries are there before all of them were compared, and say so', async () => {
  const first = openEntries()
  await first.form(1, 'Contato', [field('fld_1', 'Telefone')])
  const count = 600
  const entries = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    fields: { telefone: index % 2 === 0 ? '(11) 98888-7777' : `(11) 97${String(index).padStart(7, '0')}` },
  }))
  await first.entries(1, entries)
  const app = openEntries({ dir: first.dir })
  const { ids } = await app.ask('entries.ids', { table: tableOf(null), query: queryOf() })
  expect(ids.slice(0, 3)).toEqual([count, count - 1, count - 2])
  // Every slice of the comparison is over at once, however quick the machine is.
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
  const reading = app.ask('entries.read', { connection_id: connection, set: '', id: count - 1 })
  // A busy process: the longest wait for the comparison is over before its second slice.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
  const early = await reading
  clock.mockRestore()
  expect(early).toMatchObject({ answers: [{}], duplicates: [], compared: false })
  const detail = await app.read(count - 1)
  expect(detail.duplicates.length).toBeGreaterThan(50)
  expect(await app.column('id')).toEqual(ids)
})
