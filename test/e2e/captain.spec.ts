import type { Locator, Page } from '@playwright/test'
import { type Demo, startDemo } from '../../main/demo/demo.ts'
import type { FaultRequest } from '../../main/demo/faults.ts'
import { cut, refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { faultSwitch } from '../kit/fault-switch.ts'
import { type HostProcess, startHostProcess } from '../kit/host-process.ts'
import { connect, expect, expectAccessibleState, openApp, openSession, type Session, test } from './kit.ts'

/** The AI module: every row of agent-platform.md through its screen (issue 4, section 4). */

const faults = faultSwitch()
/** What the service was asked, as `PATCH /assistants/{}`. */
const asked = new Set<string>()
const plan = {
  next(request: FaultRequest) {
    asked.add(rowOf(request))
    return faults.next(request)
  },
}
let demo: Demo
let host: HostProcess
let session: Session
test.beforeAll(async () => {
  demo = await startDemo({ leads: 30, entries: 5, faults: plan })
  host = await startHostProcess({ passphrase: 'quatro palavras de teste' })
  session = await openSession(host)
  await connect(session, demo)
})
test.afterAll(async () => {
  await host.remove()
  await demo.close()
})
test.describe.configure({ mode: 'serial' })
test.beforeEach(async ({ page }) => {
  faults.set()
  await openApp(page, session)
  await page.getByRole('navigation', { name: 'Navegação' }).getByRole('button', { name: 'IA', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'IA' })).toBeVisible()
})

function rowOf({ method, path }: FaultRequest): string {
  const below = path.replace(/^\/api\/v1\/accounts\/7\/captain/, '')
  const account = below.replace(/\/mcp\/7$/, '/mcp/{}').replace(/\/mcp\/7\/[^/]+$/, '/mcp/{}/{slug}')
  return `${method} ${account.replace(/\/\d+/g, '/{}')}`
}

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })
const press = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true }).click()

async function part(page: Page, name: string, bar = 'Partes da IA'): Promise<void> {
  await press(page.getByRole('navigation', { name: bar }), name)
}

const tab = (page: Page, name: string) => part(page, name, 'Partes do assistente')

async function menu(page: Page, name: string, item: string): Promise<void> {
  await press(page, `Mais ações de ${name}`)
  await page.getByRole('menuitem', { name: item }).click()
}

/** Saves the open form, all of it where `whole`. */
async function save(page: Page, whole = false): Promise<void> {
  if (whole) await dialog(page).getByRole('checkbox', { name: /PUT/ }).check()
  await press(dialog(page), 'Salvar')
  await expect(dialog(page)).toBeHidden()
}

async function remove(page: Page, name: string, verb = 'Excluir'): Promise<void> {
  await menu(page, name, `${verb}…`)
  await press(dialog(page), verb)
  await expect(dialog(page)).toBeHidden()
}

test('an assistant is made, read, changed by part and whole, and deleted', async ({ page }) => {
  await expect(row(page, 'Nina')).toContainText('Vitrine Móveis')
  await expectAccessibleState(page)
  await press(page, 'Novo assistente')
  await press(dialog(page), 'Criar')
  await expect(dialog(page)).toContainText('Preencha este campo.')
  await field(page, 'Nome').fill('Lia')
  await field(page, 'Instruções').fill('<img src=x onerror="document.title=1">')
  await expectAccessibleState(page, '[role=dialog]')
  await press(dialog(page), 'Criar')
  await expect(dialog(page)).toBeHidden()

  await press(page, 'Abrir Lia')
  await expect(page.getByRole('heading', { level: 1, name: 'Lia' })).toBeVisible()
  await expect(page.getByText('<img src=x onerror="document.title=1">')).toBeVisible()
  expect(await page.locator('main img').count()).toBe(0)
  await press(page, 'Editar…')
  await field(page, 'Produto').fill('Vitrine Loja')
  await save(page)
  await expect(page.getByText('Vitrine Loja')).toBeVisible()
  await press(page, 'Editar…')
  await field(page, 'Descrição').fill('Atende a loja')
  await save(page, true)
  await expect(page.getByText('Atende a loja')).toBeVisible()
  await press(page, 'Voltar')
  await remove(page, 'Lia')
  await expect(row(page, 'Lia')).toBeHidden()
})

