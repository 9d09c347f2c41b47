import { notificationsStore } from '@mantine/notifications'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { Run } from '../../../preload/contract/cruzar.ts'
import type { Schedule } from '../../../preload/contract/schedules.ts'
import type { Task } from '../../../preload/contract/tasks.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { readTime } from '../../../renderer/schedules/schedule.tsx'
import type { Answers } from '../../kit/fake-bridge.ts'
import { openApp } from '../../kit/open-app.tsx'
import { containing, fill, user } from '../../kit/render.tsx'
import { savedFileWith, tableShapeWith, taskWith } from '../../kit/samples.ts'
import {
  checkWith,
  inspectionWith,
  listBudgetWith,
  recipeWith,
  runWith,
  sheetWith,
} from '../../kit/samples-platform.ts'
import { chooseItem, submit } from '../../kit/screen-parts.ts'
import { until } from '../../kit/until.ts'

const texts = ptBR.cruzar
const saved = savedFileWith({ rows: 3000 })
const task = taskWith({ kind: 'cruzar', subject: 'r1', name: 'Campanha de novembro', done: 4500, total: 9412 })

function open(run: Partial<Run> = {}, tasks: readonly Task[] = [], more: Answers = {}) {
  const answers: Answers = {
    'cruzar.runs': () => [runWith(run)],
    'cruzar.resume': () => runWith(run),
    'tables.export': () => saved,
    'tasks.list': () => tasks,
    ...more,
  }
  return openApp(answers, { place: { screen: 'run', id: 'r1' } })
}

const shape = tableShapeWith({ total: 10_000, matching: 10_000 })

const damaged: Answers = {
  'cruzar.damaged': () => [
    { kind: 'damaged_by_excel', rows: 100 },
    { kind: 'no_area_code', rows: 20 },
  ],
}

