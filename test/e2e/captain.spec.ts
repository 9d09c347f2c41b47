import type { Locator, Page } from '@playwright/test'
import type { FaultRequest } from '../../main/demo/http-server.ts'
import { captainActions, captainQuestions, captainResources } from '../../preload/values/captain-resources.ts'
import { cut } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { chooseItem, dialog, expect, expectAccessibleState, press, type Started, test } from './kit.ts'

/** The AI module: every documented route through its screen. */

/** The rows that the journeys of this file declare, as `PATCH /assistants/{}`. */
const declared: string[] = []

/** A test on the AI screen that fails when one of its rows, such as `PATCH PUT /assistants/{}`, was not requested. */
function journey(
  title: string,
  rows: readonly string[],
  act: (page: Page, faults: Started['faults']) => Promise<void>,
): void {
  const expected = rows.flatMap((line) => {
    const words = line.split(' ')
    const path = words.pop()
    return words.map((method) => `${method} ${path}`)
  })
  declared.push(...expected)
  test(title, async ({ page, openPlatform }) => {
    const requested = new Set<string>()
    const seen = (request: FaultRequest) => requested.add(rowOf(request))
    const { faults } = await openPlatform({ leads: 30, entries: 5, seen, area: 'IA' })
    await expect(row(page, 'Nina')).toContainText('Vitrine Móveis')
    await act(page, faults)
    expect(expected.filter((line) => !requested.has(line))).toEqual([])
  })
}

function rowOf({ method, path }: FaultRequest): string {
  const below = path.replace(/^\/api\/v1\/accounts\/7\/captain/, '').replace(/\/\d+/g, '/{}')
  return `${method} ${below.replace(/(\/mcp\/\{\})\/[^/]+$/, '$1/{}')}`
}

/** Every row of the contract, with `{}` for each parameter. */
function rowsOfContract(): string[] {
  const resources = Object.values(captainResources).flatMap(({ path, one }) => [
    `GET ${path}`,
    `POST ${path}`,
    ...one.map((method) => `${method} ${path}/{}`),
  ])
  const questions = Object.values(captainQuestions).map(({ path }) => `GET ${path}`)
  const actions = Object.values(captainActions).map(({ path }) => `POST ${path}`)
  return [...resources, ...questions, ...actions].map((line) => line.replace(/\{\w+\}/g, '{}'))
}

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })

async function part(page: Page, name: string, bar = 'Partes da IA'): Promise<void> {
  await press(page.getByRole('navigation', { name: bar }), name)
}

const tab = (page: Page, name: string) => part(page, name, 'Partes do assistente')

const menu = (page: Page, name: string, item: string) => chooseItem(page, `Mais ações de ${name}`, item)

type Values = Readonly<Record<string, string>>

/** Fills the open form, and submits it. */
async function submit(page: Page, values: Values, verb: string): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
  await press(dialog(page), verb)
  await expect(dialog(page)).toBeHidden()
}

