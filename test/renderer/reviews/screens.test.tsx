import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { ReviewSet } from '../../../preload/contract/reviews.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { AgreementScreen } from '../../../renderer/reviews/agreement-screen.tsx'
import { BlindReview } from '../../../renderer/reviews/blind-screen.tsx'
import { FiguresScreen } from '../../../renderer/reviews/figures-screen.tsx'
import { PackagesScreen } from '../../../renderer/reviews/team-screen.tsx'
import { type Answers, refuses } from '../../kit/fake-bridge.ts'
import { fill, render, user } from '../../kit/render.tsx'
import { savedFileWith, tableShapeWith } from '../../kit/samples.ts'
import { entryCountsWith, entryFiguresWith, openedPackageWith, reviewSetWith } from '../../kit/samples-forms.ts'
import { submit } from '../../kit/screen-parts.ts'
import { setUpReviews } from './reviews-kit.tsx'

const texts = ptBR.reviews
const rules = { blocked_words: ['grátis'], links: 3, repeated: 4, seconds: 10, off: [] }

/** The screen of the team, once its blind reviews are listed. */
async function openTeam(answers?: Answers) {
  const made = setUpReviews({ 'reviews.rules': () => rules, ...answers })
  const shown = await render(made.inApp(<PackagesScreen place={{ screen: 'packages', connection: 'f1' }} />))
  await waitFor(() => screen.getByRole('button', { name: texts.blind.reviewNamed('Segunda revisão') }))
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { ...made, shown, press }
}

