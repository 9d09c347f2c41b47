import { describe, expect, test } from 'vitest'
import { noRow } from '../../../main/engine/columns/derived-columns.ts'
import { leadColumnOf } from '../../../main/leads/lead-columns.ts'
import { runsAll } from '../../kit/systems.ts'
import { leadsOf, manyLeads } from '../sheets/data/lead-pages.ts'
import { createLinksKit, lead } from './links-kit.ts'

const ana = lead({
  contato_id: 1,
  nome: 'Ana',
  telefone_digitos: '5511961234567',
  email: 'ana@exemplo.com',
  conversa_id: 10,
  conversa_criada_em: '2026-11-01T10:00:00-03:00',
  agente: 'Bia',
  status: 'open',
})
const bento = lead({ contato_id: 2, nome: 'Bento', telefone_digitos: '551161230000', email: 'Bento@Exemplo.com' })

describe('the lead of an entry', () => {
  test('is found by its phone, by its ninth digit, by its e-mail, and shows by which', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [ana, bento])
    kit.addEntries({
      1: { telefone: '(11) 96123-4567' },
      2: { telefone: '(11) 6123-4567' },
      3: { telefone: '11 96123-0000' },
      4: { email: 'ANA@exemplo.com' },
      5: { email: 'bento@exemplo.com' },
      6: { telefone: '(21) 98888-7777', email: 'ninguem@exemplo.com' },
      7: { mensagem: 'sem contato' },
    })
    const links = await kit.links.links('forms')
    const outcomes = [1, 2, 3, 4, 5, 6].map((id) => [links.of(id)?.outcome, links.of(id)?.matched_by])
    expect(outcomes).toEqual([
      ['com_conversa', 'telefone'],
      ['com_conversa', 'nono_digito'],
      ['sem_conversa', 'nono_digito'],
      ['com_conversa', 'email'],
      ['sem_conversa', 'email'],
      ['ausente', null],
    ])
    expect(links.of(1)).toMatchObject({
      sheet_id: 's1',
      sheet_name: 'Planilha s1',
      read_at: '2026-11-20T12:00:00.000Z',
    })
    expect(links.of(6)).toMatchObject({ sheet_id: null, read_at: '2026-11-20T12:00:00.000Z', row: noRow })
    expect(links.of(7)).toBeNull()
    expect(links.of(99)).toBeNull()
  })

  test('has the fields that the sheet has, in a record and in columns', async () => {
    const kit = createLinksKit()
    const [first, second] = leadsOf(40).filter(({ telefone_digitos }) => telefone_digitos !== '')
    if (!first || !second) throw new Error('no leads')
    await kit.makeSheet('s1', [{ ...first, novidade: { a: 1 } }, second])
    kit.addEntries({ 1: { telefone: `+${second.telefone_digitos}` }, 2: { telefone: `+${first.telefone_digitos}` } })
    const links = await kit.links.links('forms')
    expect(links.leadOf(2)).toMatchObject({
      ...first,
      novidade: { a: 1 },
      ultima_mensagem_do_contato_em: expect.anything(),
    })
    expect(links.leadOf(3)).toBeNull()
    const names = links.columns.get('nome')
    if (!names) throw new Error('no names')
    const column = leadColumnOf('text', names)
    expect([1, 2].map((id) => column.cell(links.of(id)?.row ?? noRow))).toEqual([second.nome, first.nome])
  })

  test('is null without a cached sheet that was read', async () => {
    const kit = createLinksKit()
    kit.addEntries({ 1: { telefone: '(11) 96123-4567' } })
    expect((await kit.links.links('forms')).of(1)).toBeNull()
    await kit.makeSheet('s1')
    expect((await kit.links.links('forms')).of(1)).toBeNull()
    await kit.begin('s1')
    await kit.pages('s1', [ana])
    expect((await kit.links.links('forms')).of(1)).toBeNull()
    kit.sheets['sheets.stop']({ id: 's1', badge: { kind: 'partial', reason: 'cancelled', failure: null } })
    expect((await kit.links.links('forms')).of(1)).toMatchObject({ outcome: 'com_conversa', read_at: null })
  })

  test('is the one with the newest conversation, wherever it is, of the freshest sheet where they are the same', async () => {
    const kit = createLinksKit()
    const newer = { ...ana, conversa_id: 11, conversa_criada_em: '2026-11-05T10:00:00-03:00', agente: 'Otávio' }
    await kit.makeSheet('a', [newer, { ...bento, agente: 'a' }], { connection_id: 'one' })
    kit.later(60_000)
    await kit.makeSheet('b', [ana, { ...bento, agente: 'b' }], { connection_id: 'two' })
    kit.addEntries({ 1: { telefone: '11961234567' }, 2: { telefone: '11 6123-0000' } })
    const links = await kit.links.links('forms')
    expect(links.of(1)).toMatchObject({ sheet_id: 'a', matched_by: 'telefone' })
    expect(links.leadOf(1)).toMatchObject({ conversa_id: 11, agente: 'Otávio' })
    expect(links.of(2)).toMatchObject({ sheet_id: 'b' })
    expect(links.leadOf(2)).toMatchObject({ agente: 'b' })
  })
})

