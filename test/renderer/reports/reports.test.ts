import { describe, expect, it } from 'vitest'
import type { Report, ReportQuestion, ReportTable } from '../../../preload/contract/reports.ts'
import { notSaved } from '../../../preload/contract/saved-files.ts'
import { catalogues } from '../../../preload/messages/catalogue.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import {
  chartRows,
  figurePlaces,
  isSeries,
  linePoints,
  reportWords,
  sortedRows,
  tellsDays,
} from '../../../renderer/reports/report-words.ts'
import { createReportsStore, presetDays, presetOfDays } from '../../../renderer/reports/reports-store.ts'
import { createFakeBridge, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { until } from '../../kit/until.ts'

const words = reportWords(catalogues['pt-BR'].reports, createFormat('pt-BR', 'America/Sao_Paulo'))
const today = new Date(2026, 10, 20, 15)
const agents: ReportTable = {
  name: '',
  columns: [
    { key: 'name', kind: 'text' },
    { key: 'conversations_count', kind: 'number' },
    { key: 'avg_resolution_time', kind: 'duration' },
  ],
  label: 0,
  rows: [
    { cells: ['Zé', 5, 90], before: ['Zé', 10, 60] },
    { cells: ['Ana', 20, null], before: null },
    { cells: ['Élder', null, 4000], before: ['Élder', 8, 0] },
  ],
  total: 3,
}

describe('a line of the service', () => {
  const days = { since: '2026-10-29', until: '2026-11-27' }
  it.each([
    ['Período do relatório: 2026-10-29 a 2026-11-27', true],
    ['Reporting period 29/10/2026 to 28/11/2026', true],
    ['Período: 2026-09-01 a 2026-11-27', false],
    ['Agentes inativos fora da conta', false],
    ['Desde 2026-10-29, sem 2026-11-02, até 2026-11-27', false],
  ])('“%s” tells the days of the report again: %s', (note, expected) => {
    expect(tellsDays(note, days)).toBe(expected)
  })
})

describe('the days of a preset', () => {
  it.each([
    ['today', '2026-11-20', '2026-11-20'],
    ['yesterday', '2026-11-19', '2026-11-19'],
    ['last7', '2026-11-14', '2026-11-20'],
    ['last30', '2026-10-22', '2026-11-20'],
    ['month', '2026-11-01', '2026-11-20'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
    ['year', '2026-01-01', '2026-11-20'],
  ] as const)('%s', (preset, since, until) => {
    expect(presetDays(preset, today)).toEqual({ since, until })
    expect(presetOfDays({ since, until }, today)).toBe(preset)
  })

  it('other days are no preset', () => {
    expect(presetOfDays({ since: '2026-11-02', until: '2026-11-05' }, today)).toBeUndefined()
  })
})

describe('cells', () => {
  it.each([
    [0, '0 s'],
    [45, '45 s'],
    [59.6, '1 min'],
    [754, '13 min'],
    [3600, '1 h'],
    [12_000, '3 h 20 min'],
    [200_000, '2 d 8 h'],
    [345_600, '4 d'],
    [-90, '−2 min'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(words.cell(seconds, 'duration')).toBe(text)
  })

  it('are shown as people read them, and what is no number stays as it came', () => {
    expect(words.cell(18_204.256, 'number')).toBe('18.204,26')
    expect(words.cell(45.5, 'percent')).toBe('45,5%')
    expect(words.cell('2026-11-20', 'day')).toBe('20/11/2026')
    expect(words.cell(Date.parse('2026-11-20T12:00:00Z'), 'time')).toBe('20/11/2026 09:00')
    expect(words.cell('menos de um minuto', 'duration')).toBe('menos de um minuto')
    expect(words.cell(null, 'number')).toBe('')
    expect(words.heading('conversations_count')).toBe('Conversas')
    expect(words.heading('Número de conversas')).toBe('Número de conversas')
  })

  it('are compared in whole percents, where there is something to compare with', () => {
    expect(words.change(15, 10, 'number')).toBe('50% a mais')
    expect(words.change(5, 10, 'number')).toBe('50% a menos')
    expect(words.change(10, 10, 'number')).toBe('igual')
    expect(words.change(10, 0, 'number')).toBe('')
    expect(words.change(null, 10, 'number')).toBe('')
    // 17 min are 17 min to whoever reads them.
    expect(words.change(1042, 1002, 'duration')).toBe('igual')
  })
})

describe('pictures of a table', () => {
  it('bars are in one scale with the period before, the longest first, those without a value last', () => {
    expect(figurePlaces(agents)).toEqual([1, 2])
    expect(chartRows(agents, 1, words)).toMatchObject([
      { name: 'Ana', value: '20', share: 1, before: null, beforeShare: null },
      { name: 'Zé', value: '5', share: 0.25, before: '10', beforeShare: 0.5 },
      { name: 'Élder', value: '', share: 0, before: '8', beforeShare: 0.4 },
    ])
  })

  it('percents are drawn as their part of a hundred', () => {
    const table: ReportTable = {
      ...agents,
      columns: [
        { key: 'name', kind: 'text' },
        { key: 'resolution_rate', kind: 'percent' },
      ],
      rows: [
        { cells: ['Ana', 51], before: ['Ana', 25] },
        { cells: ['Zé', 25], before: null },
      ],
      total: 2,
    }
    const [ana, ze] = chartRows(table, 1, words)
    expect([ana?.share, ana?.beforeShare, ze?.share]).toEqual([0.51, 0.25, 0.25])
    // A growth may be more.
    const growth = {
      ...table,
      rows: ['Ana', 'Zé'].map((name, at) => ({ cells: [name, at === 0 ? 200 : 50], before: null })),
    }
    expect(chartRows(growth, 1, words).map(({ share }) => share)).toEqual([1, 0.25])
  })

  it('a series is a line in the order of time, without what has no value', () => {
    const series: ReportTable = {
      name: '',
      columns: [
        { key: 'day', kind: 'day' },
        { key: 'value', kind: 'number' },
      ],
      label: 0,
      rows: [
        { cells: ['2026-11-03', 40], before: null },
        { cells: ['2026-11-01', 10], before: null },
        { cells: ['2026-11-02', null], before: null },
        { cells: ['2026-11-05', -5], before: null },
      ],
      total: 4,
    }
    expect(isSeries(series)).toBe(true)
    expect(isSeries(agents)).toBe(false)
    const line = linePoints(series, 1, words)
    expect(line.points.map(({ at, value }) => [line.timeOf(at), line.amountOf(value)])).toEqual([
      ['01/11/2026', '10'],
      ['03/11/2026', '40'],
      ['05/11/2026', '0'],
    ])
  })

  it('the table is sorted by any column, in Portuguese, empty cells last', () => {
    const names = (order: Parameters<typeof sortedRows>[1]) => sortedRows(agents, order).map(({ cells }) => cells[0])
    expect(names(null)).toEqual(['Zé', 'Ana', 'Élder'])
    expect(names({ place: 0, descending: false })).toEqual(['Ana', 'Élder', 'Zé'])
    expect(names({ place: 1, descending: true })).toEqual(['Ana', 'Zé', 'Élder'])
    expect(names({ place: 1, descending: false })).toEqual(['Zé', 'Ana', 'Élder'])
  })
})

describe('the store', () => {
  const reportOf = (question: ReportQuestion, read_at: string): Report => ({
    question,
    read_at,
    format: 'json',
    notes: [],
    tables: [agents],
    compared: null,
    compare_failure: null,
  })
  const sheet = { id: 's1', name: 'Tudo', read_at: '2026-11-20T10:00:00.000Z', doubts: [] }

  function setUp() {
    const old = new Map<string, Report>()
    const bridge = createFakeBridge({
      'reports.read': ({ fresh, ...question }) => {
        if (fresh) old.set(question.report, reportOf(question, '2026-11-20T12:00:00.000Z'))
        return old.get(question.report) ?? null
      },
      'reports.stored': () => [...old.values()].map(({ question, read_at }) => ({ question, read_at })),
      'reports.sheets': () => [sheet],
      'reports.reconcile': () => ({ sheet, rows: [], not_computable: [] }),
    })
    return { bridge, old, store: createReportsStore({ ask: createAsk(bridge), now: () => today.getTime() }) }
  }

  it('shows what is kept, asks the service, and checks it against the sheet that fits best', async () => {
    const { bridge, store } = setUp()
    await store.getState().open('c1')
    expect(bridge.inputs('reports.read')).toMatchObject([
      { connection_id: 'c1', report: 'summary', since: '2026-10-22', until: '2026-11-20', compare: true, fresh: false },
      { fresh: true },
    ])
    expect(readyValue(store.getState().report)?.tables).toHaveLength(1)
    expect(store.getState()).toMatchObject({ reading: { working: null }, sheet: 's1', check: { status: 'ready' } })
    expect(readyValue(store.getState().kept)).toHaveLength(1)
  })

  it('keeps what is shown when the service cannot be asked, and shows why', async () => {
    const { bridge, old, store } = setUp()
    const question = { connection_id: 'c1', ...store.getState().choice }
    const answer = reportOf(question, '2026-11-19T12:00:00.000Z')
    old.set('summary', answer)
    bridge.answer('reports.read', ({ fresh }) => {
      if (fresh) throw new Refusal({ code: 'offline', params: { host: 'h' } })
      return answer
    })
    await store.getState().open('c1')
    expect(store.getState()).toMatchObject({
      reading: { failure: { code: 'offline' } },
      report: { status: 'ready', value: answer },
    })
  })

  it('drops the answer to a question that a later one has overtaken, and stops it', async () => {
    const { bridge, store } = setUp()
    await store.getState().open('c1')
    let answerLate: (report: Report) => void = () => undefined
    const late = new Promise<Report>((resolve) => {
      answerLate = resolve
    })
    bridge.answer('reports.read', ({ fresh, ...question }: ReportQuestion & { fresh: boolean }) => {
      if (question.report === 'agents') return fresh ? late : null
      return reportOf(question, '2026-11-20T13:00:00.000Z')
    })
    const first = store.getState().choose({ report: 'agents' })
    await until(() => expect(bridge.inputs('reports.read').at(-1)).toMatchObject({ report: 'agents', fresh: true }))
    await store.getState().choose({ report: 'labels' })
    answerLate(
      reportOf({ connection_id: 'c1', ...store.getState().choice, report: 'agents' }, '2026-11-20T14:00:00.000Z'),
    )
    await first
    expect(bridge.cancelled).toHaveLength(1)
    expect(readyValue(store.getState().report)?.question.report).toBe('labels')
  })

  it('shows no failure of checking another sheet', async () => {
    const { bridge, store } = setUp()
    await store.getState().open('c1')
    const gate = bridge.hold('reports.reconcile')
    const first = store.getState().checkAgainst('s2')
    bridge.answer('reports.reconcile', () => ({ sheet, rows: [], not_computable: [] }))
    await store.getState().checkAgainst('s1')
    gate.refuse(new Refusal({ code: 'not_found', params: {} }))
    await first
    expect(store.getState()).toMatchObject({ sheet: 's1', check: { status: 'ready' } })
  })

  it('shows what a file failed with, and is silent where the user chose none', async () => {
    const { bridge, store } = setUp()
    await store.getState().open('c1')
    bridge.answer('reports.export', refuses('disk_full'))
    expect(await store.getState().exportTable(0, 'xlsx', 'Resumo')).toBeNull()
    expect(store.getState().failure).toMatchObject({ code: 'disk_full' })
    bridge.answer('reports.export', () => notSaved)
    expect(await store.getState().exportTable(0, 'xlsx', 'Resumo')).toMatchObject({ saved: false })
    expect(store.getState().failure).toBeNull()
  })

  it('shows nothing of a file that failed in the account that was left', async () => {
    const { bridge, store } = setUp()
    await store.getState().open('c1')
    const gate = bridge.hold('reports.export')
    const exporting = store.getState().exportTable(0, 'xlsx', 'Resumo')
    await store.getState().open('c2')
    gate.refuse(new Refusal({ code: 'disk_full', params: {} }))
    expect(await exporting).toBeNull()
    expect(store.getState().failure).toBeNull()
  })
})
