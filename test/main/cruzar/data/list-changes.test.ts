import { describe, expect, test } from 'vitest'
import { recogniseList } from '../../../../main/cruzar/data/lists/list-identity.ts'
import { emptyRun } from '../../../../main/cruzar/data/run-file.ts'
import { emptyFilter } from '../../../../preload/values/lead-filters.ts'
import { createLinksKit, lead } from '../../people/links-kit.ts'

const day = 24 * 60 * 60 * 1000
const phone = (number: number) => `55119${String(61_000_000 + number)}`
const contact = (number: number, more = {}) => lead({ contato_id: number, telefone_digitos: phone(number), ...more })
const inTalk = (number: number, more = {}) =>
  contact(number, {
    conversa_id: 100 + number,
    conversa_criada_em: '2026-11-01T10:00:00Z',
    ultima_mensagem_do_contato_em: '2026-11-02T10:00:00Z',
    status: 'open',
    agente: 'Bia',
    ...more,
  })

/** Crosses a list, reads other leads into the sheet a week later, and crosses the same list again. */
async function crossTwice(
  leads: readonly ReturnType<typeof contact>[],
  later: readonly ReturnType<typeof contact>[],
  lists: readonly [readonly string[], readonly string[]],
) {
  const kit = createLinksKit()
  await kit.makeSheet('s1', leads)
  const first = await kit.cross('s1', lists[0])
  kit.later(7 * day)
  await kit.read('s1', later)
  const second = await kit.cross('s1', lists[1])
  const changes = await kit.runs['runs.changes']({ id: second.answered.id })
  const column = await kit.columnsOf(second.answered.id)
  return { kit, first: first.answered, second: second.answered, changes, column }
}

describe('a list that is crossed once more', () => {
  test('says of every row what has changed since the run before', async () => {
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    const list = numbers.map(phone)
    const { changes, column, first } = await crossTwice(
      [
        contact(2),
        inTalk(3),
        inTalk(4),
        inTalk(5),
        inTalk(6, { status: 'resolved' }),
        inTalk(7),
        inTalk(8),
        inTalk(9, { status: 'resolved' }),
      ],
      [
        contact(1),
        inTalk(2, { ultima_mensagem_do_contato_em: '2026-11-25T10:00:00Z' }),
        inTalk(3, { ultima_mensagem_do_contato_em: '2026-11-25T10:00:00Z' }),
        inTalk(4, { status: 'resolved', agente: 'Davi' }),
        inTalk(5, { conversa_id: 999 }),
        inTalk(6),
        contact(7),
        inTalk(9, { status: 'resolved' }),
      ],
      [list, list],
    )
    expect(column('cruzar_antes')).toEqual([
      'ausente',
      'sem_conversa',
      ...Array.from({ length: 7 }, () => 'com_conversa'),
    ])
    expect(column('cruzar_mudanca')).toEqual([
      'novo_cadastro',
      'respondeu, nova_conversa',
      'respondeu',
      'resolvida, outro_agente',
      'nova_conversa',
      'reaberta',
      'perdeu_conversa',
      'saiu_da_base',
      '',
    ])
    expect(changes).toMatchObject({
      since: { id: first.id, known_at: '2026-11-20T12:00:00.000Z', differences: [] },
      changed: 8,
      gone: 0,
      without_key: 0,
      kinds: expect.arrayContaining([{ kind: 'respondeu', rows: 2 }]),
      moves: expect.arrayContaining([
        { from: 'ausente', to: 'sem_conversa', rows: 1 },
        { from: 'com_conversa', to: 'com_conversa', rows: 5 },
      ]),
    })
  })

  test('calls no one answered whose last message is older than what was known before', async () => {
    const { column } = await crossTwice([], [inTalk(1)], [[phone(1)], [phone(1)]])
    expect(column('cruzar_mudanca')).toEqual(['novo_cadastro, nova_conversa'])
  })

  test('tells new rows from those that were there, whatever their order and ninth digit, and finds those that are gone', async () => {
    const { kit, second, changes, column } = await crossTwice(
      [contact(1)],
      [contact(1)],
      [
        [phone(1), phone(2), phone(3), 'sem telefone'],
        [phone(4), phone(2), phone(1).replace('119', '11'), 'nada'],
      ],
    )
    expect(column('cruzar_antes')).toEqual(['linha_nova', 'ausente', 'sem_conversa', ''])
    expect(column('cruzar_mudanca')).toEqual(['linha_nova', '', '', ''])
    expect(changes).toMatchObject({ changed: 1, gone: 1, without_key: 1 })
    expect(await kit.runs['runs.gone_rows']({ id: second.id })).toEqual({
      headings: ['chave', 'nota'],
      rows: [{ outcome: 'ausente', cells: [phone(3), '.'] }],
      total: 1,
    })
  })

  test('keeps its changes when the run before is forgotten, but for the rows that are gone', async () => {
    const { kit, first, second, changes } = await crossTwice([], [contact(1)], [[phone(1), phone(2)], [phone(1)]])
    await kit.runs['runs.forget']({ id: first.id })
    kit.reopenRuns()
    expect(kit.runs['runs.read']({ id: second.id }).changes).toEqual(changes)
    expect((await kit.columnsOf(second.id))('cruzar_mudanca')).toEqual(['novo_cadastro'])
    await expect(kit.runs['runs.gone_rows']({ id: second.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is compared with any earlier run that the person chooses', async () => {
    const { kit, first, second } = await crossTwice([], [contact(1)], [[phone(1)], [phone(1)]])
    kit.later(day)
    const third = await kit.cross('s1', [phone(1)])
    const { id } = third.answered
    expect(await kit.runs['runs.changes']({ id })).toMatchObject({ since: { id: second.id }, changed: 0 })
    expect(await kit.runs['runs.changes']({ id, since: first.id })).toMatchObject({
      since: { id: first.id },
      changed: 1,
    })
    expect(await kit.runs['runs.changes']({ id })).toMatchObject({ since: { id: first.id } })
  })

  test('is not compared with a run that asked something else, unless the person wants it', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [inTalk(1), inTalk(2)])
    const first = await kit.cross('s1', [phone(1), phone(2).slice(2)])
    kit.later(day)
    const { answered, columnsOf } = {
      ...kit,
      ...(await kit.cross('s1', [phone(1), phone(2).slice(2)], { match: 'exact' })),
    }
    const { id } = answered
    expect(await kit.runs['runs.changes']({ id })).toBeNull()
    // Nobody left the base because less counts as the same person.
    expect(await kit.runs['runs.changes']({ id, since: first.answered.id })).toMatchObject({
      since: { differences: ['match'] },
      kinds: [{ kind: 'outro_resultado', rows: 1 }],
    })
    expect((await columnsOf(id))('cruzar_mudanca')).toHaveLength(2)
  })

  test('is compared with the newest run that asked the same', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [inTalk(1)])
    const first = await kit.cross('s1', [phone(1)])
    kit.later(day)
    await kit.cross('s1', [phone(1)], { match: 'exact' })
    kit.later(2 * day)
    const { answered } = await kit.cross('s1', [phone(1)])
    expect(await kit.runs['runs.changes']({ id: answered.id })).toMatchObject({ since: { id: first.answered.id } })
  })

  test('compares a row with the very row that it was, where several have a phone of it', async () => {
    const list = [`${phone(1)} / ${phone(2)}`, phone(1), `+${phone(3)}`, phone(3).slice(2)]
    const leads = [inTalk(2), inTalk(3), contact(4, { telefone_digitos: phone(3).slice(2) })]
    const { changes, column } = await crossTwice(leads, leads, [list, list])
    expect(column('cruzar_antes')).toEqual(['com_conversa', 'ausente', 'com_conversa', 'sem_conversa'])
    expect(changes).toMatchObject({ changed: 0, gone: 0 })
  })

  test('counts changes from when the sheet had been read, which may be long before the run', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1)])
    kit.later(3 * day)
    await kit.cross('s1', [phone(1)])
    kit.later(day)
    const { answered } = await kit.cross('s1', [phone(1)])
    expect(await kit.runs['runs.changes']({ id: answered.id })).toMatchObject({
      since: { started_at: '2026-11-23T12:00:00.000Z', known_at: '2026-11-20T12:00:00.000Z' },
    })
  })
})

