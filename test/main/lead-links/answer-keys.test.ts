import { describe, expect, test } from 'vitest'
import { createLinksKit, lead } from './links-kit.ts'

const ana = lead({ contato_id: 1, nome: 'Ana', telefone_digitos: '5511961234567', email: 'Ana@Exemplo.com' })
const bia = lead({ contato_id: 2, nome: 'Bia', telefone_digitos: '552135551234', conversa_id: 7, novidade: [1] })

describe('keys that a cached sheet answers', () => {
  test('come back as the service would answer them, each key as it was sent', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [ana, bia])
    const keys = ['5511961234567', '(21) 3555-1234', 'ana@exemplo.com', '11900000000', 'x@exemplo.com', '']
    const { meta, resultados } = await kit.answer('s1', keys)
    expect(meta).toEqual({ total: 6, encontrados: 3, sem_atendimento: 2, filtros: {} })
    expect(resultados.map(({ chave }) => chave)).toEqual(keys)
    expect(resultados.map(({ encontrado }) => encontrado)).toEqual([true, true, true, false, false, false])
    expect(resultados[1]?.lead).toMatchObject({ ...bia, novidade: [1] })
    expect(resultados[3]?.lead).toBeNull()
  })

  test('never match by a ninth digit, nor an e-mail by its accents', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1', [ana, lead({ contato_id: 3, email: 'josé@exemplo.com' })])
    const { resultados } = await kit.answer('s1', ['551161234567', 'jose@exemplo.com', 'JOSÉ@exemplo.com'])
    expect(resultados.map(({ encontrado }) => encontrado)).toEqual([false, false, true])
  })

  test('are those of the rows as they are now', async () => {
    const kit = createLinksKit()
    await kit.makeSheet('s1')
    await expect(kit.answer('s1', ['5511961234567'])).rejects.toMatchObject({ code: 'not_found' })
    await kit.read('s1', [bia])
    expect((await kit.answer('s1', ['5511961234567'])).meta).toMatchObject({ encontrados: 0 })
    await kit.read('s1', [ana, bia])
    expect((await kit.answer('s1', ['5511961234567'])).meta).toMatchObject({ encontrados: 1 })
    await kit.sheets['sheets.forget']({ id: 's1' }, kit.quiet)
    await expect(kit.answer('s1', ['5511961234567'])).rejects.toMatchObject({ code: 'not_found' })
  })
})
