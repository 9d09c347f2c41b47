import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { Run } from '../../../preload/contract/cruzar.ts'
import { noFileNotes } from '../../../preload/contract/tables.ts'
import type { Task } from '../../../preload/contract/tasks.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { RunScreen } from '../../../renderer/cruzar/run-screen.tsx'
import { runDefaults } from '../../../renderer/cruzar/run-words.ts'
import { createRunStore, createRunsStore } from '../../../renderer/cruzar/runs-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createShortcuts, ShortcutsContext } from '../../../renderer/kernel/shortcuts.ts'
import { createTableStore } from '../../../renderer/tables/table-store.ts'
import { type Answer, createFakeBridge, createGate } from '../../kit/fake-bridge.ts'
import { render } from '../../kit/render.tsx'
import { taskWith } from '../../kit/samples.ts'
import { runWith } from '../../kit/samples-platform.ts'
import { namesStore } from './names-store.ts'

const texts = ptBR.cruzar
const saved = { saved: true, name: 'a.xlsx', rows: 3000, bytes: 9, ...noFileNotes }

async function open(run: Run, { answers = {}, tasks = [] }: { answers?: Record<string, Answer>; tasks?: Task[] } = {}) {
  const bridge = createFakeBridge({
    'cruzar.run': () => run,
    'cruzar.resume': () => run,
    'tables.layout': () => ({ columns: [] }),
    'tables.arrange': () => ({ columns: [] }),
    // A table without rows needs no grid, which happy-dom could not lay out.
    'tables.shape': () => ({ columns: [], total: 0, matching: 0, version: '1' }),
    'tables.rows': () => ({ rows: [], matching: 0, version: '1' }),
    'tables.export': () => saved,
    ...answers,
  })
  const ask = createAsk(bridge)
  const left: string[] = []
  const shortcuts = createShortcuts()
  const runs = createRunsStore({ ask })
  const screen = await render(
    <ShortcutsContext value={shortcuts}>
      <RunScreen
        id="r1"
        store={createRunStore({ ask, reloadTable: async () => undefined, restMs: 0 })}
        runs={runs}
        names={namesStore()}
        table={createTableStore({ ask, table: { kind: 'run', id: 'r1' }, defaults: runDefaults, saveAfterMs: 0 })}
        tasks={tasks}
        taskWords={({ state, done }) => `${state} ${done}`}
        now={() => Date.parse('2026-11-20T12:00:00.000Z')}
        rowActions={() => null}
        onCancelTask={(id) => left.push(`cancel ${id}`)}
        onAgain={({ id }) => left.push(`again ${id}`)}
        onLeave={() => left.push('leave')}
      />
    </ShortcutsContext>,
  )
  const press = (key: string) => act(async () => shortcuts.handle(new KeyboardEvent('keydown', { key })))
  return { screen, runs, inputs: bridge.inputs, left, press, shortcuts }
}

const task = taskWith({ kind: 'cruzar', subject: 'r1', name: 'Campanha de novembro', done: 4500, total: 9412 })

