import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  ask,
  chooseItem,
  clipboard,
  dialog,
  download,
  expect,
  expectAccessibleState,
  goTo,
  type Opened,
  press,
  test,
} from './kit.ts'

/** Reports of the account: each row of the document. */

let { demo, session, connection } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo, session, connection } = await openPlatform({ leads: 500 }))
})

const open = (page: Page) => goTo(page, 'Relatórios')
const choose = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Relatório' }).getByText(name, { exact: true }).click()
const exportAs = (page: Page, name: string) => chooseItem(page, 'Exportar', name)

test('every report is shown, compared, copied, exported and checked against the conversations of a sheet', async ({
  page,
}) => {
  const filter = { created_after: '2020-01-01', agrupar: 'conversa' as const }
  await ask(session, 'sheets.create', { connection_id: connection, name: 'Todas as conversas', filter })
  await expect.poll(async () => (await ask(session, 'sheets.list', {}))[0]?.badge.kind).toBe('complete')
  await open(page)
  await press(page, 'Mês passado')
  const summary = page.getByRole('region', { name: 'Geral' })
  await expect(summary).toContainText('Tempo médio da primeira resposta')
  await expect(summary).toContainText(/antes [\d.]+/)
  const check = page.getByRole('region', { name: 'Conferência com as planilhas', exact: true })
  await expect(check.getByRole('row', { name: /Conta inteira/ })).toContainText('confere')
  await expect(page.getByRole('img', { name: /^Conversas novas por dia.* linhas?$/ })).toBeVisible()
  await expectAccessibleState(page)

  for (const [report, row] of [
    ['Agentes', 'Marina Couto'],
    ['Caixas', 'WhatsApp Vendas'],
    ['Equipes', 'vendas'],
    ['Etiquetas', 'orçamento'],
  ] as const) {
    await choose(page, report)
    await expect(page.getByRole('region', { name: `Tabela: ${report}` })).toContainText(row)
  }
  await choose(page, 'Caixas')
  // The days are shown once, above.
  await expect(page.getByText(/^Período do relatório/)).toBeHidden()
  await press(page, /^Número de conversas/)
  await expect(page.getByRole('columnheader', { name: 'Número de conversas' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.getByRole('region', { name: 'Tabela: Caixas' }).focus()
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(page)).toMatch(/^[^\t\n]+\t\d[^\n]*\r?\n/)
  await expectAccessibleState(page)

  const xlsx = await download(page, () => exportAs(page, 'Excel (XLSX)'))
  expect(xlsx.name).toMatch(/^Relatório Caixas de .*\.xlsx$/)
  const picture = await download(page, () => exportAs(page, 'Imagem do gráfico (PNG)'))
  expect((await readFile(picture.path)).subarray(1, 4).toString()).toBe('PNG')

  const inbox = check.getByRole('row', { name: /WhatsApp Vendas/ })
  await expect(inbox).toContainText('confere')
  await press(inbox, /Conversas, WhatsApp Vendas/)
  await expect(page.getByRole('heading', { level: 1, name: 'Todas as conversas' })).toBeVisible()
  await expect(page.getByText(/Caixa de entrada: WhatsApp Vendas/)).toBeVisible()

  await open(page)
  await exportAs(page, 'Guardar como conjunto de dados')
  await press(page, 'Abrir')
  await expect(page.getByRole('heading', { level: 1, name: /^Relatório Caixas/ })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'WhatsApp Vendas' })).toBeVisible()
})

test('free parameters and a chosen period are sent', async ({ page }) => {
  await open(page)
  await press(page, 'Parâmetros')
  const form = page.getByRole('dialog', { name: 'Parâmetros' })
  await form.getByRole('textbox', { name: 'Nome' }).fill('business_hours')
  await form.getByRole('textbox', { name: 'Valor' }).fill('true')
  await expectAccessibleState(page)
  await press(form, 'Aplicar')
  await expect(page.getByRole('button', { name: '1 parâmetro' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Geral' })).toBeVisible()
  const lastQuery = () => demo.requests().findLast(({ path }) => path.endsWith('/reports/summary'))?.query
  await expect.poll(lastQuery).toContain('business_hours=true')
  expect(lastQuery()).toContain('type=account')

  await press(page, 'Outro período')
  const days = page.getByRole('dialog', { name: 'Outro período' })
  await days.getByRole('textbox', { name: 'Primeiro dia' }).fill('20/11/2024')
  await days.getByRole('textbox', { name: 'Último dia' }).fill('21/11/2024')
  await press(days, 'Mostrar')
  await expect.poll(lastQuery).toContain(`since=${Date.parse('2024-11-20T03:00Z') / 1000}`)
})

test('a sheet to check a report with begins with the period of the report, a row for each conversation', async ({
  page,
}) => {
  await open(page)
  await press(page, 'Mês passado')
  const check = page.getByRole('region', { name: 'Conferência com as planilhas', exact: true })
  await expect(check).toContainText('Nenhuma planilha guardada cobre este período')
  await press(check, 'Nova planilha')
  const { since, until } = lastMonth()
  await expect(dialog(page).getByRole('textbox', { name: 'Conversa criada a partir de' })).toHaveValue(since)
  await expect(dialog(page).getByRole('textbox', { name: 'Conversa criada até' })).toHaveValue(until)
  await expect(dialog(page).getByRole('radio', { name: 'conversa', exact: true })).toBeChecked()
  await press(dialog(page), /^Baixar/)
  await expect(page.getByRole('grid')).toBeVisible()
  await open(page)
  await press(page, 'Mês passado')
  await expect(check.getByRole('row', { name: /Conta inteira/ })).toContainText('confere')
})

/** Its first and its last day, as fields show them. */
function lastMonth() {
  const now = new Date()
  const day = (date: Date) => date.toLocaleDateString('pt-BR')
  return {
    since: day(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
    until: day(new Date(now.getFullYear(), now.getMonth(), 0)),
  }
}
