import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { kappaWord, matrixOf } from '../../../renderer/reviews/agreement-screen.tsx'
import { requestChoices } from '../../../renderer/reviews/blind.tsx'
import { batchPhrase } from '../../../renderer/reviews/history-dialog.tsx'
import { strengthOf } from '../../../renderer/reviews/package-dialogs.tsx'
import { draftOf, rulesOf, wordsProblem } from '../../../renderer/reviews/spam-rules.tsx'
import { refuses } from '../../kit/fake-bridge.ts'
import { savedFileWith } from '../../kit/samples.ts'
import { batchWith, entryCountsWith, formWith, reviewSetWith } from '../../kit/samples-forms.ts'
import { setUpReviews } from './reviews-kit.tsx'

describe('the reviews of an account', () => {
  it('are the same at every call until they are dropped', () => {
    const { reviews, reset, team } = setUpReviews()
    expect(reviews.of('f1')).toBe(team)
    expect(reviews.of('f2')).not.toBe(team)
    reset?.()
    expect(reviews.of('f1')).not.toBe(team)
  })

  it('are loaded again after a push only while a screen shows them', async () => {
    const { count, push, state } = setUpReviews()
    await state().loadSets()
    await push()
    expect(count('reviews.sets')).toBe(1)
    await state().open()
    await push()
    expect([count('reviews.sets'), count('forms.list'), count('reviews.batches')]).toEqual([3, 2, 0])
    state().close()
    await push()
    expect(count('reviews.sets')).toBe(3)
  })

  it('list the kept forms', async () => {
    const { state } = setUpReviews()
    await state().loadSources()
    expect(readyValue(state().sources)?.forms.map(({ id }) => id)).toEqual([301])
  })
})

it('the reviewer keeps its name when another cannot be stored', async () => {
  const { bridge, reviews } = setUpReviews()
  const { getState } = reviews.reviewer
  await getState().load()
  bridge.answer('reviews.name_reviewer', refuses('disk_full'))
  await expect(getState().save('Bia')).rejects.toMatchObject({ failure: { code: 'disk_full' } })
  expect(readyValue(getState().name)).toBe('Ana')
})

describe('a blind review', () => {
  const agreement = { both: 10, agreed: 8, rate: 0.8, kappa: 0.6, pairs: [], disagreed: [] }
  const everything = { table: { kind: 'entries' as const, id: 'f1:301:' }, select: { query: emptyQuery } }
  const file = { passphrase: 'quatro palavras', name: 'Pedido' }
  const setUp = (isSaved = true) => {
    const made = setUpReviews({
      'reviews.agreement': () => agreement,
      'reviews.ask_blind': () => ({ file: savedFileWith({ saved: isSaved }), set: reviewSetWith({ role: 'asked' }) }),
      'reviews.forget_set': () => [],
      'entries.counts': () => entryCountsWith({ total: 1200, matching: 40 }),
    })
    return { ...made, requests: () => made.bridge.asked.map(({ name }) => name) }
  }

  it('can be requested for the entries of a form, or of all forms', () => {
    const forms = [formWith(), formWith({ id: 302, name: 'Orçamento' })]
    expect(requestChoices('f1', { forms }, ptBR).map(({ label, table }) => [label, table.id])).toEqual([
      ['Todas de Contato do site', 'f1:301:'],
      ['Todas de Orçamento', 'f1:302:'],
      ['Todas, de todos os formulários', 'f1:all:'],
    ])
    expect(requestChoices('f1', { forms: [formWith()] }, ptBR)).toHaveLength(1)
  })

  it('is counted before it is requested, and listed after, without its passphrase', async () => {
    const { state, requests } = setUp()
    await state().count(everything)
    expect(readyValue(state().size)).toBe(40)
    expect(await state().request(everything, file)).toEqual(savedFileWith())
    expect(requests()).toEqual(['entries.counts', 'reviews.ask_blind', 'reviews.sets'])
    expect(JSON.stringify(state())).not.toContain(file.passphrase)
  })

  it('is not listed when no file was saved', async () => {
    const { state, requests } = setUp(false)
    expect(await state().request(everything, file)).toBeNull()
    expect(requests()).not.toContain('reviews.sets')
  })

  it('is compared again after a push, and forgotten with its comparison', async () => {
    const { state, count, push } = setUp()
    await state().open('s1')
    await push()
    expect(count('reviews.agreement')).toBe(2)
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
    const { states, of, mine, theirs, highest } = matrixOf([
      { mine: 'aprovada', theirs: 'aprovada', count: 6 },
      { mine: 'aprovada', theirs: 'spam', count: 2 },
      { mine: 'duvida', theirs: 'nova', count: 0 },
    ])
    expect(states).toEqual(['aprovada', 'spam'])
    expect([of('aprovada', 'spam'), of('spam', 'aprovada')]).toEqual([2, 0])
    expect([mine('aprovada'), theirs('spam'), highest]).toEqual([8, 2, 6])
  })
})

describe('the history', () => {
  it('shows why a batch cannot be undone, and no longer what the undo before it changed', async () => {
    const { state, bridge } = setUpReviews()
    await state().undo('b1')
    expect(state().undone).toBe(13)
    bridge.answer('reviews.undo', refuses('file_busy'))
    await state().undo('b1')
    expect(state()).toMatchObject({ undone: null, undoing: { failure: { code: 'file_busy' } } })
  })

  it.each([
    [{ kind: 'state', value: 'duvida' }, 'Estado: Dúvida'],
    [{ kind: 'assign', value: null }, 'Tirou o responsável'],
    [{ kind: 'tag', value: 'vip, urgente' }, 'Etiquetas: vip, urgente'],
    [{ kind: 'merge', value: 'Bruno' }, 'Juntou o pacote de Bruno'],
  ] as const)('names the batch %o', (batch, phrase) => {
    expect(batchPhrase(batchWith(batch), ptBR)).toBe(phrase)
  })
})

describe('rules of spam', () => {
  const rules = { blocked_words: ['cassino', 'seo grátis'], links: 3, repeated: 2, seconds: 10, off: [] }

  it('are unchanged by the draft', () => {
    expect(rulesOf(draftOf(rules))).toEqual(rules)
  })

  it('take one word a line, without blanks and repetitions', () => {
    const words = ' cassino \n\nseo   grátis\ncassino\n'
    expect(rulesOf({ ...draftOf(rules), words }).blocked_words).toEqual(['cassino', 'seo grátis'])
  })

  it('show zero seconds as a hint that is off', () => {
    expect(draftOf({ ...rules, seconds: 0 })).toMatchObject({ seconds: 10, off: ['velocidade'] })
  })

  it.each([
    ['cassino', null],
    ['x'.repeat(101), 'tooLong'],
    [Array.from({ length: 1001 }, (_, place) => `palavra ${place}`).join('\n'), 'tooMany'],
  ])('report too many or too long words: %.10s', (words, problem) => {
    expect(wordsProblem(words)).toBe(problem)
  })
})

describe('the strength of a passphrase', () => {
  it.each([
    ['aaaaaaaaaaaaaaaa', /^weak$/],
    ['12345678', /^weak$/],
    ['senha123', /^weak$/],
    ['quatro cavalos', /^(weak|fair|good)$/],
    ['quatro cavalos bebem chá gelado', /^strong$/],
    ['tR7$wq9!Zp2&Lm5x', /^(fair|good|strong)$/],
  ])('grows with words, not with repeated or consecutive signs: %s', (passphrase, strength) => {
    expect(strengthOf(passphrase)).toMatch(strength)
  })
})