describe('a finished run', () => {
  it('shows five figures, also those that are zero, and the same as a picture with words', async () => {
    await open()
    const figures = [
      'Com conversa: 5.000 linhas, 50%',
      'Sem conversa: 1.800 linhas, 18%',
      'Ausentes: 3.000 linhas, 30%',
      'Inválidas: 200 linhas, 2%',
      'Sem resposta: 0 linhas, 0%',
    ]
    for (const figure of figures)
      expect(screen.getByRole('button', { name: figure }).getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByRole('img', { name: /Ausentes 3\.000 \(30%\)/ })).toBeDefined()
    expect(document.body.textContent).not.toContain(ptBR.common.askAgain)
  })

  it('shows what was asked of whom, and what it took', async () => {
    await open()
    expect(document.body.textContent).toContain('campanha_novembro.csv · Equipe Vendas · sem filtros · hoje')
    expect(document.body.textContent).toContain('10.000 linhas · 9.412 chaves · 388 repetidas · 19 consultas em 12 s')
  })

  it.each([
    ['2026-11-20T11:00:00.000Z', /respondida pela planilha “Leads”, lida hoje \d\d:00/],
    [null, texts.run.facts.sheetNeverWhole('Leads')],
  ])('shows which cached sheet answered and that nothing was sent: read %s', async (sheet_read_at, fact) => {
    await open({ sheet_id: 's1', sheet_name: 'Leads', requests: 0, sheet_read_at })
    expect(document.body.textContent).toMatch(fact)
    expect(document.body.textContent).toContain('388 repetidas · nenhum pedido, offline')
    expect(document.body.textContent).not.toContain('sem filtros')
    expect(document.body.textContent).toContain(texts.run.notInSheet)
  })

  it('shows the rows of a figure that is pressed, and all again by a second press', async () => {
    const { inputs } = await open()
    const figure = () => screen.getByRole<HTMLButtonElement>('button', { name: /Ausentes:/ })
    await user.click(figure())
    expect(figure().getAttribute('aria-pressed')).toBe('true')
    const filter = { column: 'cruzar_resultado', operator: 'in', values: ['ausente'] }
    expect(inputs('tables.rows').at(-1)).toMatchObject({ query: { filters: [filter] } })
    await user.click(figure())
    expect(inputs('tables.rows').at(-1)).toMatchObject({ query: { filters: [] } })
  })

  it('does the same by the keys 1 to 5, which are listed', async () => {
    const { press, runtime } = await open()
    await press('4')
    expect(screen.getByRole('button', { name: /Inválidas:/ }).getAttribute('aria-pressed')).toBe('true')
    expect(runtime.shortcuts.list('screen').map(({ keys }) => keys)).toEqual(
      expect.arrayContaining(['1', '2', '3', '4', '5', 'e']),
    )
  })

  it('exports the absent by one press, without columns of leads whom nobody is', async () => {
    const { inputs } = await open()
    await user.click(screen.getByRole('button', { name: containing(texts.export.some(['ausente'])) }))
    const name = 'Campanha de novembro - ausentes'
    expect(inputs('tables.export')).toMatchObject([
      { query: { filters: [{ values: ['ausente'] }] }, columns: null, format: 'xlsx', name },
    ])
  })

  it('exports the outcomes whose rows are shown, unless others are chosen', async () => {
    const { inputs, press } = await open()
    await press('2')
    await press('e')
    await user.click(screen.getByRole('button', { name: containing(ptBR.tables.export.formats['csv-raw']) }))
    const query = { filters: [{ values: ['sem_conversa'] }] }
    expect(inputs('tables.export')).toMatchObject([{ query, format: 'csv-raw' }])
  })

  it('shows in its dialog that an export is under way, and takes the next once that has ended', async () => {
    const { press, bridge } = await open()
    const running = bridge.hold('tables.export')
    await user.click(screen.getByRole('button', { name: containing(texts.export.some(['ausente'])) }))
    await press('e')
    const { formats, oneAtATime } = ptBR.tables.export
    expect(document.body.textContent).toContain(oneAtATime)
    expect(screen.getByRole('button', { name: containing(formats.xlsx) })).toHaveProperty('disabled', true)
    await act(async () => running.open(saved))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: containing(formats.xlsx) })).toHaveProperty('disabled', false),
    )
  })

  it('shows how many invalid rows have a damaged number, by kind, and those alone by one press', async () => {
    const { inputs } = await open({}, [], damaged)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Inválidas:/ }).textContent).toContain('sendo 120 danificadas'),
    )
    expect(document.body.textContent).toContain('100 abreviados pelo Excel · 20 sem DDD')
    await user.click(screen.getByRole('button', { name: /Ausentes:/ }))
    const group = () => screen.getByRole<HTMLButtonElement>('button', { name: texts.damaged.rows(120) })
    await user.click(group())
    expect(group().getAttribute('aria-pressed')).toBe('true')
    const filter = {
      column: 'cruzar_motivo',
      operator: 'in',
      values: expect.arrayContaining(['no_area_code', 'rounded']),
    }
    expect(inputs('tables.rows').at(-1)).toMatchObject({ query: { filters: [filter] } })
    await user.click(group())
    expect(inputs('tables.rows').at(-1)).toMatchObject({ query: { filters: [] } })
  })

  it('shows no such group where no number is damaged', async () => {
    await open({}, [], { 'cruzar.damaged': () => [] })
    expect(document.body.textContent).not.toContain('danificado')
    expect(screen.getByRole('button', { name: /Inválidas:/ }).textContent).toContain(texts.run.hints.invalida)
  })

  it('exports the rows with a damaged number alone, while they are shown and from its dialog', async () => {
    const { inputs, press } = await open({}, [], damaged)
    const query = { filters: [{ column: 'cruzar_motivo' }] }
    const name = 'Campanha de novembro - número danificado'
    await press('e')
    await user.click(screen.getByLabelText(texts.damaged.exportOnly(120)))
    expect(document.body.textContent).toContain('120 linhas no arquivo')
    await user.click(screen.getByRole('button', { name: containing(ptBR.tables.export.formats['csv-raw']) }))
    expect(inputs('tables.export').at(-1)).toMatchObject({ query, name, format: 'csv-raw' })
    await user.click(screen.getByRole('button', { name: texts.damaged.rows(120) }))
    await user.click(screen.getByRole('button', { name: containing(texts.damaged.export) }))
    expect(inputs('tables.export').at(-1)).toMatchObject({ query, name, format: 'xlsx' })
  })

  it('counts the rows with a damaged number that the table shows, and all of them where all are meant', async () => {
    const { inputs, press, feature, bridge } = await open({}, [], damaged)
    bridge.answer('tables.shape', () => ({ ...shape, matching: 7 }))
    await act(() => feature('tables').of({ kind: 'run', id: 'r1' }).getState().search('recife'))
    await press('e')
    await waitFor(() => screen.getByLabelText(texts.damaged.exportOnly(7)))
    await user.click(screen.getByLabelText(texts.damaged.exportOnly(7)))
    await waitFor(() => expect(document.body.textContent).toContain('7 linhas no arquivo'))
    await user.click(screen.getByLabelText(texts.export.every(10_000)))
    await waitFor(() => screen.getByLabelText(texts.damaged.exportOnly(120)))
    expect(document.body.textContent).toContain('120 linhas no arquivo')
    await user.click(screen.getByLabelText(texts.export.ofQuery))
    await user.click(screen.getByRole('button', { name: containing(ptBR.tables.export.formats['csv-raw']) }))
    expect(inputs('tables.export').at(-1)).toMatchObject({
      query: { search: 'recife', filters: [{ column: 'cruzar_motivo' }] },
    })
  })

  it('offers no rows with a damaged number where the table shows none', async () => {
    const { press, feature, bridge } = await open({}, [], damaged)
    bridge.answer('tables.shape', () => ({ ...shape, matching: 0 }))
    await act(() => feature('tables').of({ kind: 'run', id: 'r1' }).getState().search('recife'))
    await press('e')
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>(texts.damaged.exportOnly(0)).disabled).toBe(true),
    )
  })

  it('exports what the search and the filters show, says how many that is, and offers all beside it', async () => {
    const { inputs, press, feature, bridge } = await open()
    const table = feature('tables').of({ kind: 'run', id: 'r1' }).getState
    const city = { column: 'c3', operator: 'equals', text: 'Recife' } as const
    const absent = { column: 'cruzar_resultado', operator: 'in', values: ['ausente'] } as const
    bridge.answer('tables.shape', () => ({ ...shape, matching: 214 }))
    bridge.answer('tables.values', () => ({
      values: [
        { value: 'ausente', rows: 214 },
        { value: 'com_conversa', rows: 9 },
      ],
      more: false,
    }))
    await act(() => table().search('recife'))
    await act(() => table().filter('c3', city))
    const label = texts.export.counted(texts.export.some(['ausente']), 214)
    await waitFor(() => screen.getByRole('button', { name: label }))
    await user.click(screen.getByRole('button', { name: label }))
    await waitFor(() => screen.getByRole('menuitem', { name: texts.export.every(3000) }))
    await user.click(screen.getByRole('menuitem', { name: texts.export.shown(214) }))
    expect(inputs('tables.export').at(-1)).toMatchObject({
      query: { search: 'recife', filters: [city, absent] },
      name: 'Campanha de novembro - ausentes (filtradas)',
    })

    await user.click(screen.getByRole('button', { name: label }))
    await waitFor(() => screen.getByRole('menuitem', { name: texts.export.every(3000) }))
    await user.click(screen.getByRole('menuitem', { name: texts.export.every(3000) }))
    expect(inputs('tables.export').at(-1)).toMatchObject({
      query: { search: '', filters: [absent] },
      name: 'Campanha de novembro - ausentes',
    })

    await press('e')
    await waitFor(() => expect(document.body.textContent).toContain('214 linhas no arquivo'))
    expect(screen.getByLabelText(texts.export.ofQuery)).toHaveProperty('checked', true)
    expect(screen.getByRole('dialog').textContent).toContain('Com conversa9')
    await user.click(screen.getByRole('button', { name: containing(ptBR.tables.export.formats['csv-raw']) }))
    expect(inputs('tables.export').at(-1)).toMatchObject({ query: { search: 'recife', filters: [city] } })
    await press('e')
    await user.click(screen.getByLabelText(texts.export.every(10_000)))
    expect(document.body.textContent).toContain('10.000 linhas no arquivo')
    await user.click(screen.getByRole('button', { name: containing(ptBR.tables.export.formats['csv-raw']) }))
    expect(inputs('tables.export').at(-1)).toMatchObject({ query: { search: '', filters: [] } })
  })

  it('shows the rows of one figure or of one switch, never of both, and exports these', async () => {
    const { inputs, press, feature, bridge } = await open()
    const filters = () => feature('tables').of({ kind: 'run', id: 'r1' }).getState().query.filters
    bridge.answer('tables.values', () => ({ values: [{ value: 'match_without_ninth', rows: 37 }], more: false }))
    await act(() => feature('cruzar').matching.getState().countOtherMatches('r1'))
    const others = () => screen.getByRole<HTMLButtonElement>('button', { name: texts.otherMatches.rows(37) })
    bridge.answer('tables.shape', () => ({ ...shape, matching: 37 }))
    await press('3')
    await user.click(others())
    expect(filters()).toMatchObject([{ column: 'cruzar_motivo' }])
    await waitFor(() => screen.getByRole('button', { name: texts.export.counted(texts.export.some([]), 37) }))
    await press('3')
    expect(others().getAttribute('aria-pressed')).toBe('false')
    expect(filters()).toEqual([{ column: 'cruzar_resultado', operator: 'in', values: ['ausente'] }])
    expect(inputs('tables.export')).toEqual([])
  })

  it.each([
    [true, null, 'com_conversa', '5511988887777', ''],
    [true, null, 'com_conversa', '551188887777', 'match_without_country'],
    [false, null, 'com_conversa', '5511988887777', 'match_without_ninth'],
    [false, null, 'com_conversa', '5511988887777', 'two_cards'],
    [false, null, 'com_conversa', '551133334444', ''],
    [false, null, 'com_conversa', 'ana@exemplo.com', ''],
    [false, null, 'ausente', '5511988887777', ''],
    [false, 's1', 'com_conversa', '5511988887777', ''],
  ])('says %s of an open row that a second card was not asked for: sheet %s, %s, %s, %s', async (...row) => {
    const [isSaid, sheet_id, ...cells] = row
    const keys = ['cruzar_resultado', 'cruzar_chave', 'cruzar_motivo']
    const columns = keys.map((key) => ({ key, type: 'text', heading: null }) as const)
    const { feature } = await open({ sheet_id }, [], {
      'tables.shape': () => ({ ...shape, columns }),
      'tables.rows': (input) => ({
        rows: [{ row: 0, cells: input.columns.map((key) => cells[keys.indexOf(key)] ?? null) }],
        matching: 10_000,
        version: '1',
      }),
    })
    await act(() => feature('tables').of({ kind: 'run', id: 'r1' }).getState().openDetails(0))
    expect(document.body.textContent.includes(texts.run.unseenCard)).toBe(isSaid)
  })

  it('can be crossed again', async () => {
    const { bridge, inputs, place } = await open()
    bridge.answer('cruzar.stage', () => ({ list: 'l1', inspection: inspectionWith() }))
    bridge.answer('cruzar.budget', () => listBudgetWith())
    await user.click(screen.getByRole('button', { name: texts.runs.again }))
    expect(place()).toEqual({ screen: 'cruzar' })
    expect(inputs('cruzar.stage')).toEqual([{ from: 'run', id: 'r1' }])
  })

  it('sends the rows of a pressed figure as a list to cruzar', async () => {
    const { bridge, inputs, place, press } = await open()
    bridge.answer('cruzar.stage', () => ({ list: 'l1', inspection: inspectionWith() }))
    bridge.answer('cruzar.budget', () => listBudgetWith())
    bridge.answer('tables.rows', () => ({ rows: [], matching: 3000, version: '1' }))
    await press('3')
    await user.click(screen.getByRole('button', { name: ptBR.common.more }))
    await user.click(screen.getByRole('menuitem', { name: texts.fromTable.filtered(3000) }))
    expect(place()).toEqual({ screen: 'cruzar' })
    const filters = [{ column: 'cruzar_resultado', operator: 'in', values: ['ausente'] }]
    expect(inputs('cruzar.stage')).toMatchObject([
      { from: 'table', table: { kind: 'run', id: 'r1' }, select: { query: { filters }, rows: null } },
    ])
  })

  it('leads its list, or the rows of a pressed figure, to where it is combined with another', async () => {
    const { bridge, inputs, press } = await open()
    bridge.answer('cruzar.stage', () => ({ list: 'l1', inspection: inspectionWith() }))
    bridge.answer('cruzar.budget', () => listBudgetWith())
    bridge.answer('tables.rows', () => ({ rows: [], matching: 3000, version: '1' }))
    await press('3')
    await user.click(screen.getByRole('button', { name: ptBR.common.more }))
    await user.click(screen.getByRole('menuitem', { name: texts.combine.shown(3000) }))
    await waitFor(() => expect(document.body.textContent).toContain(texts.combine.other))
    const filters = [{ column: 'cruzar_resultado', operator: 'in', values: ['ausente'] }]
    expect(inputs('cruzar.stage')).toMatchObject([{ from: 'table', select: { query: { filters } } }])
  })

  it('shows plainly which rows got no answer, and requests them again', async () => {
    const outcomes = {
      com_conversa: 5000,
      sem_conversa: 1800,
      ausente: 2500,
      invalida: 200,
      sem_resposta: 500,
      ambigua: 0,
    }
    const unanswered = [{ reason: 'key_refused' as const, keys: 1, examples: ['5511988887777'] }]
    const { inputs } = await open({ outcomes, unanswered })
    expect(document.body.textContent).toContain(
      '500 linhas ficaram sem resposta: o serviço não disse se estão na base.',
    )
    expect(document.body.textContent).toContain(texts.run.unansweredKept)
    expect(document.body.textContent).toContain('1 chave: o serviço falha quando recebe a chave (5511988887777)')
    await user.click(screen.getByRole('button', { name: ptBR.common.askAgain }))
    expect(inputs('cruzar.resume')).toEqual([{ id: 'r1' }])
  })
})