test('an assistant is talked to, and tells what it did', async ({ page }) => {
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
})

test('scenarios and inboxes belong to an assistant', async ({ page }) => {
  await press(page, 'Abrir Nina')
  await tab(page, 'Cenários')
  await press(page, 'Novo cenário')
  await field(page, 'Título').fill('Frete')
  await field(page, 'Descrição').fill('Pergunta do frete')
  await field(page, 'Instrução').fill('Peça o CEP.')
  await press(dialog(page), 'Criar')
  await expect(row(page, 'Frete')).toContainText('sim')
  await menu(page, 'Frete', 'Editar…')
  await field(page, 'Título').fill('Frete e prazo')
  await save(page)
  await menu(page, 'Frete e prazo', 'Editar…')
  await field(page, 'Instrução').fill('Peça o CEP e o pedido.')
  await save(page, true)
  await remove(page, 'Frete e prazo')
  await expect(row(page, 'Frete e prazo')).toBeHidden()
  await page.getByRole('textbox', { name: 'Número do cenário' }).fill('2')
  await press(page, 'Abrir pelo número')
  await expect(dialog(page)).toContainText('A pessoa quer cancelar')
  await page.keyboard.press('Escape')

  await tab(page, 'Caixas de entrada')
  await press(page, 'Ligar caixa')
  await dialog(page).getByLabel('Caixa de entrada').fill('11')
  await page.keyboard.press('Tab')
  await press(dialog(page), 'Ligar')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(3)
  await remove(page, 'Chat do site', 'Desligar')
  await expect(row(page, 'Chat do site')).toBeHidden()
})

