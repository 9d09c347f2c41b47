import { describe, expect, it } from 'vitest'
import { entriesTable } from '../../../preload/contract/entries-table.ts'
import { en } from '../../../preload/messages/en/index.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { axisMarks, dayColumns } from '../../../renderer/reviews/day-chart.tsx'
import { bandPhrases, sharePhrase, timePhrase } from '../../../renderer/reviews/figures-panels.tsx'
import { createFiguresStore, noFilter } from '../../../renderer/reviews/figures-store.ts'
import { momentsOf } from '../../../renderer/tables/day-range.ts'
import { emptyQuery } from '../../../renderer/tables/query.ts'
import { axisLines } from '../../../renderer/ui/axis-lines.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { entryFiguresWith } from '../../kit/samples-forms.ts'

const figures = entryFiguresWith()
const table = entriesTable({ connection_id: 'f1', form_id: 301, set: '' })
const columns = [
  { key: 'remetente', type: 'text', heading: null },
  { key: 'campo:mensagem', type: 'text', heading: 'Mensagem' },
  { key: 'campo:assunto', type: 'choice', heading: 'Assunto' },
  { key: 'meta:source', type: 'choice', heading: 'source' },
]
function setUp() {
  const bridge = createFakeBridge({
    'tables.shape': () => ({ columns, total: 4, matching: 4, version: '1' }),
    'entries.figures': () => figures,
  })
  const store = createFiguresStore({ ask: createAsk(bridge), table })
  const asked = () => bridge.inputs('entries.figures')
  return { bridge, store, asked }
}
describe('the figures of a table', () => {
  it('start with an answer of few values, and offer answers and metadata alone', async () => {
    const { store, asked } = setUp()
    await store.getState().open()
    expect(store.getState().fields.map(({ key }) => key)).toEqual(['campo:mensagem', 'campo:assunto', 'meta:source'])
    expect(asked()).toEqual([{ table, query: emptyQuery, field: 'campo:assunto' }])
  })

  it('are narrowed by period and states', async () => {
    const { store, asked } = setUp()
    await store.getState().open()
    await store.getState().narrow({ days: { from: '2026-11-01', to: null } })
    await store.getState().narrow({ states: ['aprovada', 'spam'] })
    expect(asked().at(-1)).toMatchObject({
      query: {
        filters: [
          { column: 'created_at', operator: 'between', ...momentsOf({ from: '2026-11-01', to: null }) },
          { column: 'revisao_estado', operator: 'in', values: ['aprovada', 'spam'] },
        ],
      },
    })
    await store.getState().narrow(noFilter)
    expect(asked().at(-1)).toMatchObject({ query: emptyQuery })
  })

  it('are refetched only while they are open', async () => {
    const { store, asked } = setUp()
    await store.getState().reload()
    expect(asked()).toHaveLength(0)
    await store.getState().open()
    await store.getState().reload()
    store.getState().close()
    await store.getState().reload()
    expect(asked()).toHaveLength(2)
  })

  it('are busy while another filter loads, and not during a refetch', async () => {
    const { store } = setUp()
    await store.getState().open()
    const renewed = store.getState().reload()
    expect(store.getState().busy).toBe(false)
    const narrowed = store.getState().narrow({ states: ['spam'] })
    const renewedAgain = store.getState().reload()
    expect(store.getState().busy).toBe(true)
    await Promise.all([renewed, narrowed, renewedAgain])
    expect(store.getState().busy).toBe(false)
  })

  it('stay with the failure when newer ones fail', async () => {
    const { store, bridge } = setUp()
    await store.getState().open()
    bridge.answer('entries.figures', refuses('file_damaged'))
    await store.getState().show('meta:source')
    expect(readyValue(store.getState().figures)?.total).toBe(4)
    expect(store.getState()).toMatchObject({ busy: false, figures: { failure: { code: 'file_damaged' } } })
  })
})
describe('the columns of entries over time', () => {
  const daysFrom = (first: string, count: number, every = 1) =>
    Array.from({ length: count }, (_, place) => ({
      day: new Date(Date.parse(`${first}T00:00:00Z`) + place * every * 86_400_000).toISOString().slice(0, 10),
      count: 2,
    }))

  it('are days, with a column for each day without entries', () => {
    expect(dayColumns(figures.days)).toEqual({
      step: 'day',
      columns: [
        { start: '2026-11-18', count: 3 },
        { start: '2026-11-19', count: 0 },
        { start: '2026-11-20', count: 1 },
      ],
    })
    expect(dayColumns([])).toEqual({ step: 'day', columns: [] })
  })

  it('are weeks from Sunday for more than a year, and months for many years', () => {
    const weeks = dayColumns(daysFrom('2025-01-01', 500))
    expect(weeks.step).toBe('week')
    expect(weeks.columns.slice(0, 2)).toEqual([
      { start: '2024-12-29', count: 8 },
      { start: '2025-01-05', count: 14 },
    ])
    const months = dayColumns(daysFrom('2019-03-05', 2000))
    expect(months.step).toBe('month')
    expect(months.columns.slice(0, 2)).toEqual([
      { start: '2019-03-01', count: 54 },
      { start: '2019-04-01', count: 60 },
    ])
    for (const { columns: drawn } of [weeks, months]) expect(drawn.length).toBeLessThan(170)
  })

  it('stay few with a date far off', () => {
    const { columns: drawn } = dayColumns([{ day: '0001-01-01', count: 1 }, { day: 'x', count: 9 }, ...figures.days])
    expect(drawn).toEqual([
      { start: '0001-01-01', count: 1 },
      { start: '2026-11-01', count: 4 },
    ])
  })

  it('have labels that do not overlap', () => {
    const short = dayColumns(daysFrom('2026-11-01', 20))
    expect(axisMarks(short.columns, short.step).map(({ day }) => day.slice(8))).toEqual([
      '01',
      '04',
      '07',
      '10',
      '13',
      '16',
      '19',
    ])
    const long = dayColumns(daysFrom('2025-12-28', 300))
    const marks = axisMarks(long.columns, long.step)
    expect(marks[0]).toEqual({ at: 4, day: '2026-01-01', shows: 'year' })
    const gaps = marks.slice(1).map(({ at }, place) => at - (marks[place]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(300 * 0.07)
  })

  it('have axis lines at round numbers', () => {
    expect(axisLines(0)).toEqual([0, 1])
    expect(axisLines(3)).toEqual([0, 1, 2, 3])
    expect(axisLines(36)).toEqual([0, 10, 20, 30, 40])
    expect(axisLines(1234)).toEqual([0, 500, 1000, 1500])
  })
})
describe('formatting figures', () => {
  const format = createFormat('pt-BR')
  const texts = ptBR.reviews.figures

  it('gives shares one decimal place, and tiny ones a bound', () => {
    expect([1, 3, 8].map((count) => sharePhrase(count, 8, format))).toEqual(['12,5%', '37,5%', '100%'])
    expect(sharePhrase(1, 100_000, format)).toBe('<0,1%')
    expect(sharePhrase(0, 0, format)).toBe('0%')
    expect(sharePhrase(1, 8, createFormat('en'))).toBe('12.5%')
  })

  it('gives durations a readable unit', () => {
    expect([0.2, 5.25, 47.6, 72, 250].map((hours) => timePhrase(hours, texts, format))).toEqual([
      '12 min',
      '5,3 h',
      '48 h',
      '3 dias',
      '10 dias',
    ])
  })

  it('gives the bands of durations their common unit once', () => {
    const bands = [1, 4, 24, 48, 168, null].map((up_to) => ({ up_to, count: 1 }))
    expect(bandPhrases(bands, texts, format).map(({ label }) => label)).toEqual([
      'até 1 h',
      '1 a 4 h',
      '4 h a 1 dia',
      '1 a 2 dias',
      '2 a 7 dias',
      'mais de 7 dias',
    ])
    expect(bandPhrases(bands, en.reviews.figures, createFormat('en')).at(-1)?.label).toBe('more than 7 days')
  })
})