describe('the lead of a row', () => {
  const keys = ['lead_contato_id', 'lead_conversa_id', 'lead_telefone']
  const sheets = [sheetWith(), sheetWith({ id: 's2', connection_id: 'c2' })]

  /** A run of one row, whose details are open. */
  async function openRow(run: Partial<Run>, answers: Readonly<Record<string, () => unknown>> = {}) {
    const opened = await openApp(
      {
        'cruzar.runs': () => [runWith(run)],
        'sheets.list': () => sheets,
        'sheets.known': () => ({ inboxes: [], agents: [], labels: [] }),
        'tables.shape': () =>
          tableShapeWith({
            columns: keys.map((key) => ({ key, type: 'integer', heading: null })),
            total: 1,
            matching: 1,
          }),
        'tables.rows': () => ({ rows: [{ row: 0, cells: [7, 20, '+5511988887777'] }], matching: 1, version: '1' }),
        ...answers,
      },
      { place: { screen: 'run', id: 'r1' } },
    )
    const { feature } = opened
    await act(() => feature('sheets').store.getState().load())
    await act(() => feature('cruzar').tableOf('r1').getState().openDetails(0))
    return { ...opened, press: (name: string) => user.click(screen.getByRole('button', { name })) }
  }

  it('is opened in the platform by its conversation’s number, and the page names no address', async () => {
    const { press, inputs } = await openRow({})
    await press(ptBR.common.inPlatform.open)
    expect(inputs('connections.open_record')).toEqual([{ connection_id: 'c1', record: 'conversation', id: 20 }])
  })

  it('is opened nowhere where sheets of several accounts answered, since nobody knows whose number it is', async () => {
    await openRow({ sheet_id: 's1', sheet_ids: ['s2'], sheet_name: 'A, B' })
    expect(document.body.textContent).toContain(ptBR.common.seeConversation)
    expect(document.body.textContent).not.toContain(ptBR.common.inPlatform.open)
  })

  it.each([
    ['whose sheet is gone', { sheet_id: 'x', sheet_name: 'Base' }, texts.run.inSheet.gone(1, 'Base')],
    ['that its sheet has no longer', { sheet_id: 's1', sheet_name: 'Base' }, texts.run.inSheet.absent(1, 'Base')],
    ['that no sheet of the account has', {}, texts.run.inSheet.nowhere],
  ])('%s is said to be so', async (_, run, sentence) => {
    const { bridge, press, place } = await openRow(run)
    bridge.answer('tables.rows', () => ({ rows: [], matching: 0, version: '1' }))
    await press(texts.run.inSheet.show)
    await until(() => expect(notificationsStore.getState().notifications.at(-1)).toMatchObject({ message: sentence }))
    expect(place()).toEqual({ screen: 'run', id: 'r1' })
  })
})

