import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { containing, fill, user } from '../../kit/render.tsx'
import { connectionWith, formsConnectionWith } from '../../kit/samples.ts'
import { callWith, parameterWith, ranWith, routeWith } from '../../kit/samples-platform.ts'
import { chooseItem, chooseOption, describedBy, menuItems, rowCount, submit } from '../../kit/screen-parts.ts'
import { createRoute, listRoute, type OpenConsole, openConsole, searchRoute } from './open-console.tsx'

const preview = {
  url: 'https://atendimento.exemplo.com.br/api/v1/accounts/7/captain/assistants',
  effect: 'writes' as const,
  route: createRoute.id,
  body: '{"assistant":{"name":"Lia","token":"••••••"}}',
  curl: 'curl -X POST …',
}
const routeButtons = () => [...document.querySelectorAll('nav section button')].map(({ textContent }) => textContent)
const sendForm = () => document.querySelector<HTMLFormElement>('form[aria-label="Chamada"]') ?? document.body

describe('the catalogue of the console', () => {
  it('lists what reads, by what it is about, and what writes when that is asked for', async () => {
    await openConsole()
    expect(routeButtons()).toEqual(['Listar assistentesGET /captain/assistants', 'Buscar contatosGET /contacts/search'])
    expect(screen.getByRole('heading', { name: 'IA' })).toBeTruthy()
    await user.click(screen.getByLabelText('Todas'))
    expect(routeButtons()).toEqual([
      'Listar assistentesGET /captain/assistants',
      'Criar assistentePOST /captain/assistants',
      'Excluir ferramenta própriaDELETE /captain/custom_tools/{id}',
      'Buscar contatosGET /contacts/search',
    ])
  })

  it('shows for which host it is, and that the key is never shown', async () => {
    const beta = connectionWith({ beta_url: 'https://beta.exemplo.com.br', on_beta: true })
    const { show } = await openConsole()
    expect(document.body.textContent).toContain(
      'Qualquer chamada documentada de atendimento.exemplo.com.br · a chave entra',
    )
    await show(beta)
    expect(document.body.textContent).toContain('Qualquer chamada documentada de beta.exemplo.com.br')
  })

  it('is searched by words without accents, and shows where what writes is to be found', async () => {
    await openConsole()
    await fill(screen.getByLabelText('Buscar no catálogo'), 'CONTATO')
    expect(routeButtons()).toEqual(['Buscar contatosGET /contacts/search'])
    await fill(screen.getByLabelText('Buscar no catálogo'), 'criar assistente')
    expect(document.body.textContent).toContain('Nada com estas palavras')
    expect(document.body.textContent).toContain('As chamadas que escrevem só aparecem em “Todas”.')
    await user.click(screen.getByLabelText('Todas'))
    expect(routeButtons()).toEqual(['Criar assistentePOST /captain/assistants'])
  })

  it('that cannot be read shows why; a path can be called all the same, and it is read again on request', async () => {
    const { main } = await openConsole({ answers: { 'console.routes': refuses('no_connection') } })
    expect(screen.getByRole('alert').textContent).toContain('Esta conexão não existe mais.')
    await user.click(screen.getByRole('button', { name: /Outro caminho/ }))
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(main.inputs('console.run')).toHaveLength(1)
    main.answer('console.routes', () => [listRoute])
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(routeButtons()).toEqual(['Listar assistentesGET /captain/assistants'])
  })

  it('marks the call that is in the form', async () => {
    await openConsole()
    await user.click(screen.getByRole('button', { name: /Listar assistentes/ }))
    expect(screen.getByRole('button', { name: /Listar assistentes/ }).getAttribute('aria-current')).toBe('true')
    await user.click(screen.getByRole('button', { name: /Outro caminho/ }))
    expect(screen.getByRole('button', { name: /Listar assistentes/ }).getAttribute('aria-current')).toBeNull()
    expect(screen.getByRole('button', { name: /Outro caminho/ }).getAttribute('aria-current')).toBe('true')
  })
})

