import { describe, expect, test } from 'vitest'
import type { TableQuery, TableRef } from '../../../preload/contract/table-queries.ts'
import { conversationsTable } from '../../../preload/values/conversation-fields.ts'
import { duplicatesTable } from '../../../preload/values/duplicate-pairs.ts'
import { refused } from '../../faults/faults.ts'
import { finishRun, fromPage, startAccount } from '../../kit/leads.ts'
import type { TestWorkspace } from '../../kit/workspace.ts'
import { any } from '../conversations/conversation-kit.ts'

const everyRow = { query: {} }
const inState = (status: string): Partial<TableQuery> => ({
  filters: [{ column: 'status', operator: 'in', values: [status] }],
})

async function stageTable({ ask }: TestWorkspace, table: TableRef, select: object = everyRow) {
  const { list, inspection } = await ask('cruzar.stage', { from: 'table', table, select: select as typeof everyRow })
  const budget = await ask('cruzar.budget', { list, settings: {} })
  const keys = inspection.columns.filter(({ kind }) => kind !== 'other').map(({ name, kind }) => [name, kind])
  return { list, inspection, budget, keys }
}

describe('rows of a table that are to be crossed', () => {
  test('are those of a sheet that its filters let through, with its phones and e-mails as the keys', async () => {
    const account = await startAccount({ leads: 120 })
    const sheet = await account.readSheet()
    const table = { kind: 'sheet', id: sheet.id } as const
    const leads = await account.rows(table)
    const open = leads.filter(({ status }) => status === 'open')
    const filtered = await stageTable(account, table, { query: inState('open') })
    expect(filtered.inspection.name).toBe(`${sheet.name} – linhas filtradas`)
    expect(filtered.budget.rows).toBe(open.length)
    expect(filtered.keys).toEqual([
      ['Telefone', 'phone'],
      ['E-mail', 'email'],
    ])
    const telefone = filtered.inspection.columns.find(({ name }) => name === 'Telefone')
    expect(telefone?.samples.every((text) => text.startsWith('+'))).toBe(true)
    expect(filtered.inspection.columns.map(({ samples }) => new Set(samples))).toContainEqual(new Set(['Aberta']))

    const some = await stageTable(account, table, { query: {}, rows: [5, 2] })
    expect(some.inspection.name).toBe(`${sheet.name} – linhas selecionadas`)
    expect(some.inspection.preview.map(([id]) => id)).toEqual([2, 5].map((row) => String(leads[row]?.contato_id)))
    expect((await stageTable(account, table)).inspection.name).toBe(sheet.name)
    await expect(stageTable(account, table, { query: { search: 'ninguém se chama assim' } })).rejects.toMatchObject({
      code: 'list_empty',
    })
  })

  test('say in their name that the sheet was not read to its end', async () => {
    const account = await startAccount({ leads: 1200, faults: fromPage(2, refused(401)) })
    const sheet = await account.readSheet()
    const { inspection } = await stageTable(account, { kind: 'sheet', id: sheet.id })
    expect(inspection.name).toBe(`${sheet.name} (parcial)`)
  })

  test('are found again in the sheet that they are from', async () => {
    const account = await startAccount({ leads: 120 })
    const sheet = await account.readSheet()
    const { list, budget } = await stageTable(account, { kind: 'sheet', id: sheet.id })
    const run = await account.ask('cruzar.start', {
      list,
      settings: {},
      filter: {},
      name: 'De volta',
      sheet_id: sheet.id,
    })
    expect(run.outcomes.ausente).toBe(0)
    expect(run.rows).toBe(budget.rows)
  })

  test('are the own columns of a run, read as the run had read them, by the outcomes that were chosen', async () => {
    const account = await startAccount({ leads: 60 })
    const list = '"ref";Observação\n11961239999;=1+1\n11961238888;"a, ""b"""\n;sem nada\n'
    const settings = { key_columns: [{ index: 0, kind: 'phone' as const }], header: true }
    const { run } = await finishRun(account, { list, settings })
    const filters = [{ column: 'cruzar_resultado', operator: 'in', values: ['ausente'] }]
    const absent = await stageTable(account, { kind: 'run', id: run.id }, { query: { filters } })
    expect(absent.inspection.name).toBe(`${run.name} – ausentes`)
    expect(absent.inspection.columns.map(({ name }) => name)).toEqual(['ref', 'Observação'])
    expect(absent.inspection.preview).toEqual([
      ['11961239999', '=1+1'],
      ['11961238888', 'a, "b"'],
    ])
    expect(absent.keys).toEqual([['ref', 'phone']])
    const order = { list: absent.list, settings: {}, filter: {}, name: 'Outra vez' }
    const again = await account.ask('cruzar.start', order)
    await account.ended(again)
    const staged = await account.ask('cruzar.stage', { from: 'run', id: again.id })
    expect(staged.inspection).toMatchObject({ header: true, preview: absent.inspection.preview })
  })

  test('have no heading where the list of the run had none', async () => {
    const account = await startAccount({ leads: 60 })
    const { run } = await finishRun(account, { list: '11961239999\n11961238888\n' })
    const { inspection, budget } = await stageTable(account, { kind: 'run', id: run.id })
    expect(inspection).toMatchObject({ header: false, preview: [['11961239999'], ['11961238888']] })
    expect(budget.keys).toBe(2)
  })

  test('are conversations, pairs of contacts and records of a data set as well', async () => {
    const account = await startAccount({ leads: 120 })
    const { connection_id } = account
    await account.readSheet()
    const pairs = await stageTable(account, duplicatesTable({ connection_id, sheet_id: null }))
    expect(pairs.keys.map(([, kind]) => kind).sort()).toEqual(['email', 'email', 'phone', 'phone'])
    expect(pairs.budget.rows).toBeGreaterThan(0)

    const set = await account.ask('conversations.keep', { filter: any, name: 'Todas' })
    await account.ended(set)
    const conversations = await stageTable(account, conversationsTable(set))
    expect(conversations.keys).toEqual([
      ['Telefone', 'phone'],
      ['E-mail', 'email'],
    ])
    expect(conversations.budget.keys).toBeGreaterThan(0)

    const path = `/api/v1/accounts/${account.demo.platform.accountId}/contacts/search`
    const { id } = await account.ask('console.run', { method: 'GET', path, query: [['q', 'a']], body: null })
    const dataset = await account.ask('console.store', { id, expression: '$.payload', name: 'Contatos' })
    const records = await stageTable(account, { kind: 'dataset', id: `${connection_id}:${dataset.id}` })
    expect(records.keys.map(([name]) => name)).toContain('phone_number')
  })
})
