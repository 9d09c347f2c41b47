import type { Page } from '@playwright/test'
import { reset } from '../faults/faults.ts'
import { details, expect, expectAccessibleState, type Lead, leadsOf, openSheet, press, test } from './kit.ts'

/** Contacts: searched at the service, shown with what is kept here of the same person. */

const field = (page: Page) => page.getByRole('textbox', { name: 'Buscar contato' })
function somebody(leads: readonly Lead[]): { name: string; digits: string; email: string } {
  for (const { nome, telefone_digitos, email } of leads) {
    if (email && /^55..9/.test(telefone_digitos ?? '')) return { name: nome, digits: telefone_digitos ?? '', email }
  }
  throw new Error('nobody has a mobile and an e-mail')
}

test('a contact is found by its phone under a mask and by its e-mail', async ({ page, openPlatform }) => {
  const { demo } = await openPlatform({ area: 'Contatos' })
  const { name, digits, email } = somebody(await leadsOf(demo))
  await expect(field(page)).toBeFocused()
  await expectAccessibleState(page)
  const national = digits.slice(2)
  for (const [typed, sent] of [
    [`+55 (${national.slice(0, 2)}) ${national.slice(2, 7)}-${national.slice(7)}`, national],
    [email, email],
  ] as const) {
    await field(page).fill(typed)
    await expect(page.getByText(`Procurado no serviço: ${sent}`)).toBeVisible()
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await expectAccessibleState(page)
})

test('the contact of a row shows its conversations and sheets, and stays readable without network', async ({
  page,
  openPlatform,
}) => {
  const { faults } = await openPlatform({ leads: 60, sheets: ['Leads de todos'] })
  await openSheet(page, 'Leads de todos')
  await page.getByRole('gridcell').first().dblclick()
  await press(details(page), 'Abrir o contato')
  await expect(page.getByText(/^Contato nº \d+ · lido/)).toBeVisible()
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const contact = page.getByRole('heading', { level: 1, name, exact: true })
  await expect(page.getByText('Conversas mais recentes')).toBeVisible()
  await expect(page.getByText('O serviço mostra só as mais recentes')).toBeVisible()
  await expect(page.getByText(/mesmo contato · lida (hoje|ontem)/).first()).toBeVisible()
  await press(page, 'Como o serviço informou')
  await expect(page.getByText('"additional_attributes"')).toBeVisible()
  await expectAccessibleState(page)

  await page
    .getByRole('button', { name: /^Abrir a conversa nº/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Conversas' })).toBeVisible()
  await press(page.getByRole('complementary'), 'Ver o contato')
  await expect(contact).toBeVisible()
  await page.getByRole('button', { name: 'Leads de todos' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leads de todos' })).toBeVisible()
  await expect(page.getByText(/1 de 60|1 linha/).first()).toBeVisible()

  // What was read stays under its date while the service is away.
  faults.set({ next: () => reset() })
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(contact).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/Mostrado como foi lido (hoje|ontem)/)
  await expect(page.getByText('Leads de todos').first()).toBeVisible()
})