describe('the team screen', () => {
  it('shows a wrong passphrase at its field', async () => {
    const { packages, press } = await openTeam({ 'reviews.open_package': refuses('wrong_passphrase') })
    await act(async () => packages().choose(new File(['x'], 'revisao.cruza')))
    await waitFor(() => screen.getByRole('dialog', { name: ptBR.common.openNamed('revisao.cruza') }))
    await fill(screen.getByLabelText(texts.passphrase.open), 'quatro palavras')
    await press(ptBR.common.open)
    await waitFor(() => expect(document.body.textContent).toContain(texts.passphrase.wrong))
  })

  it('asks whether what bears the own name is merged, and counts it then', async () => {
    const in_my_name = { new_events: 40, changes: 13, conflicts: [] }
    const { packages } = await openTeam({
      'reviews.open_package': () => openedPackageWith({ in_my_name, others: ['Carla', 'Davi'], more_others: 2 }),
    })
    await act(async () => packages().choose(new File(['x'], 'revisao.cruza')))
    await act(async () => packages().open('quatro palavras'))
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        '9 acontecimentos estão em seu nome, mas não foram feitos neste computador. Junte só se foi você, em outro computador, ou um colega que usa o mesmo nome. O histórico mostra que são do pacote de Bruno.',
      ),
    )
    expect(document.body.textContent).toContain(
      'Traz também decisões de Carla e Davi e de mais 2 pessoas. O histórico de cada resposta diz quem decidiu e de quem veio.',
    )
    expect(document.body.textContent).toContain('12 mudam sem conflito')
    await user.click(screen.getByRole('checkbox', { name: texts.opened.inMyName.label }))
    expect(document.body.textContent).toContain('13 mudam sem conflito')
  })

  it('says that an own request is for the colleague, and has nothing to accept', async () => {
    const { packages } = await openTeam({
      'reviews.open_package': () => openedPackageWith({ kind: 'blind_request', is_own_request: true }),
    })
    await act(async () => packages().choose(new File(['x'], 'pedido.cruza')))
    await act(async () => packages().open('quatro palavras'))
    await waitFor(() => expect(document.body.textContent).toContain(texts.opened.ownRequest))
    expect(document.body.textContent).not.toContain(texts.opened.accept)
  })

  it('writes no package while the passphrase is too short or repeated differently', async () => {
    const { count, press } = await openTeam()
    await press(texts.send.action)
    await waitFor(() => screen.getByRole('dialog', { name: texts.send.dialog }))
    await fill(screen.getByLabelText(texts.passphrase.label), 'curta')
    await submit(screen.getByRole('dialog', { name: texts.send.dialog }))
    await waitFor(() => expect(document.body.textContent).toContain('Faltam 3 caracteres.'))
    await fill(screen.getByLabelText(texts.passphrase.label), 'quatro palavras')
    await fill(screen.getByLabelText(ptBR.common.passphrase.repeat), 'cinco palavras')
    expect(document.body.textContent).toContain(texts.passphrase.different)
    expect(count('reviews.export_package')).toBe(0)
  })

  it('accepts a threshold whose first digit is below the minimum', async () => {
    const { inputs, press } = await openTeam({
      'reviews.set_rules': ({ rules: saved }) => saved,
    })
    await press(texts.rules.action)
    await waitFor(() => screen.getByRole('dialog', { name: texts.rules.title }))
    const field = screen.getByLabelText<HTMLInputElement>(`${texts.rules.repeated} … ${texts.rules.repeatedUnit}`)
    await fill(field, '1')
    expect(field.value).toBe('1')
    await submit()
    expect(inputs('reviews.set_rules')).toMatchObject([{ rules: { repeated: 2 } }])
  })

  it('says beside the rule of repeated texts how many entries it leaves out', async () => {
    const { press } = await openTeam({
      'entries.short_texts': () => ({ shortest: 40, entries: 11, all: 14 }),
    })
    await press(texts.rules.action)
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        'Só compara textos com 40 caracteres ou mais: 11 de 14 respostas com texto ficam de fora.',
      ),
    )
    expect(texts.rules.repeatedShort(40, 11, 14)).toContain('11 de 14 respostas com texto ficam de fora')
  })

  it('keeps typed spam words and the typed name after a push and after a failure', async () => {
    const { bridge, reviews, state, press } = await openTeam({ 'reviews.set_rules': refuses('disk_full') })
    await waitFor(() => screen.getByLabelText(texts.reviewer.label))
    await fill(screen.getByLabelText(texts.reviewer.label), 'Ana S')
    bridge.answer('reviews.reviewer', () => ({ name: 'Bruno' }))
    await act(() => reviews.reviewer.getState().load())
    expect(screen.getByLabelText<HTMLInputElement>(texts.reviewer.label).value).toBe('Ana S')
    await press(texts.rules.action)
    await waitFor(() => screen.getByLabelText(texts.rules.words))
    await fill(screen.getByLabelText(texts.rules.words), 'crédito')
    bridge.answer('reviews.rules', () => ({ ...rules, links: 5 }))
    await act(() => state().loadRules())
    expect(screen.getByLabelText<HTMLInputElement>(texts.rules.words).value).toBe('crédito')
    await submit(screen.getByRole('dialog', { name: texts.rules.title }))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        'O disco está cheio. Libere espaço e tente de novo; o que já estava guardado continua aqui.',
      ),
    )
    expect(screen.getByLabelText<HTMLInputElement>(texts.rules.words).value).toBe('crédito')
  })

  it('opens the entries of a blind review, and the agreement of an answered one', async () => {
    const sets = [reviewSetWith(), reviewSetWith({ id: 's2', name: 'Outubro', role: 'answered' })]
    const { place, press } = await openTeam({ 'reviews.sets': () => sets })
    await press(texts.blind.reviewNamed('Segunda revisão'))
    expect(place()).toEqual({ screen: 'entries', connection: 'f1', set: 's1' })
    await press(texts.blind.agreementNamed('Outubro'))
    expect(place()).toEqual({ screen: 'packages', connection: 'f1', set: 's2' })
  })

  it('requests a blind review of the entries of a view, where the form has its columns', async () => {
    const view = { columns: [], grouping: null, is_default: false }
    const query = { ...emptyQuery, search: 'ana' }
    const city = { column: 'campo:cidade', operator: 'not_blank' as const }
    const { press, inputs } = await openTeam({
      'views.list': () => [
        { ...view, id: 'v1', name: 'Da Ana', query },
        { ...view, id: 'v2', name: 'De outro formulário', query: { ...query, filters: [city] } },
      ],
      'entries.counts': () => entryCountsWith({ matching: 7 }),
    })
    await press(texts.blind.action)
    await user.click(await screen.findByRole('combobox', { name: ptBR.tables.views.menu }))
    expect(screen.queryByRole('option', { name: 'De outro formulário' })).toBeNull()
    await user.click(await screen.findByRole('option', { name: 'Da Ana' }))
    await waitFor(() => expect(inputs('entries.counts').at(-1)).toMatchObject({ query: { search: 'ana' } }))
    await waitFor(() => expect(document.body.textContent).toContain(texts.blind.asks(7)))
  })

  it('counts in the dialog of a blind review decisions that were made since it was opened', async () => {
    let decided = 0
    const answers: Answers = {
      'reviews.sets': () => [reviewSetWith({ decided })],
      'reviews.answer_blind': () => savedFileWith(),
    }
    const { push, press, inputs } = await openTeam(answers)
    await press(texts.blind.answerNamed('Segunda revisão'))
    await waitFor(() =>
      expect(document.body.textContent).toContain('Você decidiu 0 de 40 respostas; as outras vão como não decididas.'),
    )
    decided = 8
    await act(push)
    expect(document.body.textContent).toContain('Você decidiu 8 de 40 respostas; as outras vão como não decididas.')
    await fill(screen.getByLabelText(texts.passphrase.label), 'quatro palavras')
    await fill(screen.getByLabelText(ptBR.common.passphrase.repeat), 'quatro palavras')
    await submit()
    expect(inputs('reviews.answer_blind')).toMatchObject([{ set: 's1', passphrase: 'quatro palavras' }])
  })
})

