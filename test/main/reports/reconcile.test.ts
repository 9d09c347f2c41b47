import { describe, expect, test } from 'vitest'
import type { PlatformModes } from '../../../main/demo/workplace.ts'
import { countOf } from '../../../main/reports/reconcile.ts'
import type { ReportName } from '../../../preload/contract/reports.ts'
import { startAccount } from '../../kit/leads.ts'
import { lastDays } from './report-kit.ts'

async function withSheet(filter: object, modes: PlatformModes = {}) {
  const { demo, connection_id, ...workspace } = await startAccount({ modes })
  const days = lastDays(90)
  const sheet = await workspace.readSheet({ filter: { created_after: '2020-01-01', ...filter } })
  const reconcile = async (report: ReportName) => {
    const question = { connection_id, ...days, report }
    await workspace.ask('reports.read', { ...question, fresh: true })
    return workspace.ask('reports.reconcile', { ...question, sheet_id: sheet.id })
  }
  return { demo, workspace, connection_id, days, sheet, reconcile }
}

describe('a report beside a cached sheet', () => {
  test('of every conversation agrees row by row, and each figure leads to its rows', async () => {
    const { workspace, sheet, reconcile } = await withSheet({ agrupar: 'conversa' })
    for (const report of ['summary', 'agents', 'inboxes', 'labels'] as const) {
      const { rows } = await reconcile(report)
      expect(rows.length).toBeGreaterThan(0)
      for (const { name, conversations } of rows) {
        if (name !== '') expect(conversations?.server).toBe(conversations?.sheet)
      }
    }
    const { rows } = await reconcile('inboxes')
    const [row] = rows.filter(({ conversations }) => (conversations?.sheet ?? 0) > 3)
    for (const figure of [row?.conversations, row?.resolved]) {
      const { matching } = await workspace.ask('tables.shape', {
        table: { kind: 'sheet', id: sheet.id },
        query: figure?.query ?? {},
      })
      expect(matching).toBe(figure?.sheet)
    }
  })

  test.each(['period-above', 'period-below', 'spaced'] as const)(
    'agrees in every layout of the service’s files: %s',
    async (layout) => {
      const { workspace, days, reconcile } = await withSheet({ agrupar: 'conversa' }, { reports: layout })
      for (const report of ['inboxes', 'labels'] as const) {
        const { rows, not_computable } = await reconcile(report)
        expect(rows.length).toBeGreaterThan(3)
        expect(rows.every(({ resolved }) => resolved !== null)).toBe(true)
        expect(not_computable).toEqual(['Tempo médio de primeira resposta', 'Tempo médio de resolução'])
        for (const { name, conversations } of rows) {
          if (name !== '') expect(conversations?.server).toBe(conversations?.sheet)
        }
      }
      const read = await workspace.ask('reports.read', { ...days, report: 'teams', fresh: true })
      expect(read?.tables).toHaveLength(1)
      expect(read?.notes).toHaveLength(layout === 'spaced' ? 0 : 1)
      expect(read?.tables[0]?.columns.map(({ kind }) => kind)).toEqual([
        'text',
        'number',
        'duration',
        'duration',
        'number',
      ])
    },
  )

  test('names the columns that lead rows do not have', async () => {
    const { reconcile } = await withSheet({ agrupar: 'conversa' })
    const summary = await reconcile('summary')
    expect(summary.rows).toMatchObject([{ name: null, conversations: { server: expect.any(Number) } }])
    expect(summary.not_computable).toContain('avg_first_response_time')
    expect(await reconcile('teams')).toMatchObject({ rows: [] })
  })

  test('of one conversation a person counts less, and shows the reason', async () => {
    const { reconcile } = await withSheet({ agrupar: 'contato' })
    const { sheet, rows } = await reconcile('summary')
    expect(sheet.doubts).toEqual(['one_per_person'])
    const [whole] = rows
    expect(whole?.conversations?.sheet).toBeLessThan(whole?.conversations?.server ?? 0)
  })
})

test('headings of counts are known in both languages, and no others', () => {
  const conversations = [
    'conversations_count',
    'Conversas',
    'Conversas atribuídas',
    'Nº de Conversas',
    'nº de conversas',
  ]
  conversations.push('Contagem de conversas', 'Número de conversas', 'Qtde. de conversas', 'No. of conversations')
  conversations.push('Assigned conversations', 'Conversations count', 'N.º de conversas')
  expect(conversations.filter((heading) => countOf(heading) !== 'conversations')).toEqual([])
  const resolved = ['resolutions_count', 'resolved_conversations_count', 'Contagem de Resolução', 'Resolution Count']
  resolved.push('Quantidade de resoluções', 'Número de resoluções', 'Conversas resolvidas', 'Nº de resoluções')
  expect(resolved.filter((heading) => countOf(heading) !== 'resolved')).toEqual([])
  const others = [
    'Tempo médio de resolução',
    'Mensagens recebidas',
    'Conversas por hora',
    'constructor',
    'x'.repeat(9999),
  ]
  expect(others.filter((heading) => countOf(heading) !== null)).toEqual([])
})

test('only sheets that hold the whole period are offered, the most exact first', async () => {
  const { workspace, days } = await withSheet({ agrupar: 'contato' })
  const make = async (name: string, filter: object) => {
    await workspace.readSheet({ filter, name })
  }
  await make('exata', { created_after: days.since, created_before: days.until, agrupar: 'conversa' })
  await make('abertas', { created_after: days.since, agrupar: 'conversa', status: ['open'] })
  await make('tarde demais', { created_after: days.until })
  await make('cedo demais', { created_after: days.since, created_before: days.since })
  await make('movidas', { updated_after: days.since, agrupar: 'conversa' })
  const offered = await workspace.ask('reports.sheets', { ...days })
  expect(offered.map(({ name, doubts }) => [name, doubts])).toEqual([
    ['movidas', []],
    ['exata', []],
    ['abertas', ['filtered']],
    ['Tudo', ['one_per_person']],
  ])
  expect(await workspace.ask('reports.sheets', { connection_id: 'another', ...days })).toEqual([])
})
