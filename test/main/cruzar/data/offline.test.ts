import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLinksKit, lead } from '../../people/links-kit.ts'

const ana = lead({ contato_id: 1, nome: 'Ana', telefone_digitos: '5511961234567', email: 'Ana@Exemplo.com' })
const bia = lead({ contato_id: 2, nome: 'Bia', telefone_digitos: '552135551234', conversa_id: 7, novidade: [1] })

describe('a list that cached sheets answer', () => {
  test('has the outcome and the lead of every row', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [ana, bia])
    const lines = ['5511961234567', '(21) 3555-1234', 'ana@exemplo.com', '11900001111', 'x@exemplo.com', 'nada']
    const { answered, outcomes, column } = await kit.cross('s1', lines)
    expect(outcomes).toEqual(['sem_conversa', 'com_conversa', 'sem_conversa', 'ausente', 'ausente', 'invalida'])
    expect(column('lead_nome')).toEqual(['Ana', 'Bia', 'Ana', '', '', ''])
    expect(column('lead_contato_id')).toEqual(['1', '2', '1', '', '', ''])
    expect(answered).toMatchObject({ state: 'finished', keys: 5, answered_keys: 5, requests: 0 })
  })

  test('never matches an e-mail by its accents', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [lead({ contato_id: 3, email: 'josé@exemplo.com' })])
    const { outcomes } = await kit.cross('s1', ['jose@exemplo.com', 'JOSÉ@exemplo.com'])
    expect(outcomes).toEqual(['ausente', 'sem_conversa'])
  })

  test('finds phones of other forms than a number by their digits', async () => {
    const kit = createLinksKit()
    const long = lead({ contato_id: 4, nome: 'Longa', telefone_digitos: '005511961234567' })
    await kit.makeSheet('s1', [long, lead({ contato_id: 5, nome: 'Peru', telefone_digitos: '51987654321' })])
    const { column } = await kit.cross('s1', ['+51 987 654 321', '5511961234567'])
    expect(column('lead_nome')).toEqual(['Peru', 'Longa'])
  })

  test('finds all rows of digits that are no number, in their order', async () => {
    const kit = createLinksKit()
    const rows = Array.from({ length: 20 }, (_, at) => lead({ contato_id: at + 1, telefone_digitos: '00551196123' }))
    await kit.makeSheet('s1', rows)
    expect(await kit.rowsOfPhone('s1', '00551196123')).toEqual(rows.map((_, row) => row))
    expect((await kit.cross('s1', ['5511961234567'])).outcomes).toEqual(['ausente'])
  })

  test('has the lead with the newest conversation, whichever sheet it is in', async () => {
    const kit = createLinksKit()
    const at = (day: string, conversa_id: number) =>
      lead({ ...ana, conversa_id, conversa_criada_em: `2026-11-${day}T12:00:00Z` })
    await kit.makeSheet('s1', [at('02', 11), at('09', 12), ana], { agrupar: 'conversa' })
    await kit.makeSheet('s2', [at('05', 21)])
    expect((await kit.cross('s1 s2', ['5511961234567'])).column('lead_conversa_id')).toEqual(['12'])
    expect((await kit.cross('s2 s1', ['5511961234567'])).column('lead_conversa_id')).toEqual(['12'])
    await kit.makeSheet('s3', [at('20', 31)])
    const { column, outcomes } = await kit.cross('s1 s2 s3', ['5511961234567', 'ana@exemplo.com'])
    expect(column('lead_conversa_id')).toEqual(['31', '31'])
    expect(outcomes).toEqual(['com_conversa', 'com_conversa'])
  })

  test('is answered by the rows as they are now', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1')
    await expect(kit.cross('s1', ['5511961234567'])).rejects.toMatchObject({ code: 'not_found' })
    await kit.read('s1', [bia])
    expect((await kit.cross('s1', ['5511961234567'])).outcomes).toEqual(['ausente'])
    await kit.read('s1', [ana, bia])
    expect((await kit.cross('s1', ['5511961234567'])).outcomes).toEqual(['sem_conversa'])
  })

  test('stays whole when the sheet is forgotten', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [ana, bia])
    const { column } = await kit.cross('s1', ['5511961234567'])
    kit.sheets['sheets.forget']({ id: 's1' })
    expect(column('lead_nome')).toEqual(['Ana'])
  })

  test('is left in memory where it is not to be kept, until it is forgotten', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [ana, bia])
    const { answered, outcomes, column } = await kit.cross('s1', ['5511961234567', 'nada'], { kept: false })
    expect(answered).toMatchObject({ state: 'finished', rows: 2, outcomes: { sem_conversa: 1, invalida: 1 }, bytes: 0 })
    expect([outcomes, column('lead_nome'), column('c0')]).toEqual([
      ['sem_conversa', 'invalida'],
      ['Ana', ''],
      ['5511961234567', 'nada'],
    ])
    expect(existsSync(path.join(kit.dir, 'runs'))).toBe(false)
    expect(kit.runs['runs.list']()).toEqual([])
    kit.runs['runs.forget']({ id: answered.id })
    await expect(kit.columnsOf(answered.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
