import type { Locator, Page } from '@playwright/test'
import { chooseItem, dialog, expect, expectAccessibleState, press, test } from './kit.ts'

/** The AI module, from the list of assistants to an answer of the copilot. */

test.beforeEach(async ({ page, openPlatform }) => {
  await openPlatform({ leads: 30, entries: 5, area: 'IA' })
  await expect(row(page, 'Nina')).toContainText('Vitrine Móveis')
})

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
const part = (page: Page, name: string) => press(page.getByRole('navigation', { name: 'Partes da IA' }), name)
/** Opens the form of a new record. An empty list has the button a second time once it is read. */
const create = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const tab = (page: Page, name: string) => press(page.getByRole('navigation', { name: 'Partes do assistente' }), name)

/** Fills the open form, and submits it. */
async function submit(page: Page, values: Readonly<Record<string, string>>, verb: string): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await dialog(page).getByRole('textbox', { name }).fill(value)
  }
  await press(dialog(page), verb)
  await expect(dialog(page)).toBeHidden()
}

async function remove(page: Page, name: string): Promise<void> {
  await chooseItem(page, `Mais ações de ${name}`, 'Excluir…')
  await press(dialog(page), 'Excluir')
  await expect(row(page, name)).toBeHidden()
}

test('an assistant, its scenario and its MCP server are created, edited and deleted', async ({ page }) => {
  await press(page, 'Novo assistente')
  await press(dialog(page), 'Criar')
  await expectAccessibleState(page, '[role=dialog]')
  await submit(page, { Nome: 'Lia' }, 'Criar')
  await press(page, 'Abrir Lia')
  await expect(page.getByRole('heading', { level: 1, name: 'Lia' })).toBeVisible()
  await press(page, 'Editar…')
  await submit(page, { Produto: 'Vitrine Loja' }, 'Salvar')
  await expect(page.getByText('Vitrine Loja')).toBeVisible()

  await tab(page, 'Cenários')
  await create(page, 'Novo cenário')
  const scenario = { Título: 'Frete', Descrição: 'Pergunta do frete', Instrução: 'Peça o CEP.' }
  await submit(page, scenario, 'Criar')
  await expect(row(page, 'Frete')).toContainText('sim')
  await remove(page, 'Frete')

  await tab(page, 'Servidores MCP')
  await create(page, 'Ligar servidor MCP')
  await dialog(page).getByRole('combobox', { name: 'Servidor MCP' }).click()
  await page.getByRole('option', { name: 'Estoque' }).click()
  await submit(page, {}, 'Ligar')
  await chooseItem(page, 'Mais ações de Estoque', 'Editar…')
  await dialog(page).getByRole('switch', { name: 'Ativo' }).press('Space')
  await submit(page, {}, 'Salvar')
  await expect(row(page, 'Estoque')).toContainText('não')

  await press(page, 'Voltar')
  await remove(page, 'Lia')
})

test('an assistant answers a test message and shows its figures, and the copilot answers a question', async ({
  page,
}) => {
  await press(page, 'Abrir Nina')
  await tab(page, 'Testar')
  const message = page.getByRole('textbox', { name: 'Mensagem para o assistente' })
  await message.fill('Qual é o prazo?')
  await message.press('Enter')
  await expect(page.getByRole('log')).toContainText('o prazo de entrega é de 10 dias úteis')
  await press(page, 'Ver a resposta inteira')
  await expect(page.getByText('A pergunta combina com a política de entrega.')).toBeVisible()
  await expectAccessibleState(page)

  await tab(page, 'Desempenho')
  await press(page, 'Consultar')
  await expect(page.getByRole('region', { name: 'Números do período' })).toContainText('300')
  await press(page, 'Ver as conversas')
  await expect(page.getByText('Página 1')).toBeVisible()
  await expectAccessibleState(page)

  await press(page, 'Voltar')
  await part(page, 'Copiloto')
  const question = page.getByRole('textbox', { name: 'Pergunta ao copiloto' })
  await question.fill('Como explico o atraso?')
  await question.press('Enter')
  await expect(page.getByRole('log')).toContainText('Sugestão: confirme o número do pedido')
  await expectAccessibleState(page)
})

test('a response is found and approved, and those of a search are deleted after a typed word', async ({ page }) => {
  await part(page, 'Respostas')
  await expect(page.getByText('25 de 60')).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('textbox', { name: 'Buscar nas respostas' }).fill('loja física')
  await page.getByRole('checkbox', { name: 'Escolher Vocês têm loja física?', exact: true }).check()
  await press(page, 'Aprovar')
  await expect(page.getByText('1 resposta aprovada.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Escolher todas as mostradas' }).check()
  await press(page.getByRole('toolbar'), 'Excluir…')
  await expectAccessibleState(page, '[role=dialog]')
  await dialog(page).getByRole('textbox', { name: 'Digite “excluir” para confirmar' }).fill('excluir')
  await press(dialog(page), /^Excluir \d+ respostas$/)
  await expect(page.getByText('Nada encontrado com este filtro.')).toBeVisible()
})
