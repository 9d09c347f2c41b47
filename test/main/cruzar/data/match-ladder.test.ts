import { describe, expect, test } from 'vitest'
import { createLinksKit, lead } from '../../people/links-kit.ts'

const contact = (contato_id: number, telefone_digitos: string, more = {}) =>
  lead({ contato_id, nome: `Contato ${contato_id}`, telefone_digitos, ...more })

describe('the match ladder of a run that cached sheets answer', () => {
  test('says of every row which rung matched and why', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [
      contact(1, '5511961234567'),
      contact(2, '11971234567'),
      contact(3, '551181234567'),
      contact(4, '552135551234', { email: 'Ana@Exemplo.com' }),
    ])
    const rows = [
      ['5511961234567', 'exact', 'match_exact'],
      ['(11) 96123-4567', 'country', 'match_without_country'],
      ['+55 11 97123-4567', 'country', 'match_with_country'],
      ['11 97123-4567', 'exact', 'match_exact'],
      ['0 15 11 96123-4567', 'trunk', 'match_trunk'],
      ['00 55 11 96123-4567', 'trunk', 'match_trunk'],
      ['11 6123-4567', 'ninth', 'match_without_ninth'],
      ['11 98123-4567', 'ninth', 'match_with_ninth'],
      ['Ana@Exemplo.com', 'exact', 'match_exact'],
      ['ana@exemplo.com', 'folded', 'match_folded'],
      ['ANA@exemplo.com', 'folded', 'match_folded'],
    ]
    const { column, outcomes } = await kit.cross(
      's1',
      rows.map(([key = '']) => key),
    )
    expect(outcomes).toEqual(rows.map(() => 'sem_conversa'))
    expect(column('cruzar_degrau')).toEqual(rows.map(([, rung]) => rung))
    expect(column('cruzar_motivo')).toEqual(rows.map(([, , reason]) => reason))
  })

  test('finds e-mails whatever their case, blanks and invisible characters, and by nothing else that differs', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [
      lead({ contato_id: 1, email: 'ana@x.com' }),
      lead({ contato_id: 2, email: 'JOSÉ@x.com' }),
      lead({ contato_id: 3, email: 'an\u200ba+promo@gmail.com ' }),
      lead({ contato_id: 4, email: 'ana.souza@gmail.com' }),
    ])
    const rows = [
      ['ana@x.com', '1', 'exact'],
      ['ANA@X.com', '1', 'folded'],
      ['JOSÉ@x.com', '2', 'exact'],
      ['josé@x.com', '2', 'folded'],
      ['jose@x.com', '', ''],
      ['ana+promo@gmail.com', '3', 'folded'],
      ['ana@gmail.com', '', ''],
      ['ana.souza@gmail.com', '4', 'exact'],
      ['anasouza@gmail.com', '', ''],
      ['ana.souza@googlemail.com', '', ''],
      ['ana@x.com.br', '', ''],
    ]
    const { column } = await kit.cross(
      's1',
      rows.map(([email = '']) => email),
    )
    expect(column('lead_contato_id')).toEqual(rows.map(([, id]) => id))
    expect(column('cruzar_degrau')).toEqual(rows.map(([, , rung]) => rung))
  })

  test.each([
    ['exact', ['exact']],
    ['country', ['exact', 'country']],
    ['trunk', ['exact', 'country', 'trunk']],
    ['ninth', ['exact', 'country', 'trunk', 'ninth']],
  ] as const)('accepts no rung below the one that the person sets: %s', async (match, accepted) => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511961234567')])
    const list = ['5511961234567', '11961234567', '011961234567', '1161234567']
    const { answered, outcomes, column } = await kit.cross('s1', list, { match })
    expect(answered).toMatchObject({ match, outcomes: { sem_conversa: accepted.length } })
    expect(outcomes).toEqual(list.map((_, row) => (row < accepted.length ? 'sem_conversa' : 'ausente')))
    expect(column('cruzar_degrau').filter((rung) => rung !== '')).toEqual([...accepted])
    expect(column('lead_contato_id').filter((id) => id !== '')).toEqual(accepted.map(() => '1'))
  })

  test('compares every form in which a cell has a phone', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511961234567')])
    const { outcomes } = await kit.cross('s1', ['11 96123-4567 / 5511961234567'], { match: 'exact' })
    expect(outcomes).toEqual(['sem_conversa'])
  })

  test('never gives a landline a ninth digit', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511931234567'), contact(2, '551141234567')])
    const { outcomes } = await kit.cross('s1', ['1131234567', '11941234567'])
    expect(outcomes).toEqual(['ausente', 'ausente'])
  })

  test('prefers the contact with the newest conversation, of equal ones the one that is written more alike', async () => {
    const kit = createLinksKit()
    const newer = { conversa_id: 9, conversa_criada_em: '2026-11-20T12:00:00Z' }
    await kit.makeSheet('s1', [
      contact(1, '5511961234567'),
      contact(2, '551161234567', newer),
      contact(3, '11961234567', newer),
    ])
    const { column, outcomes } = await kit.cross('s1', ['5511961234567', '11961234567', '1161234567'])
    expect(column('lead_contato_id')).toEqual(['2', '3', '2'])
    expect(outcomes).toEqual(['com_conversa', 'com_conversa', 'com_conversa'])
    expect(column('cruzar_degrau')).toEqual(['ninth', 'exact', 'country'])
  })

  test.each([
    ['exact', '5511961234567', 'ninth'],
    ['exact', '551161234567', 'exact'],
    ['country', '(11) 96123-4567', 'ninth'],
    ['trunk', '0 15 11 6123-4567', 'trunk'],
    ['area', '96123-4567', 'area'],
  ])('means the card with a conversation of a person who has two, on the rung %s', async (_, typed, rung) => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511961234567'), contact(2, '551161234567', { conversa_id: 9 })])
    const settings = { area_code: '11' as const }
    const { answered, outcomes, column } = await kit.cross('s1', [typed], { settings })
    expect([outcomes, column('lead_contato_id'), column('cruzar_degrau')]).toEqual([['com_conversa'], ['2'], [rung]])
    expect([column('cruzar_motivo'), column('cruzar_candidatos')]).toEqual([['two_cards'], ['2']])
    expect(await kit.runs['runs.candidates']({ id: answered.id, row: 0 })).toMatchObject({
      count: 2,
      leads: [{ contato_id: 2 }, { contato_id: 1 }],
    })
  })

  test('means the card as it is written where neither has a conversation inside the filters', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '551161234567'), contact(2, '5511961234567')])
    const { outcomes, column } = await kit.cross('s1', ['5511961234567', '1161234567'])
    expect(outcomes).toEqual(['sem_conversa', 'sem_conversa'])
    expect(column('lead_contato_id')).toEqual(['2', '1'])
    expect(column('cruzar_motivo')).toEqual(['two_cards', 'two_cards'])
  })

  test('has one card where the ninth digit does not count', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511961234567'), contact(2, '551161234567', { conversa_id: 9 })])
    const { outcomes, column } = await kit.cross('s1', ['5511961234567'], { match: 'trunk' })
    expect([outcomes, column('cruzar_motivo')]).toEqual([['sem_conversa'], ['match_exact']])
  })

  test('leaves several contacts on the best rung to the person: counted, and none is chosen', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511961234567'), contact(2, '5511961234567'), contact(3, '551161234567')])
    const { answered, outcomes, column } = await kit.cross('s1', ['5511961234567', '1161234567'])
    expect(outcomes).toEqual(['ambigua', 'sem_conversa'])
    expect(answered.outcomes).toMatchObject({ ambigua: 1, sem_conversa: 1, ausente: 0 })
    expect(column('cruzar_candidatos')).toEqual(['2', ''])
    expect(column('cruzar_motivo')).toEqual(['several_candidates', 'match_without_country'])
    expect(column('lead_contato_id')).toEqual(['', '3'])
    expect(await kit.runs['runs.candidates']({ id: answered.id, row: 0 })).toMatchObject({
      count: 2,
      leads: [{ contato_id: 1 }, { contato_id: 2 }],
    })
  })

  test('has the lead of the only best contact, however many others match less alike', async () => {
    const kit = createLinksKit()
    const newer = { conversa_id: 9, conversa_criada_em: '2026-11-20T12:00:00Z' }
    const others = Array.from({ length: 300 }, (_, at) =>
      contact(at + 10, '551161234567', { ...newer, conversa_id: at + 1 }),
    )
    await kit.makeSheet('s1', [...others, contact(1, '5511961234567')])
    const { answered, outcomes, column } = await kit.cross('s1', ['5511961234567', '1161234567'])
    expect(outcomes).toEqual(['sem_conversa', 'ambigua'])
    expect([column('lead_contato_id'), column('cruzar_candidatos')]).toEqual([
      ['1', ''],
      ['', '300'],
    ])
    const { count, leads } = await kit.runs['runs.candidates']({ id: answered.id, row: 1 })
    expect([count, leads.length]).toEqual([300, 100])
  })

  test('counts the rows of one contact once', async () => {
    const kit = createLinksKit()
    const conversation = (conversa_id: number) =>
      contact(1, '5511961234567', { conversa_id, conversa_criada_em: `2026-11-0${conversa_id}T12:00:00Z` })
    await kit.makeSheet('s1', [conversation(1), contact(2, '551161234567'), conversation(3), conversation(2)], {
      agrupar: 'conversa',
    })
    const { outcomes, column } = await kit.cross('s1', ['5511961234567'])
    expect([outcomes, column('lead_conversa_id')]).toEqual([['com_conversa'], ['3']])
  })

  test('shows the same after the run is opened anew', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511961234567'), contact(2, '5511961234567'), contact(3, '551161234567')])
    const list = ['5511961234567', '1161234567', '011961234567', 'A@b.com']
    const { answered, ...before } = await kit.cross('s1', list)
    kit.reopenRuns()
    const column = await kit.columnsOf(answered.id)
    for (const key of ['cruzar_resultado', 'cruzar_motivo', 'cruzar_degrau', 'cruzar_candidatos', 'lead_contato_id'])
      expect(column(key)).toEqual(before.column(key))
  })
})

