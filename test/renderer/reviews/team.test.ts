import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { batchPhrase } from '../../../renderer/reviews/history-dialog.tsx'
import { strengthOf } from '../../../renderer/reviews/package-dialog.tsx'
import { draftOf, rulesOf, wordsProblem } from '../../../renderer/reviews/rules-dialog.tsx'
import { createTeams } from '../../../renderer/reviews/team.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { batchWith, entryFiguresWith, formWith } from '../../kit/samples-forms.ts'

const figures = entryFiguresWith()

function setUp() {
  const bridge = createFakeBridge({
    'reviews.reviewer': () => ({ name: 'ana' }),
    'reviews.name_reviewer': ({ name }: { name: string }) => ({ name }),
    'reviews.sets': () => [],
    'reviews.filters': () => [],
    'forms.list': () => [formWith(), formWith({ id: 302, kept: false })],
    'reviews.batches': () => [batchWith()],
    'reviews.undo': () => ({ undone: batchWith(), changed: 11 }),
    'entries.figures': () => figures,
    'tables.shape': () => ({ columns: [], total: 4, matching: 4, version: '1' }),
  })
  const teams = createTeams({ ask: createAsk(bridge), bridge })
  const count = (name: string) => bridge.inputs(name).length
  return { bridge, teams, count }
}

describe('the stores of an account', () => {
  it('are the same at every call until they are dropped', () => {
    const { teams } = setUp()
    expect(teams.of('f1')).toBe(teams.of('f1'))
    expect(teams.of('f2')).not.toBe(teams.of('f1'))
    const before = teams.of('f1')
    teams.forget()
    expect(teams.of('f1')).not.toBe(before)
  })

  it('are refetched only while a screen watches them', async () => {
    const { teams, count } = setUp()
    const team = teams.of('f1')
    await team.sets.getState().load()
    await teams.reload()
    expect(count('reviews.sets')).toBe(1)
    const leave = team.watch()
    await teams.reload()
    expect(count('reviews.sets')).toBe(2)
    leave()
    await teams.reload()
    expect(count('reviews.sets')).toBe(2)
  })

  it('list the kept forms', async () => {
    const { teams } = setUp()
    const { sources } = teams.of('f1')
    await sources.getState().load()
    expect(readyValue(sources.getState().sources)?.forms.map(({ id }) => id)).toEqual([301])
  })
})

describe('the reviewer', () => {
  it('is renamed, and keeps its name on failure', async () => {
    const { teams, bridge } = setUp()
    const { reviewer } = teams
    await reviewer.getState().load()
    await reviewer.getState().save('Ana Souza')
    expect(readyValue(reviewer.getState().name)).toBe('Ana Souza')
    bridge.answer('reviews.name_reviewer', refuses('disk_full'))
    await expect(reviewer.getState().save('Bia')).rejects.toMatchObject({ failure: { code: 'disk_full' } })
    expect(readyValue(reviewer.getState().name)).toBe('Ana Souza')
  })
})

describe('the history', () => {
  it('undoes a batch, counts its entries and refetches', async () => {
    const { teams, bridge, count } = setUp()
    const { history } = teams.of('f1')
    await history.getState().load()
    await history.getState().undo('b1')
    expect(history.getState()).toMatchObject({ undone: 11, working: null })
    expect(count('reviews.batches')).toBe(2)
    bridge.answer('reviews.undo', refuses('file_busy'))
    await history.getState().undo('b1')
    expect(history.getState()).toMatchObject({ undone: null, failure: { code: 'file_busy' } })
  })

  it('names each kind of batch', () => {
    const phrase = (kind: Parameters<typeof batchWith>[0]) => batchPhrase(batchWith(kind), ptBR)
    expect(phrase({ kind: 'state', value: 'duvida' })).toBe('Estado: Dúvida')
    expect(phrase({ kind: 'assign', value: null })).toBe('Tirou o responsável')
    expect(phrase({ kind: 'tag', value: 'vip, urgente' })).toBe('Etiquetas: vip, urgente')
    expect(phrase({ kind: 'merge', value: 'Bruno' })).toBe('Juntou o pacote de Bruno')
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

  it('report too many or too long words', () => {
    expect(wordsProblem('cassino')).toBeNull()
    expect(wordsProblem('x'.repeat(101))).toBe('tooLong')
    expect(wordsProblem(Array.from({ length: 1001 }, (_, place) => `palavra ${place}`).join('\n'))).toBe('tooMany')
  })
})

describe('the strength of a passphrase', () => {
  it('grows with words, not with repeated or consecutive signs', () => {
    expect(strengthOf('aaaaaaaaaaaaaaaa')).toBe('weak')
    expect(strengthOf('12345678')).toBe('weak')
    expect(strengthOf('senha123')).toBe('weak')
    expect(strengthOf('quatro cavalos')).not.toBe('strong')
    expect(strengthOf('quatro cavalos bebem chá gelado')).toBe('strong')
    expect(strengthOf('tR7$wq9!Zp2&Lm5x')).not.toBe('weak')
  })
})
