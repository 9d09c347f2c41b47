import type { Page } from '@playwright/test'
import { expect, goTo, openSheet, press, test } from './kit.ts'

/** Ctrl K: what the open screen can do, and everything that is kept here by its name. */

test.beforeEach(async ({ page, openPlatform }) => {
  await openPlatform({ leads: 300, sheets: ['Todos'] })
  await openSheet(page)
})

const search = (page: Page) => page.getByRole('dialog', { name: 'Buscar ou executar' })

/** Opens the search, and types into it. */
async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
}

test('the search has the focus before the next frame is drawn, so that no letter typed after Ctrl K is lost', async ({
  page,
}) => {
  const focused = await page.evaluate(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }))
    const { port1, port2 } = new MessageChannel()
    const next = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }))
    port1.start()
    port2.postMessage(null)
    await next
    return document.activeElement?.getAttribute('aria-label')
  })
  expect(focused).toBe('Buscar ou executar')
})

test('the buttons, menus and columns of the open screen are found and used by the keyboard alone', async ({ page }) => {
  const grid = page.getByRole('grid')
  await find(page, 'renomear')
  await expect(search(page).getByRole('group', { name: 'Nesta tela' }).getByRole('option')).toHaveText([/Renomear/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Renomear' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')

  await find(page, 'situacao')
  await expect(search(page).getByRole('option', { name: /Situação.*ocultar a coluna/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Filtrar Situação' })).toBeVisible()
  await page.keyboard.press('Escape')
  await find(page, 'ocultar situacao')
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('columnheader', { name: 'Situação' })).toHaveCount(0)
  await find(page, 'situacao')
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('columnheader', { name: 'Situação' })).toBeFocused()

  // It opens above a drawer, and Escape closes one after the other.
  await goTo(page, 'Planilhas')
  await press(page, 'Nova planilha')
  const drawer = page.getByRole('dialog', { name: 'Nova planilha' })
  const day = drawer.getByRole('textbox', { name: 'Conversa criada até' })
  await day.focus()
  await page.keyboard.press('Control+k')
  // A click is refused to what lies below something else.
  await search(page).getByRole('textbox').click()
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveCount(0)
  await expect(day).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
})
