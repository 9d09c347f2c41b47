import { describe, expect, test } from 'vitest'
import { startAccount } from '../../kit/leads.ts'
import { startPlatformThat } from '../../kit/workspace.ts'
import { any, conversationOf, type Json, open } from './conversation-kit.ts'

describe('one conversation', () => {
  test('is asked for by its number, and is absent where the service has none of it', async () => {
    const { ask } = await startAccount({ leads: 50 })
    const [first] = (await ask('conversations.page', { filter: any, page: 1 })).conversations
    expect(await ask('conversations.read', { id: first?.id ?? 0 })).toEqual({ state: 'read', conversation: first })
    const missing = { id: 999_999_999, contact_id: first?.contact.id ?? null }
    expect(await ask('conversations.read', missing)).toEqual({ state: 'absent' })
    const written = ask('sending.open', { conversation: missing.id, contact_id: missing.contact_id })
    await expect(written).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is found among those of its contact where the service ignores the number', async () => {
    const { ask, exported } = await unnumbered()
    const lead = exported.find(({ conversa_id }) => conversa_id !== null)
    const [id, contact_id] = [Number(lead?.conversa_id), Number(lead?.contato_id)]
    expect(await ask('conversations.read', { id, contact_id })).toMatchObject({
      state: 'read',
      conversation: { id, contact: { id: contact_id } },
    })
    expect(await ask('sending.open', { conversation: id, contact_id })).toMatchObject({
      conversation: { id },
      seen_at: null,
    })
    // Without its contact nobody can tell, and nobody says that there is none.
    expect(await ask('conversations.read', { id: 999_999_999 })).toEqual({ state: 'unknown' })
  })
})

/**
 * The demonstration that ignores `display_id`, with the rows of its lead export whose conversation is on no first page.
 */
async function unnumbered() {
  const account = await startAccount({ leads: 300, modes: { filter: 'unnumbered' } })
  const { conversations } = await account.ask('conversations.page', { filter: any, page: 1 })
  const listed = new Set(conversations.map(({ id }) => id))
  await account.readSheet({ name: 'Base' })
  const [sheet] = await account.ask('sheets.list', {})
  const rows = await account.rows({ kind: 'sheet', id: sheet?.id ?? '' })
  return { ...account, exported: rows.filter(({ conversa_id }) => !listed.has(Number(conversa_id))) }
}

describe('a conversation of a service that shows none by number', () => {
  const filtered = (payload: readonly Json[]) => ({ json: { meta: { all_count: payload.length }, payload } })
  const others = Array.from({ length: 25 }, (_, place) => conversationOf(500 + place))

  /** Page one of any filter has the conversation until it is hidden; the number alone never finds it. */
  async function start(listed: Json, ofContact: (path: string) => object = () => ({ payload: [] })) {
    return startPlatformThat(({ path, body }) => {
      if (path.endsWith('/messages')) return { json: { id: 1, status: 'sent' } }
      if (!path.endsWith('/conversations/filter')) return { json: ofContact(path) }
      return filtered(body.includes('display_id') ? others : [listed])
    })
  }

  test('is shown as it was listed, with when, and is written to', async () => {
    const { ask } = await start({ ...conversationOf(7), meta: { sender: { name: 'Ana' } } })
    await ask('conversations.page', { filter: open, page: 1 })
    const read_at = expect.stringMatching(/^\d{4}-/)
    const listed = { id: 7, contact: { id: null, name: 'Ana' } }
    expect(await ask('conversations.read', { id: 7 })).toMatchObject({ state: 'seen', conversation: listed, read_at })
    const target = { conversation: 7, contact_id: null }
    expect(await ask('sending.open', target)).toMatchObject({ conversation: listed, seen_at: read_at })
    const sent = { ...target, once: crypto.randomUUID(), content: 'Olá', insist: false }
    expect(await ask('sending.send', sent)).toMatchObject({ status: 'sent' })
  })

  test('is shown as its set has it after a restart', async () => {
    const workspace = await start(conversationOf(7))
    const set = await workspace.ask('conversations.keep', { filter: open, name: 'Uma' })
    await workspace.ended(set)
    await workspace.reopen()
    expect(await workspace.ask('conversations.read', { id: 7 })).toMatchObject({
      state: 'seen',
      conversation: { id: 7, contact: { id: 70, name: 'Pessoa 7' } },
    })
  })

  test.each<[string, object[], string]>([
    ['is not written to for a row where nothing shows whose it is', [], 'conversation_hidden'],
    ['is written to for a row whose contact has it', [{ id: 7, status: 'open', labels: [] }], ''],
  ])('%s', async (_, payload, code) => {
    const { ask } = await start(conversationOf(8), () => ({ payload }))
    const opened = ask('sending.open', { conversation: 7, contact_id: 70 })
    if (code === '') expect(await opened).toMatchObject({ conversation: { id: 7, contact: { id: 70 } } })
    else await expect(opened).rejects.toMatchObject({ code })
  })

  test('is not taken for that of the contact of a row where the service names no sender', async () => {
    const silent = { ...conversationOf(7), meta: {} }
    const { ask } = await startPlatformThat(({ path }) =>
      path.endsWith('/conversations/filter') ? filtered([silent]) : { json: { payload: [] } },
    )
    const row = { conversation: 7, contact_id: 70 }
    await expect(ask('sending.open', row)).rejects.toMatchObject({ code: 'conversation_hidden' })
    expect(await ask('sending.open', { ...row, contact_id: null })).toMatchObject({ conversation: { id: 7 } })
  })
})