describe('a run under way', () => {
  const running = { state: 'running', task_id: 't1', answered_keys: 4500 } as const

  it('shows how far it is, no row as unanswered, and can be stopped', async () => {
    const { inputs } = await open(running, [task])
    expect(document.body.textContent).toContain('4.500 de 9.412')
    expect(document.body.textContent).toContain(texts.run.waitingFigure)
    expect(document.body.textContent).not.toContain(ptBR.common.askAgain)
    await user.click(screen.getByRole('button', { name: ptBR.common.cancel }))
    expect(inputs('tasks.cancel')).toEqual([{ id: 't1' }])
  })

  it('shows a wait as a wait', async () => {
    await open(running, [{ ...task, state: 'waiting', waiting_for: 'rate_limited' }])
    expect(document.body.textContent).toContain(ptBR.tasks.waitingNow.rate_limited)
  })

  it('follows pushes with its figures and its rows, few requests for many of them', async () => {
    const { bridge, inputs } = await open(running, [task])
    const requests = [inputs('cruzar.runs').length, inputs('tables.shape').length] as const
    bridge.answer('cruzar.runs', () => [runWith({ answered_keys: 9412 })])
    for (let push = 0; push < 50; push += 1) bridge.push({ kind: 'changed', feature: 'cruzar' })
    await waitFor(() => expect(document.body.textContent).toContain('19 consultas em 12 s'))
    await waitFor(() => expect(inputs('tables.shape').length).toBeGreaterThan(requests[1]))
    expect(inputs('cruzar.runs').length).toBeLessThan(requests[0] + 4)
  })
})

