import { describe, expect, it } from 'vitest'
import type { Task } from '../../../preload/contract/tasks.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { endedSentence } from '../../../renderer/tasks/ended-notice.tsx'
import { createTasksStore } from '../../../renderer/tasks/store.ts'
import { inOrder, pillText, sharedProgress, taskFigures, taskState } from '../../../renderer/tasks/task-figures.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { taskWith } from '../../kit/samples.ts'

const format = createFormat('pt-BR', 'America/Sao_Paulo')

describe('tasks', () => {
  it('are reported when they end while the page is open, once', async () => {
    const ended: Task[] = []
    const bridge = createFakeBridge({ 'tasks.list': () => [taskWith()] })
    const store = createTasksStore({ ask: createAsk(bridge), ended: (one) => ended.push(one) })
    await store.getState().load()
    bridge.answer('tasks.list', () => [taskWith({ state: 'done' })])
    await store.getState().load()
    await store.getState().load()
    expect(ended.map(({ state }) => state)).toEqual(['done'])
  })

  it('that had ended before the page was opened are not reported', async () => {
    const ended: Task[] = []
    const bridge = createFakeBridge({ 'tasks.list': () => [taskWith({ state: 'failed' })] })
    const store = createTasksStore({ ask: createAsk(bridge), ended: (one) => ended.push(one) })
    await store.getState().load()
    expect(ended).toEqual([])
  })

  it('are cancelled and dismissed by their id', async () => {
    const bridge = createFakeBridge({
      'tasks.cancel': () => [taskWith({ state: 'cancelled' })],
      'tasks.dismiss': () => [],
    })
    const store = createTasksStore({ ask: createAsk(bridge), ended: () => {} })
    await store.getState().cancel('t1')
    await store.getState().dismiss('t1')
    expect(bridge.asked.map(({ name, input }) => [name, input])).toEqual([
      ['tasks.cancel', { id: 't1' }],
      ['tasks.dismiss', { id: 't1' }],
    ])
    expect(store.getState().tasks).toEqual({ status: 'ready', value: [] })
  })

  it('show rows, total, rate and time left', () => {
    expect(taskFigures(taskWith(), ptBR, format)).toBe('9.500 de 18.204 linhas · 2.140/s · faltam ~4 s')
    expect(taskFigures(taskWith({ total: null, seconds_left: null }), ptBR, format)).toBe('9.500 linhas · 2.140/s')
  })

  it('are summed up in the pill by the longest that still runs', () => {
    const tasks = [taskWith({ seconds_left: 60 }), taskWith({ id: 't2', done: 0, total: 796 })]
    expect(sharedProgress(tasks)).toBe(0.5)
    expect(pillText(tasks, ptBR, format)).toBe('2 tarefas · 50% · faltam ~1 min')
    expect(pillText([taskWith({ state: 'done' })], ptBR, format)).toBe('1 tarefa terminada')
  })

  it('that failed or were cancelled are counted apart from those that were done', () => {
    const tasks = (['done', 'failed', 'cancelled', 'failed'] as const).map((state) => taskWith({ state }))
    expect(pillText(tasks, ptBR, format)).toBe('2 falharam · 1 tarefa terminada · 1 cancelada')
    expect(pillText([taskWith({ state: 'failed' })], ptBR, format)).toBe('1 falhou')
    const running = [taskWith({ seconds_left: 60 }), taskWith({ state: 'failed' })]
    expect(pillText(running, ptBR, format)).toBe('1 falhou · 1 tarefa · 52% · faltam ~1 min')
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
    const waiting = taskWith({
      state: 'waiting',
      waiting_for: 'rate_limited',
      waiting_until: '2026-11-20T11:12:00.000Z',
    })
    expect(taskState(waiting, ptBR, format)).toBe('O serviço pediu para esperar; continua às 08:12.')
  })

  it('end in a sentence with their result', () => {
    expect(endedSentence(taskWith({ state: 'done', done: 18_204 }), ptBR)).toBe(
      'A planilha “Leads desde janeiro” está pronta: 18.204 linhas lidas.',
    )
    const failure = { code: 'offline', params: { host: 'exemplo.com.br' } } as const
    expect(endedSentence(taskWith({ state: 'failed', failure }), ptBR)).toContain('Sem conexão com exemplo.com.br')
  })
})
