import { readFile } from 'node:fs/promises'
import {
  chooseItem,
  counted,
  download,
  expect,
  expectAccessible,
  leadsOf,
  type Opened,
  openSheet,
  test,
} from './kit.ts'

/** Pictures of the rows of a table beside them, each of which filters, is saved, and has its numbers. */

let { demo } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo } = await openPlatform({ leads: 600, sheets: ['Todos'], area: 'Planilhas' }))
})

test('a picture beside the rows filters them, and is saved with its numbers', async ({ page }) => {
  await openSheet(page)
  const panel = page.getByRole('complementary', { name: 'Panorama' })
  await expect(panel).toBeHidden()
  await chooseItem(page, 'Visão', 'Panorama das linhas')
  const leads = await leadsOf(demo)
  const resolved = leads.filter(({ status }) => status === 'resolved').length
  const states = panel.getByRole('region', { name: 'Situação' })
  const bar = states.getByRole('button', { name: new RegExp(`^Resolvida, ${counted(resolved)} linhas`) })
  await expect(panel.getByRole('img', { name: /^Conversa criada em, por (?:dia|semana|mês)/ })).toBeVisible()
  await expect(panel.getByRole('table', { name: /por dia da semana e por hora$/ })).toBeVisible()
  await expectAccessible(page)

  await bar.click()
  const status = page.getByRole('main').getByRole('status').last()
  await expect(status).toContainText(`${counted(resolved)} de 600 linhas`)
  // The other values stay, to choose one of them.
  await states.getByRole('button', { name: /^Aberta/ }).click()
  await expect(status).toContainText(`${counted(leads.filter((lead) => lead.status === 'open').length)} de 600 linhas`)
  await states.getByRole('button', { name: /^Aberta/ }).click()
  await expect(status).toContainText('600 linhas')

  const numbers = await download(page, () => chooseItem(page, 'Ações da figura Situação', /^Salvar os números/))
  expect(await readFile(numbers.path, 'utf8')).toContain(`Resolvida;${resolved}`)
  const picture = await download(page, () => chooseItem(page, 'Ações da figura Situação', /^Salvar a figura/))
  expect((await readFile(picture.path)).subarray(1, 4).toString()).toBe('PNG')

  await chooseItem(page, 'Ações da figura Agente', 'Ver como tabela')
  await expect(page.getByRole('columnheader', { name: 'Linhas' })).toBeVisible()
})