describe('phones without an area code', () => {
  test('take that of the column, which is the last rung', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511961234567')])
    const settings = { key_columns: [{ index: 1, kind: 'phone' as const }], area_column: 0 }
    const { answered, outcomes, column } = await kit.cross('s1', ['11;96123-4567', '21;96123-4567'], { settings })
    expect(answered.match).toBe('area')
    expect(outcomes).toEqual(['sem_conversa', 'ausente'])
    expect([column('cruzar_degrau')[0], column('cruzar_motivo')[0]]).toEqual(['area', 'match_area'])
  })

  test('take the one that the person chose, on both sides', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '961234567'), contact(2, '5511971234567')])
    const list = ['5511961234567', '97123-4567', '7123-4567']
    const { outcomes, column } = await kit.cross('s1', list, { settings: { area_code: '11' } })
    expect(outcomes).toEqual(['sem_conversa', 'sem_conversa', 'sem_conversa'])
    expect(column('cruzar_degrau')).toEqual(['area', 'area', 'area'])
  })

  test('are unusable where the person accepts no such guess', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511961234567')])
    const { outcomes } = await kit.cross('s1', ['96123-4567'], { match: 'ninth', settings: { area_code: '11' } })
    expect(outcomes).toEqual(['invalida'])
  })

  test('have that of the phone before them in the same cell as their own', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511961234567')])
    const { outcomes, column } = await kit.cross('s1', ['11 97777-1111 / 96123-4567'], { match: 'ninth' })
    expect([outcomes, column('cruzar_degrau')]).toEqual([['sem_conversa'], ['country']])
  })
})
