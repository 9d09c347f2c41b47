import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { connectionWith, formsConnectionWith } from '../../kit/samples.ts'
import { callWith, parameterWith, ranWith, routeWith } from '../../kit/samples-platform.ts'
import {
  chooseItem,
  chooseOption,
  describedBy,
  findButton,
  findDialog,
  findField,
  findRow,
  hasDialog,
  menuItems,
  press,
  rowCount,
  submit,
  write,
} from '../../kit/screen-parts.ts'
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
    const { screen } = await openConsole()
    expect(routeButtons()).toEqual(['Listar assistentesGET /captain/assistants', 'Buscar contatosGET /contacts/search'])
    expect(screen.byRole('heading', 'IA')).toBeTruthy()
    await press(findField('Todas'))
    expect(routeButtons()).toEqual([
      'Listar assistentesGET /captain/assistants',
      'Criar assistentePOST /captain/assistants',
      'Excluir ferramenta própriaDELETE /captain/custom_tools/{id}',
      'Buscar contatosGET /contacts/search',
    ])
  })

  it('shows for which host it is, and that the key is never shown', async () => {
    const beta = connectionWith({ beta_url: 'https://beta.exemplo.com.br', on_beta: true })
    const { screen, show } = await openConsole()
    expect(screen.text()).toContain('Qualquer chamada documentada de atendimento.exemplo.com.br · a chave entra')
    await show(beta)
    expect(screen.text()).toContain('Qualquer chamada documentada de beta.exemplo.com.br')
  })

  it('is searched by words without accents, and shows where what writes is to be found', async () => {
    const { screen } = await openConsole()
    await write(findField('Buscar no catálogo'), 'CONTATO')
    expect(routeButtons()).toEqual(['Buscar contatosGET /contacts/search'])
    await write(findField('Buscar no catálogo'), 'criar assistente')
    expect(screen.text()).toContain('Nada com estas palavras')
    expect(screen.text()).toContain('As chamadas que escrevem só aparecem em “Todas”.')
    await press(findField('Todas'))
    expect(routeButtons()).toEqual(['Criar assistentePOST /captain/assistants'])
  })

  it('that cannot be read shows why; a path can be called all the same, and it is read again on request', async () => {
    const { main, screen } = await openConsole({ answers: { 'console.routes': refuses('no_connection') } })
    expect(screen.byRole('alert', 'Esta conexão não existe mais.')).toBeTruthy()
    await press(screen.byRole('button', 'Outro caminho'))
    await press(findButton('Enviar'))
    expect(main.inputs('console.run')).toHaveLength(1)
    main.answer('console.routes', () => [listRoute])
    await press(findButton('Tentar de novo'))
    expect(routeButtons()).toEqual(['Listar assistentesGET /captain/assistants'])
  })

  it('marks the call that is in the form', async () => {
    const { screen } = await openConsole()
    await press(screen.byRole('button', 'Listar assistentes'))
    expect(screen.byRole('button', 'Listar assistentes').getAttribute('aria-current')).toBe('true')
    await press(screen.byRole('button', 'Outro caminho'))
    expect(screen.byRole('button', 'Listar assistentes').getAttribute('aria-current')).toBeNull()
    expect(screen.byRole('button', 'Outro caminho').getAttribute('aria-current')).toBe('true')
  })
})

