import { describe, expect, test } from 'vitest'
import { searchText } from '../../../main/contacts/service.ts'
import { type Scripted, startService } from '../../kit/service.ts'
import { startWorkspace } from '../../kit/workspace.ts'

test.each([
  ['(11) 98765-4321', '11987654321', '1187654321'],
  ['+55 11 98765-4321', '11987654321', '1187654321'],
  ['0 15 11 98765 4321', '11987654321', '1187654321'],
  ['1187654321', '1187654321', '11987654321'],
  ['11 3456-7890', '1134567890', null],
  ['+351 912 345 678', '351912345678', null],
  ['98765-4321', '987654321', null],
  ['4321', '4321', null],
  ['  Maria   Souza ', 'Maria Souza', null],
  ['Maria@Exemplo.com', 'Maria@Exemplo.com', null],
  ['', null, null],
  [' m ', null, null],
  ['(1', null, null],
  ['+', null, null],
])('what a search sends %j goes as %j', (typed, sent, otherNinth) => {
  expect(searchText(typed)).toEqual({ sent, otherNinth })
})

const person = { id: 55, name: 'Maria', phone_number: '+5511987654321', email: null, created_at: 1_760_000_000 }
const nothing = { contacts: [], count: null, has_more: false }

async function asking(answer: (page: number) => Scripted) {
  const service = await startService(({ query }) => answer(Number(query.get('page'))))
  const workspace = await startWorkspace()
  await workspace.connect({ url: service.origin, accountId: 7, brand: 'house', token: 'x' })
  // Saving a connection checks it.
  const searches = () => service.asked.filter(({ path }) => path === '/api/v1/accounts/7/contacts/search')
  const search = (text: string, more = {}) => workspace.ask('contacts.search', { text, ...more })
  return { search, searches }
}

describe('a search for contacts', () => {
  test('asks once, with the token, and returns the contact unchanged', async () => {
    const { search, searches } = await asking(() => ({
      json: { meta: { count: 1, current_page: '1' }, payload: [{ ...person, blocked: false }] },
    }))
    const answer = await search('(11) 98765-4321')
    expect(answer).toMatchObject({ count: 1, has_more: false, page: 1, sent: '11987654321', other_ninth: '1187654321' })
    expect(answer.contacts).toEqual([
      {
        id: 55,
        name: 'Maria',
        phone: '+5511987654321',
        email: null,
        identifier: null,
        created_at: '2025-10-09T08:53:20.000Z',
        last_activity_at: null,
        raw: { ...person, blocked: false },
      },
    ])
    expect(searches().map(({ query }) => query.get('q'))).toEqual(['11987654321'])
    expect(searches()[0]?.headers.api_access_token).toBe('x')
  })

  test('asks for the other form of the ninth digit only where there is one and it is wanted', async () => {
    const { search, searches } = await asking(() => ({ json: { payload: [] } }))
    expect(await search('11987654321', { other_ninth: true })).toMatchObject({
      sent: '1187654321',
      other_ninth: '11987654321',
    })
    expect(await search('Maria', { other_ninth: true })).toMatchObject({ sent: null })
    expect(searches().map(({ query }) => query.get('q'))).toEqual(['1187654321'])
  })

  test.each<readonly [string, unknown]>([
    ['wrapped', { payload: [person] }],
    ['wrapped twice', { data: { meta: { count: 1 }, payload: [person] } }],
    ['bare', [person]],
    ['under its own name', { contacts: [{ contact: person }] }],
    ['with times as ISO', { payload: [{ ...person, created_at: '2025-10-09T05:53:20.000-03:00' }] }],
  ])('reads a list that is %s', async (_, json) => {
    const { search } = await asking(() => ({ json }))
    const { contacts } = await search('Maria')
    expect(contacts).toMatchObject([{ id: 55, name: 'Maria', created_at: '2025-10-09T08:53:20.000Z' }])
  })

  test('goes on page by page, by the page count of the answer or by full pages', async () => {
    const full = Array.from({ length: 15 }, (_, place) => ({ id: 100 + place, name: 'x' }))
    const silent = await asking((page) => ({ json: { payload: page === 1 ? full : full.slice(0, 3) } }))
    expect(await silent.search('Maria')).toMatchObject({ has_more: true })
    expect(await silent.search('Maria', { page: 2 })).toMatchObject({ has_more: false, page: 2 })
    const telling = await asking(() => ({ json: { meta: { count: 40, has_more: true }, payload: full.slice(0, 5) } }))
    expect(await telling.search('Maria')).toMatchObject({ has_more: true, count: 40 })
  })

  test('takes an empty answer for no hits, and a page or an error for what it is', async () => {
    const empty = await asking(() => ({ text: '' }))
    expect(await empty.search('Maria')).toMatchObject(nothing)
    const page = await asking(() => ({ text: '<html>Entrar</html>', headers: { 'content-type': 'text/html' } }))
    await expect(page.search('Maria')).rejects.toMatchObject({ code: 'captive_portal' })
    const throttled = await asking(() => ({ status: 429, text: 'Retry later' }))
    await expect(throttled.search('Maria')).rejects.toMatchObject({ code: 'rate_limited' })
    const other = await asking(() => ({ json: { hello: 'there' } }))
    await expect(other.search('Maria')).rejects.toMatchObject({ code: 'unexpected_body' })
    expect(throttled.searches()).toHaveLength(1)
  })

  test('ends at the service when nobody waits any more', async () => {
    const workspace = await startWorkspace()
    let closed = false
    const service = await startService(({ path }) =>
      path.endsWith('/contacts/search')
        ? (response) => void response.on('close', () => (closed = true))
        : { json: { payload: [] } },
    )
    await workspace.connect({ url: service.origin, accountId: 7, brand: 'house', token: 'x' })
    const asking = new AbortController()
    const search = workspace.ask('contacts.search', { text: 'Maria' }, { signal: asking.signal })
    const failed = search.then(() => false).catch(() => true)
    await expect.poll(() => service.asked.some(({ path }) => path.endsWith('/contacts/search'))).toBe(true)
    asking.abort()
    expect(await failed).toBe(true)
    await expect.poll(() => closed).toBe(true)
  })
})