test('MCP servers are linked to an assistant, changed, and let go', async ({ page }) => {
  await press(page, 'Abrir Nina')
  await tab(page, 'Servidores MCP')
  await press(page, 'Ligar servidor MCP')
  await dialog(page).getByRole('combobox', { name: 'Servidor MCP' }).click()
  await page.getByRole('option', { name: 'Estoque' }).click()
  await press(dialog(page), 'Ligar')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(3)
  for (const whole of [false, true]) {
    await page.getByRole('button', { name: 'Mais ações de Estoque' }).first().click()
    await page.getByRole('menuitem', { name: 'Editar…' }).click()
    await dialog(page).getByRole('switch', { name: 'Ativo' }).press('Space')
    await save(page, whole)
  }
  await page.getByRole('button', { name: 'Mais ações de Estoque' }).first().click()
  await page.getByRole('menuitem', { name: 'Desligar…' }).click()
  await press(dialog(page), 'Desligar')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('responses are found, made, changed and deleted', async ({ page }) => {
  await part(page, 'Respostas')
  await expect(page.getByText('25 de 60')).toBeVisible()
  await expectAccessibleState(page)
  await press(page, 'Mostrar mais')
  await expect(page.getByText('50 de 60')).toBeVisible()
  await press(page, 'Nova resposta')
  await field(page, 'Pergunta').fill('Tem brinde?')
  await field(page, 'Resposta').fill('Não, ainda não.')
  await dialog(page).getByRole('combobox', { name: 'Assistente' }).click()
  await page.getByRole('option', { name: 'Téo' }).click()
  await press(dialog(page), 'Criar')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('textbox', { name: 'Buscar nas respostas' }).fill('brinde')
  await expect(page.getByText('1 resposta ·')).toBeVisible()
  await menu(page, 'Tem brinde?', 'Editar…')
  await field(page, 'Resposta').fill('Sim!')
  await save(page)
  await menu(page, 'Tem brinde?', 'Editar…')
  await field(page, 'Pergunta').fill('Tem brinde hoje?')
  await save(page, true)
  await press(page, 'Abrir Tem brinde hoje?')
  await expect(dialog(page)).toContainText('Sim!')
  await page.keyboard.press('Escape')
  await remove(page, 'Tem brinde hoje?')
  await expect(page.getByText('Nada encontrado com este filtro.')).toBeVisible()
})

test('responses are approved and deleted many at once', async ({ page }) => {
  await part(page, 'Respostas')
  await expect(page.getByText(/^25 de \d+/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Buscar nas respostas' }).fill('loja física')
  await expect(page.getByText(/^25 de \d+/)).toBeHidden()
  const first = page.getByRole('checkbox', { name: 'Escolher Vocês têm loja física?', exact: true })
  await first.check()
  await press(page, 'Aprovar')
  await expect(page.getByText('1 resposta aprovada.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Escolher todas as mostradas' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Excluir…' }).click()
  await expect(dialog(page).getByRole('button', { name: /^Excluir \d+ respostas$/ })).toBeDisabled()
  await expectAccessibleState(page, '[role=dialog]')
  await field(page, 'Digite “excluir” para confirmar').fill('excluir')
  await dialog(page)
    .getByRole('button', { name: /^Excluir \d+ respostas$/ })
    .click()
  await expect(page.getByText('Nada encontrado com este filtro.')).toBeVisible()
})

test('documents and tools are made, read again, tried and deleted', async ({ page }) => {
  await part(page, 'Documentos')
  await press(page, 'Novo documento')
  await field(page, 'Nome').fill('Montagem')
  await field(page, 'Endereço da página').fill('https://vitrine.example/montagem')
  await dialog(page).getByRole('combobox', { name: 'Assistente' }).click()
  await page.getByRole('option', { name: 'Nina' }).click()
  await press(dialog(page), 'Criar')
  await expect(row(page, 'Montagem')).toContainText('em leitura')
  await press(page, 'Abrir Montagem')
  await expect(dialog(page)).toContainText('https://vitrine.example/montagem')
  await page.keyboard.press('Escape')
  await menu(page, 'Garantia e trocas', 'Ler de novo')
  await expect(dialog(page)).toContainText('O que o serviço respondeu')
  await page.keyboard.press('Escape')
  await remove(page, 'Montagem')
  await expect(row(page, 'vitrine.example/montagem')).toBeHidden()

  await part(page, 'Ferramentas')
  await expect(row(page, 'Transferir para a equipe')).toBeVisible()
  await press(page, 'Nova ferramenta')
  await field(page, 'Título').fill('Ver frete')
  await field(page, 'Endereço chamado').fill('https://erp.vitrine.example/frete')
  await field(page, 'Cabeçalhos').fill('{ "X-Api-Key": "segredo-de-teste" }')
  await press(dialog(page), 'Criar')
  await expect(dialog(page)).toBeHidden()
  await press(page, 'Abrir Ver frete')
  await expect(dialog(page)).toContainText('••••••')
  await press(dialog(page), 'Editar…')
  await field(page, 'Título').fill('Ver o frete')
  await save(page, true)
  await menu(page, 'Ver o frete', 'Editar…')
  await field(page, 'Descrição').fill('Frete por CEP')
  await save(page)
  await menu(page, 'Ver o frete', 'Testar…')
  await press(dialog(page), 'Chamar agora')
  await expect(dialog(page)).toContainText('em transporte')
  await page.keyboard.press('Escape')
  expect(await page.content()).not.toContain('segredo-de-teste')
  await remove(page, 'Ver o frete')
})

test('MCP servers are made, connected, changed and deleted, and the own one is discovered', async ({ page }) => {
  await part(page, 'Servidores MCP')
  await press(page, 'Novo servidor MCP')
  await field(page, 'Nome').fill('Entregas')
  await field(page, 'Endereço').fill('https://mcp.vitrine.example/entregas')
  await press(dialog(page), 'Criar')
  await expect(row(page, 'Entregas')).toBeVisible()
  await press(page, 'Abrir Entregas')
  await expect(dialog(page)).toContainText('https://mcp.vitrine.example/entregas')
  await page.keyboard.press('Escape')
  await menu(page, 'Entregas', 'Conectar')
  await expect(dialog(page)).toContainText('conectado')
  await page.keyboard.press('Escape')
  await menu(page, 'Entregas', 'Editar…')
  await field(page, 'Descrição').fill('Prazos')
  await save(page)
  await menu(page, 'Entregas', 'Editar…')
  await field(page, 'Descrição').fill('Prazos e fretes')
  await save(page, true)
  await remove(page, 'Entregas')
  await expect(row(page, 'Entregas')).toBeHidden()

  const discovery = page.getByRole('region', { name: 'Descoberta do servidor MCP da conta' })
  await press(discovery, 'Consultar o servidor de autorização')
  await expect(discovery).toContainText('authorization_code')
  await discovery.getByLabel('Identificador do recurso').fill('estoque')
  await press(discovery, 'Consultar o recurso')
  await expect(discovery).toContainText('/mcp/7/estoque')
  await expectAccessibleState(page)
})

test('the copilot is asked, and its answer is waited for', async ({ page }) => {
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
  await press(page, 'Nova conversa')
  await page.getByRole('navigation', { name: 'Conversas com o copiloto' }).getByText('Como explico o atraso?').click()
  await expect(talk.getByText('E se ele insistir?')).toBeVisible()
})

test('a list that cannot be read stays as it was; a write that nobody confirmed is not offered again', async ({
  page,
}) => {
  await expect(row(page, 'Nina')).toBeVisible()
  faults.set(faultPlan().on('/captain/assistants', { times: 9, fault: refused(403) }))
  await press(page, 'Atualizar')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('O serviço não permite isto para a sua chave.')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('A lista mostrada é de')
  await expect(row(page, 'Nina')).toBeVisible()

  faults.set(faultPlan().on('/captain/assistants', { method: 'POST', fault: cut() }))
  await press(page, 'Novo assistente')
  await field(page, 'Nome').fill('Rui')
  await press(dialog(page), 'Criar')
  await expect(dialog(page)).toContainText('Veja em Atividade o que aconteceu')
  await expect(dialog(page).getByRole('button', { name: 'Criar' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Rui')).toHaveCount(1)
})

test('every row of the module and both discovery routes were asked for', () => {
  const one = ['GET', 'PATCH', 'PUT', 'DELETE']
  const all = ['GET', 'POST']
  const rows: readonly (readonly [methods: readonly string[], path: string])[] = [
    [all, '/assistant_responses'],
    [one, '/assistant_responses/{}'],
    [all, '/assistants'],
    [one, '/assistants/{}'],
    [['GET'], '/assistants/{}/drilldown'],
    [['POST'], '/assistants/{}/playground'],
    [['GET'], '/assistants/{}/stats'],
    [['GET'], '/assistants/{}/summary'],
    [['GET'], '/assistants/tools'],
    [all, '/assistants/{}/inboxes'],
    [['DELETE'], '/assistants/{}/inboxes/{}'],
    [all, '/assistants/{}/mcp_servers'],
    [['PATCH', 'PUT', 'DELETE'], '/assistants/{}/mcp_servers/{}'],
    [all, '/assistants/{}/scenarios'],
    [one, '/assistants/{}/scenarios/{}'],
    [['POST'], '/bulk_actions'],
    [all, '/copilot_threads'],
    [all, '/copilot_threads/{}/copilot_messages'],
    [all, '/custom_tools'],
    [one, '/custom_tools/{}'],
    [['POST'], '/custom_tools/test'],
    [all, '/documents'],
    [['GET', 'DELETE'], '/documents/{}'],
    [['POST'], '/documents/{}/sync'],
    [all, '/mcp_servers'],
    [one, '/mcp_servers/{}'],
    [['POST'], '/mcp_servers/{}/connect'],
    [['GET'], '/.well-known/oauth-authorization-server/oauth/mcp/{}'],
    [['GET'], '/.well-known/oauth-protected-resource/mcp/{}/{slug}'],
  ]
  const documented = rows.flatMap(([methods, path]) => methods.map((method) => `${method} ${path}`))
  expect(documented.filter((route) => !asked.has(route))).toEqual([])
})
