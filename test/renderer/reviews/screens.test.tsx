import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { FiguresScreen } from '../../../renderer/reviews/figures-screen.tsx'
import { createTeams } from '../../../renderer/reviews/team.ts'
import { TeamScreen } from '../../../renderer/reviews/team-screen.tsx'
import { type Answer, createFakeBridge } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { render } from '../../kit/render.tsx'
import {
  batchWith,
  conflictWith,
  entryFiguresWith,
  formWith,
  openedPackageWith,
  reviewSetWith,
} from '../../kit/samples-forms.ts'
import { findField, submit, write } from '../../kit/screen-parts.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const figures = entryFiguresWith()
const texts = ptBR.reviews

function setUp(answers: Readonly<Record<string, Answer>> = {}) {
  const bridge = createFakeBridge({
    'reviews.reviewer': () => ({ name: 'Ana' }),
    'reviews.sets': () => [],
    'reviews.filters': () => [],
    'forms.list': () => [formWith()],
    'entries.figures': () => figures,
    'tables.shape': () => ({ columns: [], total: 4, matching: 4, version: '1' }),
    'reviews.open_package': () => openedPackageWith({ conflicts: [conflictWith()] }),
    'reviews.merge_package': () => ({ batch: batchWith({ kind: 'merge' }), changed: 13, set: null }),
    ...answers,
  })
  return { bridge, teams: createTeams({ ask: createAsk(bridge), bridge }) }
}

async function openTeam(answers?: Readonly<Record<string, Answer>>) {
  const { bridge, teams } = setUp(answers)
  const went: string[] = []
  const team = teams.of('f1')
  const shown = await render(
    <TeamScreen
      team={team}
      reviewer={teams.reviewer}
      now={() => now}
      onEntries={() => went.push('entries')}
      onReview={(set) => went.push(`review ${set}`)}
      onAgreement={(set) => went.push(`agreement ${set}`)}
    />,
  )
  return { bridge, teams, team, went, shown }
}

describe('the team screen', () => {
  it('merges the chosen side of a conflict', async () => {
    const { bridge, team, shown } = await openTeam()
    await act(async () => team.packages.getState().choose(new File(['x'], 'revisao.cruza')))
    await shown.until(() => shown.byRole('dialog', texts.receive.dialog('revisao.cruza')))
    await shown.type(shown.byLabel(texts.passphrase.open), 'quatro palavras')
    await shown.click(shown.byRole('button', texts.receive.confirm))
    await shown.until(() => shown.byRole('heading', texts.opened.titles.review('Bruno')))
    for (const word of ['Carla Dias', 'Aprovada', 'Rejeitada', 'Fora da área']) expect(shown.text()).toContain(word)
    await shown.click(shown.byRole('radio', texts.conflicts.theirs))
    expect(shown.text()).toContain(texts.opened.summary(12, 1, 0))
    await shown.click(shown.byRole('button', texts.opened.merge))
    await shown.until(() => expect(shown.text()).toContain(texts.merged.review(13)))
    expect(bridge.inputs('reviews.merge_package')[0]).toMatchObject({
      choices: [{ entry_id: 7, field: 'state', take: 'theirs' }],
    })
  })

  it('shows a wrong passphrase at its field', async () => {
    const { team, shown } = await openTeam({
      'reviews.open_package': refuses('wrong_passphrase'),
    })
    await act(async () => team.packages.getState().choose(new File(['x'], 'revisao.cruza')))
    await shown.until(() => shown.byLabel(texts.passphrase.open))
    await shown.type(shown.byLabel(texts.passphrase.open), 'errada')
    await shown.click(shown.byRole('button', texts.receive.confirm))
    await shown.until(() => expect(shown.text()).toContain(texts.passphrase.wrong))
  })

  it('writes no package while the passphrase is too short or repeated differently', async () => {
    const { bridge, shown } = await openTeam()
    await shown.until(() => shown.byRole('button', texts.send.action))
    await shown.click(shown.byRole('button', texts.send.action))
    await shown.until(() => shown.byRole('dialog', texts.send.dialog))
    await shown.type(shown.byLabel(texts.passphrase.label), 'curta')
    await submit(shown.byRole('dialog', texts.send.dialog))
    await shown.until(() => expect(shown.text()).toContain(texts.passphrase.tooShort(3)))
    await shown.type(shown.byLabel(texts.passphrase.label), 'quatro palavras')
    await shown.type(shown.byLabel(texts.passphrase.repeat), 'cinco palavras')
    expect(shown.text()).toContain(texts.passphrase.different)
    expect(bridge.asked.map(({ name }) => name)).not.toContain('reviews.export_package')
  })

  it('accepts a threshold whose first digit is below the minimum', async () => {
    const rules = { blocked_words: [], links: 3, repeated: 4, seconds: 10, off: [] }
    const { bridge, shown } = await openTeam({
      'reviews.rules': () => rules,
      'reviews.set_rules': ({ rules: saved }: { rules: unknown }) => saved,
    })
    await shown.click(shown.byRole('button', texts.rules.action))
    await shown.until(() => shown.byRole('dialog', texts.rules.title))
    const name = `${texts.rules.repeated} … ${texts.rules.repeatedUnit}`
    const field = document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)
    if (!field) throw new Error('no field of repeated texts')
    await shown.type(field, '1')
    expect(field.value).toBe('1')
    await submit()
    expect(bridge.inputs('reviews.set_rules')[0]).toMatchObject({ rules: { repeated: 2 } })
  })

  it('keeps typed spam words and the typed name after a push and after a failure', async () => {
    let rules = { blocked_words: ['grátis'], links: 3, repeated: 4, seconds: 10, off: [] }
    const { bridge, teams, team, shown } = await openTeam({
      'reviews.rules': () => rules,
      'reviews.set_rules': refuses('disk_full'),
    })
    await shown.until(() => shown.byLabel(texts.reviewer.label))
    await shown.type(shown.byLabel(texts.reviewer.label), 'Ana S')
    bridge.answer('reviews.reviewer', () => ({ name: 'Bruno' }))
    await act(() => teams.reviewer.getState().load())
    expect(shown.byLabel(texts.reviewer.label).value).toBe('Ana S')
    await shown.click(shown.byRole('button', texts.rules.action))
    await shown.until(() => findField(texts.rules.words))
    await write(findField(texts.rules.words), 'crédito')
    rules = { ...rules, links: 5 }
    await act(() => team.rules.getState().load())
    expect(findField(texts.rules.words).value).toBe('crédito')
    await submit(shown.byRole('dialog', texts.rules.title))
    await shown.until(() => shown.byRole('alert', ptBR.failures.disk_full({})))
    expect(findField(texts.rules.words).value).toBe('crédito')
  })

  it('opens the entries of a blind review, and the agreement of an answered one', async () => {
    const sets = [reviewSetWith(), reviewSetWith({ id: 's2', name: 'Outubro', role: 'answered' })]
    const { went, shown } = await openTeam({ 'reviews.sets': () => sets })
    await shown.until(() => shown.byRole('button', texts.blind.agreementNamed('Outubro')))
    await shown.click(shown.byRole('button', texts.blind.reviewNamed('Segunda revisão')))
    await shown.click(shown.byRole('button', texts.blind.agreementNamed('Outubro')))
    expect(went).toEqual(['review s1', 'agreement s2'])
  })
})

