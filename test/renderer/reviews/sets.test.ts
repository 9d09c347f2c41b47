import { describe, expect, it } from 'vitest'
import { noFileNotes } from '../../../preload/contract/tables.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { kappaWord, matrixOf } from '../../../renderer/reviews/agreement-screen.tsx'
import { requestChoices } from '../../../renderer/reviews/request-dialog.tsx'
import { createSetsStore } from '../../../renderer/reviews/sets-store.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { formWith, reviewSetWith } from '../../kit/samples-forms.ts'

const saved = { saved: true, name: 'pedido.cruza', rows: 40, bytes: 900, ...noFileNotes }
const agreement = { both: 10, agreed: 8, rate: 0.8, kappa: 0.6, pairs: [], disagreed: [] }
const filter = { id: 'v1', name: 'Sem resposta', form_id: 301, query: { search: '', sort: [], filters: [] } }

function setUp() {
  const bridge = createFakeBridge({
    'reviews.sets': () => [reviewSetWith()],
    'reviews.agreement': () => agreement,
    'reviews.ask_blind': () => ({ file: saved, set: reviewSetWith({ role: 'asked' }) }),
    'reviews.forget_set': () => [],
    'entries.counts': () => ({ total: 1200, states: {}, matching: 40, decided_today: 0 }),
  })
  const store = createSetsStore({ ask: createAsk(bridge), connection: 'f1' })
  const asked = () => bridge.asked.map(({ name }) => name)
  return { bridge, store, asked }
}

describe('second reviews', () => {
  it('can be asked for all entries of a form, of all forms, or of a saved filter', () => {
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

  it('are counted before they are asked for, and listed after', async () => {
    const { store, asked } = setUp()
    const [choice] = requestChoices('f1', { forms: [formWith()], filters: [] }, ptBR)
    if (!choice) throw new Error('no choice')
    expect(await store.getState().count(choice.entries)).toBe(40)
    expect(await store.getState().count({ ...choice.entries, select: { ids: [1, 2] } })).toBe(2)
    expect(await store.getState().request(choice.entries, { passphrase: 'quatro palavras', name: 'Pedido' })).toEqual(
      saved,
    )
    expect(asked()).toEqual(['entries.counts', 'reviews.ask_blind', 'reviews.sets'])
    expect(JSON.stringify(store.getState())).not.toContain('quatro palavras')
  })

  it('that were not written are not listed', async () => {
    const { store, bridge, asked } = setUp()
    bridge.answer('reviews.ask_blind', () => ({ file: { ...saved, saved: false }, set: null }))
    const [choice] = requestChoices('f1', { forms: [formWith()], filters: [] }, ptBR)
    if (!choice) throw new Error('no choice')
    expect(
      await store.getState().request(choice.entries, { passphrase: 'quatro palavras', name: 'Pedido' }),
    ).toBeUndefined()
    expect(asked()).not.toContain('reviews.sets')
  })

  it('are compared anew after a change, and forgotten with their comparison', async () => {
    const { store, asked } = setUp()
    await store.getState().compare('s1')
    await store.getState().reload()
    expect(asked()).toEqual(['reviews.agreement', 'reviews.agreement'])
    expect(await store.getState().forget('s1')).toBe(true)
    expect(store.getState().agreements).toEqual({})
    expect(readyValue(store.getState().sets)).toEqual([])
  })
})

describe('agreement', () => {
  it('has a word for its strength', () => {
    expect([-0.1, 0, 0.3, 0.5, 0.74, 0.95].map(kappaWord)).toEqual([
      'poor',
      'slight',
      'fair',
      'moderate',
      'substantial',
      'perfect',
    ])
  })

  it('is a square of the states that either used, with its sums', () => {
    const matrix = matrixOf([
      { mine: 'aprovada', theirs: 'aprovada', count: 6 },
      { mine: 'aprovada', theirs: 'spam', count: 2 },
      { mine: 'duvida', theirs: 'nova', count: 0 },
    ])
    expect(matrix.states).toEqual(['aprovada', 'spam'])
    expect(matrix.of('aprovada', 'spam')).toBe(2)
    expect(matrix.of('spam', 'aprovada')).toBe(0)
    expect([matrix.mine('aprovada'), matrix.theirs('spam'), matrix.highest]).toEqual([8, 2, 6])
  })
})
