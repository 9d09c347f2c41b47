import { startHostProcess } from '../kit/host-process.ts'
import { readWorkbook } from '../main/engine/export/read-workbook.ts'
import { download, expect, expectAccessibleState, goTo, openApp, press, test } from './kit.ts'

/** The first minutes with Cruza: two buttons and one sentence (docs/decisions/renderer.md §20). */

test('a newcomer exports the ausentes of the demonstration within a minute, leaves it, and connects an account', async ({
  page,
  start,
}) => {
  const { session } = await start({ leads: 10 })
  const startedAt = Date.now()
  await openApp(page, session)
  const welcome = page.getByRole('heading', { level: 1, name: 'Boas-vindas ao Cruza' })
  await expect(welcome).toBeVisible()
  await expect(page.getByRole('button')).toHaveText(['Explorar com dados de demonstração', 'Conectar minha conta'])

  await test.step('a full sheet, a finished cruzar, the ausentes in Excel', async () => {
    await press(page, 'Explorar com dados de demonstração')
    await expect(page.getByRole('heading', { level: 1, name: 'Leads deste ano' })).toBeVisible()
    await expect(page.getByRole('main').getByText('completa', { exact: true })).toBeVisible({ timeout: 40_000 })
    await expect(page.getByRole('grid', { name: 'Leads deste ano' }).getByRole('row')).not.toHaveCount(0)
    await press(page.getByRole('main'), 'Cruzar')
    await press(page, 'Usar lista de exemplo')
    const cruzar = page.getByRole('complementary', { name: 'Cruzar' }).getByRole('button', { name: 'Cruzar' })
    await expect(cruzar).toBeEnabled()
    await cruzar.click()
    await expect(page.getByRole('heading', { level: 1, name: 'campanha-de-exemplo' })).toBeVisible()
    const file = await download(page, () => press(page, /^Exportar ausentes/))
    expect(file.name).toBe('campanha-de-exemplo - ausentes.xlsx')
    const [sheet] = (await readWorkbook(file.path)).sheets
    expect(sheet?.cells.get('A1')?.value).toBe('Nome')
    expect(sheet?.cells.get('E2')).toMatchObject({ type: 'text', value: 'Ausente' })
    expect(Date.now() - startedAt).toBeLessThan(60_000)
  })

  await test.step('every screen shows that this is a demonstration, until it is left', async () => {
    const band = page.getByRole('complementary', { name: 'Demonstração' })
    for (const area of ['Planilhas', 'Conexões', 'Ajustes'] as const) {
      await goTo(page, area)
      await expect(band).toContainText('os dados são inventados')
    }
    await expect(page.getByText('Só na memória, enquanto a demonstração estiver aberta')).toBeVisible()
    await expectAccessibleState(page)
    await press(band, 'Sair da demonstração')
    await expect(welcome).toBeVisible()
    await expect(band).toBeHidden()
  })

  await press(page, 'Conectar minha conta')
  await expect(page.getByRole('region', { name: 'Nova conexão' }).getByLabel('Nome')).toBeFocused()
})

test('started with --demo, the app opens in the demonstration, without a passphrase', async ({ page }) => {
  const demo = await startHostProcess({ demo: true })
  await page.goto(demo.address)
  await expect(page.getByRole('complementary', { name: 'Demonstração' })).toBeVisible()
  await press(page, 'Leads deste ano')
  await expect(page.getByRole('main').getByText('completa', { exact: true })).toBeVisible({ timeout: 40_000 })
  await page.goto('about:blank')
  await demo.remove()
})