describe('the dialog of a blind review', () => {
  it('counts decisions that were made since it was opened', async () => {
    let decided = 0
    const { team, shown } = await openTeam({ 'reviews.sets': () => [reviewSetWith({ decided })] })
    await shown.until(() => shown.byRole('button', texts.blind.answerNamed('Segunda revisão')))
    await shown.click(shown.byRole('button', texts.blind.answerNamed('Segunda revisão')))
    await shown.until(() => expect(shown.text()).toContain(texts.blind.answerText(0, 40)))
    decided = 8
    await act(() => team.sets.getState().reload())
    expect(shown.text()).toContain(texts.blind.answerText(8, 40))
  })
})

describe('the texts for one entry', () => {
  it('are singular', () => {
    expect(texts.opened.request(1)).toMatch(/^É 1 resposta /)
    expect(texts.opened.answer(1)).toMatch(/^É 1 resposta decidida /)
    expect(texts.blind.asks(1)).toBe('Vai 1 resposta no pedido.')
    expect(texts.blind.asks(2)).toBe('Vão 2 respostas no pedido.')
  })
})

describe('the figures on screen', () => {
  async function openFigures(answers?: Readonly<Record<string, Answer>>) {
    const { teams } = setUp(answers)
    const store = teams.figuresOf({ connection: 'f1', formId: 301 })
    const shown = await render(<FiguresScreen store={store} now={() => now} />)
    return shown
  }

  it('show answers as text, and missing values in words', async () => {
    const shown = await openFigures()
    await shown.until(() => expect(shown.text()).toContain('<b>verão</b>'))
    expect(document.querySelector('.share-bars b')).toBeNull()
    expect(shown.text()).toContain(texts.figures.blank)
    expect(shown.text()).toContain('75%')
  })

  it('show that a field has more values than shown', async () => {
    const field = [{ value: 'Orçamento', count: 1 }]
    const shape = {
      columns: [{ key: 'campo:assunto', type: 'choice', heading: 'Assunto' }],
      total: 4,
      matching: 4,
      version: '1',
    }
    const shown = await openFigures({
      'tables.shape': () => shape,
      'entries.figures': () => ({ ...figures, field, field_more: true }),
    })
    await shown.until(() => expect(shown.text()).toContain(texts.figures.mostFrequent(1)))
    const bar = [...document.querySelectorAll('.share-bars tr')].find((row) => row.textContent?.includes('Orçamento'))
    expect(bar?.textContent).toContain('25%')
  })

  it('have a text alternative and a table', async () => {
    const shown = await openFigures()
    await shown.until(() => shown.byRole('img', '18/11/2026'))
    await shown.click(shown.byRole('button', texts.figures.asTable))
    expect(document.querySelectorAll('.day-table tbody tr')).toHaveLength(3)
  })

  it('offer to clear the filters when nothing is left', async () => {
    const shown = await openFigures({ 'entries.figures': () => ({ ...figures, total: 0, days: [] }) })
    await shown.until(() => shown.byRole('heading', texts.figures.none))
    await shown.click(shown.byRole('button', ptBR.entries.states.spam))
    await shown.until(() => shown.byRole('button', texts.figures.clear))
    await shown.click(shown.byRole('button', texts.figures.clear))
    await shown.until(() => shown.byRole('heading', texts.figures.none))
  })
})
