import type { Locator, Page } from '@playwright/test'
import { type Demo, startDemo } from '../../main/demo/demo.ts'
import { captivePortal, hang } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { faultSwitch } from '../kit/fault-switch.ts'
import { type HostProcess, startHostProcess } from '../kit/host-process.ts'
import { connect, expect, goTo, openApp, openSession, readSheet, type Session, test } from './kit.ts'

/** Connections to both services: made, checked, mended, chosen, forgotten (issue 2, section 3). */

const faults = faultSwitch()
let demo: Demo
let host: HostProcess
let session: Session
test.beforeAll(async () => {
  demo = await startDemo({ leads: 300, entries: 20, faults })
  host = await startHostProcess({ passphrase: 'quatro palavras de teste' })
  session = await openSession(host)
  await connect(session, demo, 'Principal')
})
test.afterAll(async () => {
  await host.remove()
  await demo.close()
})
test.beforeEach(async ({ page }) => {
  faults.set()
  await openApp(page, session)
  await goTo(page, 'Conexões')
})

const form = (page: Page) => page.getByRole('region', { name: /^(Nova conexão|Editar )/ })
const check = (page: Page) => page.getByRole('region', { name: 'Verificação' })
const step = (page: Page, name: string) =>
  check(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name} `) })
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) })

interface Fields {
  readonly name: string
  readonly address?: string
  readonly account?: string
  readonly brand?: string
  readonly token?: string
}

/** Fills the form of a new platform connection and saves it; what is not said is right. */
async function saveNew(page: Page, fields: Fields): Promise<void> {
  const { platform } = demo
  await page.getByRole('button', { name: 'Nova conexão' }).click()
  await form(page).getByLabel('Nome').fill(fields.name)
  await form(page)
    .getByLabel('Endereço')
    .fill(fields.address ?? platform.url)
  await form(page)
    .getByLabel('Número da conta')
    .fill(fields.account ?? String(platform.accountId))
  await form(page)
    .getByLabel('Marca')
    .fill(fields.brand ?? platform.brand)
  await token(page).fill(fields.token ?? platform.token)
  await form(page).getByRole('button', { name: 'Salvar e verificar' }).click()
}

const token = (page: Page): Locator => form(page).getByRole('textbox', { name: 'Token de acesso' })

async function menuOf(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações de ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a new connection is checked step by step, a sentence each, and leads to a first sheet', async ({ page }) => {
  await saveNew(page, { name: 'Equipe Vendas' })
  await expect(check(page).getByRole('status')).toHaveText('Tudo certo: a conexão está pronta para usar.')
  const sentences = {
    Endereço: 'O endereço responde.',
    Serviço: 'É o serviço esperado.',
    Chave: 'A chave foi aceita.',
    Conta: 'A chave tem acesso à conta.',
    'Exportação de leads': 'A exportação de leads está liberada.',
    Relógio: 'O relógio deste computador está certo.',
  }
  for (const [name, sentence] of Object.entries(sentences)) await expect(step(page, name)).toContainText(sentence)
  await expect(row(page, 'Equipe Vendas')).toContainText(
    `conta ${demo.platform.accountId} · marca vitrine · 0 planilhas`,
  )

  await check(page).getByRole('button', { name: 'Criar uma planilha' }).click()
  await expect(page.getByRole('dialog', { name: 'Nova planilha' })).toBeVisible()
})

test('the steps come in one by one, and a check that takes too long can be stopped: the connection stays', async ({
  page,
}) => {
  faults.set(faultPlan().on(/\/conversations/, { fault: hang(), times: 10 }))
  await saveNew(page, { name: 'Lenta' })
  await expect(step(page, 'Endereço')).toContainText('certo')
  await expect(step(page, 'Chave')).toContainText('verificando')
  await expect(step(page, 'Exportação de leads')).toContainText('aguardando')
  await check(page).getByRole('button', { name: 'Parar' }).click()
  await expect(check(page)).toBeHidden()
  await expect(row(page, 'Lenta')).toBeVisible()

  faults.set()
  await form(page).getByRole('button', { name: 'Salvar e verificar' }).click()
  await expect(check(page).getByRole('status')).toContainText('Tudo certo')
  await expect(row(page, 'Lenta')).toHaveCount(1)
})

test('a wrong token is named and kept; the right one takes its place and leaves the field', async ({ page }) => {
  await saveNew(page, { name: 'Trocada', token: 'um-token-errado' })
  await expect(check(page).getByRole('status')).toHaveText('Salva, mas ainda não funciona. Veja o que falta:')
  await expect(step(page, 'Chave')).toContainText('falhou')
  await expect(step(page, 'Chave')).toContainText('A chave não foi aceita. Ela continua guardada')
  await expect(step(page, 'Conta')).toContainText('Não verificado, porque uma etapa anterior falhou.')
  await expect(row(page, 'Trocada')).not.toContainText('sem chave')
  await expect(token(page)).toHaveValue('')

  await menuOf(page, 'Trocada', 'Trocar a chave')
  await expect(token(page)).toBeFocused()
  await token(page).fill(demo.platform.token)
  await token(page).press('Enter')
  await expect(check(page).getByRole('status')).toContainText('Tudo certo')
  expect(await page.content()).not.toContain(demo.platform.token)
})

test('the token of an agent is accepted, but the lead export says which right is missing', async ({ page }) => {
  await saveNew(page, { name: 'De agente', token: demo.platform.agentToken })
  await expect(step(page, 'Chave')).toContainText('A chave foi aceita.')
  await expect(step(page, 'Exportação de leads')).toContainText('não é de um administrador da conta')
  await expect(row(page, 'De agente')).not.toContainText('sem chave')
})

test('an unknown account and an unknown brand are named at their step', async ({ page }) => {
  await saveNew(page, { name: 'Outra conta', account: '99' })
  await expect(step(page, 'Conta')).toContainText('falhou')
  await expect(check(page).getByRole('status')).toContainText('ainda não funciona')
  await form(page).getByLabel('Número da conta').fill(String(demo.platform.accountId))
  await form(page).getByLabel('Marca').fill('desconhecida')
  await form(page).getByRole('button', { name: 'Salvar e verificar' }).click()
  await expect(step(page, 'Exportação de leads')).toContainText('O serviço não conhece este caminho de leads.')
  await expect(check(page).getByRole('status')).toContainText('ainda não funciona')
})

test('what is missing or unsafe is said beside its field, before anything is sent', async ({ page }) => {
  await page.getByRole('button', { name: 'Nova conexão' }).click()
  const before = demo.requests().length
  await form(page).getByRole('button', { name: 'Salvar e verificar' }).click()
  await expect(form(page).getByLabel('Nome')).toBeFocused()
  for (const sentence of ['Dê um nome à conexão.', 'Informe o endereço.', 'Informe a marca.']) {
    await expect(form(page).getByText(sentence)).toBeVisible()
  }
  const address = form(page).getByLabel('Endereço')
  await address.fill('http://atendimento.exemplo.com.br')
  await expect(address).toHaveAccessibleDescription(/precisa começar com https:\/\//)
  await address.fill('http://localhost:4000')
  await expect(address).not.toHaveAccessibleDescription(/https:\/\//)
  expect(demo.requests()).toHaveLength(before)
})

test('the address of a conversation, pasted whole, gives the service and the account', async ({ page }) => {
  await page.getByRole('button', { name: 'Nova conexão' }).click()
  const address = form(page).getByLabel('Endereço')
  await address.fill('atendimento.exemplo.com.br/prefixo/app/accounts/31/conversations/8?tab=1')
  await address.blur()
  await expect(address).toHaveValue('https://atendimento.exemplo.com.br/prefixo')
  await expect(form(page).getByLabel('Número da conta')).toHaveValue('31')
  await expect(form(page).getByText('Conta 31 reconhecida no endereço colado.')).toBeVisible()
})

test('the page of a hotel network is named as such, and the check can be made again', async ({ page }) => {
  faults.set(faultPlan().on(/./, { fault: captivePortal(), times: 50 }))
  await menuOf(page, 'Principal', 'Verificar de novo')
  await expect(check(page).getByText('Veio uma página no lugar do serviço.')).toBeVisible()
  faults.set()
  await check(page).getByRole('button', { name: 'Verificar de novo' }).click()
  await expect(check(page).getByRole('status')).toContainText('Tudo certo')
})

test('a connection is edited, its token kept while the address stays', async ({ page }) => {
  await connect(session, demo, 'Nome antigo')
  await page.getByRole('button', { name: 'Editar Nome antigo' }).click()
  await expect(form(page).getByText('Deixe em branco para manter a que está guardada.')).toBeVisible()
  await form(page).getByLabel('Nome').fill('Nome novo')
  await form(page).getByRole('button', { name: 'Salvar e verificar' }).click()
  await expect(check(page).getByRole('status')).toContainText('Tudo certo')
  await expect(row(page, 'Nome novo')).toBeVisible()
  await expect(row(page, 'Nome antigo')).toBeHidden()
})

test('of several connections one is in use; another is chosen in the list or from the top bar', async ({ page }) => {
  await connect(session, demo, 'Segunda')
  await expect(row(page, 'Principal')).toContainText('em uso')
  await page.getByRole('button', { name: 'Usar Segunda' }).click()
  await expect(row(page, 'Segunda')).toContainText('em uso')
  await expect(row(page, 'Principal')).not.toContainText('em uso')

  await page.getByRole('button', { name: 'Conexão em uso: Segunda' }).click()
  await page.getByRole('menuitem', { name: 'Principal' }).click()
  await expect(page.getByRole('button', { name: 'Conexão em uso: Principal' })).toBeVisible()
  await expect(row(page, 'Principal')).toContainText('em uso')
})

test('the form service is connected with its own key, and a plan without the API is said', async ({ page }) => {
  await page.getByRole('button', { name: 'Nova conexão' }).click()
  await form(page).getByRole('radiogroup', { name: 'Tipo de conexão' }).getByText('Formulários').click()
  await form(page).getByLabel('Nome').fill('Formulários do site')
  const address = form(page).getByLabel('Endereço')
  await address.fill(demo.forms.url.replace('/api/v1', ''))
  const key = form(page).getByRole('textbox', { name: 'Chave de API' })
  await key.fill(demo.forms.keyWithoutAccess)
  await key.press('Enter')
  await expect(address).toHaveAccessibleDescription(/termina em \/api\/v1/)
  await address.fill(demo.forms.url)
  await key.press('Enter')
  await expect(step(page, 'Conta')).toContainText('o plano ou a permissão não inclui o acesso por API')
  await expect(check(page).getByRole('status')).toHaveText('Salva, mas ainda não funciona. Veja o que falta:')

  await key.fill(demo.forms.key)
  await key.press('Enter')
  await expect(check(page).getByRole('status')).toContainText('Tudo certo')
  await expect(page.getByRole('region', { name: 'Formulários' }).getByTitle('Formulários do site')).toBeVisible()
})

test('forgetting takes the token; the person chooses whether the sheets go too', async ({ page }) => {
  for (const name of ['Sem planilhas', 'Com planilhas']) {
    await readSheet(session, await connect(session, demo, name), `Leads ${name}`)
  }
  await menuOf(page, 'Sem planilhas', 'Esquecer…')
  const dialog = page.getByRole('dialog', { name: 'Esquecer Sem planilhas?' })
  await expect(dialog).toContainText('A chave de acesso guardada no cofre.')
  await expect(dialog).toContainText('As planilhas baixadas continuam aqui')
  await dialog.getByRole('button', { name: 'Esquecer' }).click()
  await expect(row(page, 'Sem planilhas')).toBeHidden()

  await menuOf(page, 'Com planilhas', 'Esquecer…')
  const second = page.getByRole('dialog', { name: 'Esquecer Com planilhas?' })
  await second.getByRole('checkbox', { name: 'Apagar também a planilha baixada por ela' }).check()
  await expect(second).toContainText('1 planilha baixada por ela.')
  await second.getByRole('button', { name: 'Esquecer' }).click()
  await expect(row(page, 'Com planilhas')).toBeHidden()

  await goTo(page, 'Planilhas')
  await expect(page.getByRole('button', { name: 'Leads Sem planilhas', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leads Com planilhas', exact: true })).toBeHidden()
})
