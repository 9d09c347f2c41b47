import type { Page } from '@playwright/test'
import { ask, chooseItem, dialog, expect, expectAccessibleState, goTo, press, readSheet, test } from './kit.ts'

/** A list is crossed again by itself at a time of day. */

const line = (page: Page) => page.getByText(/^Repete/)
const list = ['Telefone', '11 90000-0001', '11 90000-0002'].join('\n')

test('a finished run is repeated on chosen days, and says when it comes next', async ({ page, openPlatform }) => {
  const { session, connection } = await openPlatform({ leads: 10, area: 'Cruzar' })
  const staged = await ask(session, 'cruzar.stage', { from: 'text', text: list })
  const started = { list: staged.list, settings: {}, filter: {}, connection_id: connection, name: 'Aniversários' }
  await ask(session, 'cruzar.start', started)
  await press(page, 'Aniversários')
  await chooseItem(page, 'Mais ações', 'Repetir todo dia…')
  await expect(dialog(page).getByText(/^Cada dia custa cerca de 1 consulta/)).toBeVisible()
  for (const day of ['dom', 'sáb']) await dialog(page).getByLabel(day).uncheck()
  await dialog(page).getByLabel('Horário').fill('07:30')
  await expectAccessibleState(page)
  await press(dialog(page), 'Salvar')
  await expect(line(page)).toHaveText(/^Repete de segunda a sexta às 07:30 · próxima /)
  await expectAccessibleState(page)

  await press(page, 'Mudar…')
  await dialog(page).getByLabel('Repetir esta lista').uncheck()
  await press(dialog(page), 'Salvar')
  await expect(page.getByText('Repetição desligada')).toBeVisible()
})

test('a run that sheets answered says what repeating it changes', async ({ page, openPlatform }) => {
  const { session, connection } = await openPlatform({ leads: 10 })
  const sheet = await readSheet(session, connection, 'Base')
  const staged = await ask(session, 'cruzar.stage', { from: 'text', text: list })
  const started = { list: staged.list, settings: {}, filter: {}, connection_id: connection, name: 'Da planilha' }
  await ask(session, 'cruzar.start', { ...started, sheet_id: sheet })
  await goTo(page, 'Cruzar')
  await press(page, 'Da planilha')
  await chooseItem(page, 'Mais ações', 'Repetir todo dia…')
  await dialog(page).getByLabel('Atualizar as planilhas antes').uncheck()
  await expect(dialog(page).getByText(/sem atualizá-las, o resultado não muda/)).toBeVisible()
  await press(dialog(page), 'Salvar')
  await expect(line(page)).toHaveText(/^Repete todo dia às 08:00/)
})
