import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SavedView, ViewOwner } from '../../../preload/contract/views.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { startAccount } from '../../kit/leads.ts'

const viewWith = (part: Partial<SavedView> = {}): SavedView => ({
  id: 'v1',
  name: 'Abertas',
  query: { ...emptyQuery, filters: [{ column: 'status', operator: 'in', values: ['open'] }] },
  columns: [{ key: 'nome', width: 200 }],
  grouping: null,
  is_default: false,
  ...part,
})

describe('a saved view', () => {
  test('serves every sheet of its account, and no table of another kind', async () => {
    const account = await startAccount({ leads: 10 })
    const [{ id: first }, { id: second }] = [
      await account.readSheet({ name: 'Uma' }),
      await account.readSheet({ name: 'Outra' }),
    ]
    const table = { kind: 'sheet', id: first } as const
    const [connection] = await account.ask('connections.list', {})
    await account.ask('views.save', { of: table, view: viewWith() })
    expect(await account.ask('views.list', { of: { kind: 'sheet', id: second } })).toEqual([viewWith()])
    const pairs = { kind: 'duplicates', id: `${connection?.id}:${first}` } as const
    expect(await account.ask('views.list', { of: pairs })).toEqual([])
  })

  test('has a name of its own, is one default at most, and goes when it is forgotten', async () => {
    const account = await startAccount({ leads: 10 })
    const { id } = await account.readSheet()
    const table = { kind: 'sheet', id } as const
    await account.ask('views.save', { of: table, view: viewWith({ is_default: true }) })
    const other = viewWith({ id: 'v2' })
    await expect(account.ask('views.save', { of: table, view: other })).rejects.toMatchObject({
      code: 'name_taken',
    })
    const views = await account.ask('views.save', {
      of: table,
      view: { ...other, name: 'VIP', is_default: true },
    })
    expect(views.map(({ name, is_default }) => [name, is_default])).toEqual([
      ['Abertas', false],
      ['VIP', true],
    ])
    expect(await account.ask('views.forget', { of: table, id: 'v2' })).toEqual([viewWith()])
  })

  test('goes with its account, but for those of tables that stay', async () => {
    const account = await startAccount({ leads: 10 })
    const { id } = await account.readSheet()
    const { connection_id } = account
    const ofSheets = { kind: 'sheet', id } as const
    const live = { connection_id, kind: 'live_conversations' } as const
    const save = (of: ViewOwner) => account.ask('views.save', { of, view: viewWith() })
    const views = (of: ViewOwner) => account.ask('views.list', { of })
    await Promise.all([save(ofSheets), save(live)])
    await account.ask('connections.forget', { id: connection_id, forget_sheets: false })
    expect([await views(ofSheets), await views(live)]).toEqual([[viewWith()], []])
    await account.ask('views.forget_all', { connection_id, except: [] })
    expect(await views(ofSheets)).toEqual([])
  })

  test('of a table that is gone is refused', async () => {
    const account = await startAccount({ leads: 1 })
    const asked = account.ask('views.list', { of: { kind: 'sheet', id: 'nobody' } })
    await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is exported in words with its groups', async () => {
    const account = await startAccount({ leads: 40 })
    const { id } = await account.readSheet({ name: 'Todos' })
    const grouping = {
      query: { ...emptyQuery, filters: [{ column: 'mensagens', operator: 'more' as const, value: 2 }] },
      by: [{ column: 'status', unit: null }],
      across: false,
      figures: [{ figure: 'sum' as const, column: 'mensagens' }],
    }
    const saved = await account.ask('tables.export', {
      table: { kind: 'sheet', id, grouping },
      query: { sort: [{ column: 'group_rows', descending: true }] },
      columns: null,
      format: 'csv-excel',
      name: 'Por situação',
    })
    const text = await readFile(path.join(account.saved, saved.name), 'utf8')
    expect(text.split('\r\n')[0]).toBe('\ufeffSituação;Linhas;Parte;Soma de Mensagens')
    expect(text).toMatch(/\r\n(Aberta|Resolvida|Pendente|Adiada);\d+;0,\d+;\d+\r\n/)
  })
})
