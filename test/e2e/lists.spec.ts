import type { Locator, Page } from '@playwright/test'
import { chooseItem, expect, goTo, leadsOf, type Opened, press, test } from './kit.ts'

/** Lists of things, a line each: a line that lights up opens as a whole. */

let { demo } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo } = await openPlatform({ leads: 20, sheets: ['Base de maio', 'Base de abril'] }))
})

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name }).first()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** Clicks where the row has nothing of its own: near the end of the cell. */
async function clickCell(line: Locator, place: number): Promise<void> {
  const cell = line.getByRole('cell').nth(place)
  const { width, height } = (await cell.boundingBox()) ?? { width: 0, height: 0 }
  await cell.click({ position: { x: width - 4, y: height - 4 } })
}

test('a click anywhere on the row of a sheet, a contact or a run opens it', async ({ page }) => {
  await clickCell(row(page, 'Base de maio'), 1)
  await expect(heading(page, 'Base de maio')).toBeVisible()

  const [lead] = await leadsOf(demo)
  await goTo(page, 'Contatos')
  await page.getByRole('textbox', { name: /contato/i }).fill(lead?.nome ?? '')
  await clickCell(row(page, lead?.nome ?? ''), 3)
  await expect(heading(page, lead?.nome ?? '')).toBeVisible()

  await goTo(page, 'Cruzar')
  await page.evaluate(() => navigator.clipboard.writeText('11988887777'))
  await page.keyboard.press('Control+v')
  const side = page.getByRole('complementary', { name: 'Cruzar' })
  await side.getByLabel('Nome').fill('Campanha')
  await press(side, 'Cruzar')
  await expect(page.getByRole('button', { name: /^Ausentes:/ })).toBeVisible()
  await goTo(page, 'Cruzar')
  await clickCell(row(page, 'Campanha'), 4)
  await expect(heading(page, 'Campanha')).toBeVisible()
})

test('the menu of a row, text that is selected in it and its arrow keys do not open it; Enter does', async ({
  page,
}) => {
  const line = row(page, 'Base de maio')
  await chooseItem(page, 'Mais ações de Base de maio', 'Renomear')
  await page.getByRole('dialog').getByRole('textbox').click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  const words = line.locator('.list-sentence')
  const { x, y, width } = (await words.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + 2, y + 9)
  await page.mouse.down()
  await page.mouse.move(x + Math.min(120, width - 2), y + 9, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
  await expect(heading(page, 'Planilhas')).toBeVisible()

  const names = page.locator('main button.list-name')
  const first = await names.first().textContent()
  await names.last().focus()
  await page.keyboard.press('ArrowUp')
  await expect(names.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, first ?? '')).toBeVisible()
})