describe('a list is recognised', () => {
  const hundred = Array.from({ length: 100 }, (_, number) => phone(number))
  const crossAs = async (file: string, lines: readonly string[], list_id?: string | null) => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1)])
    const first = await kit.cross('s1', hundred, { file: 'Leads 20-11.csv' })
    kit.later(day)
    const second = await kit.cross('s1', lines, { file, ...(list_id === undefined ? {} : { list_id }) })
    return second.answered.list_id === first.answered.list_id
  }

  test.each([
    ['by its name, whatever is in it', 'Leads 20-11.csv', [phone(500)], true],
    ['by a name that differs in its day, with a third of its keys', 'leads 27-11 (2).csv', hundred.slice(0, 40), true],
    ['not by such a name alone', 'leads 27-11.csv', [phone(500)], false],
    ['by most of its keys under another name', 'retorno.csv', hundred.slice(0, 80), true],
    ['not by half of its keys under another name', 'retorno.csv', hundred.slice(0, 50), false],
  ])('%s', async (_, file, lines, expected) => {
    expect(await crossAs(file, lines)).toBe(expected)
  })

  test('unless the person calls it a new one', async () => {
    expect(await crossAs('Leads 20-11.csv', hundred, null)).toBe(false)
  })

  test('by the name of its file where former versions ran it, all runs of that name together', () => {
    const former = { ...emptyRun, connection_id: 'one', filter: emptyFilter, started_at: '2026-11-13T10:00:00.000Z' }
    const runs = [
      { ...former, id: 'r3', name: 'Terceira', list_name: 'base.csv' },
      { ...former, id: 'r2', name: 'Outra', list_name: 'outra.csv' },
      { ...former, id: 'r1', name: 'Primeira', list_name: 'base.csv' },
    ]
    expect(recogniseList('base.csv', '', runs)).toMatchObject({ name: 'Terceira', runs: 2, alike: null })
    expect(recogniseList('nova.csv', '', runs)).toBeNull()
  })

  test('by a sample of its keys in any order where it has a hundred thousand', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1)])
    const many = Array.from({ length: 100_000 }, (_, number) => phone(number))
    const first = await kit.cross('s1', many, { file: 'a.csv' })
    kit.later(day)
    const second = await kit.cross('s1', [...many.slice(10_000)].reverse(), { file: 'b.csv' })
    expect(second.answered.list_id).toBe(first.answered.list_id)
    const third = await kit.cross('s1', many.slice(0, 40_000), { file: 'c.csv' })
    expect(third.answered.list_id).toBe(third.answered.id)
  })
})
