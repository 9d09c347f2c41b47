import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { chooseItem, counted, dialog, download, expect, leadsOf, openSheet, press, test } from './kit.ts'

/** What changed in a sheet of 50,000 rows since it was read last. */

const size = 50_000
const touched = 240

test('a refreshed sheet says what changed; its records are filtered, exported and used as a list', async ({
  page,
  openPlatform,
}) => {
  const { demo } = await openPlatform({ leads: size, sheets: ['Todos'] })
  const earlier = await leadsOf(demo)
  demo.touch(touched)
  demo.drift({ insert: 31, remove: 12 })
  await openSheet(page)
  await chooseItem(page, 'Atualizar', 'Atualizar tudo')
  const later = await leadsOf(demo)
  const before = new Map(earlier.map((lead) => [lead.contato_id, lead]))
  const added = later.filter(({ contato_id }) => !before.has(contato_id)).length
  const gone = earlier.length + added - later.length
  const line = page.getByText(/^Desde hoje \d\d:\d\d: /)
  await expect(line).toContainText(`${counted(added)} novos · ${counted(gone)} saíram · `, { timeout: 60_000 })
  await press(page, 'Ver o que mudou')
  await expect(page.getByRole('heading', { level: 1, name: 'O que mudou' })).toBeVisible()
  const strip = page.getByRole('region', { name: /^O que mudou; escolha um/ })
  const status = page.getByRole('main').getByRole('status').last()

  await test.step('one kind of change', async () => {
    await press(strip, `${counted(added)} novos`)
    await expect(status).toContainText(`${counted(added)} de `)
    await press(strip, `${counted(gone)} saíram da base`)
    await expect(status).toContainText(`${counted(gone)} de `)
    await expect(page.getByRole('gridcell', { name: 'saiu da base' }).first()).toBeVisible()
  })

  await test.step('as a file', async () => {
    await press(page, 'Exportar')
    await dialog(page).getByRole('radio', { name: 'O que está na tela' }).check()
    const file = await download(page, () => press(dialog(page), /^CSV para sistemas/))
    expect(file.name).toMatch(/^Todos - o que mudou/)
    const text = (await readFile(file.path, 'utf8')).replace(/^\uFEFF/, '')
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect(data).toHaveLength(gone)
    expect(new Set(data.map(({ mudanca }) => mudanca))).toEqual(new Set(['saiu_da_base']))
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('as a list', async () => {
    await chooseItem(page, 'Mais ações', `Enviar ${gone} linhas filtradas para o Cruzar`)
    await expect(page.getByRole('heading', { level: 1, name: 'Todos - o que mudou – linhas filtradas' })).toBeVisible()
  })
})

test('a sheet is refreshed every day, and says how many readings stay and what their end would free', async ({
  page,
  openPlatform,
}) => {
  const { demo } = await openPlatform({ leads: 300, sheets: ['Todos'], area: 'Planilhas' })
  await openSheet(page)
  await chooseItem(page, 'Mais ações', 'O que mudou')
  await expect(page.getByRole('heading', { name: 'Ainda não há com o que comparar' })).toBeVisible()
  await press(page, 'Voltar')

  await test.step('every day', async () => {
    await chooseItem(page, 'Mais ações', 'Atualizar todo dia…')
    await dialog(page).getByRole('radio', { name: /^Tudo/ }).check()
    await press(dialog(page), 'Salvar')
    await expect(page.getByText(/^Atualiza todo dia às 08:00 · próxima /)).toBeVisible()
  })

  await test.step('one reading alone stays', async () => {
    demo.drift({ insert: 3 })
    await chooseItem(page, 'Atualizar', 'Atualizar tudo')
    await expect(page.getByText(/^Desde hoje \d\d:\d\d: 3 novos$/)).toBeVisible()
    await chooseItem(page, 'Mais ações', 'Leituras guardadas…')
    await expect(dialog(page).getByText(/^Agora: 2 leituras, /)).toBeVisible()
    await dialog(page).getByLabel('Guardar as últimas').selectOption('1')
    await expect(dialog(page).getByText(/^1 leitura antiga sai deste computador, e .* ficam livres/)).toBeVisible()
    await press(dialog(page), 'Esquecer as antigas')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText(/^Desde hoje/)).toBeHidden()
  })
})
