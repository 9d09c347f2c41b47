import { describe, expect, it } from 'vitest'
import type { TableColumn } from '../../../preload/contract/table-queries.ts'
import { en } from '../../../preload/messages/en/index.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { entriesTable } from '../../../preload/values/entries-table.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { axisTicks, dayColumns } from '../../../renderer/reviews/day-chart.tsx'
import { bandPhrases, sharePhrases, timePhrase } from '../../../renderer/reviews/figures-panels.tsx'
import { noFilter } from '../../../renderer/reviews/figures-store.ts'
import { momentsOf } from '../../../renderer/tables/day-range.ts'
import { refuses } from '../../kit/fake-bridge.ts'
import { tableShapeWith } from '../../kit/samples.ts'
import { entryFiguresWith } from '../../kit/samples-forms.ts'
import { setUpReviews } from './reviews-kit.tsx'

const figures = entryFiguresWith()
const table = entriesTable({ connection_id: 'f1', form_id: 301, set: '' })
const columns: TableColumn[] = [
  { key: 'remetente', type: 'text', heading: null },
  { key: 'campo:mensagem', type: 'text', heading: 'Mensagem' },
  { key: 'campo:assunto', type: 'choice', heading: 'Assunto' },
  { key: 'meta:source', type: 'choice', heading: 'source' },
]

/** The figures of a form, opened or not. */
async function setUp(isOpen = true) {
  const { bridge, reviews, inputs } = setUpReviews({
    'tables.shape': () => tableShapeWith({ columns, total: 4, matching: 4 }),
  })
  const { getState: state } = reviews.figuresOf('f1', 301)
  if (isOpen) await state().open()
  return { bridge, state, requests: () => inputs('entries.figures') }
}

describe('the figures of a table', () => {
  it('start with an answer of few values, and offer answers and metadata alone', async () => {
    const { state, requests } = await setUp()
    expect(state().fields.map(({ key }) => key)).toEqual(['campo:mensagem', 'campo:assunto', 'meta:source'])
    expect(requests()).toEqual([{ table, query: emptyQuery, field: 'campo:assunto' }])
  })

  it('are narrowed by period and states', async () => {
    const { state, requests } = await setUp()
    await state().narrow({ days: { from: '2026-11-01', to: null } })
    await state().narrow({ states: ['aprovada', 'spam'] })
    const filters = [
      { column: 'created_at', operator: 'between', ...momentsOf({ from: '2026-11-01', to: null }) },
      { column: 'revisao_estado', operator: 'in', values: ['aprovada', 'spam'] },
    ]
    expect(requests().at(-1)).toMatchObject({ query: { filters } })
    await state().narrow(noFilter)
    expect(requests().at(-1)).toMatchObject({ query: emptyQuery })
  })

  it('are refetched only while they are open', async () => {
    const { state, requests } = await setUp(false)
    await state().reload()
    expect(requests()).toHaveLength(0)
    await state().open()
    await state().reload()
    state().close()
    await state().reload()
    expect(requests()).toHaveLength(2)
  })

  it('are busy while another filter loads, and not during a refetch', async () => {
    const { state } = await setUp()
    const renewed = state().reload()
    expect(state().busy).toBe(false)
    const narrowed = state().narrow({ states: ['spam'] })
    const renewedAgain = state().reload()
    expect(state().busy).toBe(true)
    await Promise.all([renewed, narrowed, renewedAgain])
    expect(state().busy).toBe(false)
  })

  it('stay with the failure when newer ones fail', async () => {
    const { state, bridge } = await setUp()
    bridge.answer('entries.figures', refuses('file_damaged'))
    await state().show('meta:source')
    expect(readyValue(state().figures)?.total).toBe(4)
    expect(state()).toMatchObject({ busy: false, figures: { failure: { code: 'file_damaged' } } })
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

  it('are named under the axis by days for two months, and by months for longer', () => {
    const ticksOf = (days: number) => {
      const { columns: drawn, step } = dayColumns(daysFrom('2026-09-20', days))
      return axisTicks(drawn, step)
    }
    expect(ticksOf(62)).toHaveLength(62)
    expect(ticksOf(63)).toEqual(['2026-09-20', '2026-10-01', '2026-11-01'])
    expect(ticksOf(400).slice(0, 3)).toEqual(['2026-09-20', '2026-10-04', '2026-11-01'])
  })

  it('stay few with a date far off', () => {
    const { columns: drawn } = dayColumns([{ day: '0001-01-01', count: 1 }, { day: 'x', count: 9 }, ...figures.days])
    expect(drawn).toEqual([
      { start: '0001-01-01', count: 1 },
      { start: '2026-11-01', count: 4 },
    ])
  })
})

describe('formatting figures', () => {
  const format = createFormat('pt-BR')
  const texts = ptBR.reviews.figures

  it('gives shares one decimal place, and tiny ones a bound', () => {
    expect(sharePhrases([1, 3, 4], 8, format)).toEqual(['12,5%', '37,5%', '50%'])
    expect(sharePhrases([1], 100_000, format)).toEqual(['<0,1%'])
    expect(sharePhrases([0], 0, format)).toEqual(['0%'])
    expect(sharePhrases([1], 8, createFormat('en'))).toEqual(['12.5%'])
  })

  it('gives durations a readable unit', () => {
    const phrases = [0.2, 5.25, 47.6, 72, 250].map((hours) => timePhrase(hours, texts, format))
    expect(phrases.join(' ')).toBe('12 min 5,3 h 48 h 3 dias 10 dias')
  })

  it('gives the bands of durations their common unit once', () => {
    const bands = [1, 4, 24, 48, 168, null].map((up_to) => ({ up_to, count: 1 }))
    const labels = bandPhrases(bands, texts, format).map(({ label }) => label)
    expect(labels.join(', ')).toBe('até 1 h, 1 a 4 h, 4 h a 1 dia, 1 a 2 dias, 2 a 7 dias, mais de 7 dias')
    expect(bandPhrases(bands, en.reviews.figures, createFormat('en')).at(-1)?.label).toBe('more than 7 days')
  })
})
