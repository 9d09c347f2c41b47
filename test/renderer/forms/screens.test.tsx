import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Budget, Form, KeepPlan } from '../../../preload/contract/forms.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { isCopied } from '../../../renderer/forms/form-dialogs.tsx'
import { syncReason } from '../../../renderer/forms/form-marks.tsx'
import { budgetWords } from '../../../renderer/forms/forms-frame.tsx'
import { FormsScreen } from '../../../renderer/forms/forms-screen.tsx'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { type Answers, refuses } from '../../kit/fake-bridge.ts'
import { openApp } from '../../kit/open-app.tsx'
import { containing, fill, first, render, user } from '../../kit/render.tsx'
import { formDetailWith, formWith, unkeptFormWith } from '../../kit/samples-forms.ts'
import { chooseItem, submit } from '../../kit/screen-parts.ts'
import { createFormsApp, now } from './forms-app.tsx'

const texts = ptBR.forms
const format = createFormat('pt-BR', 'UTC')
const planOf: KeepPlan = {
  period: null,
  entries: 6204,
  wider: false,
  requests: 66,
  seconds: 75,
  single_reads: 0,
  api_calls: { used: 450, limit: 1000 },
}

const { sync } = formWith()
const unkept = unkeptFormWith({ id: 2, name: 'Pedido', status: 'other' })
const typed = 'Digite “Contato do site” para confirmar'

/** Opens the list; one form is kept whole unless others are given. */
async function openList(forms: readonly Form[] = [formWith()], plan: Partial<KeepPlan> = {}, refresh?: () => never) {
  const { app, bridge, place } = createFormsApp(
    {
      'forms.list': () => forms,
      'forms.refresh': refresh ?? (() => ({ ids: [], forms })),
      'forms.plan_keep': ({ period }) => ({ ...planOf, period, ...plan }),
      'forms.keep': () => forms,
      'forms.delete': () => [],
      'forms.update': () => formDetailWith(forms[0]),
    },
    { screen: 'forms' },
  )
  await render(
    <AppProvider value={app}>
      <FormsScreen connection="c1" />
    </AppProvider>,
  )
  const menu = (item: string) => chooseItem(ptBR.common.moreOf(forms[0]?.name ?? ''), item)
  const askToKeep = () => user.click(screen.getByRole('switch', { name: texts.keepNamed('Pedido') }))
  return { place, asked: bridge.inputs, menu, askToKeep }
}

