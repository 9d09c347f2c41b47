import type { Locator, Page } from '@playwright/test'
import { refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import {
  ask,
  connect,
  download,
  dropFile,
  expect,
  expectAccessible,
  goTo,
  open,
  openApp,
  readSheet,
  type Started,
  test,
} from './kit.ts'

/** Notices are visible, cover no controls, and stay while they are read. */

let { faults, session } = {} as Started
let connection: string
test.beforeEach(async ({ page, start }) => {
  const { demo, ...started } = await start({ leads: 200 })
  ;({ faults, session } = started)
  connection = await connect(session, demo)
  await readSheet(session, connection, 'Todos')
  await openApp(page, session)
  await expect(page.getByRole('heading', { level: 1, name: 'Planilhas' })).toBeVisible()
})

const notices = (page: Page) => page.locator('.notice, .mantine-Notification-root')

/** Reads a sheet in the background, to its end. */
async function readBehind(name: string) {
  const filter = { created_after: '2020-01-01' }
  await ask(session, 'sheets.create', { connection_id: connection, name, filter })
}

/** The parts of a screen that a notice lies over, by the check. */
async function coveredParts(page: Page, parts: Readonly<Record<string, Locator>>): Promise<readonly string[]> {
  const boxes = await Promise.all((await notices(page).all()).map((notice) => notice.boundingBox()))
  const covered: string[] = []
  for (const [name, locator] of Object.entries(parts)) {
    await expect(locator.first()).toBeVisible()
    for (const one of await locator.all()) {
      const box = await one.boundingBox()
      const overlaps = boxes.some(
        (notice) =>
          notice !== null &&
          box !== null &&
          notice.x < box.x + box.width &&
          box.x < notice.x + notice.width &&
          notice.y < box.y + box.height &&
          box.y < notice.y + notice.height,
      )
      if (overlaps) covered.push(name)
    }
  }
  return covered
}

for (const viewport of [
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
]) {
  test(`three failures cover no row, scrollbar, status bar, drawer or dialog at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await open(page, 'Todos')
    await expect(page.getByRole('gridcell').first()).not.toHaveText('')
    faults.set(faultPlan().on('/leads', { times: 500, fault: refused(401) }))
    for (const name of ['Clientes de São Paulo', 'Clientes do Rio', 'Clientes de Recife']) await readBehind(name)
    await expect(notices(page)).toHaveCount(3)
    await page.getByRole('gridcell').first().focus()
    await page.keyboard.press('Control+End')
    expect(
      await coveredParts(page, {
        grid: page.locator('.ag-root-wrapper'),
        'status bar': page.locator('.status-bar'),
        navigation: page.locator('.navigation-item'),
      }),
    ).toEqual([])

    await page.getByRole('button', { name: /^Exportar/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: /Excel/ }).first()).toBeVisible()
    expect(await coveredParts(page, { dialog })).toEqual([])
    await page.keyboard.press('Escape')

    await goTo(page, 'Planilhas')
    await page.getByRole('button', { name: 'Nova planilha' }).click()
    const drawer = page.getByRole('dialog', { name: 'Nova planilha' })
    expect(await coveredParts(page, { drawer, foot: drawer.getByRole('button') })).toEqual([])
    await expectAccessible(page, '.notices')
  })
}

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
  await notices(page).first().getByRole('button', { name: 'Fechar' }).click()
  await expect(notices(page).first()).toContainText('Leitura')
  await page.getByRole('button', { name: 'Dispensar todos' }).press('Enter')
  await expect(notices(page)).toHaveCount(0)
})

test('a notice stays while it is hovered or focused, a failure until it is dismissed', async ({ page }) => {
  await page.clock.install()
  await open(page, 'Todos')
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')
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
  await notices(page).first().getByRole('button', { name: 'Fechar' }).click()
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
  await failed.getByRole('button', { name: 'Fechar' }).click()
  await expect(failed).toHaveCount(0)
})

test('a file that the browser saved gets a notice, and nothing offers to open it from the app', async ({ page }) => {
  await open(page, 'Todos')
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')
  await page.getByRole('button', { name: /^Exportar/ }).click()
  await download(page, () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Excel \(XLSX\)/ })
      .click(),
  )
  const saved = page.getByRole('status').filter({ hasText: 'Exportação pronta' })
  await expect(saved).toBeVisible()
  await expect(saved.getByRole('button')).toHaveText([''])
})
