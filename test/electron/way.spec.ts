import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import type { Demo } from '../../main/demo/demo.ts'
import { sampleList } from '../../main/demo/sample-list.ts'
import { readWorkbook } from '../main/engine/export/read-workbook.ts'
import { expect, test } from './kit.ts'

/** The main job in the window, from the first start to the file in Excel. */

test.use({ demoOptions: { leads: 3000, entries: 10 } })

test('connect, read a sheet, drop a list, cruzar, save the ausentes for Excel', async ({ launch, dataDir, demo }) => {
  const { app, page } = await launch()
  await connectOnScreen(page, demo)
  await readSheetOnScreen(page)

  const list = path.join(dataDir, 'campanha.csv')
  await writeFile(list, sampleList(demo, 400))
  await page.getByRole('navigation', { name: 'Navegação' }).getByRole('button', { name: 'Cruzar' }).click()
  await page.locator('input[type=file]').setInputFiles(list)
  const start = page.getByRole('complementary', { name: 'Cruzar' }).getByRole('button', { name: 'Cruzar' })
  await expect(start).toBeEnabled()
  await start.click()
  await expect(page.getByRole('heading', { level: 1, name: 'campanha' })).toBeVisible()

  const saved = path.join(dataDir, 'ausentes da campanha.xlsx')
  await answerSaveDialog(app, null)
  await page.getByRole('button', { name: 'Exportar ausentes' }).click()
  await expect.poll(() => proposedPath(app)).toMatch(/[\\/]campanha - ausentes\.xlsx$/)
  await answerSaveDialog(app, saved)
  await page.getByRole('button', { name: 'Exportar ausentes' }).click()
  await expect(page.getByText('ausentes da campanha.xlsx').first()).toBeVisible()

  const [sheet] = (await readWorkbook(saved)).sheets
  const heading = ['A1', 'B1', 'C1', 'D1', 'E1', 'F1', 'G1'].map((cell) => sheet?.cells.get(cell)?.value)
  expect(heading).toEqual(['Nome', 'Telefone', 'E-mail', 'Cidade', 'Resultado', 'Motivo', undefined])
  const outcomes = [...(sheet?.cells ?? [])].filter(([name]) => /^E(?!1$)\d+$/.test(name)).map(([, { value }]) => value)
  expect(outcomes.length).toBeGreaterThan(50)
  expect(new Set(outcomes)).toEqual(new Set(['Ausente']))
  expect(sheet?.cells.get('B2')?.type).toBe('text')

  await app.close()
  for (const name of ['contato_id', demo.platform.token]) expect(await filesWith(dataDir, name), name).toEqual([])
})

/** Files below the folder in which this stands in plain text: an answer of the service, a secret. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const matches: string[] = []
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(file.parentPath, file.name)
    if (file.isFile() && (await readFile(place)).includes(text)) matches.push(place)
  }
  return matches
}

async function connectOnScreen(page: Page, { platform }: Demo): Promise<void> {
  await page.getByRole('button', { name: 'Conectar minha conta' }).click()
  const form = page.getByRole('region', { name: 'Nova conexão' })
  const { url, accountId, brand, token } = platform
  const values = {
    Nome: 'Equipe',
    Endereço: url,
    'Número da conta': `${accountId}`,
    Marca: brand,
    'Chave de acesso': token,
  }
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value)
  await form.getByRole('button', { name: 'Salvar e verificar' }).click()
  await expect(page.getByText('Tudo certo: a conexão está pronta para usar.')).toBeVisible()
}

async function readSheetOnScreen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Criar uma planilha' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova planilha' })
  await dialog.getByRole('button', { name: 'Este ano' }).click()
  await dialog.getByRole('button', { name: /^Baixar [\d.]+ linhas$/ }).click()
  await expect(page.getByRole('main').getByText('completa', { exact: true })).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('grid').getByRole('row')).not.toHaveCount(0)
}

test('a saved file is opened and shown from its notice, and a deleted one is reported', async ({
  launch,
  dataDir,
  demo,
}) => {
  const { app, page } = await launch()
  await app.evaluate(({ shell }) => {
    const used: string[] = []
    Reflect.set(globalThis, 'used', used)
    shell.openPath = async (file) => {
      used.push(`open ${file}`)
      return ''
    }
    shell.showItemInFolder = (file) => void used.push(`show ${file}`)
  })
  await connectOnScreen(page, demo)
  await readSheetOnScreen(page)
  const file = path.join(dataDir, 'leads de março.xlsx')
  await answerSaveDialog(app, file)
  await page.getByRole('button', { name: /^Exportar/ }).click()
  const excel = page.getByRole('dialog').getByRole('button', { name: /^Excel/ })
  await excel.click()
  const saved = page.getByRole('status').filter({ hasText: 'Exportação pronta' })
  await saved.getByRole('button', { name: 'Abrir' }).click()
  await saved.getByRole('button', { name: 'Mostrar na pasta' }).click()
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'used'))).toEqual([`open ${file}`, `show ${file}`])
  await rm(file)
  await saved.getByRole('button', { name: 'Abrir' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'não está mais onde foi salvo' })).toBeVisible()
  expect(await app.evaluate(() => Reflect.get(globalThis, 'used'))).toHaveLength(2)
})

test('a summary is printed by the window and saved as a PDF', async ({ launch, dataDir, demo }) => {
  const { app, page } = await launch()
  await connectOnScreen(page, demo)
  await readSheetOnScreen(page)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Resumo desta planilha…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Criar e fazer' }).click()
  await expect(page.getByRole('article')).toBeVisible()
  const file = path.join(dataDir, 'resumo.pdf')
  await answerSaveDialog(app, file)
  await page.getByRole('button', { name: 'Salvar PDF' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Resumo salvo: resumo.pdf' })).toBeVisible()
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
})

/** What the person does in the system's own dialog, which no test can reach: chooses this file, or cancels. */
function answerSaveDialog(app: ElectronApplication, filePath: string | null): Promise<void> {
  return app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async (...words: unknown[]) => {
      Reflect.set(globalThis, 'proposed', Reflect.get(Object(words.at(-1)), 'defaultPath'))
      return { canceled: chosen === null, filePath: chosen ?? '' }
    }
  }, filePath)
}

function proposedPath(app: ElectronApplication): Promise<string> {
  return app.evaluate(() => String(Reflect.get(globalThis, 'proposed')))
}
