import type { Page } from '@playwright/test'
import { reset } from '../faults/faults.ts'
import {
  connect,
  expect,
  expectAccessibleState,
  goTo,
  type Lead,
  leadsOf,
  openApp,
  readSheet,
  type Started,
  test,
} from './kit.ts'

/** Contacts: searched at the service, shown with what is kept here of the same person. */

let { demo, faults, session } = {} as Started

/** Opens the app with a connection; gives the leads of the service. */
async function open(page: Page, started: Started): Promise<{ connection: string; leads: readonly Lead[] }> {
  ;({ demo, faults, session } = started)
  const connection = await connect(session, demo)
  await openApp(page, session)
  return { connection, leads: await leadsOf(demo) }
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Buscar contato' })
const searches = () => demo.requests().filter(({ path }) => path.endsWith('/contacts/search'))

function somebody(leads: readonly Lead[]): { name: string; digits: string; email: string } {
  for (const { nome, telefone_digitos, email } of leads) {
    if (email && /^55..9/.test(telefone_digitos ?? '')) return { name: nome, digits: telefone_digitos ?? '', email }
  }
  throw new Error('nobody has a mobile and an e-mail')
}

test('contacts are found by name, by phone in any form and by e-mail, and one letter sends nothing', async ({
  page,
  start,
}) => {
  const { leads } = await open(page, await start({ leads: 200 }))
  const { name, digits, email } = somebody(leads)
  await goTo(page, 'Contatos')
  await expect(page.getByText('Quem você procura?')).toBeVisible()
  await expectAccessibleState(page)
  await expect(field(page)).toBeFocused()
  await field(page).fill('m')
  await expect(page.getByText('Digite ao menos dois caracteres.')).toBeVisible()
  expect(searches()).toHaveLength(0)

  await field(page).fill('ana')
  await expect(page.getByText('Procurado no serviço: ana')).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(16)
  await page.getByRole('button', { name: 'Mais contatos' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(16)
  await expectAccessibleState(page)

  const national = digits.slice(2)
  await field(page).fill(`+55 (${national.slice(0, 2)}) ${national.slice(2, 7)}-${national.slice(7)}`)
  await expect(page.getByText(`Procurado no serviço: ${national}`)).toBeVisible()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  const before = searches().length
  await page.getByRole('button', { name: /^Procurar também \(/ }).click()
  await expect.poll(() => searches().length).toBe(before + 1)
  expect(searches().at(-1)?.query).toContain(`q=${national.slice(0, 2)}${national.slice(3)}`)

  await field(page).fill(email)
  await expect(page.getByText(`Procurado no serviço: ${email}`)).toBeVisible()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await field(page).fill('ninguém com este nome')
  await expect(page.getByText('Ninguém encontrado')).toBeVisible()
  expect(searches().every(({ query }) => !query.includes('%2B') && !query.includes('%28'))).toBe(true)
})

test('the contact of a row shows its conversations and sheets, and stays readable without network', async ({
  page,
  start,
}) => {
  const { connection } = await open(page, await start({ leads: 60 }))
  await readSheet(session, connection, 'Leads de todos')
  await page.getByRole('button', { name: 'Leads de todos' }).first().click()
  await page.getByRole('gridcell').first().dblclick()
  const panel = page.getByRole('complementary', { name: 'Detalhes da linha' })
  await panel.getByRole('button', { name: 'Abrir o contato' }).click()
  await expect(page.getByText(/^Contato nº \d+ · lido/)).toBeVisible()
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const contact = page.getByRole('heading', { level: 1, name, exact: true })
  await expect(page.getByText('Conversas mais recentes')).toBeVisible()
  await expect(page.getByText('O serviço mostra só as mais recentes')).toBeVisible()
  await expect(page.getByText(/mesmo contato · lida (hoje|ontem)/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Como o serviço informou' }).click()
  await expect(page.getByText('"additional_attributes"')).toBeVisible()
  await expectAccessibleState(page)

  await page
    .getByRole('button', { name: /^Abrir a conversa nº/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Conversas' })).toBeVisible()
  await page.getByRole('complementary').getByRole('button', { name: 'Ver o contato' }).click()
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
