import { expect, test } from 'vitest'
import { startPlace } from '../../kit/command.ts'
import { startService } from '../../kit/service.ts'

const ana = { id: 55, name: 'Ana', phone_number: '+5511987654321', email: null }
const old = { id: 56, name: 'Ana (antiga)', phone_number: '+551187654321', email: 'ana@exemplo.com' }
const many = Array.from({ length: 15 }, (_, place) => ({ id: 100 + place, name: `Maria ${place}` }))

test('contacts are searched from the command line', { timeout: 120_000 }, async () => {
  const service = await startService(({ path, query }) => {
    if (path.endsWith('/conversations/filter')) return { json: { meta: { all_count: 0 }, payload: [] } }
    if (!path.endsWith('/contacts/search')) return { json: { leads: [], meta: {} } }
    const page = Number(query.get('page'))
    if (query.get('q') === 'Sem fim') {
      const payload = many.map((one) => ({ ...one, id: one.id + 100 * Math.min(page, 3) }))
      return { json: { meta: { count: 45, has_more: true }, payload } }
    }
    if (query.get('q') === 'Nenhuma') return { json: { meta: { count: 0 }, payload: [] } }
    if (query.get('q') === 'Maria') return { json: { payload: page === 1 ? many : many.slice(0, 2) } }
    return { json: { meta: { count: 1 }, payload: query.get('q') === '1187654321' ? [old] : [ana] } }
  })
  const place = await startPlace()
  const run = (...words: string[]) => place.run(words)
  const searches = () => service.asked.filter(({ path }) => path.endsWith('/contacts/search'))

  expect(await run('contacts', 'Ana')).toMatchObject({
    code: 1,
    err: expect.stringContaining('cruza connect platform'),
  })
  await place.connect({ url: service.origin, accountId: 7, brand: 'house', token: 'token-secreto' })
  const searched = await run('contacts', '(11) 98765-4321', '--other-ninth', '--json')
  expect(searched).toMatchObject({ code: 0, err: '' })
  const output = JSON.parse(searched.out)
  expect(output).toMatchObject({ sent: ['11987654321', '1187654321'], has_more: false })
  expect(output.contacts).toMatchObject([
    { id: 55, name: 'Ana', phone: '+5511987654321' },
    { id: 56, email: 'ana@exemplo.com' },
  ])
  expect(searched.out).not.toContain('token-secreto')

  const first = await run('contacts', 'Maria', '--connection', 'Atendimento')
  expect(first).toMatchObject({ code: 0, err: expect.stringContaining('--all') })
  expect(first.out.trim().split('\n')).toHaveLength(15)
  const searchCount = searches().length
  const all = await run('contacts', 'Maria', '--all', '--json')
  expect(JSON.parse(all.out).contacts).toHaveLength(15)
  expect(searches()).toHaveLength(searchCount + 2)
  const endless = await run('contacts', 'Sem fim', '--all', '--json')
  expect(endless.err).toContain('15 contatos vieram repetidos')
  expect(endless.err).toContain('não dava fim às páginas')
  expect(JSON.parse(endless.out)).toMatchObject({ has_more: false, repeated: 15 })
  expect(JSON.parse(endless.out).contacts).toHaveLength(45)
  expect(searches()).toHaveLength(searchCount + 2 + 4)
  const searchesBefore = searches().length
  expect(await run('contacts', 'Nenhuma')).toMatchObject({ code: 0, out: '', err: 'Ninguém encontrado\n' })
  expect(await run('contacts', 'x')).toMatchObject({ code: 2, out: '' })
  expect(await run('contacts', 'Maria', '--connection', 'Outra')).toMatchObject({ code: 1 })
  expect(searches()).toHaveLength(searchesBefore + 1)
})