describe('an interrupted run', () => {
  const interrupted = (failure: Run['failure'], more: Partial<Run> = {}) =>
    open({ state: 'interrupted', failure, answered_keys: 4500, ...more })

  it('shows what happened and what is kept, and goes on', async () => {
    const { inputs } = await interrupted('offline')
    expect(document.body.textContent).toContain('Sem conexão com Equipe Vendas')
    expect(document.body.textContent).toContain(
      '4.500 de 9.412 chaves já têm resposta e estão guardadas; as outras ficam como “Sem resposta”.',
    )
    await user.click(screen.getByRole('button', { name: ptBR.common.continue }))
    expect(inputs('cruzar.resume')).toEqual([{ id: 'r1' }])
  })

  it.each([
    ['when the user stopped it', 'cancelled', texts.run.cancelled],
    ['when the app was closed', null, texts.run.ended],
    ['when the data process ended with the app', 'data_process_ended', texts.run.ended],
  ] as const)('is no failure %s', async (_, failure, sentence) => {
    await interrupted(failure)
    expect(document.body.textContent).toContain(sentence)
  })

  it.each([
    ['of another day', 'service_failed', {}, '(resposta 5xx)'],
    ['whose connection is gone', 'offline', { connection_name: '' }, 'Sem conexão com o serviço.'],
  ] as const)('has a whole sentence for a failure %s', async (_, failure, run, sentence) => {
    await interrupted(failure, run)
    expect(document.body.textContent).toContain(sentence)
  })
})