describe('several contacts that match an entry alike', () => {
  const twin = {
    ...ana,
    contato_id: 7,
    nome: 'Ana Twin',
    conversa_id: 70,
    conversa_criada_em: '2026-11-09T10:00:00-03:00',
  }

  test('are counted and listed, the newest conversation first, and none is chosen', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [ana, twin, bento])
    kit.addEntries({ 1: { telefone: '11961234567' }, 2: { email: 'ana@exemplo.com' }, 3: { telefone: '11 6123-0000' } })
    const links = await kit.links.links('forms')
    expect(links.of(1)).toMatchObject({
      outcome: 'ambigua',
      matched_by: 'telefone',
      sheet_name: 'Planilha s1',
      row: noRow,
    })
    expect(links.leadOf(1)).toBeNull()
    expect(links.alikeOf(1)).toMatchObject({
      count: 2,
      leads: [{ lead: { contato_id: 7, nome: 'Ana Twin' }, sheet_name: 'Planilha s1' }, { lead: { contato_id: 1 } }],
    })
    expect(links.of(2)).toMatchObject({ outcome: 'ambigua', matched_by: 'email' })
    expect([links.of(3)?.outcome, links.alikeOf(3)]).toEqual(['sem_conversa', null])
  })

  test('are not those that match less surely, however new their conversation is', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [{ ...twin, telefone_digitos: '5521988880000' }, ana])
    kit.addEntries({ 1: { telefone: '11961234567', email: 'ana@exemplo.com' } })
    const links = await kit.links.links('forms')
    expect(links.of(1)).toMatchObject({ outcome: 'com_conversa', matched_by: 'telefone' })
    expect(links.leadOf(1)).toMatchObject({ contato_id: 1 })
    expect(links.alikeOf(1)).toBeNull()
  })

  test('are no tie where they are two cards, with and without the ninth digit: the newest conversation counts', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [{ ...twin, telefone_digitos: '551161234567' }, ana])
    kit.addEntries({ 1: { telefone: '11961234567' } })
    const links = await kit.links.links('forms')
    expect(links.of(1)).toMatchObject({ outcome: 'com_conversa', matched_by: 'nono_digito' })
    expect(links.leadOf(1)).toMatchObject({ contato_id: 7 })
    expect(links.alikeOf(1)).toMatchObject({
      count: 2,
      leads: [{ lead: { contato_id: 7 } }, { lead: { contato_id: 1 } }],
    })
  })

  test('of two sheets of one account count as well, and of two accounts the newest is meant', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('a', [ana], { connection_id: 'one' })
    await kit.makeSheet('b', [twin], { connection_id: 'two' })
    kit.addEntries({ 1: { telefone: '11961234567' } })
    const links = await kit.links.links('forms')
    expect([links.of(1)?.outcome, links.leadOf(1)?.contato_id, links.alikeOf(1)]).toEqual(['com_conversa', 7, null])
    await kit.makeSheet(
      'c',
      [
        { ...ana, agente: 'c' },
        { ...ana, contato_id: 8 },
      ],
      { connection_id: 'two' },
    )
    const more = await kit.links.links('forms')
    expect(more.of(1)).toMatchObject({ outcome: 'ambigua', sheet_name: null, read_at: '2026-11-20T12:00:00.000Z' })
    expect(more.alikeOf(1)?.leads.map(({ lead, sheet_name }) => [lead.contato_id, sheet_name])).toEqual([
      [7, 'Planilha b'],
      [1, 'Planilha c'],
      [8, 'Planilha c'],
    ])
  })

  test('list at most a hundred and count up to a thousand', async () => {
    const kit = createLinksKit()
    await kit.makeSheet(
      's1',
      Array.from({ length: 1200 }, (_, at) => ({ ...ana, contato_id: at + 1 })),
    )
    kit.addEntries({ 1: { telefone: '11961234567' } })
    const alike = (await kit.links.links('forms')).alikeOf(1)
    expect([alike?.count, alike?.leads.length]).toEqual([1000, 100])
  })
})

describe('the links of entries to leads', () => {
  test('are worked out once, and anew when entries or sheets change', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [bento])
    kit.addEntries({ 1: { telefone: '11961234567' } })
    const previous = await kit.links.links('forms')
    expect(await kit.links.links('forms')).toBe(previous)
    const revision = kit.links.revision('forms')
    expect(previous.of(1)).toMatchObject({ outcome: 'ausente' })

    kit.addEntries({ 2: { email: 'bento@exemplo.com' } })
    const more = await kit.links.links('forms')
    expect(kit.links.revision('forms')).not.toBe(revision)
    expect(more.of(2)).toMatchObject({ outcome: 'sem_conversa' })

    await kit.read('s1', [ana, bento])
    expect((await kit.links.links('forms')).of(1)).toMatchObject({ outcome: 'com_conversa' })
    kit.sheets['sheets.rename']({ id: 's1', name: 'Base' })
    expect((await kit.links.links('forms')).of(1)).toMatchObject({ sheet_name: 'Base' })
    kit.sheets['sheets.forget']({ id: 's1' })
    expect((await kit.links.links('forms')).of(1)).toBeNull()
  })

  // Takes seconds.
  if (runsAll) {
    test('of ten thousand entries to fifty thousand leads yield to other work', async () => {
      const kit = createLinksKit()
      const leads = manyLeads(50_000).map((row, at) => ({ ...row, telefone_digitos: `55119${61_000_000 + at}` }))
      await kit.makeSheet('s1', leads)
      const entries = Array.from({ length: 10_000 }, (_, at) => {
        return [
          at + 1,
          { nome: 'Ana', telefone: `(11) 9${61_000_000 + at * 10}`, mensagem: 'Quero um orçamento.' },
        ] as const
      })
      kit.addEntries(Object.fromEntries(entries))
      let ticks = 0
      const ticking = setInterval(() => ticks++, 5)
      const links = await kit.links.links('forms')
      clearInterval(ticking)
      expect(entries.filter(([id]) => links.of(id)?.matched_by === 'telefone')).toHaveLength(5000)
      expect(ticks).toBeGreaterThan(5)
    }, 60_000)
  }
})