describe('a call that reads', () => {
  async function openCall(title: string, how: OpenConsole = {}) {
    const opened = await openConsole(how)
    await user.click(screen.getByRole('button', { name: containing(title) }))
    return opened
  }

  it('teaches that nothing is sent before it is asked for, and where the answer will be', async () => {
    const { main } = await openConsole()
    expect(document.body.textContent).toContain('Escolha uma chamada no catálogo')
    expect(document.body.textContent).toContain('Nada é enviado antes de “Enviar”.')
    expect(document.body.textContent).toContain('A resposta aparece aqui')
    await user.click(screen.getByRole('button', { name: /Listar assistentes/ }))
    expect(main.inputs('console.run')).toEqual([])
  })

  it('is sent at once, and shows status, time, size and kind of its answer', async () => {
    const { main } = await openCall('Listar assistentes')
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(main.inputs('console.run')).toEqual([
      { connection_id: 'c1', method: 'GET', path: listRoute.path, query: [], body: null, confirmed: false },
    ])
    expect(main.inputs('console.preview')).toEqual([])
    expect(document.body.textContent).toMatch(/200\s*12 ms · 100 B · JSON · hoje \d\d:00/)
  })

  it('shows at its field what is missing once it is sent, and what is wrong at once', async () => {
    const { main } = await openCall('Buscar contatos')
    expect(describedBy(screen.getByRole('textbox', { name: 'q' }))).toBe('')
    await fill(screen.getByLabelText('page'), 'dois')
    expect(describedBy(screen.getByLabelText('page'))).toBe('Escreva um número.')
    await submit(sendForm())
    expect(describedBy(screen.getByRole('textbox', { name: 'q' }))).toBe('Falta preencher.')
    expect(main.inputs('console.run')).toEqual([])
    await fill(screen.getByRole('textbox', { name: 'q' }), 'ana')
    await fill(screen.getByLabelText('page'), '2')
    await submit(sendForm())
    expect(main.inputs('console.run')).toMatchObject([
      {
        query: [
          ['q', 'ana'],
          ['page', '2'],
        ],
      },
    ])
  })

  it('names at each field how it is written', async () => {
    const parameters = [
      parameterWith({ name: 'since', type: 'unix' }),
      parameterWith({ name: 'day', type: 'date' }),
      parameterWith({ name: 'inbox_ids', type: 'integers' }),
    ]
    const route = routeWith({ path: '/relatorio', parameters })
    await openCall('/relatorio', { routes: [route] })
    const wrong = [
      ['since', 'segundos, ou uma data AAAA-MM-DD', 'Escreva segundos, ou uma data AAAA-MM-DD.'],
      ['day', 'AAAA-MM-DD', 'Escreva uma data AAAA-MM-DD.'],
      ['inbox_ids', 'números, separados por vírgula', 'Escreva números separados por vírgula.'],
    ] as const
    for (const [name, hint, problem] of wrong) {
      const field = screen.getByLabelText<HTMLInputElement>(name)
      expect(field.placeholder).toBe(hint)
      await fill(field, 'ontem')
      expect(describedBy(field)).toBe(problem)
    }
  })

  it('takes a word of those that its document names', async () => {
    const parameters = [parameterWith({ name: 'type', type: 'choice', choices: ['account', 'inbox'] })]
    const { main } = await openCall('/relatorio', { routes: [routeWith({ path: '/relatorio', parameters })] })
    await chooseOption(screen.getByRole('combobox', { name: 'type' }), 'inbox')
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(main.inputs('console.run')).toMatchObject([{ query: [['type', 'inbox']] }])
  })

  it('takes parameters that the document does not name, and lets them go again', async () => {
    const { main } = await openCall('Listar assistentes')
    await user.click(screen.getByRole('button', { name: 'Outro parâmetro' }))
    await user.click(screen.getByRole('button', { name: 'Outro parâmetro' }))
    await fill(screen.getByLabelText('Nome do parâmetro 1'), 'sort')
    await fill(screen.getByLabelText('Valor do parâmetro 1'), 'nome')
    await user.click(screen.getByRole('button', { name: 'Tirar o parâmetro 2' }))
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(main.inputs('console.run')).toMatchObject([{ query: [['sort', 'nome']] }])
  })

  it('to a path without a slash at its beginning shows why nothing is sent', async () => {
    const { main } = await openCall('Outro caminho')
    await fill(screen.getByLabelText('Caminho'), 'account')
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(main.inputs('console.run')).toHaveLength(0)
    expect(document.body.textContent).toContain('O caminho precisa começar com uma barra')
    await fill(screen.getByLabelText('Caminho'), '/account')
    expect(document.body.textContent).not.toContain('O caminho precisa começar com uma barra')
  })

  it('shows that it waits, how much has come, and stops when the user cancels', async () => {
    const { main } = await openCall('Listar assistentes')
    const running = main.hold('console.run')
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(document.body.textContent).toContain('Esperando a resposta…')
    const { id = '' } = main.asked.find(({ name }) => name === 'console.run') ?? {}
    await act(async () => main.push({ kind: 'progress', id, value: { bytes: 12_400 } }))
    expect(document.body.textContent).toContain('Recebendo… 12,4 kB')
    const cancel = screen.getByRole('button', { name: 'Cancelar' })
    await user.click(cancel)
    expect(main.cancelled).toEqual([id])
    // The element that was clicked must not become the one that submits: the browser would send the call again.
    expect(cancel.isConnected).toBe(false)
    await act(async () => running.refuse(new Refusal({ code: 'cancelled', params: {} })))
    expect(screen.getByRole('button', { name: 'Enviar' })).toBeTruthy()
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('that has no answer shows why, keeps what was filled in, and can be sent again', async () => {
    const { main } = await openCall('Buscar contatos', {
      answers: { 'console.run': refuses('offline', { host: 'atendimento.exemplo.com.br' }) },
    })
    await fill(screen.getByRole('textbox', { name: 'q' }), 'ana')
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(screen.getByRole('alert').textContent).toContain('Sem conexão com atendimento.exemplo.com.br')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'q' }).value).toBe('ana')
    main.answer('console.run', () => ranWith())
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(document.querySelector('[role="alert"]')).toBeNull()
    expect(document.body.textContent).toContain('12 ms')
  })

  it('shows that no key is sent where its answer is public', async () => {
    await openCall('/api/docs', { routes: [routeWith({ path: '/api/docs', open: true })] })
    expect(document.body.textContent).toContain('Resposta pública: nenhuma chave é enviada.')
  })

  it('is copied for a terminal as main wrote it, its key covered', async () => {
    const curl = `curl 'https://atendimento.exemplo.com.br/x' -H 'api_access_token: ••••••'`
    await openCall('Listar assistentes', {
      answers: { 'console.preview': () => ({ ...preview, effect: 'reads', curl }) },
    })
    await chooseItem('Mais ações da chamada', 'Copiar como curl')
    await waitFor(() => expect(document.body.textContent).toContain('Copiado como curl, com a chave coberta'))
    expect(await navigator.clipboard.readText()).toBe(curl)
    await navigator.clipboard.writeText('')
  })
})

