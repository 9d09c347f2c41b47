import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLinksKit, lead } from '../../people/links-kit.ts'

const ana = lead({ contato_id: 1, nome: 'Ana', telefone_digitos: '5511961234567', email: 'Ana@Exemplo.com' })
const bia = lead({ contato_id: 2, nome: 'Bia', telefone_digitos: '552135551234', conversa_id: 7, novidade: [1] })

describe('a list that cached sheets answer', () => {
  test('finds all rows of digits that are no number, in their order', async () => {
    const kit = createLinksKit()
    const rows = Array.from({ length: 20 }, (_, at) => lead({ contato_id: at + 1, telefone_digitos: '00551196123' }))
    await kit.makeSheet('s1', rows)
    expect(await kit.rowsOfPhone('s1', '00551196123')).toEqual(rows.map((_, row) => row))
    expect((await kit.cross('s1', ['5511961234567'])).outcomes).toEqual(['ausente'])
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