describe('a person of a conversation', () => {
  /** Lists one conversation of contact 70; every other question is answered without a word about the contact. */
  const start = () =>
    startPlatformThat(({ path }) =>
      path.endsWith('/conversations/filter') ? { json: [conversationOf(7)] } : { json: { payload: [] } },
    )
  const named = { contact: { id: 70, name: 'Pessoa 7' } }

  test('keeps the name that the list had where the service does not tell it again', async () => {
    const { ask } = await start()
    expect(await ask('contacts.read', { id: 70, fresh: true })).toMatchObject({ contact: null })
    await ask('conversations.page', { filter: open, page: 1 })
    expect(await ask('contacts.read', { id: 70, fresh: true })).toMatchObject(named)
  })

  test('keeps the name of a stored set, which is found again under the person', async () => {
    const workspace = await start()
    const set = await workspace.ask('conversations.keep', { filter: open, name: 'Uma' })
    await workspace.ended(set)
    await workspace.reopen()
    expect(await workspace.ask('contacts.read', { id: 70, fresh: true })).toMatchObject(named)
    const person = { contact_id: 70, phones: [], emails: [] }
    const { conversations } = await workspace.ask('contacts.related', person)
    expect(conversations).toMatchObject([{ set_id: set.id, set_name: 'Uma', id: 7, matched_by: 'contato_id' }])
  })

  test('is found in stored sets by phone and e-mail, each conversation once, also of another account', async () => {
    const sender = { id: 70, name: 'Ana', phone_number: '+55 (11) 98765-4321', email: 'Ana@Exemplo.com' }
    const workspace = await startPlatformThat(() => ({ json: [{ ...conversationOf(7), meta: { sender } }] }))
    for (const name of ['Antes', 'Agora']) {
      await workspace.ended(await workspace.ask('conversations.keep', { filter: open, name }))
    }
    const related = (more: object) =>
      workspace.ask('contacts.related', { connection_id: 'elsewhere', contact_id: 70, phones: [], emails: [], ...more })
    expect((await related({})).conversations).toEqual([])
    const expected = { set_name: 'Agora', id: 7, contact: { name: 'Ana' } }
    const byPhone = await related({ phones: ['1187654321'] })
    expect(byPhone.conversations).toMatchObject([{ ...expected, matched_by: 'nono_digito' }])
    const byEmail = await related({ emails: ['ana@exemplo.com'] })
    expect(byEmail.conversations).toMatchObject([{ ...expected, matched_by: 'email' }])
  })
})