describe('a list that is crossed again by itself', () => {
  const schedule: Schedule = {
    on: true,
    time: '08:00',
    weekdays: [1, 2, 3, 4, 5],
    refresh_sheets: false,
    mode: 'quick',
    last: null,
    next_at: '2026-11-23T11:00:00.000Z',
    running: false,
  }
  const last = { day: '2026-11-20', at: '2026-11-20T11:00:00.000Z', run_id: 'r2', failure: null }
  const openWith = (change: Partial<Schedule> | null, run: Partial<Run> = {}) =>
    openApp(
      {
        'cruzar.runs': () => [runWith(run)],
        'schedules.of': () => change && { ...schedule, ...change },
        'schedules.save': ({ target: _, ...choices }) => ({ ...schedule, ...choices }),
        'cruzar.cost': () => ({ requests: 19, seconds: 12, measured: true }),
      },
      { place: { screen: 'run', id: 'r1' } },
    )

  it('says when it comes next and when it was', async () => {
    await openWith({ last })
    expect(document.body.textContent).toMatch(
      /Repete de segunda a sexta às 08:00 · próxima .*23\/11\/2026.* · última hoje/,
    )
    expect(document.body.textContent).not.toContain('não chegou ao fim')
  })

  it('says why the last try failed, that it may have been closed, and nothing of it while it is tried again', async () => {
    const failed = (code: 'unauthorized' | 'data_process_ended') => ({ ...last, failure: { code, params: {} } })
    const refused = await openWith({ last: failed('unauthorized') })
    expect(screen.getByRole('alert').textContent).toContain(
      'A chave de acesso não foi aceita. Ela continua guardada; confira no seu perfil do serviço se ainda vale e troque-a em Conexões.',
    )
    expect(document.body.textContent).toMatch(/A repetição de hoje \d\d:00 não chegou ao fim/)
    expect(document.body.textContent).toContain('sem resultado')
    await user.click(screen.getByRole('button', { name: ptBR.schedules.openRun }))
    expect(refused.place()).toEqual({ screen: 'run', id: 'r2' })
    cleanup()
    await openWith({ last: failed('data_process_ended') })
    expect(document.body.textContent).toMatch(/O Cruza foi fechado durante a repetição de hoje/)
    cleanup()
    await openWith({ last: failed('data_process_ended'), running: true })
    expect(document.body.textContent).not.toContain('foi fechado')
    expect(document.body.textContent).toContain(ptBR.schedules.of.run.running)
  })

  it('is set to chosen days and a time once its cost was shown, and to what sheets have where these answered', async () => {
    const { inputs } = await openWith(null)
    await chooseItem(ptBR.common.more, ptBR.schedules.of.run.more)
    expect(document.body.textContent).toContain('Cada dia custa cerca de 19 consultas, ~12 s.')
    for (const day of ['dom', 'sáb']) await user.click(screen.getByLabelText(day))
    await fill(screen.getByLabelText(ptBR.schedules.time), '7h30')
    await submit()
    const choices = { on: true, time: '07:30', weekdays: [1, 2, 3, 4, 5], refresh_sheets: true, mode: 'quick' }
    expect(inputs('schedules.save')).toEqual([{ target: { kind: 'run', id: 'r1' }, ...choices }])
    cleanup()
    await openWith(null, { sheet_id: 's1', sheet_name: 'Leads' })
    await chooseItem(ptBR.common.more, ptBR.schedules.of.run.more)
    await user.click(screen.getByLabelText(ptBR.schedules.refresh))
    expect(document.body.textContent).toContain(ptBR.schedules.notRefreshed)
    expect(document.body.textContent).not.toContain('Cada dia custa')
  })

  it('takes a time as people write it', () => {
    expect(['8', '8h'].map(readTime)).toEqual(['08:00', '08:00'])
    expect(['8:30', '8h30', '0830', ' 23.59 '].map(readTime)).toEqual(['08:30', '08:30', '08:30', '23:59'])
    expect(['24:00', '8:60', '8:3', '', 'oito'].map(readTime)).toEqual([null, null, null, null, null])
  })
})

