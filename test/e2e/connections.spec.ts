import type { Locator, Page } from '@playwright/test'
import { hang, refused } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import {
  chooseItem,
  connect,
  expect,
  expectAccessibleState,
  goTo,
  openApp,
  readSheet,
  type Started,
  test,
} from './kit.ts'

/** Connections to both services: created, checked, edited, chosen, forgotten. */

let { demo, faults, session } = {} as Started
test.beforeEach(async ({ page, start }) => {
  ;({ demo, faults, session } = await start({ leads: 20 }))
  await connect(session, demo, 'Principal')
  await openApp(page, session)
  await goTo(page, 'Conexões')
})

const form = (page: Page) => page.getByRole('region', { name: /^(Nova conexão|Editar )/ })
const check = (page: Page) => page.getByRole('region', { name: 'Verificação' })
/** What the check came to. */
const result = (page: Page) => check(page).getByRole('status')
const step = (page: Page, name: string) =>
  check(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name} `) })
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) })

/** Fills the form of a new platform connection and saves it. */
async function saveNew(page: Page, name: string, secret = demo.platform.token): Promise<void> {
  const { platform } = demo
  await page.getByRole('button', { name: 'Nova conexão' }).click()
  const values = {
    Nome: name,
    Endereço: platform.url,
    'Número da conta': `${platform.accountId}`,
    Marca: platform.brand,
  }
  for (const [label, value] of Object.entries(values)) await form(page).getByLabel(label).fill(value)
  await token(page).fill(secret)
  await save(page)
}

const save = (page: Page) => form(page).getByRole('button', { name: 'Salvar e verificar' }).click()

const token = (page: Page): Locator => form(page).getByRole('textbox', { name: 'Chave de acesso' })

test('a new connection is checked step by step, can be stopped and checked again, and leads to a first sheet', async ({
  page,
}) => {
  faults.set(faultPlan().on(/\/conversations/, { fault: hang(), times: 10 }))
  await saveNew(page, 'Equipe Vendas')
  await expect(step(page, 'Endereço')).toContainText('passou')
  await expect(step(page, 'Chave')).toContainText('verificando')
  await expect(step(page, 'Exportação de leads')).toContainText('aguardando')
  await check(page).getByRole('button', { name: 'Parar' }).click()
  await expect(check(page)).toBeHidden()
  await expect(row(page, 'Equipe Vendas')).toBeVisible()
  await expectAccessibleState(page)

  faults.set()
  await save(page)
  await expect(result(page)).toHaveText('Tudo certo: a conexão está pronta para usar.')
  await expectAccessibleState(page)
  const sentences = {
    Endereço: 'O endereço responde.',
    Serviço: 'É o serviço esperado.',
    Chave: 'A chave foi aceita.',
    Conta: 'A chave tem acesso à conta.',
    'Exportação de leads': 'A exportação de leads está liberada.',
    Relógio: 'O relógio deste computador está certo.',
  }
  for (const [name, sentence] of Object.entries(sentences)) await expect(step(page, name)).toContainText(sentence)
  const facts = `conta ${demo.platform.accountId} · marca vitrine · 0 planilhas`
  await expect(row(page, 'Equipe Vendas')).toContainText(facts)
  await check(page).getByRole('button', { name: 'Criar uma planilha' }).click()
  await expect(page.getByRole('dialog', { name: 'Nova planilha' })).toBeVisible()
})

test('a rejected token is reported at its step and kept until another one replaces it', async ({ page }) => {
  await saveNew(page, 'Trocada', 'um-token-errado')
  await expect(result(page)).toHaveText('Salva, mas ainda não funciona. Veja o que falta:')
  await expect(step(page, 'Chave')).toContainText('falhou')
  await expect(step(page, 'Chave')).toContainText('A chave não foi aceita. Ela continua guardada')
  await expect(step(page, 'Conta')).toContainText('Não verificado, porque uma etapa anterior falhou.')
  await expectAccessibleState(page)
  await expect(row(page, 'Trocada')).not.toContainText('sem chave')
  await expect(token(page)).toHaveValue('')

  await chooseItem(page, 'Mais ações de Trocada', 'Trocar a chave')
  await expect(token(page)).toBeFocused()
  await token(page).fill(demo.platform.token)
  await token(page).press('Enter')
  await expect(result(page)).toContainText('Tudo certo')
  expect(await page.content()).not.toContain(demo.platform.token)
})

test('a key that is refused later is shown in the list, and every screen leads to its field', async ({ page }) => {
  faults.set(faultPlan().on(/./, { times: 9, fault: refused(401) }))
  await goTo(page, 'Conversas')
  await page.getByRole('main').getByRole('button', { name: 'Trocar a chave' }).click()
  await expect(token(page)).toBeFocused()
  await expect(row(page, 'Principal')).toContainText('O serviço recusa a chave de acesso desde')
  await goTo(page, 'Relatórios')
  await page.getByRole('banner').getByRole('button', { name: 'trocar a chave' }).click()
  await expect(token(page)).toBeFocused()
  faults.set()
  await token(page).fill(demo.platform.token)
  await token(page).press('Enter')
  await expect(result(page)).toContainText('Tudo certo')
  await expect(row(page, 'Principal')).not.toContainText('recusa')
})

test('a connection is chosen in the list or the top bar, and forgotten with its sheets or without', async ({
  page,
}) => {
  for (const name of ['Segunda', 'Terceira']) {
    await readSheet(session, await connect(session, demo, name), `Leads ${name}`)
  }
  await expect(row(page, 'Principal')).toContainText('em uso')
  await page.getByRole('button', { name: 'Usar Segunda' }).click()
  await expect(row(page, 'Segunda')).toContainText('em uso')
  await expect(row(page, 'Principal')).not.toContainText('em uso')
  await chooseItem(page, 'Conexão em uso: Segunda', 'Principal')
  await expect(page.getByRole('button', { name: 'Conexão em uso: Principal' })).toBeVisible()
  await expect(row(page, 'Principal')).toContainText('em uso')

  await chooseItem(page, 'Mais ações de Segunda', 'Esquecer…')
  const dialog = page.getByRole('dialog', { name: 'Esquecer Segunda?' })
  await expect(dialog).toContainText('A chave de acesso guardada no cofre.')
  await expectAccessibleState(page)
  await expect(dialog).toContainText('As planilhas baixadas continuam aqui')
  await dialog.getByRole('button', { name: 'Esquecer' }).click()
  await expect(row(page, 'Segunda')).toBeHidden()
  await chooseItem(page, 'Mais ações de Terceira', 'Esquecer…')
  const second = page.getByRole('dialog', { name: 'Esquecer Terceira?' })
  await second.getByRole('checkbox', { name: 'Apagar também a planilha baixada por ela' }).check()
  await expect(second).toContainText('1 planilha baixada por ela.')
  await second.getByRole('button', { name: 'Esquecer' }).click()
  await expect(row(page, 'Terceira')).toBeHidden()

  await goTo(page, 'Planilhas')
  await expect(page.getByRole('button', { name: 'Leads Segunda', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leads Terceira', exact: true })).toBeHidden()
})

test('the form service is connected with its own key, and a plan without API access is reported', async ({ page }) => {
  await page.getByRole('button', { name: 'Nova conexão' }).click()
  await form(page).getByRole('radiogroup', { name: 'Tipo de conexão' }).getByText('Formulários').click()
  await form(page).getByLabel('Nome').fill('Formulários do site')
  const address = form(page).getByLabel('Endereço')
  await address.fill(demo.forms.url.replace('/api/v1', ''))
  const key = form(page).getByRole('textbox', { name: 'Chave de acesso' })
  await key.fill(demo.forms.keyWithoutAccess)
  await key.press('Enter')
  await expect(address).toHaveAccessibleDescription(/termina em \/api\/v1/)
  await address.fill(demo.forms.url)
  await key.press('Enter')
  await expect(step(page, 'Conta')).toContainText('o plano ou a permissão não inclui o acesso por API')
  await expect(result(page)).toHaveText('Salva, mas ainda não funciona. Veja o que falta:')

  await key.fill(demo.forms.key)
  await key.press('Enter')
  await expect(result(page)).toContainText('Tudo certo')
  await expect(page.getByRole('region', { name: 'Formulários' }).getByTitle('Formulários do site')).toBeVisible()
})
