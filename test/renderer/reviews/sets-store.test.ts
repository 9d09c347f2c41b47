import { describe, expect, it } from 'vitest'
import { noFileNotes } from '../../../preload/contract/tables.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { kappaWord, matrixOf } from '../../../renderer/reviews/agreement-screen.tsx'
import { requestChoices } from '../../../renderer/reviews/blind-dialogs.tsx'
import { createSetsStore } from '../../../renderer/reviews/sets-store.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { formWith, reviewSetWith } from '../../kit/samples-forms.ts'

const saved = { saved: true, name: 'pedido.cruza', rows: 40, bytes: 900, ...noFileNotes }
const agreement = { both: 10, agreed: 8, rate: 0.8, kappa: 0.6, pairs: [], disagreed: [] }
const filter = { id: 'v1', name: 'Sem resposta', form_id: 301, query: { search: '', sort: [], filters: [] } }
const everything = { table: { kind: 'entries' as const, id: 'f1:301:' }, select: { query: filter.query } }
const file = { passphrase: 'quatro palavras', name: 'Pedido' }

function setUp() {
  const bridge = createFakeBridge({
    'reviews.sets': () => [reviewSetWith()],
    'reviews.agreement': () => agreement,
    'reviews.ask_blind': () => ({ file: saved, set: reviewSetWith({ role: 'asked' }) }),
    'reviews.forget_set': () => [],
    'entries.counts': () => ({ total: 1200, states: {}, matching: 40, decided_today: 0 }),
  })
  const store = createSetsStore({ ask: createAsk(bridge), connection: 'f1' })
  return { bridge, state: store.getState, asked: () => bridge.asked.map(({ name }) => name) }
}

describe('a blind review', () => {
  it('can be requested for all entries of a form, of all forms, or of a saved filter', () => {
    const forms = [formWith(), formWith({ id: 302, name: 'Orçamento' })]
    const choices = requestChoices('f1', { forms, filters: [filter] }, ptBR)
    expect(choices.map(({ label, entries }) => [label, entries.table.id])).toEqual([
      ['Todas de Contato do site', 'f1:301:'],
      ['Todas de Orçamento', 'f1:302:'],
      ['Todas, de todos os formulários', 'f1:all:'],
      ['Sem resposta', 'f1:301:'],
    ])
    expect(requestChoices('f1', { forms: [formWith()], filters: [] }, ptBR)).toHaveLength(1)
  })

  it('is counted before it is requested, and listed after, without its passphrase', async () => {
    const { state, asked } = setUp()
    await state().count(everything)
    expect(readyValue(state().size)).toBe(40)
    expect(await state().request(everything, file)).toEqual(saved)
    expect(asked()).toEqual(['entries.counts', 'reviews.ask_blind', 'reviews.sets'])
    expect(JSON.stringify(state())).not.toContain(file.passphrase)
  })

  it('is not listed when no file was saved', async () => {
    const { state, bridge, asked } = setUp()
    bridge.answer('reviews.ask_blind', () => ({ file: { ...saved, saved: false }, set: null }))
    expect(await state().request(everything, file)).toBeNull()
    expect(asked()).not.toContain('reviews.sets')
  })

  it('is compared again after a push, and forgotten with its comparison', async () => {
    const { state, asked } = setUp()
    await state().compare('s1')
    await state().reload()
    expect(asked()).toEqual(['reviews.agreement', 'reviews.agreement'])
    expect(await state().forget('s1')).toBe(true)
    expect(state()).toMatchObject({ compared: null, agreement: { status: 'idle' } })
    expect(readyValue(state().sets)).toEqual([])
  })
})

describe('the agreement of two reviews', () => {
  it.each([
    [-0.1, 'poor'],
    [0, 'slight'],
    [0.3, 'fair'],
    [0.5, 'moderate'],
    [0.74, 'substantial'],
    [0.95, 'perfect'],
  ])('names a kappa of %f %s', (kappa, word) => {
    expect(kappaWord(kappa)).toBe(word)
  })

  it('is a square of the states that either review used, with its sums', () => {
    const matrix = matrixOf([
      { mine: 'aprovada', theirs: 'aprovada', count: 6 },
      { mine: 'aprovada', theirs: 'spam', count: 2 },
      { mine: 'duvida', theirs: 'nova', count: 0 },
    ])
    expect(matrix.states).toEqual(['aprovada', 'spam'])
    expect([matrix.of('aprovada', 'spam'), matrix.of('spam', 'aprovada')]).toEqual([2, 0])
    expect([matrix.mine('aprovada'), matrix.theirs('spam'), matrix.highest]).toEqual([8, 2, 6])
  })
})
