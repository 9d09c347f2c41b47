import { afterAll, describe, expect, test } from 'vitest'
import type { LeadRow } from '../../../main/demo/leads.ts'
import { createPeople } from '../../../main/demo/people.ts'
import { sampleList } from '../../../main/demo/sample-list.ts'
import { leadsPath, platform, startSmall } from './kit.ts'

const leads = 1200
const demo = await startSmall({ leads })
const { leads: rows }: { leads: readonly LeadRow[] } = (
  await platform(demo, leadsPath(demo, '?created_after=2020-01-01&per_page=500'))
).body
afterAll(() => demo.close())
const cruzar = (body: unknown) => platform(demo, leadsPath(demo, '/cruzar'), { body })
const people = createPeople(1)
/** A lead with a mobile of thirteen digits, whose phone nobody else in the base has. */
function withMobile(): LeadRow & { telefone_digitos: string } {
  const found = rows.find((row) => /^55\d{2}9[6-9]\d{7}$/.test(row.telefone_digitos ?? ''))
  if (!found?.telefone_digitos) throw new Error('no mobile in the base')
  return { ...found, telefone_digitos: found.telefone_digitos }
}
describe('the cross-check', () => {
  test('answers in the order of the request, each key exactly as sent', async () => {
    const { telefone_digitos: digits, contato_id: id } = withMobile()
    const [code, front, back] = [digits.slice(2, 4), digits.slice(4, 9), digits.slice(9)]
    const masked = `(${code}) ${front}-${back}`
    const keys = [digits, digits.slice(2), `+55 ${masked}`, ` ${masked} `, '11000000000', digits]
    const { body } = await cruzar({ chaves: keys })
    expect(body.resultados.map((result: { chave: string }) => result.chave)).toEqual(keys)
    expect(body.resultados.map((result: { lead: LeadRow | null }) => result.lead?.contato_id ?? null)).toEqual(
      keys.map((key) => (key === '11000000000' ? null : id)),
    )
    expect(body.meta).toMatchObject({ total: 6, encontrados: 5, sem_atendimento: 0, filtros: {} })
  })

  test('does not know that a number with and without the ninth digit is the same', async () => {
    const { telefone_digitos: digits, contato_id: id } = withMobile()
    const { body } = await cruzar({ chaves: [digits.slice(0, 4) + digits.slice(5)] })
    expect(body.resultados[0].lead?.contato_id).not.toBe(id)
  })

  test('finds e-mails without regard to case', async () => {
    const lead = rows.find((row) => row.email !== null)
    const { body } = await cruzar({ chaves: [lead?.email?.toUpperCase(), 'ninguem@exemplo.com'] })
    expect(body.resultados[0].lead.contato_id).toBe(lead?.contato_id)
    expect(body.resultados[1]).toEqual({ chave: 'ninguem@exemplo.com', encontrado: false, lead: null })
  })

  test('who is registered without a conversation is found, with a null conversation and none in the period', async () => {
    const registered = Array.from({ length: 160 }, (_, place) => people.phoneAt(leads + place)).filter(
      (phone) => phone !== null,
    )
    const { body } = await cruzar({ chaves: registered })
    expect(body.meta.encontrados).toBe(registered.length)
    expect(body.meta.sem_atendimento).toBeGreaterThan(registered.length * 0.97)
    const last = body.resultados.findLast((result: { lead: LeadRow }) => result.lead.conversa_id === null)
    expect(last.lead).toMatchObject({ conversas_no_periodo: 0, mensagens: 0, status: null, etiquetas_conversa: [] })
  })

  test('filters cut the conversation away, not the person', async () => {
    const lead = withMobile()
    const other = lead.caixa_id === 16 ? 15 : 16
    const keys = { chaves: [lead.telefone_digitos] }
    const outside = await cruzar({ ...keys, inbox_ids: [other], created_after: '2026-11-18', status: ['snoozed'] })
    expect(outside.body.meta).toMatchObject({ encontrados: 1, sem_atendimento: 1 })
    expect(outside.body.meta.filtros).toEqual({
      created_after: '2026-11-18T00:00:00-03:00',
      inbox_ids: [other],
      status: ['snoozed'],
    })
    const inside = await cruzar({ ...keys, inbox_ids: [lead.caixa_id] })
    expect(inside.body.resultados[0].lead.conversa_id).not.toBeNull()
  })

  test('takes two thousand keys at once, and no more', async () => {
    const chaves = Array.from({ length: 2001 }, (_, place) => `1198${String(place).padStart(7, '0')}`)
    expect(await cruzar({ chaves: chaves.slice(1) })).toMatchObject({ status: 200, body: { meta: { total: 2000 } } })
    expect((await cruzar({ chaves })).status).toBe(413)
  })
})
describe('people', () => {
  test('every phone and e-mail leads back to its person', () => {
    const lost = Array.from({ length: 30_000 }, (_, index) => index).filter((index) => {
      const { phone, email } = people.at(index)
      const byPhone = phone === null ? index : people.indexOfPhone(phone, 30_000)
      const byEmail = email === null ? index : people.indexOfEmail(email, 30_000)
      return people.phoneAt(byPhone) !== (phone ?? people.phoneAt(index)) || byEmail !== index
    })
    expect(lost).toEqual([])
  })
})
describe('the example list', () => {
  test('is the same for the same demonstration and names its columns', () => {
    const list = sampleList(demo, 300)
    expect(list).toBe(sampleList({ seed: 1, leads }, 300))
    expect(list.split('\r\n')[0]).toBe('Nome;Telefone;E-mail;Cidade')
    expect(list.trimEnd().split('\r\n')).toHaveLength(301)
  })

  test('has phones that the base knows under another name', async () => {
    const rows = sampleList(demo, 400)
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';'))
    const { resultados } = (await cruzar({ chaves: rows.map(([, phone = '']) => phone) })).body
    const wordsOf = (name: string) => name.toLowerCase().split(' ')
    const others = resultados.filter(({ lead }: { lead: { nome: string } | null }, row: number) => {
      const words = wordsOf(rows[row]?.[0] ?? '')
      return lead !== null && !wordsOf(lead.nome).some((word) => words.includes(word))
    })
    expect(others.length).toBeGreaterThan(2)
  })

  test('has people of every outcome', async () => {
    const cells = sampleList(demo, 400)
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';'))
    const keys = cells.flatMap(([, phone, email]) => phone || email || [])
    const { meta, resultados } = (await cruzar({ chaves: keys })).body
    expect(meta.encontrados - meta.sem_atendimento).toBeGreaterThan(120)
    expect(meta.sem_atendimento).toBeGreaterThan(20)
    expect(meta.total - meta.encontrados).toBeGreaterThan(60)
    expect(new Set(keys).size).toBeLessThan(keys.length)
    expect(resultados.some((result: { chave: string }) => result.chave === '5,51199E+12')).toBe(true)
  })
})