describe('a run that was made by a recipe', () => {
  const columns = [
    { column: 'cruzar_resultado', hidden: false },
    { column: { heading: 'celular', nth: 0 }, hidden: false },
  ]
  const usual = { format: 'csv-excel' as const, outcomes: ['com_conversa' as const], columns }
  const answers: Answers = {
    'cruzar.runs': () => [runWith({ recipe_id: 'm1' })],
    'recipes.list': () => [recipeWith({ export: usual })],
    'recipes.set_export': () => recipeWith({ export: usual }),
    'tables.shape': () => ({
      columns: [
        { key: 'c0', type: 'text', heading: 'Nome' },
        { key: 'c1', type: 'text', heading: 'Celular' },
        { key: 'cruzar_resultado', type: 'outcome', heading: null },
      ],
      total: 10_000,
      matching: 10_000,
      version: '1',
      empty: [],
      keys: [],
    }),
    'tables.export': () => saved,
  }
  const shown = ['cruzar_resultado', 'c1', 'c0']

  it('exports as the recipe says by its main button, whatever the table shows', async () => {
    const { inputs } = await openApp(answers, { place: { screen: 'run', id: 'r1' } })
    await user.click(screen.getByRole('button', { name: /Exportar com conversa/ }))
    expect(inputs('tables.export')).toMatchObject([
      {
        format: 'csv-excel',
        columns: shown,
        query: { filters: [{ column: 'cruzar_resultado', values: ['com_conversa'] }] },
      },
    ])
  })

  it('begins its export with the recipe, also from the list of runs, and keeps other choices in it where that is wanted', async () => {
    const { inputs } = await openApp(answers, { place: { screen: 'cruzar' } })
    await user.click(screen.getByRole('button', { name: texts.runs.actionsOf('Campanha de novembro') }))
    await user.click(screen.getByRole('menuitem', { name: ptBR.common.exportMore }))
    await user.click(screen.getByLabelText('Ausentes3.000'))
    await user.click(screen.getByLabelText(ptBR.recipes.export.keep('Mensal')))
    await user.click(screen.getByRole('button', { name: containing(ptBR.tables.export.formats.xlsx) }))
    const outcomes = ['com_conversa', 'ausente']
    expect(inputs('recipes.set_export')).toEqual([
      {
        id: 'm1',
        run: 'r1',
        export: { format: 'xlsx', outcomes, columns: shown.map((column) => ({ column, hidden: false })) },
      },
    ])
    expect(inputs('tables.export')).toMatchObject([{ format: 'xlsx', columns: shown }])
  })
})

