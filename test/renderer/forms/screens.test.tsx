import { describe, expect, it } from 'vitest'
import type { Budget, Form, KeepPlan } from '../../../preload/contract/forms.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { budgetWords } from '../../../renderer/forms/budget.tsx'
import { syncReason } from '../../../renderer/forms/form-marks.tsx'
import { createFormMutationsStore } from '../../../renderer/forms/form-store.ts'
import { FormsScreen } from '../../../renderer/forms/forms-screen.tsx'
import { createFormsStore } from '../../../renderer/forms/forms-store.ts'
import { createKeepStore } from '../../../renderer/forms/keep-store.ts'
import { isCopied } from '../../../renderer/forms/remove-dialog.tsx'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { createFakeBridge, Refusal } from '../../kit/fake-bridge.ts'
import { render } from '../../kit/render.tsx'
import { formWith, unkeptFormWith } from '../../kit/samples-forms.ts'

const texts = ptBR.forms
const format = createFormat('pt-BR', 'UTC')
const now = Date.parse('2026-11-20T12:00:00Z')

const planOf: KeepPlan = {
  ...{ period: null, entries: 6204, wider: false, requests: 66, seconds: 75, single_reads: 0 },
  api_calls: { used: 450, limit: 1000 },
}

async function openList(forms: readonly Form[], refuse = false, plan: Partial<KeepPlan> = {}) {
  const bridge = createFakeBridge({
    'forms.list': () => forms,
    'forms.refresh': () => {
      if (refuse) throw new Refusal({ code: 'offline', params: { host: 'forms.vitrine.example' } })
      return { ids: [], forms }
    },
    'forms.plan_keep': ({ period }) => ({ ...planOf, period, ...plan }),
    'forms.keep': () => forms,
    'forms.delete': () => [],
    'forms.update': () => forms[0],
  })
  const ask = createAsk(bridge)
  const store = createFormsStore({ ask, now: () => now })
  const mutations = createFormMutationsStore({ ask, onSettled: store.getState().load })
  const went: string[] = []
  const shown = await render(
    <FormsScreen
      store={store}
      mutations={mutations}
      keeping={createKeepStore({ ask, today: () => new Date(now), planAfter: 0 })}
      onNewest={({ id }) => went.push(`newest ${id}`)}
      connection="c1"
      tasks={[]}
      taskWords={() => ''}
      now={() => now}
      onOpen={({ id }, part) => went.push(`${part} ${id}`)}
      onCreate={() => went.push('create')}
      onCancelTask={() => undefined}
    />,
  )
  const menu = async (form: Form, item: string) => {
    await shown.click(shown.byRole('button', texts.actions.more(form.name)))
    await shown.click(shown.byRole('menuitem', item))
  }
  return { screen: shown, went, asked: bridge.inputs, menu }
}