describe('the list of forms on screen', () => {
  it('shows status, entries, kept entries and unreviewed entries of each form', async () => {
    await openList([formWith(), unkept])
    for (const words of ['ativo', 'other', 'completo', '360 de 360 respostas aqui', '112']) {
      expect(document.body.textContent).toContain(words)
    }
  })

  const later = '2026-11-20T11:30:00.000Z'
  it.each([
    ['by the newest answer, of the form', { entries: 361, entries_count: 361, read_at: later }, '361', '361 de 361'],
    ['by that of its sync', { entries_count: 112, read_at: '2026-11-20T11:00:00.000Z' }, '360', '360 de 360'],
    ['where the form has no count', { entries: 359, entries_count: null, read_at: later }, '360', '359 de 360'],
    ['with one that was created here', { entries: 361 }, '361', '361 de 361'],
    ['as far as totals differ', { entries: 363, sync: { ...sync, kind: 'changed' } }, '360', '363 de 360'],
  ] as const)('counts entries %s', async (_, form, count, here) => {
    await openList([formWith(form)])
    expect(document.querySelector('tbody tr td:nth-child(3)')?.textContent).toBe(count)
    expect(document.body.textContent).toContain(`${here} respostas aqui`)
  })

  it('keeps the list, with the failure and its date, when the service does not answer', async () => {
    await openList([formWith()], {}, refuses('offline', { host: 'forms.vitrine.example' }))
    await waitFor(() => expect(document.body.textContent).toContain('Sem conexão com forms.vitrine.example'))
    expect(document.body.textContent).toContain('A lista mostrada é de hoje')
    expect(screen.getByRole('button', { name: 'Contato do site' })).toBeTruthy()
  })

  it('shows the cost of the chosen period before a form is kept', async () => {
    const { asked, askToKeep } = await openList([unkept])
    await askToKeep()
    await waitFor(() => expect(document.body.textContent).toContain('6.204'))
    for (const words of ['o formulário inteiro', 'Consultas66', 'cerca de 1 min'])
      expect(document.body.textContent).toContain(words)
    expect(document.body.textContent).toContain('usa 12% das consultas que restam do plano neste mês (550 de 1.000)')
    expect(asked('forms.keep')).toEqual([])

    const period = { from: new Date(2026, 9, 22).toISOString(), to: null }
    await user.click(screen.getByLabelText(texts.keeping.choices.last30))
    await waitFor(() => expect(document.body.textContent).toContain('só desde 22/10/2026'))
    expect(asked('forms.plan_keep')).toMatchObject([{ period: null }, { period }])
    await user.click(screen.getByRole('button', { name: texts.keeping.confirm }))
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
    const { askToKeep } = await openList([unkept], plan)
    await askToKeep()
    await waitFor(() => expect(document.body.textContent).toContain(words))
  })

  it('shows the kept period, and keeps another only if it differs', async () => {
    const period = { from: new Date(2026, 9, 1).toISOString(), to: new Date(2026, 10, 1).toISOString() }
    const form = formWith({ entries: 84, entries_count: 360, sync: { ...sync, total: 84, period } })
    const { menu } = await openList([form], { period })
    for (const words of ['completo, só um período', '84 de 84 respostas aqui', 'só de 01/10/2026 a 31/10/2026']) {
      expect(document.body.textContent).toContain(words)
    }
    expect(isCopied(form)).toBe(false)
    await menu(texts.widen)
    await waitFor(() => expect(document.body.textContent).toContain(texts.keeping.same))
    expect(screen.getByRole('button', { name: texts.keeping.confirm })).toHaveProperty('disabled', true)
  })

  it('opens the newest entries without keeping any', async () => {
    const { place, asked, askToKeep } = await openList([unkept])
    await askToKeep()
    await user.click(screen.getByRole('button', { name: texts.actions.newest }))
    expect(place()).toEqual({ screen: 'form', connection: 'c1', id: 2, newest: true })
    expect(asked('forms.keep')).toEqual([])
  })

  it('deletes the kept entries only after its name was typed', async () => {
    const { asked, menu } = await openList()
    await menu(texts.actions.forget)
    expect(document.body.textContent).toContain('360 respostas lidas neste computador')
    expect(document.body.textContent).toContain(
      'As revisões de 248 respostas: estados, etiquetas e notas, que só existem aqui',
    )
    await submit()
    expect(asked('forms.keep')).toEqual([])
    await fill(screen.getByLabelText(typed), 'Contato do site')
    await submit()
    expect(asked('forms.keep')).toEqual([{ connection_id: 'c1', id: 301, keep: false }])
  })

  it('offers to archive before a deletion', async () => {
    const { asked, menu } = await openList()
    await menu(ptBR.common.deleteOnService)
    await user.click(screen.getByRole('button', { name: texts.remove.archive }))
    expect(asked('forms.update')).toEqual([{ connection_id: 'c1', id: 301, changes: { status: 'archived' } }])
    expect(asked('forms.delete')).toEqual([])
  })

  it('deletes a form only with a whole copy and its name typed', async () => {
    const { asked, menu } = await openList()
    await menu(ptBR.common.deleteOnService)
    await user.click(screen.getByRole('button', { name: texts.remove.go }))
    expect(document.body.textContent).toContain('360 respostas do formulário')
    expect(document.body.textContent).toContain('Cópia completa: 360 respostas.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: texts.remove.confirm }).disabled).toBe(true)
    await fill(screen.getByLabelText(typed), 'Contato do site')
    await submit()
    expect(asked('forms.delete')).toEqual([{ connection_id: 'c1', id: 301, name: 'Contato do site' }])
  })

  it('makes the copy before it can be deleted, where it is not kept', async () => {
    const { asked, menu } = await openList([unkept])
    await menu(ptBR.common.deleteOnService)
    await user.click(screen.getByRole('button', { name: texts.remove.go }))
    expect(screen.getByLabelText<HTMLInputElement>('Digite “Pedido” para confirmar').disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: texts.remove.copyStart }))
    expect(asked('forms.keep')).toMatchObject([{ id: 2, keep: true }])
  })

  it('offers to create a form while there is none', async () => {
    const { place } = await openList([])
    await waitFor(() => expect(document.body.textContent).toContain(texts.empty))
    await user.click(first(screen.getAllByRole('button', { name: containing(texts.create) })))
    expect(place()).toEqual({ screen: 'forms', create: true })
  })
})