describe('a call that writes', () => {
  async function openWrite(title: string, how: OpenConsole = {}) {
    const opened = await openConsole({ ...how, answers: { 'console.preview': () => preview, ...how.answers } })
    await user.click(screen.getByLabelText('Todas'))
    await user.click(screen.getByRole('button', { name: containing(title) }))
    return opened
  }
  const body = '{"assistant":{"name":"Lia","token":"segredo"}}'
  const request = { connection_id: 'c1', method: 'POST', path: createRoute.path, query: [], body }

  it('is sent, once it is confirmed, as it was shown, and once', async () => {
    const { main } = await openWrite('Criar assistente')
    await fill(screen.getByLabelText('Corpo em JSON'), body)
    await user.click(screen.getByRole('button', { name: 'Conferir e enviar…' }))
    expect(screen.getByRole('dialog').textContent).toContain('Isto muda dados no servidor. Será enviado uma única vez:')
    expect(main.inputs('console.preview')).toEqual([request])
    await user.click(screen.getByRole('button', { name: 'Enviar agora' }))
    expect(main.inputs('console.run')).toEqual([{ ...request, confirmed: true }])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.textContent).toContain('12 ms')
  })

  it('is not sent when the user does not confirm it, and stays in the form', async () => {
    const { main } = await openWrite('Criar assistente')
    await fill(screen.getByLabelText('Corpo em JSON'), body)
    await user.click(screen.getByRole('button', { name: 'Conferir e enviar…' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(main.inputs('console.run')).toEqual([])
    expect(screen.getByLabelText<HTMLInputElement>('Corpo em JSON').value).toBe(body)
  })

  it('that deletes a form shows that no copy is made, and is sent once a word is typed', async () => {
    const route = routeWith({
      method: 'DELETE',
      path: '/forms/{id}',
      effect: 'destroys',
      parameters: [parameterWith({ name: 'id', in: 'path', type: 'integer' })],
    })
    const { main } = await openWrite('Excluir formulário e respostas', {
      routes: [route],
      answers: { 'console.preview': () => ({ ...preview, effect: 'destroys', route: route.id, body: null }) },
    })
    await fill(screen.getByLabelText('id', { exact: false }), '301')
    await user.click(screen.getByRole('button', { name: 'Conferir e enviar…' }))
    for (const words of [
      'Isto apaga dados no servidor, e nada os traz de volta.',
      'A tela de Formulários guarda antes uma cópia; o console, não.',
      '(sem corpo)',
    ]) {
      expect(screen.getByRole('dialog').textContent).toContain(words)
    }
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar agora' }).disabled).toBe(true)
    await submit()
    expect(main.inputs('console.run')).toEqual([])
    await fill(screen.getByLabelText('Digite “apagar” para confirmar'), ' Apagar ')
    await submit()
    expect(main.inputs('console.run')).toMatchObject([
      { method: 'DELETE', path: '/forms/301', body: null, confirmed: true },
    ])
  })

  it('that nobody confirmed is not sent again by itself, and leads to where its outcome is found', async () => {
    const lost = {
      'console.run': refuses('sent_unknown', { host: 'atendimento.exemplo.com.br' }),
      'console.preview': () => preview,
    }
    const services = [
      [connectionWith(), 'Abrir Atividade', { screen: 'activity' }],
      [formsConnectionWith(), 'Abrir Formulários', { screen: 'forms' }],
    ] as const
    for (const [connection, name, writes] of services) {
      const { place, main } = await openWrite('Criar assistente', { connection, answers: lost })
      await user.click(screen.getByRole('button', { name: 'Conferir e enviar…' }))
      await user.click(screen.getByRole('button', { name: 'Enviar agora' }))
      expect(screen.getByRole('alert').textContent).toContain(
        'O pedido foi enviado, mas atendimento.exemplo.com.br não confirmou.',
      )
      expect(main.inputs('console.run')).toHaveLength(1)
      expect(screen.queryByRole('dialog')).toBeNull()
      await user.click(screen.getByRole('button', { name }))
      expect(place()).toEqual(writes)
      cleanup()
    }
  })

  it('that main would not send shows why, in a sentence for each reason', async () => {
    const { main } = await openWrite('Criar assistente')
    const reasons = [
      ['body', 'O corpo precisa ser JSON, e uma chamada GET não leva corpo.'],
      ['covered', 'Os segredos deste corpo estão cobertos (••••••).'],
    ] as const
    for (const [place, words] of reasons) {
      main.answer('console.preview', refuses('bad_request', { place }))
      await user.click(screen.getByRole('button', { name: 'Conferir e enviar…' }))
      expect(screen.getByRole('alert').textContent).toContain(words)
      expect(screen.queryByRole('dialog')).toBeNull()
    }
  })

  it('shows below its body where that stops being JSON, and sends nothing', async () => {
    const { main } = await openWrite('Criar assistente')
    const field = screen.getByLabelText<HTMLInputElement>('Corpo em JSON')
    const problems = [
      ['{\n  "a": x', 'Não é JSON: veja a linha 2, coluna 8.'],
      ['{"a": {', 'Não é JSON: o texto termina antes do fim.'],
      ['{"token":"••••••"}', 'Os segredos deste corpo estão cobertos (••••••). Preencha-os de novo antes de enviar.'],
    ] as const
    for (const [text, problem] of problems) {
      await fill(field, text)
      expect(describedBy(field)).toBe(problem)
      await user.click(screen.getByRole('button', { name: 'Conferir e enviar…' }))
    }
    expect(main.inputs('console.preview')).toEqual([])
  })

  it('cannot tidy a body that is no JSON and holds a covered secret', async () => {
    await openWrite('Criar assistente')
    await fill(screen.getByLabelText('Corpo em JSON'), '{"token":"••••••"')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Arrumar' }).disabled).toBe(true)
    await fill(screen.getByLabelText('Corpo em JSON'), '{"token":"••••••"}')
    await user.click(screen.getByRole('button', { name: 'Arrumar' }))
    expect(screen.getByLabelText<HTMLInputElement>('Corpo em JSON').value).toBe('{\n  "token": "••••••"\n}')
  })

  it('tidies its body, and goes back to the example', async () => {
    await openWrite('Criar assistente')
    const field = screen.getByLabelText<HTMLInputElement>('Corpo em JSON')
    expect(field.value).toBe(createRoute.body)
    await fill(field, '{"a":1}')
    await user.click(screen.getByRole('button', { name: 'Arrumar' }))
    expect(field.value).toBe('{\n  "a": 1\n}')
    await user.click(screen.getByRole('button', { name: 'Voltar ao exemplo' }))
    expect(field.value).toBe(createRoute.body)
    expect(screen.queryByRole('button', { name: 'Voltar ao exemplo' })).toBeNull()
  })
})

describe('the history of the console', () => {
  const searched = callWith({
    id: 'c2',
    path: '/api/v1/accounts/7/contacts/search',
    route: searchRoute.id,
    query: [
      ['q', 'João'],
      ['page', '2'],
    ],
  })
  const lost = callWith({
    id: 'c3',
    at: '2026-11-19T12:00:00.000Z',
    method: 'POST',
    route: 'POST /sem/titulo',
    path: '/sem/titulo',
    body: '{"a":1}',
    status: null,
    failure: 'timeout',
    kind: 'empty',
    bytes: 0,
    ms: 32_000,
    drift: { added: ['x'], missing: [], changed: [] },
  })
  const openHistory = (how: OpenConsole = {}) => openConsole({ part: 'history', history: [searched, lost], ...how })

  it('teaches what is kept while nothing was called', async () => {
    await openHistory({ history: [] })
    expect(document.body.textContent).toContain('Nenhuma chamada ainda')
    expect(document.body.textContent).toContain('fica guardada, criptografada, com a resposta')
  })

  it('that cannot be read shows why, and is read again', async () => {
    const { main } = await openHistory({ answers: { 'console.history': refuses('data_process_ended') } })
    expect(screen.getByRole('alert').textContent).toContain(
      'A parte do Cruza que guarda os dados parou e foi reiniciada.',
    )
    main.answer('console.history', () => [searched])
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(rowCount()).toBe(1)
  })

  it('shows of each call when it was, what it was, and how it ended', async () => {
    await openHistory()
    expect(document.body.textContent).toContain('2 chamadas')
    expect(screen.getByRole('button', { name: 'Histórico 2' })).toBeTruthy()
    expect(
      [...screen.getByRole('row', { name: /Buscar contatos/ }).children]
        .slice(0, 5)
        .map(({ textContent }) => textContent?.trim()),
    ).toEqual([
      expect.stringMatching(/^hoje \d\d:00$/),
      'Buscar contatosGET /contacts/search?q=João&page=2',
      '200',
      '100 B',
      '12 ms',
    ])
    expect(
      [...screen.getByRole('row', { name: /\/sem\/titulo/ }).children]
        .slice(0, 5)
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^ontem \d\d:00$/),
      'POST /sem/titulo',
      'sem resposta mudou de forma',
      '—',
      '32 s',
    ])
  })

  it('is searched by words, values and status', async () => {
    await openHistory()
    await fill(screen.getByLabelText('Buscar no histórico'), 'joao 200')
    expect(rowCount()).toBe(1)
    expect(document.body.textContent).toContain('1 de 2')
    await fill(screen.getByLabelText('Buscar no histórico'), 'sem nenhuma assim')
    expect(document.body.textContent).toContain('Nenhuma chamada com estas palavras')
  })

  it('leads back to the form with the values in their fields, and to the answer', async () => {
    const { main } = await openHistory()
    await user.click(screen.getByRole('button', { name: 'Buscar contatos' }))
    expect(screen.getByRole('heading', { name: 'Buscar contatos' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'q' }).value).toBe('João')
    expect(screen.getByLabelText<HTMLInputElement>('page').value).toBe('2')
    expect(document.body.textContent).toContain('12 ms')
    expect(main.inputs('console.inspect')).toEqual([{ connection_id: 'c1', id: 'c2', expression: '$' }])
    expect(main.inputs('console.run')).toEqual([])
  })

  it('prepares a call again without sending it or showing its old answer', async () => {
    const { main } = await openHistory()
    await user.click(screen.getByRole('button', { name: 'Mais ações de POST /sem/titulo' }))
    expect(menuItems()).toEqual(['Abrir', 'Preparar de novo', 'Apagar do histórico'])
    await user.click(screen.getByRole('menuitem', { name: 'Preparar de novo' }))
    expect(screen.getByLabelText<HTMLInputElement>('Caminho').value).toBe('/sem/titulo')
    expect(screen.getByLabelText<HTMLInputElement>('Corpo em JSON').value).toBe('{"a":1}')
    expect(document.body.textContent).toContain('A resposta aparece aqui')
    expect(main.inputs('console.run')).toEqual([])
  })

  it('lets one call go by its menu', async () => {
    const { main } = await openHistory({ answers: { 'console.forget': () => [searched] } })
    await chooseItem('Mais ações de POST /sem/titulo', 'Apagar do histórico')
    expect(main.inputs('console.forget')).toEqual([{ connection_id: 'c1', id: 'c3' }])
    expect(rowCount()).toBe(1)
  })

  it('is cleared once the user has seen what goes and what stays', async () => {
    const { main } = await openHistory({ answers: { 'console.forget': () => [] } })
    await user.click(screen.getByRole('button', { name: 'Limpar o histórico' }))
    expect(screen.getByRole('dialog').textContent).toContain('2 chamadas com as respostas')
    expect(screen.getByRole('dialog').textContent).toContain('O que foi guardado como conjunto de dados fica.')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' }))
    expect(main.inputs('console.forget')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Limpar o histórico' }))
    await submit()
    expect(main.inputs('console.forget')).toEqual([{ connection_id: 'c1', id: null }])
    expect(document.body.textContent).toContain('Nenhuma chamada ainda')
  })

  it('that cannot be cleared shows why and stays', async () => {
    await openHistory({ answers: { 'console.forget': refuses('disk_full') } })
    await user.click(screen.getByRole('button', { name: 'Limpar o histórico' }))
    await submit()
    expect(screen.getByRole('alert').textContent).toContain('O disco está cheio.')
    expect(rowCount()).toBe(2)
  })

  it('stays, with the reason, when it cannot be read anew after a call', async () => {
    const gate = createGate<never>()
    const { main } = await openConsole({ history: [searched] })
    await user.click(screen.getByRole('button', { name: /Listar assistentes/ }))
    main.answer('console.history', () => gate.passed)
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    await user.click(screen.getByRole('button', { name: 'Histórico 1' }))
    await act(async () => gate.refuse(new Refusal({ code: 'data_process_ended', params: {} })))
    expect(screen.getByRole('alert').textContent).toContain('A parte do Cruza que guarda os dados parou')
    expect(rowCount()).toBe(1)
  })
})