it('the agreement of two reviews is shown with what they differ in, which leads to the entry', async () => {
  const states = { mine: 'aprovada', theirs: 'rejeitada' } as const
  const differing = { entry_id: 7, sender: 'Carla Dias', my_comment: null, their_comment: 'Número errado' }
  const { inApp, place } = setUpReviews({
    'reviews.agreement': () => ({
      both: 8,
      agreed: 6,
      rate: 0.75,
      kappa: 0.5,
      pairs: [{ ...states, count: 2 }],
      disagreed: [{ ...differing, ...states }],
    }),
  })
  await render(inApp(<AgreementScreen set="s1" />))
  await waitFor(() => expect(document.body.textContent).toContain('75% de concordância'))
  for (const words of ['6 de 8 com o mesmo estado', '1 discordância', 'Número errado']) {
    expect(document.body.textContent).toContain(words)
  }
  await user.click(screen.getByRole('button', { name: texts.agreement.openNamed('Carla Dias') }))
  expect(place()).toMatchObject({ screen: 'entries', entry: 7 })
})

describe('a blind review on screen', () => {
  const words = texts.blind.screen
  async function openBlind(set: Partial<ReviewSet>, counts = { here: 40, decided: 8 }) {
    const made = setUpReviews({ 'reviews.sets': () => [reviewSetWith(set)] })
    const review = (
      <BlindReview connection="f1" set="s1" counts={counts}>
        <p>as respostas</p>
      </BlindReview>
    )
    return { ...made, shown: await render(made.inApp(review)) }
  }

  it('says what it is, who asked for it and how far it is, and is left', async () => {
    const { place } = await openBlind({ name: 'Novembro', colleague: 'Ana Souza' }, { here: 38, decided: 8 })
    await waitFor(() => screen.getByRole('heading', { name: words.title('Novembro') }))
    const facts = [words.asker('Ana Souza'), words.progress(8, 40), words.missing(2), words.band]
    for (const fact of [...facts, 'as respostas']) expect(document.body.textContent).toContain(fact)
    await user.click(screen.getByRole('button', { name: words.leave }))
    expect(place()).toEqual({ screen: 'packages', connection: 'f1' })
  })

  it.each([
    ['that a colleague decides', { role: 'asked' }, words.notOurs],
    ['that was answered', { role: 'answered' }, words.notOurs],
    ['that was forgotten', { id: 's9' }, words.gone],
  ] as const)('shows no entries of a review %s', async (_, set, sentence) => {
    await openBlind(set)
    await waitFor(() => screen.getByRole('heading', { name: sentence }))
    expect(document.body.textContent).not.toContain('as respostas')
  })
})