describe('a run that cached sheets answered', () => {
  const offline = { sheet_id: 's1', sheet_name: 'Leads', sheet_read_at: '2026-11-20T11:00:00.000Z', requests: 0 }
  const words = ptBR.runCheck
  const openWith = (run: Partial<Run>, answers: Parameters<typeof openApp>[0] = {}) => {
    const common = { 'cruzar.runs': () => [runWith({ ...offline, ...run })], 'tables.export': () => saved }
    return openApp({ ...common, 'tasks.list': () => [], ...answers }, { place: { screen: 'run', id: 'r1' } })
  }

  it('is checked by a sample or whole, after its cost was shown', async () => {
    const cost = {
      'cruzar.cost': () => ({ requests: 1, seconds: 2, measured: true }),
      'cruzar.check': () => runWith(offline),
    }
    const { inputs } = await openWith({}, cost)
    await chooseItem(ptBR.common.more, words.action)
    expect(document.body.textContent).toContain(words.sample(200, 9412))
    expect(document.body.textContent).toContain('1 consulta, ~2 s')
    await user.click(screen.getByRole('button', { name: words.confirm }))
    expect(inputs('cruzar.cost')).toMatchObject([{ connection_id: 'c1', keys: 200 }])
    expect(inputs('cruzar.check')).toEqual([{ id: 'r1', keys: 200 }])
  })

  it('says how far it can be trusted, and lists what differs and why', async () => {
    const check = checkWith({ answered: 200, equal: 198, causes: [{ cause: 'stale', keys: 2 }] })
    const difference = {
      key: '5511961234567',
      differs: 'outcome',
      cause: 'stale',
      at: '2026-11-20T11:30:00.000Z',
      sheet: { outcome: 'ausente', contato_id: null, conversa_id: null },
      service: { outcome: 'com_conversa', contato_id: 7, conversa_id: 10 },
    } as const
    const differences: Answers = { 'cruzar.differences': () => ({ count: 2, differences: [difference] }) }
    await openWith({ check }, differences)
    expect(document.body.textContent).toContain('por amostra de 200 das 9.412 chaves: 198 com a mesma resposta (99%).')
    expect(document.body.textContent).toContain('entre 96,4% e 99,8%')
    expect(document.body.textContent).toContain('2 diferenças · mudou depois que a planilha foi lida: 2')
    await user.click(screen.getByRole('button', { name: words.show }))
    for (const part of ['5511961234567', 'contato 7 · conversa 10', words.firstOnes(1, 2)])
      expect(document.body.textContent).toContain(part)
  })

  it('says that a check stopped, and goes on with it', async () => {
    const check = checkWith({ state: 'interrupted', failure: 'offline', answered: 40, equal: 40 })
    const { inputs } = await openWith({ check }, { 'cruzar.resume_check': () => runWith(offline) })
    expect(document.body.textContent).toContain(words.stopped(40, 200))
    expect(document.body.textContent).not.toContain('por amostra')
    await user.click(screen.getByRole('button', { name: ptBR.common.continue }))
    expect(inputs('cruzar.resume_check')).toEqual([{ id: 'r1' }])
  })
})

describe('a run that a silent service stopped', () => {
  it('offers the newest sheet of its account with its age, and leads to the run that it answers', async () => {
    const sheets = [
      sheetWith({ id: 'old', name: 'Antiga', read_at: '2026-11-01T11:12:00.000Z' }),
      sheetWith({ id: 'new', name: 'Nova', read_at: '2026-11-12T11:12:00.000Z' }),
      sheetWith({ id: 'other', name: 'De outra', connection_id: 'c9', read_at: '2026-11-19T11:12:00.000Z' }),
    ]
    const stopped = runWith({ state: 'interrupted', failure: 'offline' })
    const made = runWith({ id: 'r2', sheet_id: 'new' })
    const answers = {
      'cruzar.runs': () => [stopped, made],
      'sheets.list': () => sheets,
      'tasks.list': () => [],
      'cruzar.answer_with_sheets': () => made,
    }
    const { inputs, place } = await openApp(answers, { place: { screen: 'run', id: 'r1' } })
    expect(document.body.textContent).toMatch(/“Nova”, lida 12\/11.*, pode responder/)
    await user.click(screen.getByRole('button', { name: texts.offer.answer }))
    expect(inputs('cruzar.answer_with_sheets')).toEqual([{ id: 'r1', sheet_ids: ['new'] }])
    expect(place()).toMatchObject({ screen: 'run', id: 'r2' })
  })
})
