import { describe, expect, test } from 'vitest'
import { formIds, startFormAccount } from '../../kit/forms.ts'
import { startService } from '../../kit/service.ts'
import { startWorkspace } from '../../kit/workspace.ts'

/** A sheet of everybody, a run of everybody who answered a form, and the form itself. */
async function everywhere() {
  const account = await startFormAccount({ demo: { leads: 300, entries: 120 } })
  const { ask, connect, ended, rows, demo, connection_id, keep, table, readSheet } = account
  await keep(formIds.contact)
  await connect(demo.platform)
  const sheet = await readSheet()
  const { list } = await ask('cruzar.stage', { from: 'table', table: table(formIds.contact), select: { query: {} } })
  const order = { list, settings: {}, sheet_id: null, filter: {}, name: 'Respostas' }
  const run = await ask('cruzar.start', order)
  await ended(run)
  const entries = await rows(table(formIds.contact))
  const leads = (await rows({ kind: 'sheet', id: sheet.id })).filter(
    ({ conversa_id, email, telefone_digitos }) =>
      conversa_id !== null && email && /^55..9/.test(String(telefone_digitos)),
  )
  const digits = new Map(leads.map((one) => [String(one.telefone_digitos), one]))
  const entry = entries.find(({ telefone }) => digits.has(String(telefone)))
  const lead = digits.get(String(entry?.telefone))
  if (!entry || !lead) throw new Error('nobody who answered is a lead')
  return { ...account, sheet, run, entry, lead, formsConnection: connection_id }
}

const nobody = { leads: [], conversations: [], runs: [], entries: [], more: false }

describe('what is kept here of a person', () => {
  test('is found in sheets, runs and forms by number, phone in any form and e-mail, with its dates', async () => {
    const { ask, sheet, run, entry, lead, formsConnection } = await everywhere()
    const contact_id = Number(lead.contato_id)
    const masked = String(lead.telefone_digitos).replace(/^55(..)(.+)(.{4})$/, '($1) $2-$3')
    const input = { contact_id, phones: [masked], emails: [] }
    const related = await ask('contacts.related', input)
    expect(related.leads).toMatchObject([
      {
        sheet_id: sheet.id,
        sheet_name: 'Tudo',
        matched_by: 'contato_id',
        lead: { contato_id: contact_id, nome: lead.nome },
      },
    ])
    expect(related.leads[0]?.read_at).toMatch(/^\d{4}-/)
    expect(related.runs).toMatchObject([{ run_id: run.id, run_name: 'Respostas', outcome: 'com_conversa' }])
    const match = related.entries.find(({ entry_id }) => entry_id === entry.id)
    expect(match).toMatchObject({
      connection_id: formsConnection,
      form_id: formIds.contact,
      form_name: 'Contato do site',
      state: 'nova',
    })
    expect(match?.seen_at).toMatch(/^\d{4}-/)

    // A number means something within one account only.
    const elsewhere = { ...input, connection_id: formsConnection, phones: [] }
    expect(await ask('contacts.related', elsewhere)).toEqual(nobody)
    const byEmail = { contact_id: null, phones: [], emails: [String(lead.email).toUpperCase()] }
    const mailed = await ask('contacts.related', byEmail)
    expect(mailed.leads.length > 0 ? mailed.leads[0] : null).toMatchObject({ matched_by: 'email' })
  })

  test('is marked where it differs by the ninth digit; an empty search finds nobody', async () => {
    const { ask, lead, demo } = await everywhere()
    const digits = String(lead.telefone_digitos)
    const other =
      digits.length === 13 ? digits.slice(0, 4) + digits.slice(5) : `${digits.slice(0, 4)}9${digits.slice(4)}`
    const related = (phones: string[]) => ask('contacts.related', { contact_id: null, phones, emails: [] })
    const { leads } = await related([other])
    expect(leads.map(({ matched_by }) => matched_by)).toContain('nono_digito')
    expect(await related(['+1 202 555 0100'])).toEqual(nobody)
    expect(await related([])).toEqual(nobody)
    // All of it is here.
    await demo.close()
    expect((await related([digits])).leads).not.toEqual([])
  })

  test('gives a message the fields of its lead', async () => {
    const { ask, lead } = await everywhere()
    const conversation = Number(lead.conversa_id)
    const open = { conversation, contact_id: Number(lead.contato_id) }
    const recipient = await ask('sending.open', open)
    expect(recipient.lead).toMatchObject({ sheet_name: 'Tudo' })
    expect(recipient.fields).toMatchObject({ nome: lead.nome, caixa: lead.caixa, mensagens: lead.mensagens })
    await expect(ask('sending.open', { ...open, contact_id: 1 })).rejects.toMatchObject({
      code: 'other_contact',
    })
  })
})

