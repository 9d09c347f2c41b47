import { describe, expect, it } from 'vitest'
import type { Task } from '../../../preload/contract/tasks.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { createTasksStore } from '../../../renderer/tasks/feature.tsx'
import {
  endedSentence,
  inOrder,
  pillText,
  sharedProgress,
  taskFigures,
  taskState,
} from '../../../renderer/tasks/task-figures.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { taskWith } from '../../kit/samples.ts'

const format = createFormat('pt-BR', 'America/Sao_Paulo')
const pill = (...tasks: readonly Partial<Task>[]) =>
  pillText(
    tasks.map((task) => taskWith(task)),
    ptBR,
    format,
  )

function createWorld(task: Task) {
  const ended: Task[] = []
  const main = createFakeBridge({
    'tasks.list': () => [task],
    'tasks.cancel': () => [taskWith({ state: 'cancelled' })],
    'tasks.dismiss': () => [],
    'tasks.dismiss_ended': () => [],
  })
  return { ...main, ended, store: createTasksStore(main.ask, (one) => ended.push(one)) }
}

describe('tasks', () => {
  it('are reported when they end while the page is open, once', async () => {
    const { ended, store, answer } = createWorld(taskWith())
    await store.getState().load()
    // The second began and ended between the two answers.
    answer('tasks.list', () => ['t1', 't2'].map((id) => taskWith({ id, state: 'done' })))
    await store.getState().load()
    await store.getState().load()
    expect(ended.map(({ id }) => id)).toEqual(['t1', 't2'])
  })

  it('that had ended before the page was opened are not reported', async () => {
    const { ended, store } = createWorld(taskWith({ state: 'failed' }))
    await store.getState().load()
    expect(ended).toEqual([])
  })

  it('are cancelled and dismissed by their id', async () => {
    const { store, inputs } = createWorld(taskWith())
    await store.getState().cancel('t1')
    await store.getState().dismiss('t1')
    await store.getState().dismissEnded()
    expect([inputs('tasks.cancel'), inputs('tasks.dismiss')]).toEqual([[{ id: 't1' }], [{ id: 't1' }]])
    expect(inputs('tasks.dismiss_ended')).toHaveLength(1)
    expect(store.getState().tasks).toEqual({ status: 'ready', value: [] })
  })

  it('show rows, total, rate and time left', () => {
    expect(taskFigures(taskWith(), ptBR)).toBe('9.500 de 18.204 linhas · 2.140/s · faltam ~4 s')
    expect(taskFigures(taskWith({ total: null, seconds_left: null }), ptBR)).toBe('9.500 linhas · 2.140/s')
  })

  it('are summed up in the pill by the longest that still runs, those that ended apart', () => {
    const running = { seconds_left: 60 }
    expect(pill(running, { id: 't2', done: 0, total: 796 })).toBe('2 tarefas · 50% · faltam ~1 min')
    expect(pill({ state: 'done' })).toBe('1 tarefa terminada')
    expect(pill({ state: 'failed' }, running)).toBe('1 falhou · 1 tarefa · 52% · faltam ~1 min')
    expect(pill({ state: 'done' }, { state: 'failed' }, { state: 'cancelled' }, { state: 'failed' })).toBe(
      '2 falharam · 1 tarefa terminada · 1 cancelada',
    )
  })

  it('stand in the list newest first, those that still work above those that ended', () => {
    const at = (id: string, minute: number, state: Task['state']) =>
      taskWith({ id, state, started_at: `2026-11-20T12:0${minute}:00.000Z` })
    const tasks = [at('old', 1, 'done'), at('slow', 0, 'running'), at('new', 3, 'failed'), at('next', 2, 'waiting')]
    expect(inOrder(tasks).map(({ id }) => id)).toEqual(['next', 'slow', 'new', 'old'])
  })

  it('have no share while one of the totals is unknown', () => {
    expect(sharedProgress([taskWith(), taskWith({ total: null })])).toBeNull()
  })

  it('show why they wait and until when', () => {
    const waiting_until = '2026-11-20T11:12:00.000Z'
    const waiting = taskWith({ state: 'waiting', waiting_for: 'rate_limited', waiting_until })
    expect(taskState(waiting, ptBR, format)).toBe('O serviço pediu para esperar; continua às 08:12.')
  })

  it('end in a sentence with their result', () => {
    const finished = taskWith({ state: 'done', done: 18_204 })
    const failed = taskWith({ state: 'failed', failure: { code: 'offline', params: { host: 'exemplo.com.br' } } })
    expect(endedSentence(finished, ptBR)).toBe('A planilha “Leads desde janeiro” está pronta: 18.204 linhas lidas.')
    expect(endedSentence(failed, ptBR)).toContain('Sem conexão com exemplo.com.br')
  })
})
