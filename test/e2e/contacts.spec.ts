import { reset } from '../faults/faults.ts'
import { details, expect, expectAccessibleState, openSheet, press, test } from './kit.ts'

/** A contact, with what is kept here of the same person. */

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