describe('the list of forms on screen', () => {
  it('shows status, entries, kept entries and unreviewed entries of each form', async () => {
    const { screen } = await openList([formWith(), unkeptFormWith({ id: 2, name: 'Pedido', status: 'other' })])
    for (const words of ['ativo', 'other', 'completo', '360 de 360 respostas aqui', '112']) {
      expect(screen.text()).toContain(words)
    }
  })

  it('counts the entries by the newest answer: of the form or of its sync', async () => {
    const grown = { entries: 361, entries_count: 361 }
    const later = formWith({ ...grown, read_at: '2026-11-20T11:30:00.000Z' })
    const earlier = formWith({ id: 2, entries: 360, entries_count: 112, read_at: '2026-11-20T11:00:00.000Z' })
    const untold = formWith({ id: 3, entries: 359, entries_count: null, read_at: '2026-11-20T11:30:00.000Z' })
    const { screen } = await openList([later, earlier, untold])
    expect([...document.querySelectorAll('tbody tr td:nth-child(3)')].map((cell) => cell.textContent)).toEqual([
      '361',
      '360',
      '360',
    ])
    for (const words of ['361 de 361 respostas aqui', '360 de 360 respostas aqui', '359 de 360 respostas aqui']) {
      expect(screen.text()).toContain(words)
    }
  })

  it('counts an entry that was created here, unless the totals are known to differ', async () => {
    const { sync } = formWith()
    const created = formWith({ entries: 361 })
    const changed = formWith({ id: 2, entries: 363, sync: { ...sync, kind: 'changed' } })
    const { screen } = await openList([created, changed])
    expect(screen.text()).toContain('361 de 361 respostas aqui')
    expect(screen.text()).toContain('363 de 360 respostas aqui')
  })

  it('keeps the list, with the failure and its date, when the service does not answer', async () => {
    const { screen } = await openList([formWith()], true)
    await screen.until(() => expect(screen.text()).toContain('Sem conexão com forms.vitrine.example'))
    expect(screen.text()).toContain('A lista mostrada é de hoje')
    expect(screen.byRole('button', 'Contato do site')).toBeTruthy()
  })

  it('shows the cost of the chosen period before a form is kept', async () => {
    const { screen, asked } = await openList([unkeptFormWith({ id: 2, name: 'Pedido' })])
    await screen.click(screen.byRole('switch', texts.keepNamed('Pedido')))
    await screen.until(() => expect(screen.text()).toContain('6.204'))
    for (const words of ['o formulário inteiro', 'Consultas66', 'cerca de 1 min'])
      expect(screen.text()).toContain(words)
    expect(screen.text()).toContain('usa 12% das consultas que restam do plano neste mês (550 de 1.000)')
    expect(asked('forms.keep')).toEqual([])

    const period = { from: new Date(2026, 9, 22).toISOString(), to: null }
    await screen.click(screen.byLabel(texts.keeping.choices.last30))
    await screen.until(() => expect(screen.text()).toContain('só desde 22/10/2026'))
    expect(asked('forms.plan_keep')).toMatchObject([{ period: null }, { period }])
    await screen.click(screen.byRole('button', texts.keeping.confirm))
    expect(asked('forms.keep')).toEqual([{ connection_id: 'c1', id: 2, keep: true, period }])
  })

  it.each([
    [{ api_calls: { used: 990, limit: 1000 } }, 'passa do que resta do plano neste mês (10 de 1.000)'],
    [{ api_calls: { used: 990, limit: -1 } }, 'o plano não tem limite de consultas'],
    [{ api_calls: null }, 'o serviço não informou o uso do plano'],
    [{ entries: null, requests: null, seconds: null }, 'o serviço não informou quantas são'],
    [{ single_reads: 6204 }, '6.204 consultas a mais, uma por resposta'],
    [{ wider: true }, 'no máximo 6.204: o serviço só entende dias inteiros'],
  ] as const)('shows what of the cost is unknown or exceeded: %j', async (plan, words) => {
    const { screen } = await openList([unkeptFormWith({ id: 2, name: 'Pedido' })], false, plan)
    await screen.click(screen.byRole('switch', texts.keepNamed('Pedido')))
    await screen.until(() => expect(screen.text()).toContain(words))
  })

  it('shows the kept period, and keeps another only if it differs', async () => {
    const period = { from: new Date(2026, 9, 1).toISOString(), to: new Date(2026, 10, 1).toISOString() }
    const form = formWith({ entries: 84, entries_count: 360, sync: { ...formWith().sync, total: 84, period } })
    const { screen, menu } = await openList([form], false, { period })
    for (const words of ['completo, só um período', '84 de 84 respostas aqui', 'só de 01/10/2026 a 31/10/2026']) {
      expect(screen.text()).toContain(words)
    }
    expect(isCopied(form)).toBe(false)
    await menu(form, texts.widen)
    await screen.until(() => expect(screen.text()).toContain(texts.keeping.same))
    expect(screen.byRole('button', texts.keeping.confirm)).toHaveProperty('disabled', true)
  })

  it('opens the newest entries without keeping any', async () => {
    const { screen, went, asked } = await openList([unkeptFormWith({ id: 2, name: 'Pedido' })])
    await screen.click(screen.byRole('switch', texts.keepNamed('Pedido')))
    await screen.click(screen.byRole('button', texts.keeping.newest))
    expect(went).toEqual(['newest 2'])
    expect(asked('forms.keep')).toEqual([])
  })

  it('deletes the kept entries only after its name was typed', async () => {
    const form = formWith()
    const { screen, asked, menu } = await openList([form])
    await menu(form, texts.actions.forget)
    expect(screen.text()).toContain(texts.forget.entries(360))
    expect(screen.text()).toContain(texts.forget.reviews(248))
    await screen.type(screen.byLabel('Digite “Contato do site”'), 'Contato do site')
    await screen.click(screen.byRole('button', texts.forget.confirm))
    expect(asked('forms.keep')).toEqual([{ connection_id: 'c1', id: 301, keep: false }])
  })

  it('offers to archive before a deletion', async () => {
    const form = formWith()
    const { screen, asked, menu } = await openList([form])
    await menu(form, texts.actions.remove)
    await screen.click(screen.byRole('button', texts.remove.archive))
    expect(asked('forms.update')).toEqual([{ connection_id: 'c1', id: 301, changes: { status: 'archived' } }])
    expect(asked('forms.delete')).toEqual([])
  })

  it('deletes a form only with a whole copy and its name typed', async () => {
    const form = formWith()
    const { screen, asked, menu } = await openList([form])
    await menu(form, texts.actions.remove)
    await screen.click(screen.byRole('button', texts.remove.go))
    expect(screen.text()).toContain(texts.remove.loses(360))
    expect(screen.text()).toContain(texts.remove.copyReady(360))
    expect(screen.byRole('button', texts.remove.confirm)).toHaveProperty('disabled', true)
    await screen.type(screen.byLabel('Digite “Contato do site”'), 'Contato do site')
    await screen.click(screen.byRole('button', texts.remove.confirm))
    expect(asked('forms.delete')).toEqual([{ connection_id: 'c1', id: 301, name: 'Contato do site' }])
  })

  it('offers to create a form while there is none', async () => {
    const { screen, went } = await openList([])
    await screen.until(() => expect(screen.text()).toContain(texts.empty))
    await screen.click(screen.byRole('button', texts.create))
    expect(went).toEqual(['create'])
  })
})