it.each([
  [texts.opened.request(1), /^É 1 resposta /],
  [texts.opened.answer(8, 1000), /^8 de 1\.000 respostas foram decididas às cegas\./],
  [texts.opened.answer(1, 40), /^1 de 40 respostas foi decidida às cegas\./],
  [texts.opened.answer(1, 1), /^A resposta do pedido foi decidida às cegas\./],
  [texts.opened.answer(40, 40), /^As 40 respostas do pedido foram decididas às cegas\./],
  [texts.agreement.facts('Ana', 8, 1000), /8 de 1\.000 respostas do pedido que os dois decidiram$/],
  [texts.blind.asks(1), /^Vai 1 resposta no pedido\.$/],
  [texts.blind.asks(2), /^Vão 2 respostas no pedido\.$/],
])('the text %s fits its number', (text, expected) => {
  expect(text).toMatch(expected)
})

describe('the figures on screen', () => {
  const figures = entryFiguresWith()
  async function openFigures(answers?: Answers) {
    const { inApp } = setUpReviews(answers)
    return render(inApp(<FiguresScreen connection="f1" form={301} />))
  }

  it('show answers as text, and missing values in words', async () => {
    await openFigures()
    await waitFor(() => expect(document.body.textContent).toContain('<b>verão</b>'))
    expect(document.querySelector('.share-bars b')).toBeNull()
    expect(document.body.textContent).toContain(texts.figures.blank)
    expect(document.body.textContent).toContain('75%')
  })

  it('draw each bar as long as its share', async () => {
    const sources = [
      { value: 'google', count: 51 },
      { value: 'instagram', count: 25 },
    ]
    await openFigures({ 'entries.figures': () => ({ ...figures, total: 100, sources }) })
    await waitFor(() => expect(document.body.textContent).toContain('instagram'))
    const widthOf = (name: string) => {
      const line = [...document.querySelectorAll('.share-bars tr')].find((row) => row.textContent?.includes(name))
      return line?.querySelector<HTMLElement>('.share-bar-track > span')?.style.width
    }
    expect([widthOf('google'), widthOf('instagram')]).toEqual(['51%', '25%'])
  })

  it('show that a field has more values than shown', async () => {
    const columns = [{ key: 'campo:assunto', type: 'choice', heading: 'Assunto' }] as const
    await openFigures({
      'tables.shape': () => tableShapeWith({ columns: [...columns], total: 4, matching: 4 }),
      'entries.figures': () => ({ ...figures, field: [{ value: 'Orçamento', count: 1 }], field_more: true }),
    })
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        'Só os 1 valores mais frequentes; as partes são de todas as respostas.',
      ),
    )
    const bar = [...document.querySelectorAll('.share-bars tr')].find((row) => row.textContent?.includes('Orçamento'))
    expect(bar?.textContent).toContain('25%')
  })

  it('offer to clear the filters when nothing is left', async () => {
    await openFigures({ 'entries.figures': () => ({ ...figures, total: 0, days: [] }) })
    await waitFor(() => screen.getByRole('heading', { name: texts.figures.none }))
    await user.click(screen.getByRole('button', { name: ptBR.entries.states.spam }))
    await waitFor(() => screen.getByRole('button', { name: texts.figures.clear }))
    await user.click(screen.getByRole('button', { name: texts.figures.clear }))
    await waitFor(() => screen.getByRole('heading', { name: texts.figures.none }))
  })
})