describe('a call that reads', () => {
  async function openCall(title: string, how: OpenConsole = {}) {
    const opened = await openConsole(how)
    await press(opened.screen.byRole('button', title))
    return opened
  }

  it('teaches that nothing is sent before it is asked for, and where the answer will be', async () => {
    const { screen, main } = await openConsole()
    expect(screen.text()).toContain('Escolha uma chamada no catálogo')
    expect(screen.text()).toContain('Nada é enviado antes de “Enviar”.')
    expect(screen.text()).toContain('A resposta aparece aqui')
    await press(screen.byRole('button', 'Listar assistentes'))
    expect(main.inputs('console.run')).toEqual([])
  })

  it('is sent at once, and shows status, time, size and kind of its answer', async () => {
    const { main, screen } = await openCall('Listar assistentes')
    await press(findButton('Enviar'))
    expect(main.inputs('console.run')).toEqual([
      { connection_id: 'c1', method: 'GET', path: listRoute.path, query: [], body: null, confirmed: false },
    ])
    expect(main.inputs('console.preview')).toEqual([])
    expect(screen.text()).toMatch(/200\s*12 ms · 100 B · JSON · hoje \d\d:00/)
  })

  it('shows at its field what is missing once it is sent, and what is wrong at once', async () => {
    const { main } = await openCall('Buscar contatos')
    expect(describedBy(findField('q'))).toBe('')
    await write(findField('page'), 'dois')
    expect(describedBy(findField('page'))).toBe('Escreva um número.')
    await submit(sendForm())
    expect(describedBy(findField('q'))).toBe('Falta preencher.')
    expect(main.inputs('console.run')).toEqual([])
    await write(findField('q'), 'ana')
    await write(findField('page'), '2')
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
      const field = findField(name)
      expect(field.placeholder).toBe(hint)
      await write(field, 'ontem')
      expect(describedBy(field)).toBe(problem)
    }
  })

  it('takes a word of those that its document names', async () => {
    const parameters = [parameterWith({ name: 'type', type: 'choice', choices: ['account', 'inbox'] })]
    const { main } = await openCall('/relatorio', { routes: [routeWith({ path: '/relatorio', parameters })] })
    await chooseOption(findField('type'), 'inbox')
    await press(findButton('Enviar'))
    expect(main.inputs('console.run')).toMatchObject([{ query: [['type', 'inbox']] }])
  })

  it('takes parameters that the document does not name, and lets them go again', async () => {
    const { main } = await openCall('Listar assistentes')
    await press(findButton('Outro parâmetro'))
    await press(findButton('Outro parâmetro'))
    await write(findField('Nome do parâmetro 1'), 'sort')
    await write(findField('Valor do parâmetro 1'), 'nome')
    await press(findButton('Tirar o parâmetro 2'))
    await press(findButton('Enviar'))
    expect(main.inputs('console.run')).toMatchObject([{ query: [['sort', 'nome']] }])
  })

  it('to a path without a slash at its beginning shows why nothing is sent', async () => {
    const { main, screen } = await openCall('Outro caminho')
    await write(findField('Caminho'), 'account')
    await press(findButton('Enviar'))
    expect(main.inputs('console.run')).toHaveLength(0)
    expect(screen.text()).toContain('O caminho precisa começar com uma barra')
    await write(findField('Caminho'), '/account')
    expect(screen.text()).not.toContain('O caminho precisa começar com uma barra')
  })

  it('shows that it waits, how much has come, and stops when the user cancels', async () => {
    const { main, screen } = await openCall('Listar assistentes')
    const running = main.hold('console.run')
    await press(findButton('Enviar'))
    expect(screen.text()).toContain('Esperando a resposta…')
    const { id = '' } = main.asked.find(({ name }) => name === 'console.run') ?? {}
    await act(async () => main.push({ kind: 'progress', id, value: { bytes: 12_400 } }))
    expect(screen.text()).toContain('Recebendo… 12,4 kB')
    const cancel = findButton('Cancelar')
    await press(cancel)
    expect(main.cancelled).toEqual([id])
    // The element that was clicked must not become the one that submits: the browser would send the call again.
    expect(cancel.isConnected).toBe(false)
    await act(async () => running.refuse(new Refusal({ code: 'cancelled', params: {} })))
    expect(findButton('Enviar')).toBeTruthy()
    expect(document.querySelector('[role="alert"]')).toBeNull()
  })

  it('that has no answer shows why, keeps what was filled in, and can be sent again', async () => {
    const { main, screen } = await openCall('Buscar contatos', {
      answers: { 'console.run': refuses('offline', { host: 'atendimento.exemplo.com.br' }) },
    })
    await write(findField('q'), 'ana')
    await press(findButton('Enviar'))
    expect(screen.byRole('alert', 'Sem conexão com atendimento.exemplo.com.br')).toBeTruthy()
    expect(findField('q').value).toBe('ana')
    main.answer('console.run', () => ranWith())
    await press(findButton('Enviar'))
    expect(document.querySelector('[role="alert"]')).toBeNull()
    expect(screen.text()).toContain('12 ms')
  })

  it('shows that no key is sent where its answer is public', async () => {
    const { screen } = await openCall('/api/docs', { routes: [routeWith({ path: '/api/docs', open: true })] })
    expect(screen.text()).toContain('Resposta pública: nenhuma chave é enviada.')
  })

  it('is copied for a terminal as main wrote it, its key covered', async () => {
    const curl = `curl 'https://atendimento.exemplo.com.br/x' -H 'api_access_token: ••••••'`
    const { screen } = await openCall('Listar assistentes', {
      answers: { 'console.preview': () => ({ ...preview, effect: 'reads', curl }) },
    })
    await chooseItem('Mais ações da chamada', 'Copiar como curl')
    await screen.until(() => expect(screen.text()).toContain('Copiado como curl, com a chave coberta'))
    expect(await navigator.clipboard.readText()).toBe(curl)
    await navigator.clipboard.writeText('')
  })
})