describe('a form that is not kept', () => {
  const listed = { ...unkept, connection_id: 'f1' }
  const newest = { table: { kind: 'newest_entries' as const, id: 'f1:2' }, rows: 100, aside: 0, total: 120 }
  const answers: Answers = {
    'forms.list': () => [listed],
    'forms.read': () => formDetailWith(listed),
    'forms.writes': () => [],
    'forms.plan_keep': () => planOf,
    'forms.keep': () => [listed],
    'entries.newest': () => ({ ...newest, read_at: '2026-11-20T11:12:00.000Z' }),
  }

  it('is kept from its own screen', async () => {
    const { inputs } = await openApp(answers, { place: { screen: 'form', connection: 'f1', id: 2 } })
    await user.click(first(screen.getAllByRole('button', { name: texts.actions.keep })))
    await user.click(screen.getByRole('button', { name: texts.keeping.confirm }))
    expect(inputs('forms.keep')).toEqual([{ connection_id: 'f1', id: 2, keep: true, period: null }])
  })

  it('says that its newest entries are a part, and offers to keep them', async () => {
    await openApp(answers, { place: { screen: 'form', connection: 'f1', id: 2, newest: true } })
    await waitFor(() =>
      expect(document.body.textContent).toContain('Parcial: só as 100 mais recentes de 120 respostas.'),
    )
    await user.click(first(screen.getAllByRole('button', { name: texts.actions.keep })))
    expect(screen.getByRole('button', { name: texts.keeping.confirm })).toBeTruthy()
  })
})

describe('the copy of a form', () => {
  it.each([
    [true, 'kept and complete', formWith()],
    [false, 'being read', formWith({ task_id: 't1' })],
    [false, 'known to differ', formWith({ sync: { ...sync, kind: 'changed' } })],
    [false, 'not kept', unkept],
  ])('is whole (%s) of a form that is %s', (whole, _, form) => {
    expect(isCopied(form)).toBe(whole)
  })

  it('explains why it is partial, and what was deleted on the service', () => {
    const partial = formWith({ gone: 2, sync: { ...sync, kind: 'partial', failure: 'rate_limited' } })
    const reason = syncReason(partial, ptBR, format, now)
    expect(reason).toContain('O serviço pediu para esperar.')
    expect(reason).toContain('2 respostas foram excluídas no serviço.')
    const endless = formWith({ sync: { ...sync, failure: 'endless_pages', repeated: 300 } })
    expect(syncReason(endless, ptBR, format, now)).toContain('300 respostas repetidas tiradas.')
  })
})

const reset = '2026-11-20T12:00:32Z'
it.each([
  [{}, 0, 'restam 40 de 100 consultas · renova em 32 s'],
  [{}, 40_000, 'restam 100 de 100 consultas'],
  [{ waiting: 12, waiting_until: reset }, 0, '12 consultas esperam mais 32 s'],
  [{ waiting: 1, waiting_until: null }, 0, '1 consulta na fila'],
  [{ limit: null }, 0, 'limite ainda não informado'],
] as const)('the budget %j after %d ms is “%s”', (otherwise, after, words) => {
  const budget: Budget = { limit: 100, remaining: 40, resets_at: reset, waiting: 0, waiting_until: null }
  expect(budgetWords({ ...budget, ...otherwise }, now + after, ptBR, format)).toBe(words)
})
