import type { Page } from '@playwright/test'
import { refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { dialog, expect, expectAccessibleState, type Opened, openFormsPart, press, test } from './kit.ts'

/** Plan and usage of an account, month by month. */

let { faults } = {} as Opened
test.beforeEach(async ({ openForms }) => {
  ;({ faults } = await openForms({ leads: 50, entries: 20, now: new Date(now) }))
})

/** The months are those of the service, by its clock. */
const now = '2026-02-10T12:00:00Z'

const open = (page: Page) => openFormsPart(page, 'Conta e uso')
const usageOf = (page: Page, month: string) => page.getByRole('region', { name: `Uso de ${month}` })

test('plan and usage are read month by month, and remain with their trend when the service fails', async ({ page }) => {
  faults.set(faultPlan().on(/\/account/, { times: 9, fault: refused(403) }))
  await open(page)
  await expect(page.getByText('A conta ainda não foi lida')).toBeVisible()
  // The sentence is there before the service has refused.
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  faults.set()
  await press(page, 'Tentar de novo')
  await expect(page.getByRole('region', { name: 'Plano' })).toContainText('sem limite')
  await expect(page.getByRole('region', { name: 'Plano' })).toContainText('50.000')
  await expect(usageOf(page, 'fevereiro de 2026')).toContainText('3 · sem limite')
  await expect(page.getByRole('meter', { name: 'Respostas' })).toHaveAttribute('aria-valuetext', /de 50\.000/)
  await expectAccessibleState(page)
  const trend = page.getByRole('region', { name: 'Respostas, mês a mês' })
  await test.step('the month before and any other month are read', async () => {
    await page.getByText('Mês anterior').click()
    await expect(usageOf(page, 'janeiro de 2026')).toBeVisible()
    await page.getByText('Outro mês').click()
    await press(page, 'Escolher o mês: janeiro de 2026')
    await expect(dialog(page)).toBeVisible()
    await expectAccessibleState(page)
    await press(page, 'Ano anterior')
    await page.getByRole('button', { name: /^nov/i }).first().click()
    await expect(usageOf(page, 'novembro de 2025')).toBeVisible()
    await expect(trend.getByRole('button')).toHaveCount(4)
    await expect(trend.getByRole('button', { name: 'dezembro de 2025: não informado' })).toBeVisible()
    await expectAccessibleState(page)
  })
  await test.step('what was read remains with its date, and a bar of the trend leads to its month', async () => {
    faults.set(faultPlan().on(/./, { times: 99, fault: refused(403) }))
    await open(page)
    await expect(page.getByText(/^O que está na tela é de (hoje|ontem)/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Conta', exact: true })).toContainText('Vitrine Móveis')
    await press(trend, /^novembro de 2025/)
    await expect(usageOf(page, 'novembro de 2025').getByRole('meter')).toHaveCount(3)
    await press(trend, /^dezembro de 2025/)
    await expect(page.getByText('Este mês ainda não foi lido')).toBeVisible()
    await expectAccessibleState(page)
  })
})