const sender = { id: 55, name: 'Maria Souza', phone_number: '+5511987654321', email: null }
const conversation = (id: number, at: number) => ({
  id,
  status: 'open',
  last_activity_at: at,
  meta: { sender: { ...sender, custom_attributes: { cpf: 'x' } } },
})

async function asking(conversations: unknown) {
  const state = { gone: false }
  const service = await startService(({ path, query }) => {
    if (state.gone) return (response) => void response.socket?.destroy()
    if (path.endsWith('/contacts/55/conversations') || path.endsWith('/contacts/77/conversations')) {
      return { json: conversations }
    }
    if (path.endsWith('/contacts/search')) {
      const id = Number(query.get('q'))
      return {
        json: {
          payload:
            id === 77
              ? [
                  { id: 9, name: 'x' },
                  { id: 77, name: 'Ana' },
                ]
              : [],
        },
      }
    }
    return { status: 404, json: { error: 'Resource could not be found' } }
  })
  const workspace = await startWorkspace()
  await workspace.connect({ url: service.origin, accountId: 7, brand: 'house', token: 'x' })
  const read = (id: number, fresh: boolean) => workspace.ask('contacts.read', { id, fresh })
  const searches = () => service.asked.filter(({ path }) => path.endsWith('/contacts/search')).length
  return { workspace, read, searches, state }
}

describe('the page of a contact', () => {
  test.each<readonly [string, unknown]>([
    ['wrapped', { payload: [conversation(1, 1_760_000_000), conversation(2, 1_760_000_900)] }],
    ['bare', [conversation(1, 1_760_000_000), conversation(2, 1_760_000_900)]],
  ])('has its latest conversations first (%s), and the contact as they have it', async (_, conversations) => {
    const { read, searches } = await asking(conversations)
    expect(await read(55, false)).toBeNull()
    const page = await read(55, true)
    expect(page?.conversations.map(({ id }) => id)).toEqual([2, 1])
    expect(page?.contact).toMatchObject({ id: 55, name: 'Maria Souza', raw: { custom_attributes: { cpf: 'x' } } })
    expect(searches()).toBe(0)
  })

  test('is kept, and read without network under its date', async () => {
    const { read, state, workspace } = await asking({ payload: [conversation(1, 1_760_000_000)] })
    const page = await read(55, true)
    state.gone = true
    await expect(read(55, true)).rejects.toMatchObject({ code: 'offline' })
    await workspace.reopen()
    expect(await read(55, false)).toEqual(page)
  })

  test('looks for the number of a contact without conversations, and takes nobody else for it', async () => {
    const { read, searches } = await asking({ payload: [] })
    expect((await read(77, true))?.contact).toMatchObject({ id: 77, name: 'Ana' })
    expect(searches()).toBe(1)
    expect((await read(55, true))?.contact).toBeNull()
  })

  test('that does not exist is not found', async () => {
    const { read } = await asking({ payload: [] })
    await expect(read(404, true)).rejects.toMatchObject({ code: 'service_not_found' })
  })
})
