import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { Related } from '../../../preload/contract/contacts.ts'
import { type Answers, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { openApp } from '../../kit/open-app.tsx'
import { fill, user } from '../../kit/render.tsx'
import {
  contactPageOf,
  contactWith,
  conversationWith,
  foundContactsOf,
  nothingRelated,
} from '../../kit/samples-platform.ts'
import { pressKey, rowCount } from '../../kit/screen-parts.ts'

const now = '2026-11-20T15:00:00.000Z'
const offline = refuses('offline', { host: 'atendimento.exemplo.com.br' })
describe('the search for contacts', () => {
  async function openSearch(answers: Answers = {}) {
    const place = { screen: 'contacts', connection: 'c1' } as const
    const app = await openApp({ 'contacts.search': () => foundContactsOf([1]), ...answers }, { place, now })
    const field = screen.getByLabelText<HTMLInputElement>('Buscar contato')
    const search = async (text: string) => {
      await fill(field, text)
      await pressKey(field, 'Enter')
    }
    return { ...app, field, search }
  }

  it('teaches what can be typed while nothing is, with the cursor in its field', async () => {
    const { field, inputs } = await openSearch()
    expect(document.body.textContent).toContain('Quem você procura?')
    expect(document.body.textContent).toContain('Digite parte do nome, um telefone em qualquer formato ou um e‑mail.')
    expect(document.activeElement).toBe(field)
    expect(inputs('contacts.search')).toEqual([])
  })

  it('asks for two characters and sends nothing for one', async () => {
    const { search, inputs } = await openSearch()
    await search(' m ')
    expect(document.body.textContent).toContain('Digite ao menos dois caracteres.')
    expect(inputs('contacts.search')).toEqual([])
  })

  it('asks by itself once typing rests', async () => {
    const { field, inputs } = await openSearch()
    await fill(field, 'pe')
    await waitFor(() => expect(rowCount()).toBe(1))
    expect(inputs('contacts.search')).toEqual([{ connection_id: 'c1', text: 'pe', page: 1, other_ninth: false }])
  })

  it('shows that it asks the service while the answer is awaited', async () => {
    const { search, hold } = await openSearch()
    const answer = hold('contacts.search')
    await search('pessoa')
    expect(document.body.textContent).toContain('Buscando no serviço…')
    expect(document.body.textContent).not.toContain('Quem você procura?')
    await act(async () => answer.open(foundContactsOf([1])))
    expect(document.body.textContent).not.toContain('Buscando no serviço…')
  })

  it('shows each contact with phone, e-mail, last activity and number, and what was sent', async () => {
    const { search, place } = await openSearch({
      'contacts.search': () => ({
        ...foundContactsOf([1], { sent: '11988887777' }),
        contacts: [
          contactWith({ id: 1 }),
          contactWith({ id: 2, name: null, phone: null, email: null, last_activity_at: null }),
        ],
      }),
    })
    await search('+55 (11) 98888-7777')
    expect(document.body.textContent).toContain('2 contatos · Procurado no serviço: 11988887777')
    const cells = [...screen.getByRole('row', { name: /Pessoa 1/ }).children].map(({ textContent }) => textContent)
    expect(cells).toEqual([
      'Pessoa 1',
      '(11) 98888-7777',
      'pessoa1@exemplo.com.br',
      expect.stringMatching(/^hoje \d\d:12$/),
      '1',
    ])
    expect([...screen.getByRole('row', { name: /Sem nome/ }).children].map(({ textContent }) => textContent)).toEqual([
      'Sem nome',
      '—',
      '—',
      '—',
      '2',
    ])
    await user.click(screen.getByRole('button', { name: 'Pessoa 1' }))
    expect(place()).toEqual({ screen: 'contact', connection: 'c1', id: 1 })
  })

  it('shows that nobody was found', async () => {
    const { search } = await openSearch({ 'contacts.search': () => foundContactsOf([]) })
    await search('ninguém com este nome')
    expect(document.body.textContent).toContain('Ninguém encontrado')
    expect(document.body.textContent).toContain('O serviço não tem contato com isto no nome, no telefone ou no e‑mail.')
  })

  it('adds the next page below by “Mais contatos”, and offers it only while there is more', async () => {
    const { search, inputs } = await openSearch({
      'contacts.search': ({ page = 1 }) =>
        page === 1 ? foundContactsOf([1, 2], { has_more: true }) : foundContactsOf([2, 3], { page }),
    })
    await search('pessoa')
    expect(document.body.textContent).toContain('2 contatos até aqui, há mais')
    await user.click(screen.getByRole('button', { name: 'Mais contatos' }))
    expect(rowCount()).toBe(3)
    expect(document.body.textContent).toContain('3 contatos · Procurado')
    expect(inputs('contacts.search')[1]).toMatchObject({ text: 'pessoa', page: 2 })
    expect(screen.queryByRole('button', { name: 'Mais contatos' })).toBeNull()
  })

  it('offers the number without its ninth digit, and adds whom the service has under it', async () => {
    const { search, inputs } = await openSearch({
      'contacts.search': ({ other_ninth }) =>
        other_ninth
          ? foundContactsOf([2], { sent: '1188887777', other_ninth: '11988887777' })
          : foundContactsOf([1], { sent: '11988887777', other_ninth: '1188887777' }),
    })
    await search('11988887777')
    await user.click(screen.getByRole('button', { name: 'Procurar também (11) 8888-7777' }))
    expect(inputs('contacts.search')[1]).toMatchObject({ text: '11988887777', page: 1, other_ninth: true })
    expect(rowCount()).toBe(2)
    expect(screen.queryByRole('button', { name: 'Procurar também (11) 8888-7777' })).toBeNull()
  })

  it('shows why it failed and asks again by “Tentar de novo”', async () => {
    const { search, bridge } = await openSearch({ 'contacts.search': refuses('unauthorized') })
    await search('pessoa')
    expect(screen.getByRole('alert').textContent).toContain('A chave de acesso não foi aceita.')
    expect(document.body.textContent).not.toContain('Ninguém encontrado')
    bridge.answer('contacts.search', () => foundContactsOf([1]))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(rowCount()).toBe(1)
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('keeps whom it has found when the next page cannot be had, and asks for that page by “Tentar de novo”', async () => {
    const { search, inputs, bridge } = await openSearch({
      'contacts.search': () => foundContactsOf([1, 2], { has_more: true }),
    })
    await search('pessoa')
    bridge.answer('contacts.search', refuses('rate_limited'))
    await user.click(screen.getByRole('button', { name: 'Mais contatos' }))
    expect(screen.getByRole('alert').textContent).toContain('O serviço pediu para esperar.')
    expect(rowCount()).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(rowCount()).toBe(2)
    bridge.answer('contacts.search', () => foundContactsOf([3], { page: 2 }))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(inputs('contacts.search').map((input) => (input as { page: number }).page)).toEqual([1, 2, 2, 2])
    expect(rowCount()).toBe(3)
    expect(document.body.textContent).not.toContain('Tentar de novo')
  })

  it('keeps the results when repeating the search fails', async () => {
    const { search, bridge } = await openSearch()
    await search('pessoa')
    bridge.answer('contacts.search', offline)
    await pressKey(screen.getByLabelText('Buscar contato'), 'Enter')
    expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeTruthy()
    expect(rowCount()).toBe(1)
  })

  it('is emptied by Escape and by its button, and begins anew', async () => {
    const { field, search } = await openSearch()
    for (const empty of [
      () => pressKey(field, 'Escape'),
      () => user.click(screen.getByRole('button', { name: 'Limpar a busca' })),
    ]) {
      await search('pessoa')
      await empty()
      expect(field.value).toBe('')
      expect(rowCount()).toBe(0)
      expect(document.body.textContent).toContain('Quem você procura?')
    }
    expect(document.activeElement).toBe(field)
  })
})

describe('a contact', () => {
  const related: Related = {
    leads: [
      {
        sheet_id: 's1',
        sheet_name: 'Leads de todos',
        read_at: '2026-11-20T11:12:00.000Z',
        matched_by: 'contato_id',
        lead: { status: 'open', conversa_id: 501, agente: 'Ana' },
      },
      { sheet_id: 's2', sheet_name: 'Leads novos', read_at: null, matched_by: 'nono_digito', lead: {} },
    ],
    conversations: [
      {
        connection_id: 'c1',
        set_id: 'k1',
        set_name: 'Abertas de novembro',
        id: 77,
        seen_at: '2026-11-18T11:12:00.000Z',
        matched_by: 'contato_id',
        status: 'open',
        last_activity_at: null,
        contact: { name: 'Ana', phone: null, email: null },
      },
    ],
    runs: [
      {
        run_id: 'r1',
        run_name: 'Campanha de novembro',
        at: '2026-11-19T11:12:00.000Z',
        matched_by: 'telefone',
        outcome: 'com_conversa',
      },
    ],
    entries: [
      {
        connection_id: 'f1',
        form_id: 301,
        form_name: 'Contato do site',
        entry_id: 88,
        line: 'Quero um orçamento',
        created_at: '2026-11-01T11:12:00.000Z',
        seen_at: '2026-11-20T11:12:00.000Z',
        matched_by: 'email',
        state: 'nova',
      },
    ],
    more: true,
  }

  async function openContact(answers: Answers = {}) {
    const contact = (id: number) => ({ screen: 'contact', connection: 'c1', id }) as const
    const app = await openApp(
      {
        'contacts.read': ({ id, fresh }) => (fresh ? contactPageOf(id) : null),
        'contacts.related': () => nothingRelated,
        ...answers,
      },
      { place: contact(55), now },
    )
    /** Stored rows are searched after a delay. */
    const lookedFor = () => waitFor(() => expect(document.body.textContent).toContain('Neste computador'))
    return { ...app, lookedFor, show: (id: number) => app.go(contact(id)) }
  }

  it('shows what the service has of it: known facts, own attributes and the whole record', async () => {
    await openContact()
    expect(screen.getByRole('heading', { name: 'Pessoa 55' })).toBeTruthy()
    expect(document.body.textContent).toMatch(/Contato nº 55 · lido hoje \d\d:12/)
    const facts = document.querySelector('section[aria-label="Dados do contato"]')
    for (const words of ['(11) 98888-7777', 'pessoa55@exemplo.com.br', 'cidade', 'Campinas', 'Criado em']) {
      expect(facts?.textContent).toContain(words)
    }
    expect(facts?.textContent).not.toContain('Identificador')
    expect(document.body.textContent).not.toContain('"additional_attributes"')
    await user.click(screen.getByRole('button', { name: 'Como o serviço informou' }))
    expect(facts?.querySelector('pre')?.textContent).toContain('"additional_attributes"')
  })

  it('is shown as it was kept at once, and then as the service has it', async () => {
    const { inputs, hold } = await openContact({
      'contacts.read': ({ id }) => contactPageOf(id, { contact: contactWith({ id, name: 'Nome de antes' }) }),
    })
    const answer = hold('contacts.read')
    await user.click(screen.getByRole('button', { name: 'Atualizar' }))
    expect(screen.getByRole('heading', { name: 'Nome de antes' })).toBeTruthy()
    await act(async () => answer.open(contactPageOf(55)))
    expect(screen.getByRole('heading', { name: 'Pessoa 55' })).toBeTruthy()
    expect(inputs('contacts.read')).toEqual([
      { connection_id: 'c1', id: 55, fresh: false },
      { connection_id: 'c1', id: 55, fresh: true },
      { connection_id: 'c1', id: 55, fresh: true },
    ])
  })

  it('stays as it was kept, with its date and the reason, while the service is away', async () => {
    const { bridge } = await openContact({
      'contacts.read': ({ id, fresh }) => (fresh ? offline() : contactPageOf(id)),
    })
    const notice = screen.getByRole('alert')
    expect(notice.textContent).toMatch(/Mostrado como foi lido hoje \d\d:12\./)
    expect(screen.getByRole('heading', { name: 'Pessoa 55' })).toBeTruthy()
    bridge.answer('contacts.read', ({ id }) => contactPageOf(id))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('that was never kept shows the reason alone while the service is away, and is requested again', async () => {
    const { bridge } = await openContact({
      'contacts.read': ({ fresh }) => (fresh ? offline() : null),
    })
    expect(screen.getByRole('alert').textContent).not.toContain('Mostrado')
    expect(screen.getByRole('heading', { name: 'Contato nº 55' })).toBeTruthy()
    bridge.answer('contacts.read', ({ id }) => contactPageOf(id))
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(screen.getByRole('heading', { name: 'Pessoa 55' })).toBeTruthy()
  })

  it('that the service does not have is shown as missing, leads back to the search, and shows what is here all the same', async () => {
    const { place, lookedFor, inputs } = await openContact({
      'contacts.read': ({ fresh }) => (fresh ? refuses('service_not_found')() : null),
      'contacts.related': () => related,
    })
    await lookedFor()
    expect(document.body.textContent).toContain('O contato nº 55 não foi encontrado')
    expect(inputs('contacts.related')).toEqual([{ connection_id: 'c1', contact_id: 55, phones: [], emails: [] }])
    expect(screen.getByRole('button', { name: 'Leads de todos' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Contatos' }))
    expect(place()).toEqual({ screen: 'contacts', connection: 'c1' })
  })

  it('that is known by its number alone is marked so', async () => {
    await openContact({ 'contacts.read': ({ id }) => contactPageOf(id, { contact: null }) })
    expect(document.body.textContent).toContain('O serviço não informou nada além do número.')
    expect(document.body.textContent).toContain('Nenhuma conversa que a sua chave possa ver.')
  })

  it('leads to each of its latest conversations, to writing in it, and to all of them', async () => {
    const { place, feature, show } = await openContact({
      'contacts.read': ({ id }) =>
        contactPageOf(id, {
          conversations: [
            conversationWith({ id: 501 }),
            conversationWith({ id: 502, assignee: { id: null, name: null }, can_reply: false, status: 'resolved' }),
          ],
        }),
    })
    expect(document.body.textContent).toContain('O serviço mostra só as mais recentes que a sua chave vê.')
    expect(document.body.textContent).toMatch(/nº 501 · WhatsApp · Ana · hoje \d\d:12/)
    expect(document.body.textContent).toContain('Mensagem 501')
    expect(document.body.textContent).toMatch(
      /nº 502 · WhatsApp · sem agente · hoje \d\d:12 · canal fechado para a equipe agora/,
    )
    await user.click(screen.getByRole('button', { name: 'Escrever na conversa nº 502' }))
    expect(feature('sending').getState().target).toMatchObject({ conversation: 502, contact: 55 })
    await user.click(screen.getByRole('button', { name: 'Abrir a conversa nº 501' }))
    expect(place()).toEqual({ screen: 'conversations', connection: 'c1', conversation: 501, contact: 55 })
    await show(55)
    await user.click(screen.getByRole('button', { name: 'Todas as conversas' }))
    expect(place()).toEqual({ screen: 'conversations', connection: 'c1' })
    expect(feature('conversations').store.getState().filter).toMatchObject([{ values: [55] }])
  })

  it('shows what sheets, runs and forms have here of the same person, how it was recognised and from when', async () => {
    const { place, show, lookedFor, inputs } = await openContact({ 'contacts.related': () => related })
    await lookedFor()
    const texts = [
      /nº 501 · Ana · mesmo contato · lida hoje \d\d:12/,
      /mesmo telefone, salvo o nono dígito · leitura não terminada/,
      /mesmo telefone · cruzado ontem \d\d:12/,
      /Resposta nº 88 · mesmo e-mail · respondida 01\/11\/2026 \d\d:12 · vista no serviço hoje \d\d:12/,
      /Há mais do que cabe aqui/,
    ]
    for (const words of texts) expect(document.body.textContent).toMatch(words)
    expect(inputs('contacts.related')).toEqual([
      { connection_id: 'c1', contact_id: 55, phones: ['+5511988887777'], emails: ['pessoa55@exemplo.com.br'] },
    ])
    for (const [name, target] of [
      ['Leads de todos', { screen: 'sheet', id: 's1' }],
      ['Campanha de novembro', { screen: 'run', id: 'r1' }],
      ['Contato do site', { screen: 'entries', connection: 'f1', entry: 88 }],
    ] as const) {
      await user.click(screen.getByRole('button', { name }))
      expect(place()).toEqual(target)
      await show(55)
      await lookedFor()
    }
  })

  it('shows that no stored row matches, and why the search failed', async () => {
    const { lookedFor, bridge } = await openContact({ 'contacts.related': refuses('data_process_ended') })
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain(
        'A parte do Cruza que guarda os dados parou e foi reiniciada.',
      ),
    )
    expect(screen.getByRole('heading', { name: 'Pessoa 55' })).toBeTruthy()
    bridge.answer('contacts.related', () => nothingRelated)
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    await lookedFor()
    expect(document.body.textContent).toContain('Nada desta pessoa foi baixado ainda.')
  })

  it('is not taken over by the late answer to another one', async () => {
    const { show, hold, bridge } = await openContact()
    const late = hold('contacts.read')
    await user.click(screen.getByRole('button', { name: 'Atualizar' }))
    bridge.answer('contacts.read', ({ id, fresh }) => (fresh ? contactPageOf(id) : null))
    await show(56)
    await act(async () => late.open(contactPageOf(55)))
    expect(screen.getByRole('heading', { name: 'Pessoa 56' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('Pessoa 55')
  })

  it('shows nothing of a refusal that comes after the user has left it', async () => {
    const { show, hold, bridge } = await openContact()
    const late = hold('contacts.read')
    await user.click(screen.getByRole('button', { name: 'Atualizar' }))
    bridge.answer('contacts.read', ({ id, fresh }) => (fresh ? contactPageOf(id) : null))
    await show(56)
    await act(async () => late.refuse(new Refusal({ code: 'forbidden', params: {} })))
    expect(document.querySelector('[role="alert"]')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Pessoa 56' })).toBeTruthy()
  })

  it('shows dates among the attributes of an account as dates', async () => {
    const custom_attributes = {
      nascimento: '1990-05-01',
      renovacao: '2027-01-31T00:00:00.000Z',
      visita: '2026-12-01T17:30:00Z',
      pedido: '2026-13-45',
    }
    await openContact({
      'contacts.read': ({ id }) => contactPageOf(id, { contact: contactWith({ id, raw: { custom_attributes } }) }),
    })
    const facts = document.querySelector('.contact-facts dl')?.textContent ?? ''
    for (const shown of ['nascimento01/05/1990', 'renovacao31/01/2027', 'visita01/12/2026', 'pedido2026-13-45']) {
      expect(facts).toContain(shown)
    }
    expect(facts).not.toContain('T17:30')
  })

  it("names the service's attributes in the user's words, and those of an account as they are called there", async () => {
    const raw = { additional_attributes: { city: 'Campinas', country_code: 'BR' }, custom_attributes: { city: 'loja' } }
    await openContact({
      'contacts.read': ({ id }) => contactPageOf(id, { contact: contactWith({ id, raw }) }),
    })
    const facts = document.querySelector('.contact-facts dl')?.textContent ?? ''
    for (const shown of ['CidadeCampinas', 'Código do paísBR', 'cityloja']) expect(facts).toContain(shown)
    expect(facts).not.toContain('country_code')
  })

  it('leads back to the search', async () => {
    const { place } = await openContact()
    await user.click(screen.getByRole('button', { name: 'Voltar' }))
    expect(place()).toEqual({ screen: 'contacts', connection: 'c1' })
  })
})