describe('a call that writes', () => {
  async function openWrite(title: string, how: OpenConsole = {}) {
    const opened = await openConsole({ ...how, answers: { 'console.preview': () => preview, ...how.answers } })
    await press(findField('Todas'))
    await press(opened.screen.byRole('button', title))
    return opened
  }
  const body = '{"assistant":{"name":"Lia","token":"segredo"}}'
  const request = { connection_id: 'c1', method: 'POST', path: createRoute.path, query: [], body }

  it('is sent, once it is confirmed, as it was shown, and once', async () => {
    const { main, screen } = await openWrite('Criar assistente')
    await write(findField('Corpo em JSON'), body)
    await press(findButton('Conferir e enviar…'))
    expect(findDialog().textContent).toContain('Isto muda dados no servidor. Será enviado uma única vez:')
    expect(main.inputs('console.preview')).toEqual([request])
    await press(findButton('Enviar agora'))
    expect(main.inputs('console.run')).toEqual([{ ...request, confirmed: true }])
    expect(hasDialog()).toBe(false)
    expect(screen.text()).toContain('12 ms')
  })

  it('is not sent when the user does not confirm it, and stays in the form', async () => {
    const { main } = await openWrite('Criar assistente')
    await write(findField('Corpo em JSON'), body)
    await press(findButton('Conferir e enviar…'))
    await press(findButton('Cancelar', findDialog()))
    expect(hasDialog()).toBe(false)
    expect(main.inputs('console.run')).toEqual([])
    expect(findField('Corpo em JSON').value).toBe(body)
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
    await write(findField('id'), '301')
    await press(findButton('Conferir e enviar…'))
    for (const words of [
      'Isto apaga dados no servidor, e nada os traz de volta.',
      'A tela de Formulários guarda antes uma cópia; o console, não.',
      '(sem corpo)',
    ]) {
      expect(findDialog().textContent).toContain(words)
    }
    expect(findButton('Enviar agora').disabled).toBe(true)
    await submit()
    expect(main.inputs('console.run')).toEqual([])
    await write(findField('Digite “apagar” para confirmar'), ' Apagar ')
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
      const { screen, place, main } = await openWrite('Criar assistente', { connection, answers: lost })
      await press(findButton('Conferir e enviar…'))
      await press(findButton('Enviar agora'))
      expect(screen.byRole('alert', 'O pedido foi enviado, mas atendimento.exemplo.com.br não confirmou.')).toBeTruthy()
      expect(main.inputs('console.run')).toHaveLength(1)
      expect(hasDialog()).toBe(false)
      await press(findButton(name))
      expect(place()).toEqual(writes)
      await screen.unmount()
    }
  })

  it('that main would not send shows why, in a sentence for each reason', async () => {
    const { main, screen } = await openWrite('Criar assistente')
    const reasons = [
      ['body', 'O corpo precisa ser JSON, e uma chamada GET não leva corpo.'],
      ['covered', 'Os segredos deste corpo estão cobertos (••••••).'],
    ] as const
    for (const [place, words] of reasons) {
      main.answer('console.preview', refuses('bad_request', { place }))
      await press(findButton('Conferir e enviar…'))
      expect(screen.byRole('alert', words)).toBeTruthy()
      expect(hasDialog()).toBe(false)
    }
  })

  it('shows below its body where that stops being JSON, and sends nothing', async () => {
    const { main } = await openWrite('Criar assistente')
    const field = findField('Corpo em JSON')
    const problems = [
      ['{\n  "a": x', 'Não é JSON: veja a linha 2, coluna 8.'],
      ['{"a": {', 'Não é JSON: o texto termina antes do fim.'],
      ['{"token":"••••••"}', 'Os segredos deste corpo estão cobertos (••••••). Preencha-os de novo antes de enviar.'],
    ] as const
    for (const [text, problem] of problems) {
      await write(field, text)
      expect(describedBy(field)).toBe(problem)
      await press(findButton('Conferir e enviar…'))
    }
    expect(main.inputs('console.preview')).toEqual([])
  })

  it('cannot tidy a body that is no JSON and holds a covered secret', async () => {
    await openWrite('Criar assistente')
    await write(findField('Corpo em JSON'), '{"token":"••••••"')
    expect(findButton('Arrumar').disabled).toBe(true)
    await write(findField('Corpo em JSON'), '{"token":"••••••"}')
    await press(findButton('Arrumar'))
    expect(findField('Corpo em JSON').value).toBe('{\n  "token": "••••••"\n}')
  })

  it('tidies its body, and goes back to the example', async () => {
    await openWrite('Criar assistente')
    const field = findField('Corpo em JSON')
    expect(field.value).toBe(createRoute.body)
    await write(field, '{"a":1}')
    await press(findButton('Arrumar'))
    expect(field.value).toBe('{\n  "a": 1\n}')
    await press(findButton('Voltar ao exemplo'))
    expect(field.value).toBe(createRoute.body)
    expect(() => findButton('Voltar ao exemplo')).toThrow()
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
    const { screen } = await openHistory({ history: [] })
    expect(screen.text()).toContain('Nenhuma chamada ainda')
    expect(screen.text()).toContain('fica guardada, criptografada, com a resposta')
  })

  it('that cannot be read shows why, and is read again', async () => {
    const { main, screen } = await openHistory({ answers: { 'console.history': refuses('data_process_ended') } })
    expect(screen.byRole('alert', 'A parte do Cruza que guarda os dados parou e foi reiniciada.')).toBeTruthy()
    main.answer('console.history', () => [searched])
    await press(findButton('Tentar de novo'))
    expect(rowCount()).toBe(1)
  })

  it('shows of each call when it was, what it was, and how it ended', async () => {
    const { screen } = await openHistory()
    expect(screen.text()).toContain('2 chamadas')
    expect(findButton('Histórico 2')).toBeTruthy()
    expect([...findRow('Buscar contatos').children].slice(0, 5).map(({ textContent }) => textContent?.trim())).toEqual([
      expect.stringMatching(/^hoje \d\d:00$/),
      'Buscar contatosGET /contacts/search?q=João&page=2',
      '200',
      '100 B',
      '12 ms',
    ])
    expect([...findRow('/sem/titulo').children].slice(0, 5).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^ontem \d\d:00$/),
      'POST /sem/titulo',
      'sem resposta mudou de forma',
      '—',
      '32 s',
    ])
  })

  it('is searched by words, values and status', async () => {
    const { screen } = await openHistory()
    await write(findField('Buscar no histórico'), 'joao 200')
    expect(rowCount()).toBe(1)
    expect(screen.text()).toContain('1 de 2')
    await write(findField('Buscar no histórico'), 'sem nenhuma assim')
    expect(screen.text()).toContain('Nenhuma chamada com estas palavras')
  })

  it('leads back to the form with the values in their fields, and to the answer', async () => {
    const { main, screen } = await openHistory()
    await press(findButton('Buscar contatos'))
    expect(screen.byRole('heading', 'Buscar contatos')).toBeTruthy()
    expect(findField('q').value).toBe('João')
    expect(findField('page').value).toBe('2')
    expect(screen.text()).toContain('12 ms')
    expect(main.inputs('console.inspect')).toEqual([{ connection_id: 'c1', id: 'c2', expression: '$' }])
    expect(main.inputs('console.run')).toEqual([])
  })

  it('prepares a call again without sending it or showing its old answer', async () => {
    const { main, screen } = await openHistory()
    await press(findButton('Mais ações de POST /sem/titulo'))
    expect(menuItems()).toEqual(['Abrir', 'Preparar de novo', 'Apagar do histórico'])
    await press(screen.byRole('menuitem', 'Preparar de novo'))
    expect(findField('Caminho').value).toBe('/sem/titulo')
    expect(findField('Corpo em JSON').value).toBe('{"a":1}')
    expect(screen.text()).toContain('A resposta aparece aqui')
    expect(main.inputs('console.run')).toEqual([])
  })

  it('lets one call go by its menu', async () => {
    const { main } = await openHistory({ answers: { 'console.forget': () => [searched] } })
    await chooseItem('Mais ações de POST /sem/titulo', 'Apagar do histórico')
    expect(main.inputs('console.forget')).toEqual([{ connection_id: 'c1', id: 'c3' }])
    expect(rowCount()).toBe(1)
  })

  it('is cleared once the user has seen what goes and what stays', async () => {
    const { main, screen } = await openHistory({ answers: { 'console.forget': () => [] } })
    await press(findButton('Limpar o histórico'))
    expect(findDialog().textContent).toContain('2 chamadas com as respostas')
    expect(findDialog().textContent).toContain('O que foi guardado como conjunto de dados fica.')
    await press(findButton('Cancelar', findDialog()))
    expect(main.inputs('console.forget')).toEqual([])
    await press(findButton('Limpar o histórico'))
    await submit()
    expect(main.inputs('console.forget')).toEqual([{ connection_id: 'c1', id: null }])
    expect(screen.text()).toContain('Nenhuma chamada ainda')
  })

  it('that cannot be cleared shows why and stays', async () => {
    const { screen } = await openHistory({ answers: { 'console.forget': refuses('disk_full') } })
    await press(findButton('Limpar o histórico'))
    await submit()
    expect(screen.byRole('alert', 'O disco está cheio.')).toBeTruthy()
    expect(rowCount()).toBe(2)
  })

  it('stays, with the reason, when it cannot be read anew after a call', async () => {
    const gate = createGate<never>()
    const { main, screen } = await openConsole({ history: [searched] })
    await press(screen.byRole('button', 'Listar assistentes'))
    main.answer('console.history', () => gate.passed)
    await press(findButton('Enviar'))
    await press(findButton('Histórico 1'))
    await act(async () => gate.refuse(new Refusal({ code: 'data_process_ended', params: {} })))
    expect(screen.byRole('alert', 'A parte do Cruza que guarda os dados parou')).toBeTruthy()
    expect(rowCount()).toBe(1)
  })
})
