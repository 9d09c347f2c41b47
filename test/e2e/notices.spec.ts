import type { Locator, Page } from '@playwright/test'
import { refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import {
  ask,
  dialog,
  download,
  dropFile,
  expect,
  expectAccessible,
  goTo,
  type Opened,
  openSheet,
  press,
  test,
} from './kit.ts'

/** Notices are visible, cover no controls, and stay while they are read. */

let { faults, session, connection } = {} as Opened
test.beforeEach(async ({ openPlatform, page }) => {
  // What ended before the page knew of any task makes no notice.
  const listed = page.waitForResponse((answer) => answer.request().postData()?.includes('"tasks.list"') === true)
  ;({ faults, session, connection } = await openPlatform({ sheets: ['Todos'] }))
  await listed
})

const notices = (page: Page) => page.locator('.notice, .mantine-Notification-root')

/** Reads a sheet in the background, to its end. */
async function readBehind(name: string) {
  const filter = { created_after: '2020-01-01' }
  await ask(session, 'sheets.create', { connection_id: connection, name, filter })
}

/** No notice lies over any of these parts of the screen, once everything is in its place. */
async function expectFree(page: Page, parts: Locator): Promise<void> {
  await expect(parts.first()).toBeVisible()
  const boxesOf = (found: Locator) => found.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
  const covered = async () => {
    const over = await boxesOf(notices(page))
    return (await boxesOf(parts)).filter((part) =>
      over.some(
        ({ left, right, top, bottom }) =>
          left < part.right && part.left < right && top < part.bottom && part.top < bottom,
      ),
    )
  }
  await expect.poll(covered, { message: String(parts) }).toEqual([])
}

test('three failures cover no row, scrollbar, status bar, drawer or dialog at 1024 and 1920 px', async ({ page }) => {
  faults.set(faultPlan().on('/leads', { times: 500, fault: refused(401) }))
  for (const name of ['Clientes de São Paulo', 'Clientes do Rio', 'Clientes de Recife']) await readBehind(name)
  for (const viewport of [
    { width: 1024, height: 768 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(viewport)
    await openSheet(page)
    await expect(notices(page)).toHaveCount(3)
    await page.getByRole('gridcell').first().focus()
    await page.keyboard.press('Control+End')
    for (const part of ['.ag-root-wrapper', '.status-bar', '.navigation-item'])
      await expectFree(page, page.locator(part))
    await press(page, /^Exportar/)
    await expect(dialog(page).getByRole('button', { name: /Excel/ }).first()).toBeVisible()
    await expectFree(page, dialog(page))
    await page.keyboard.press('Escape')
    await goTo(page, 'Planilhas')
    await press(page, 'Nova planilha')
    const drawer = page.getByRole('dialog', { name: 'Nova planilha' })
    await expectFree(page, drawer)
    await expectFree(page, drawer.getByRole('button'))
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  }
  await expectAccessible(page, '.notices')
})

test('the same notice is counted, and what the user did stands before what ended in the background', async ({
  page,
}) => {
  faults.set(faultPlan().on('/leads', { times: 500, fault: refused(401) }))
  for (let read = 0; read < 4; read += 1) await readBehind(`Leitura ${read}`)
  await expect(notices(page)).toHaveCount(3)
  await expect(page.locator('.notices')).toContainText('mais 1 aviso')

  for (let drop = 0; drop < 3; drop += 1) await dropFile(page.locator('body'), 'foto.png', 'x')
  await expect(notices(page).first()).toContainText('Isto não é um arquivo de lista')
  await expect(notices(page).first()).toContainText('3 vezes')
  await expect(page.locator('.notices')).toContainText('mais 2 avisos')
  await press(notices(page).first(), 'Fechar')
  await expect(notices(page).first()).toContainText('Leitura')
  await page.getByRole('button', { name: 'Dispensar todos' }).press('Enter')
  await expect(notices(page)).toHaveCount(0)
})

test('a notice stays while it is hovered or focused, a failure until it is dismissed', async ({ page }) => {
  await page.clock.install()
  await openSheet(page)
  await readBehind('Outra leitura')
  const ended = page.getByRole('status').filter({ hasText: 'Outra leitura' })
  await ended.getByRole('button', { name: 'Mostrar' }).focus()
  await page.clock.fastForward(60_000)
  await expect(ended).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.clock.fastForward(60_000)
  await expect(ended).toHaveCount(0)

  // One that is dismissed takes the focus along, and holds the others no longer.
  await page.getByRole('gridcell').first().click()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+c')
  await expect(notices(page)).toHaveCount(2)
  await press(notices(page).first(), 'Fechar')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(notices(page)).toHaveCount(1)
  await page.clock.fastForward(60_000)
  await expect(notices(page)).toHaveCount(0)

  faults.set(faultPlan().on('/leads', { times: 500, fault: refused(401) }))
  await readBehind('Sem resposta')
  const failed = page.getByRole('alert').filter({ hasText: 'Sem resposta' })
  await expect(failed).toBeVisible()
  await page.clock.fastForward(600_000)
  await expect(failed).toBeVisible()
  await press(failed, 'Fechar')
  await expect(failed).toHaveCount(0)
})

test('a file that the browser saved gets a notice, and nothing offers to open it from the app', async ({ page }) => {
  await openSheet(page)
  await press(page, /^Exportar/)
  await download(page, () => press(dialog(page), /^Excel \(XLSX\)/))
  const saved = page.getByRole('status').filter({ hasText: 'Exportação pronta' })
  await expect(saved).toBeVisible()
  await expect(saved.getByRole('button')).toHaveText([''])
})