async function pick(page: Page, name: string, option: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Saves the open form: what differs, or the whole of it. */
async function save(page: Page, values: Values, how: 'PATCH' | 'PUT'): Promise<void> {
  if (how === 'PUT') await dialog(page).getByRole('checkbox', { name: /PUT/ }).check()
  await submit(page, values, 'Salvar')
}

async function edit(page: Page, name: string, values: Values, how: 'PATCH' | 'PUT'): Promise<void> {
  await menu(page, name, 'Editar…')
  await save(page, values, how)
}

/** Opens what a row holds, and closes it again. */
async function read(page: Page, name: string, content: string): Promise<void> {
  await press(page, `Abrir ${name}`)
  await expectAnswer(page, content)
}

async function expectAnswer(page: Page, content: string): Promise<void> {
  await expect(dialog(page)).toContainText(content)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
}

async function remove(page: Page, name: string, verb = 'Excluir'): Promise<void> {
  await menu(page, name, `${verb}…`)
  await press(dialog(page), verb)
  await expect(dialog(page)).toBeHidden()
}

const assistantRows = [
  'GET POST /assistants',
  'GET PATCH PUT DELETE /assistants/{}',
  'GET POST /assistants/{}/scenarios',
  'GET PATCH PUT DELETE /assistants/{}/scenarios/{}',
  'GET POST /assistants/{}/inboxes',
  'DELETE /assistants/{}/inboxes/{}',
  'GET POST /assistants/{}/mcp_servers',
  'PATCH PUT DELETE /assistants/{}/mcp_servers/{}',
]
journey('an assistant, its scenarios and its links are created, edited and deleted', assistantRows, async (page) => {
  await expectAccessibleState(page)
  await test.step('an assistant', async () => {
    await press(page, 'Novo assistente')
    await press(dialog(page), 'Criar')
    await expectAccessibleState(page, '[role=dialog]')
    await submit(page, { Nome: 'Lia' }, 'Criar')
    await press(page, 'Abrir Lia')
    await expect(page.getByRole('heading', { level: 1, name: 'Lia' })).toBeVisible()
    await press(page, 'Editar…')
    await save(page, { Produto: 'Vitrine Loja' }, 'PATCH')
    await expect(page.getByText('Vitrine Loja')).toBeVisible()
    await press(page, 'Editar…')
    await save(page, { Descrição: 'Atende a loja' }, 'PUT')
    await expect(page.getByText('Atende a loja')).toBeVisible()
    await press(page, 'Voltar')
    await remove(page, 'Lia')
    await expect(row(page, 'Lia')).toBeHidden()
  })
  await press(page, 'Abrir Nina')
  await test.step('its scenarios', async () => {
    await tab(page, 'Cenários')
    await press(page, 'Novo cenário')
    const scenario = { Título: 'Frete', Descrição: 'Pergunta do frete', Instrução: 'Peça o CEP.' }
    await submit(page, scenario, 'Criar')
    await expect(row(page, 'Frete')).toContainText('sim')
    await edit(page, 'Frete', { Título: 'Frete e prazo' }, 'PATCH')
    await edit(page, 'Frete e prazo', { Instrução: 'Peça o CEP e o pedido.' }, 'PUT')
    await remove(page, 'Frete e prazo')
    await expect(row(page, 'Frete e prazo')).toBeHidden()
    await page.getByRole('textbox', { name: 'Número do cenário' }).fill('2')
    await press(page, 'Abrir pelo número')
    await expectAnswer(page, 'A pessoa quer cancelar')
  })
  await test.step('its inboxes', async () => {
    await tab(page, 'Caixas de entrada')
    await expect(row(page, 'Chat do site')).toBeVisible()
    await press(page, 'Ligar caixa')
    await dialog(page).getByLabel('Caixa de entrada').fill('11')
    await page.keyboard.press('Tab')
    await submit(page, {}, 'Ligar')
    await expect(page.getByRole('row')).toHaveCount(3)
    await remove(page, 'Chat do site', 'Desligar')
    await expect(row(page, 'Chat do site')).toBeHidden()
  })
  await test.step('its MCP servers', async () => {
    await tab(page, 'Servidores MCP')
    await press(page, 'Ligar servidor MCP')
    await pick(page, 'Servidor MCP', 'Estoque')
    await submit(page, {}, 'Ligar')
    await expect(page.getByRole('row')).toHaveCount(3)
    const menuOfFirst = async (item: string) => {
      await page.getByRole('button', { name: 'Mais ações de Estoque' }).first().click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    for (const how of ['PATCH', 'PUT'] as const) {
      await menuOfFirst('Editar…')
      await dialog(page).getByRole('switch', { name: 'Ativo' }).press('Space')
      await save(page, {}, how)
    }
    await menuOfFirst('Desligar…')
    await press(dialog(page), 'Desligar')
    await expect(page.getByRole('row')).toHaveCount(2)
  })
})

const chatRows = [
  'POST /assistants/{}/playground',
  'GET /assistants/{}/stats',
  'GET /assistants/{}/summary',
  'GET /assistants/{}/drilldown',
  'GET POST /copilot_threads',
  'GET POST /copilot_threads/{}/copilot_messages',
]
journey(
  'an assistant answers a test message and shows its figures, and the copilot answers questions',
  chatRows,
  async (page, faults) => {
    await press(page, 'Abrir Nina')
    await tab(page, 'Testar')
    faults.set(faultPlan().on('/playground', { fault: cut() }))
    const message = page.getByRole('textbox', { name: 'Mensagem para o assistente' })
    await message.fill('Oi')
    await message.press('Enter')
    await expect(page.getByText('A mensagem foi enviada uma vez e não será repetida sozinha.')).toBeVisible()
    await message.fill('Qual é o prazo?')
    await message.press('Enter')
    await expect(page.getByRole('log')).toContainText('o prazo de entrega é de 10 dias úteis')
    await press(page, 'Ver a resposta inteira')
    await expect(page.getByText('A pergunta combina com a política de entrega.')).toBeVisible()
    await expectAccessibleState(page)

    await tab(page, 'Desempenho')
    await press(page, 'Consultar')
    await expect(page.getByRole('region', { name: 'Números do período' })).toContainText('300')
    await press(page, 'Pedir o resumo')
    await expect(page.getByText('Nina respondeu sozinha a maior parte')).toBeVisible()
    await press(page, 'Ver as conversas')
    await expect(page.getByText('Página 1')).toBeVisible()
    await press(page, 'Próxima')
    await expect(page.getByText('Página 2')).toBeVisible()
    await expectAccessibleState(page)

    await press(page, 'Voltar')
    await part(page, 'Copiloto')
    const question = page.getByRole('textbox', { name: 'Pergunta ao copiloto' })
    await question.fill('Como explico o atraso?')
    await question.press('Enter')
    const talk = page.getByRole('log')
    await expect(talk).toContainText('Sugestão: confirme o número do pedido')
    await question.fill('E se ele insistir?')
    await question.press('Enter')
    await expect(talk.getByText('Sugestão: confirme o número do pedido')).toHaveCount(2)
    await expectAccessibleState(page)
  },
)

const responseRows = [
  'GET POST /assistant_responses',
  'GET PATCH PUT DELETE /assistant_responses/{}',
  'POST /bulk_actions',
]
journey(
  'responses are searched, created, edited and deleted one by one, then approved and deleted in bulk',
  responseRows,
  async (page) => {
    await part(page, 'Respostas')
    await expect(page.getByText('25 de 60')).toBeVisible()
    await expectAccessibleState(page)
    await press(page, 'Mostrar mais')
    await expect(page.getByText('50 de 60')).toBeVisible()
    await press(page, 'Nova resposta')
    await pick(page, 'Assistente', 'Téo')
    await submit(page, { Pergunta: 'Tem brinde?', Resposta: 'Não, ainda não.' }, 'Criar')
    const search = page.getByRole('textbox', { name: 'Buscar nas respostas' })
    await search.fill('brinde')
    await expect(page.getByText('1 resposta ·')).toBeVisible()
    await edit(page, 'Tem brinde?', { Resposta: 'Sim!' }, 'PATCH')
    await edit(page, 'Tem brinde?', { Pergunta: 'Tem brinde hoje?' }, 'PUT')
    await read(page, 'Tem brinde hoje?', 'Sim!')
    await remove(page, 'Tem brinde hoje?')
    await expect(page.getByText('Nada encontrado com este filtro.')).toBeVisible()

    await search.fill('loja física')
    await page.getByRole('checkbox', { name: 'Escolher Vocês têm loja física?', exact: true }).check()
    await press(page, 'Aprovar')
    await expect(page.getByText('1 resposta aprovada.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Escolher todas as mostradas' }).check()
    await press(page.getByRole('toolbar'), 'Excluir…')
    await expectAccessibleState(page, '[role=dialog]')
    await field(page, 'Digite “excluir” para confirmar').fill('excluir')
    await press(dialog(page), /^Excluir \d+ respostas$/)
    await expect(page.getByText('Nada encontrado com este filtro.')).toBeVisible()
  },
)

const sourceRows = [
  'GET POST /documents',
  'GET DELETE /documents/{}',
  'POST /documents/{}/sync',
  'GET /assistants/tools',
  'GET POST /custom_tools',
  'GET PATCH PUT DELETE /custom_tools/{}',
  'POST /custom_tools/test',
  'GET POST /mcp_servers',
  'GET PATCH PUT DELETE /mcp_servers/{}',
  'POST /mcp_servers/{}/connect',
  'GET /.well-known/oauth-authorization-server/oauth/mcp/{}',
  'GET /.well-known/oauth-protected-resource/mcp/{}/{}',
]
journey(
  'documents, tools and MCP servers are created, tried and deleted, and the MCP server of the account is discovered',
  sourceRows,
  async (page) => {
    await test.step('documents', async () => {
      await part(page, 'Documentos')
      await press(page, 'Novo documento')
      await pick(page, 'Assistente', 'Nina')
      const address = 'https://vitrine.example/montagem'
      await submit(page, { Nome: 'Montagem', 'Endereço da página': address }, 'Criar')
      await expect(row(page, 'Montagem')).toContainText('em leitura')
      await read(page, 'Montagem', address)
      await menu(page, 'Garantia e trocas', 'Ler de novo')
      await expectAnswer(page, 'O que o serviço respondeu')
      await remove(page, 'Montagem')
      await expect(row(page, 'vitrine.example/montagem')).toBeHidden()
    })
    await test.step('tools', async () => {
      await part(page, 'Ferramentas')
      await expect(row(page, 'Transferir para a equipe')).toBeVisible()
      await press(page, 'Nova ferramenta')
      const tool = { Título: 'Ver frete', 'Endereço chamado': 'https://erp.vitrine.example/frete' }
      await submit(page, { ...tool, Cabeçalhos: '{ "X-Api-Key": "segredo-de-teste" }' }, 'Criar')
      await press(page, 'Abrir Ver frete')
      await press(dialog(page), 'Editar…')
      await save(page, { Título: 'Ver o frete' }, 'PUT')
      await edit(page, 'Ver o frete', { Descrição: 'Frete por CEP' }, 'PATCH')
      await menu(page, 'Ver o frete', 'Testar…')
      await press(dialog(page), 'Chamar agora')
      await expectAnswer(page, 'em transporte')
      expect(await page.content()).not.toContain('segredo-de-teste')
      await remove(page, 'Ver o frete')
      await expect(row(page, 'Ver o frete')).toBeHidden()
    })
    await test.step('MCP servers', async () => {
      await part(page, 'Servidores MCP')
      await press(page, 'Novo servidor MCP')
      const address = 'https://mcp.vitrine.example/entregas'
      await submit(page, { Nome: 'Entregas', Endereço: address }, 'Criar')
      await read(page, 'Entregas', address)
      await menu(page, 'Entregas', 'Conectar')
      await expectAnswer(page, 'conectado')
      await edit(page, 'Entregas', { Descrição: 'Prazos' }, 'PATCH')
      await edit(page, 'Entregas', { Descrição: 'Prazos e fretes' }, 'PUT')
      await remove(page, 'Entregas')
      await expect(row(page, 'Entregas')).toBeHidden()
    })
    await test.step('discovery', async () => {
      const discovery = page.getByRole('region', { name: 'Descoberta do servidor MCP da conta' })
      await press(discovery, 'Consultar o servidor de autorização')
      await expect(discovery).toContainText('authorization_code')
      await discovery.getByLabel('Identificador do recurso').fill('estoque')
      await press(discovery, 'Consultar o recurso')
      await expect(discovery).toContainText('/mcp/7/estoque')
      await expectAccessibleState(page)
    })
  },
)

test('the journeys declare every row of the AI module and both discovery routes', () => {
  expect([...declared].sort()).toEqual(rowsOfContract().sort())
})
