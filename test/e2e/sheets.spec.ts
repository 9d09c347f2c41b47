import type { Page } from '@playwright/test'
import { counted, expect, expectAccessibleState, goTo, type Opened, press, readSheet, test } from './kit.ts'

/** The form of a new sheet, and the sheet that it makes. */

let { demo, session, connection } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  // Three pages of 500.
  ;({ demo, session, connection } = await openPlatform({ leads: 1200 }))
})

const form = (page: Page) => page.getByRole('dialog', { name: 'Nova planilha' })
const day = (page: Page, name: string) => form(page).getByRole('textbox', { name })
const line = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })

async function openForm(page: Page): Promise<void> {
  await press(page, 'Nova planilha')
  await expect(form(page)).toBeVisible()
}

/** How many rows the service has for a filter. */
async function totalOf(query: string): Promise<number> {
  const { url, accountId, brand, token } = demo.platform
  const response = await fetch(`${url}/api/v1/accounts/${accountId}/${brand}/leads?${query}&per_page=1`, {
    headers: { accept: 'application/json', api_access_token: token },
  })
  const { meta } = (await response.json()) as { meta: { total: number } }
  return meta.total
}

test('a new sheet is sized by its period and filters before the download, and holds those rows after it', async ({
  page,
}) => {
  await readSheet(session, connection, 'Todos')
  await openForm(page)
  await expectAccessibleState(page)
  await expect(form(page).getByText('Escolha ao menos uma data')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Baixar' })).toBeDisabled()
  // Nobody has made a mistake yet, and what cannot be pressed yet stays within its place.
  await expect(form(page).getByRole('alert')).toHaveCount(0)
  await expect(form(page).locator('[aria-invalid="true"]')).toHaveCount(0)
  const outside = form(page)
    .locator('.new-sheet-foot')
    .evaluate((foot) => {
      const place = foot.getBoundingClientRect()
      const boxes = [...foot.querySelectorAll('button')].map((button) => button.getBoundingClientRect())
      const isOutside = ({ left, right, top, bottom }: DOMRect) =>
        left < place.left || right > place.right || top < place.top || bottom > place.bottom
      return { buttons: boxes.length, outside: boxes.filter(isOutside).length }
    })
  expect(await outside).toEqual({ buttons: 2, outside: 0 })
  await press(form(page), 'Este ano')
  await expect(day(page, 'Conversa criada a partir de')).toHaveValue(/^01\/01\/\d{4}$/)
  await day(page, 'Conversa criada a partir de').fill('01/01/2020')
  const all = counted(await totalOf('created_after=2020-01-01'))
  await expect(form(page).getByRole('status')).toHaveText(new RegExp(`^${all} linhas, \\d consultas, cerca de .+\\.$`))

  // Inboxes and agents have the names that were seen in sheets; any other is a number.
  const inboxes = form(page).getByRole('textbox', { name: 'Caixas de entrada' })
  await inboxes.fill('vendas')
  await page.getByRole('option', { name: /WhatsApp Vendas/ }).click()
  await inboxes.fill('13')
  await page.getByRole('option', { name: /Instagram/ }).click()
  await inboxes.fill('99')
  await page.getByRole('option', { name: 'Usar o número 99' }).click()
  await form(page).getByRole('textbox', { name: 'Agentes' }).fill('cintia')
  await page.keyboard.press('Enter')
  await form(page).getByText('Resolvida').click()
  await form(page).getByRole('textbox', { name: 'Sem estas etiquetas' }).fill('troca')
  await page.keyboard.press('Enter')
  await press(form(page), 'Remover nº 99')
  await form(page).getByRole('group', { name: 'Uma linha por' }).getByText('conversa', { exact: true }).click()

  const filters = 'inbox_ids[]=11&inbox_ids[]=13&assignee_ids[]=23&status[]=resolved&without_labels[]=troca'
  const total = counted(await totalOf(`created_after=2020-01-01&${filters}&agrupar=conversa`))
  await press(form(page), `Baixar ${total} linhas`)
  await expect(page.getByRole('heading', { level: 1, name: 'Leads desde 01/01/2020' })).toBeVisible()
  await expect(page.getByRole('main').getByText('completa', { exact: true })).toBeVisible()
  await expect(page.getByText(`${total} linhas`).first()).toBeVisible()
  await goTo(page, 'Planilhas')
  const sheet = line(page, 'Leads desde 01/01/2020')
  await expect(sheet).toContainText('conversas criadas desde 01/01/2020')
  await expect(sheet).toContainText('WhatsApp Vendas ou Instagram, de Cíntia Prado, resolvidas, sem troca')
  await expect(sheet).toContainText(/(hoje|ontem) \d\d:\d\d/)
  await expect(sheet).toContainText(/\d (kB|MB)/)
})

test('a day is typed, left, picked from its calendar and left alone by the keyboard', async ({ page }) => {
  await openForm(page)
  const [from, to] = [day(page, 'Conversa criada a partir de'), day(page, 'Conversa criada até')]
  const calendar = form(page).getByRole('table')
  await from.focus()
  await page.keyboard.type('01/02/2026')
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(to).toBeFocused()
  await expect(calendar).toHaveCount(0)

  await page.keyboard.press('ArrowDown')
  await expect(calendar.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(to).toBeFocused()
  await page.keyboard.type('15/02/2026')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(to).toHaveValue('16/02/2026')
  await expect(to).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(to).toHaveValue('16/02/2026')
  await expect(calendar).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(from).toBeFocused()

  await from.click()
  await form(page).getByText('Situação da conversa').click()
  await expect(calendar).toHaveCount(0)
})
