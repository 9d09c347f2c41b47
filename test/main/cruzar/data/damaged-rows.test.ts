import { describe, expect, test } from 'vitest'
import { createLinksKit, lead } from '../../people/links-kit.ts'

const contact = (contato_id: number, telefone_digitos: string, more = {}) =>
  lead({ contato_id, nome: `Contato ${contato_id}`, telefone_digitos, ...more })

const list = ['5511961234567', '5,51199E+12', '98888-7777', 'sem telefone', '511988887777']

type Kit = ReturnType<typeof createLinksKit>
const likelyOf = (kit: Kit, id: string, row: number) => kit.runs['cruzar.likely']({ id, row }, kit.quiet)
const idsOf = (found: Awaited<ReturnType<typeof likelyOf>>) => found?.contacts.map(({ lead }) => lead.contato_id)

describe('rows whose number is damaged', () => {
  test('stay invalid with the damage as their reason, and are counted by kind', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511961234567')])
    const { answered, outcomes, column } = await kit.cross('s1', list)
    expect(outcomes).toEqual(['sem_conversa', ...Array(4).fill('invalida')])
    expect(column('cruzar_motivo').slice(1)).toEqual(['damaged_by_excel', 'no_area_code', 'empty', 'lost_start'])
    expect(kit.runs['cruzar.damaged']({ id: answered.id })).toEqual([
      { kind: 'damaged_by_excel', rows: 1 },
      { kind: 'no_area_code', rows: 1 },
      { kind: 'lost_start', rows: 1 },
    ])
  })

  test('are none of the group once an area code is given', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511988887777')])
    const { answered, outcomes } = await kit.cross('s1', ['98888-7777'], { settings: { area_code: '11' } })
    expect(outcomes).toEqual(['sem_conversa'])
    expect(kit.runs['cruzar.damaged']({ id: answered.id })).toEqual([])
  })

  test('are offered the contacts whose number may be theirs, and change nothing of the run', async () => {
    const kit = createLinksKit()
    const newer = { conversa_id: 9, conversa_criada_em: '2026-11-20T12:00:00Z', status: 'open' }
    await kit.makeSheet('s1', [
      contact(1, '5511961234567'),
      contact(2, '5511988887777'),
      contact(3, '551189991111', newer),
      contact(4, '5511999990000'),
      contact(5, '5521988887777'),
      contact(6, '5511988880000', { telefone: '+55 11 98888-0000' }),
    ])
    const { answered } = await kit.cross('s1', list)
    const likely = await likelyOf(kit, answered.id, 1)
    expect(likely).toMatchObject({
      phone: { kind: 'damaged_by_excel', text: '5,51199E+12', known: { kind: 'between' } },
      sheets: [{ name: 'Planilha s1' }],
      count: 3,
      is_vague: false,
    })
    expect(idsOf(likely)).toEqual([3, 2, 6])
    expect(likely?.contacts[0]).toMatchObject({
      lead: { nome: 'Contato 3', status: 'open', telefone_digitos: '551189991111' },
      sheet_name: 'Planilha s1',
      other_ninth: true,
    })
    expect(idsOf(await likelyOf(kit, answered.id, 2))).toEqual([2, 5])
    expect(idsOf(await likelyOf(kit, answered.id, 4))).toEqual([2])
    expect(await likelyOf(kit, answered.id, 0)).toBeNull()
    expect(await likelyOf(kit, answered.id, 3)).toBeNull()
    const column = await kit.columnsOf(answered.id)
    expect(column('lead_contato_id')).toEqual(['1', '', '', '', ''])
    expect(kit.runs['runs.read']({ id: answered.id }).outcomes).toMatchObject({ invalida: 4, ambigua: 0 })
  })

  test('list a contact of several conversations once, as its newest', async () => {
    const kit = createLinksKit()
    const row = (conversa_id: number, day: string) =>
      contact(2, '5511988887777', { conversa_id, conversa_criada_em: `2026-11-${day}T12:00:00Z` })
    await kit.makeSheet('s1', [row(7, '01'), row(8, '09'), row(9, '05')], { agrupar: 'conversa' })
    const { answered } = await kit.cross('s1', ['511988887777'])
    const likely = await likelyOf(kit, answered.id, 0)
    expect(likely).toMatchObject({ count: 1, contacts: [{ lead: { conversa_id: 8 } }] })
  })

  test('put those first whose name the row has', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [
      contact(1, '5511988880001', { nome: 'Bia Lima', conversa_id: 1 }),
      contact(2, '5511988880002', { nome: 'ANA MARIA DE SOUZA' }),
    ])
    // Behind the key each line has a column of its own.
    const { answered } = await kit.cross('s1', ['5,51199E+12;Ana Souza'])
    const likely = await likelyOf(kit, answered.id, 0)
    expect(likely?.contacts.map(({ lead, has_name }) => [lead.contato_id, has_name])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  test('give the number of contacts where too many fit, and list those with the name of the row', async () => {
    const kit = createLinksKit()
    const many = Array.from({ length: 1200 }, (_, at) => contact(at + 1, String(5511988880000 + at)))
    await kit.makeSheet('s1', [...many, contact(2000, '5511988889999', { nome: 'Ana Souza' })])
    const { answered } = await kit.cross('s1', ['5,51199E+12;Ana Souza', '5,51199E+12;Rui', '5,5E+12;Ana Souza'])
    const named = await likelyOf(kit, answered.id, 0)
    expect([named?.count, named?.is_vague, idsOf(named)]).toEqual([1201, true, [2000]])
    expect(await likelyOf(kit, answered.id, 1)).toMatchObject({ count: 1201, is_vague: true, contacts: [] })
    expect(await likelyOf(kit, answered.id, 2)).toMatchObject({ count: 1201, is_vague: true, contacts: [] })
  })

  test('list at most a hundred', async () => {
    const kit = createLinksKit()
    const many = Array.from({ length: 300 }, (_, at) => contact(at + 1, String(5511988880000 + at)))
    await kit.makeSheet('s1', many)
    const { answered } = await kit.cross('s1', ['5,51199E+12'])
    const likely = await likelyOf(kit, answered.id, 0)
    expect([likely?.count, likely?.is_vague, likely?.contacts.length]).toEqual([300, false, 100])
  })

  test('are compared with the sheets that answered, and with no sheet once these are gone', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511988887777')])
    await kit.makeSheet('s2', [contact(2, '5511988887777')])
    const { answered } = await kit.cross('s2', ['511988887777'])
    expect(idsOf(await likelyOf(kit, answered.id, 0))).toEqual([2])
    kit.sheets['sheets.forget']({ id: 's2' })
    expect(await likelyOf(kit, answered.id, 0)).toMatchObject({ sheets: [], count: 0, contacts: [] })
  })

  test('of a run over the network are compared with every sheet of its connection', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511988887777')])
    await kit.makeSheet('s2', [contact(1, '5511988887777'), contact(2, '5511988887777')])
    await kit.makeSheet('s3', [contact(3, '5511988887777')], { connection_id: 'c2' })
    const { answered } = await kit.cross('', ['511988887777'])
    const likely = await likelyOf(kit, answered.id, 0)
    expect(likely?.sheets.map(({ name }) => name)).toEqual(['Planilha s1', 'Planilha s2'])
    expect([likely?.count, idsOf(likely)]).toEqual([2, [1, 2]])
  })

  test('are offered contacts in a run that is not kept, and after the run was opened anew', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [contact(1, '5511988887777')])
    const unstored = await kit.cross('s1', ['511988887777'], { kept: false })
    expect(idsOf(await likelyOf(kit, unstored.answered.id, 0))).toEqual([1])
    const stored = await kit.cross('s1', ['511988887777'])
    kit.reopenRuns()
    expect(idsOf(await likelyOf(kit, stored.answered.id, 0))).toEqual([1])
  })
})