describe('a finished run', () => {
  it('shows five figures, also those that are zero, and the same as a picture with words', async () => {
    const { screen } = await open(runWith())
    const figures = [
      'Com conversa: 5.000 linhas, 50%',
      'Sem conversa: 1.800 linhas, 18%',
      'Ausentes: 3.000 linhas, 30%',
      'Inválidas: 200 linhas, 2%',
      'Sem resposta: 0 linhas, 0%',
    ]
    for (const figure of figures) expect(screen.byRole('button', figure).getAttribute('aria-pressed')).toBe('false')
    expect(screen.byRole('img', 'Ausentes 3.000 (30%)')).toBeDefined()
    expect(screen.text()).not.toContain(texts.run.askAgain)
  })

  it('shows what was asked of whom, and what it took', async () => {
    const { screen } = await open(runWith())
    expect(screen.text()).toContain('campanha_novembro.csv · Equipe Vendas · sem filtros · hoje')
    expect(screen.text()).toContain('10.000 linhas · 9.412 chaves · 388 repetidas · 19 consultas em 12 s')
  })

  it('shows which cached sheet answered and when it was read, and that nothing was sent', async () => {
    const sheet = { sheet_id: 's1', sheet_name: 'Leads', requests: 0 }
    const { screen } = await open(runWith({ ...sheet, sheet_read_at: '2026-11-20T11:00:00.000Z' }))
    expect(screen.text()).toMatch(/respondida pela planilha “Leads”, lida hoje \d\d:00/)
    expect(screen.text()).toContain('388 repetidas · nenhum pedido, offline')
    expect(screen.text()).not.toContain('sem filtros')
    expect(screen.text()).toContain(texts.run.notInSheet)
    await screen.unmount()
    const never = await open(runWith({ ...sheet, sheet_read_at: null }))
    expect(never.screen.text()).toContain(texts.run.facts.sheetNeverWhole('Leads'))
  })

  it('shows the rows of a figure that is pressed, and all again by a second press', async () => {
    const { screen, inputs } = await open(runWith())
    await screen.click(screen.byRole('button', 'Ausentes:'))
    expect(screen.byRole('button', 'Ausentes:').getAttribute('aria-pressed')).toBe('true')
    const filter = { column: 'cruzar_resultado', operator: 'in', values: ['ausente'] }
    expect(inputs('tables.rows').at(-1)).toMatchObject({ query: { filters: [filter] } })
    await screen.click(screen.byRole('button', 'Ausentes:'))
    expect(inputs('tables.rows').at(-1)).toMatchObject({ query: { filters: [] } })
  })

  it('does the same by the keys 1 to 5, which are listed', async () => {
    const { screen, press, shortcuts } = await open(runWith())
    await press('4')
    expect(screen.byRole('button', 'Inválidas:').getAttribute('aria-pressed')).toBe('true')
    expect(shortcuts.list('screen').map(({ keys }) => keys)).toEqual(
      expect.arrayContaining(['1', '2', '3', '4', '5', 'e']),
    )
  })

  it('exports the absent by one press', async () => {
    const { screen, inputs } = await open(runWith())
    await screen.click(screen.byRole('button', texts.export.absent))
    expect(inputs('tables.export')).toMatchObject([
      {
        query: { filters: [{ values: ['ausente'] }] },
        columns: null,
        format: 'xlsx',
        name: 'Campanha de novembro - ausentes',
      },
    ])
  })

  it('exports the outcomes whose rows are shown, unless others are chosen', async () => {
    const { screen, inputs, press } = await open(runWith())
    await press('2')
    await press('e')
    await screen.click(screen.byRole('button', ptBR.tables.export.formats['csv-raw']))
    expect(inputs('tables.export')).toMatchObject([
      { query: { filters: [{ values: ['sem_conversa'] }] }, format: 'csv-raw' },
    ])
  })

  it('shows in its dialog that an export is under way, and takes the next once that has ended', async () => {
    const running = createGate<typeof saved>()
    const { screen, press } = await open(runWith(), { answers: { 'tables.export': () => running.passed } })
    await screen.click(screen.byRole('button', texts.export.absent))
    await press('e')
    const { formats, oneAtATime } = ptBR.tables.export
    expect(screen.text()).toContain(oneAtATime)
    expect(screen.byRole('button', formats.xlsx)).toHaveProperty('disabled', true)
    await act(async () => running.open(saved))
    await screen.until(() => expect(screen.byRole('button', formats.xlsx)).toHaveProperty('disabled', false))
  })

  it('can be crossed again', async () => {
    const { screen, left } = await open(runWith())
    await screen.click(screen.byRole('button', texts.runs.again))
    expect(left).toEqual(['again r1'])
  })

  it('shows plainly which rows got no answer, and requests them again', async () => {
    const outcomes = { com_conversa: 5000, sem_conversa: 1800, ausente: 2500, invalida: 200, sem_resposta: 500 }
    const unanswered = [{ reason: 'key_refused' as const, keys: 1, examples: ['5511988887777'] }]
    const { screen, inputs } = await open(runWith({ outcomes, unanswered }))
    expect(screen.text()).toContain(texts.run.unanswered(500))
    expect(screen.text()).toContain(texts.run.unansweredKept)
    expect(screen.text()).toContain('1 chave: o serviço falha quando recebe a chave (5511988887777)')
    await screen.click(screen.byRole('button', texts.run.askAgain))
    expect(inputs('cruzar.resume')).toEqual([{ id: 'r1' }])
  })
})

describe('a run under way', () => {
  const running = runWith({ state: 'running', task_id: 't1', answered_keys: 4500 })

  it('shows how far and how fast it is, and can be stopped', async () => {
    const { screen, left } = await open(running, { tasks: [task] })
    expect(screen.text()).toContain('running 4500')
    await screen.click(screen.byRole('button', ptBR.common.cancel))
    expect(left).toEqual(['cancel t1'])
  })

  it('shows a wait as a wait', async () => {
    const { screen } = await open(running, { tasks: [{ ...task, state: 'waiting', waiting_for: 'rate_limited' }] })
    expect(screen.text()).toContain('waiting')
  })

  it('that still runs shows no rows as unanswered', async () => {
    const { screen } = await open(running, { tasks: [task] })
    expect(screen.text()).toContain(texts.run.waitingFigure)
    expect(screen.text()).not.toContain(texts.run.askAgain)
  })
})

describe('an interrupted run', () => {
  const interrupted = runWith({ state: 'interrupted', failure: 'offline', answered_keys: 4500 })

  it('shows what happened and what is kept, and goes on', async () => {
    const { screen, inputs } = await open(interrupted)
    expect(screen.text()).toContain('Sem conexão com Equipe Vendas')
    expect(screen.text()).toContain(texts.run.kept(4500, 9412))
    await screen.click(screen.byRole('button', texts.run.continue))
    expect(inputs('cruzar.resume')).toEqual([{ id: 'r1' }])
  })

  it('is no failure when the user stopped it or the app was closed', async () => {
    const { screen } = await open(runWith({ state: 'interrupted', failure: 'cancelled', answered_keys: 4500 }))
    expect(screen.text()).toContain(texts.run.cancelled)
    await screen.unmount()
    for (const failure of [null, 'data_process_ended'] as const) {
      const closed = await open(runWith({ state: 'interrupted', failure, answered_keys: 4500 }))
      expect(closed.screen.text()).toContain(texts.run.ended)
      await closed.screen.unmount()
    }
  })

  it('has whole sentences for a failure of another day, also when its connection is gone', async () => {
    const broken = await open(runWith({ state: 'interrupted', failure: 'service_failed' }))
    expect(broken.screen.text()).toContain('(resposta 5xx)')
    await broken.screen.unmount()
    const { screen } = await open(runWith({ state: 'interrupted', failure: 'offline', connection_name: '' }))
    expect(screen.text()).toContain('Sem conexão com o serviço.')
  })
})