describe('the copy of a form', () => {
  it('is whole when nothing is missing and no sync runs', () => {
    const sync = formWith().sync
    expect(isCopied(formWith())).toBe(true)
    expect(isCopied(formWith({ task_id: 't1' }))).toBe(false)
    expect(isCopied(formWith({ sync: { ...sync, kind: 'changed' } }))).toBe(false)
    expect(isCopied(unkeptFormWith())).toBe(false)
  })

  it('explains why it is partial, and what was deleted on the service', () => {
    const partial = formWith({ gone: 2, sync: { ...formWith().sync, kind: 'partial', failure: 'rate_limited' } })
    const reason = syncReason(partial, ptBR, format, now)
    expect(reason).toContain('O serviço pediu para esperar.')
    expect(reason).toContain('2 respostas foram excluídas no serviço.')
  })
})

describe('the budget in words', () => {
  const budget: Budget = {
    limit: 100,
    remaining: 40,
    resets_at: '2026-11-20T12:00:32Z',
    waiting: 0,
    waiting_until: null,
  }
  const wordsOf = (otherwise: Partial<Budget>, at = now) => budgetWords({ ...budget, ...otherwise }, at, ptBR, format)

  it('shows what is left and when it resets', () => {
    expect(wordsOf({})).toBe('restam 40 de 100 consultas · renova em 32 s')
    expect(wordsOf({}, now + 40_000)).toBe('restam 100 de 100 consultas')
  })

  it('shows how long requests wait', () => {
    expect(wordsOf({ waiting: 12, waiting_until: '2026-11-20T12:00:32Z' })).toBe('12 consultas esperam mais 32 s')
    expect(wordsOf({ waiting: 1, waiting_until: null })).toBe('1 consulta na fila')
  })

  it('shows that the limit is unknown', () => {
    expect(wordsOf({ limit: null })).toBe('limite ainda não informado')
  })
})
