import type { Page } from '@playwright/test'
import { sampleList } from '../../main/demo/people.ts'
import { captivePortal, hang } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import {
  ask,
  connect,
  connectForms,
  dropFile,
  expect,
  expectAccessible,
  goTo,
  leadsOf,
  openApp,
  readSheet,
  type Started,
  test,
} from './kit.ts'

/**
 * axe finds nothing on any screen in either theme: by default on the main screen of every area, and with
 * the tag @all in the finer states that no other file checks.
 */

let { demo, faults, session } = {} as Started
const dialog = (page: Page) => page.getByRole('dialog')

/** Opens the app with a connection to the platform and a sheet of everybody. */
async function openWithSheet(
  page: Page,
  start: (options: { leads: number }) => Promise<Started>,
  leads = 100,
): Promise<void> {
  ;({ demo, faults, session } = await start({ leads }))
  await readSheet(session, await connect(session, demo), 'Todos')
  await openApp(page, session)
}

async function openArea(page: Page, name: string, heading = name): Promise<void> {
  await page.getByRole('navigation', { name: 'Navegação' }).getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
}

async function openFormsPart(page: Page, name: string, heading = name): Promise<void> {
  await goTo(page, 'Formulários')
  await page
    .getByRole('navigation', { name: 'Serviço de formulários' })
    .getByRole('button', { name, exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
}

/** Opens the sheet of everybody and searches for one person: axe needs very long for many rows, which are all alike. */
async function openRow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  const [lead] = (await leadsOf(demo)).filter(({ telefone }) => telefone)
  await page.getByRole('textbox', { name: 'Buscar nesta tabela' }).fill(lead?.telefone ?? '')
  await expect(page.getByText(/^[123] de 100 linhas$/)).toBeVisible()
}

const startRun = (page: Page) =>
  page.getByRole('complementary', { name: 'Cruzar' }).getByRole('button', { name: 'Cruzar', exact: true })

test('the first screen, the vault and the connections are accessible in both themes', async ({ page, start }) => {
  ;({ demo, session } = await start({ leads: 10, passphrase: null }))
  await openApp(page, session)
  const connectButton = page.getByRole('button', { name: 'Conectar minha conta' })
  await expect(connectButton).toBeVisible()
  await expectAccessible(page)
  await connectButton.click()
  await page.getByRole('button', { name: 'Criar o cofre' }).click()
  await expect(page.getByText('Faltam 8 caracteres.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Senha do cofre' }).fill('quatro palavras')
  await page.getByRole('textbox', { name: 'Repita a senha' }).fill('quatro palavras')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Nova conexão' })).toBeVisible()
  await expectAccessible(page)
  await connect(session, demo)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('button', { name: 'Mais ações de Equipe Vendas' })).toBeVisible()
  await expectAccessible(page)
})

test('the sheets, the rows of one, a list and its run are accessible in both themes', async ({ page, start }) => {
  await openWithSheet(page, start)
  await goTo(page, 'Planilhas')
  await expect(page.getByRole('button', { name: 'Todos', exact: true })).toBeVisible()
  await expectAccessible(page)
  await openRow(page)
  await page.getByRole('gridcell').first().dblclick()
  await expect(page.getByRole('complementary', { name: 'Detalhes da linha' })).toBeVisible()
  await expectAccessible(page)
  await goTo(page, 'Cruzar')
  await dropFile(page.getByRole('main'), 'lista.csv', sampleList(demo, 40))
  await expect(startRun(page)).toBeEnabled()
  await expectAccessible(page)
  await startRun(page).click()
  await expect(page.getByRole('button', { name: /^Ausentes:/ })).toBeVisible()
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')
  await expectAccessible(page)
})

test('the forms, their entries, reviews and webhooks are accessible in both themes', async ({ page, start }) => {
  ;({ demo, session } = await start({ leads: 10, entries: 20 }))
  const connection = await connectForms(session, demo)
  await ask(session, 'forms.refresh', { connection_id: connection })
  await ask(session, 'forms.keep', { connection_id: connection, id: 301, keep: true })
  await openApp(page, session)
  await goTo(page, 'Formulários')
  const form = page.getByRole('row').filter({ hasText: 'Contato do site' })
  await expect(form).toContainText('completo')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Contato do site', exact: true }).click()
  await expect(
    page.getByRole('region', { name: 'Resposta', exact: true }).getByRole('heading', { level: 2 }),
  ).toBeVisible()
  await expectAccessible(page)
  await openFormsPart(page, 'Pacotes', 'Revisão em equipe')
  await expectAccessible(page)
  await openFormsPart(page, 'Webhooks')
  await expect(page.getByRole('row').filter({ hasText: 'integra.vitrine.example' })).toBeVisible()
  await expectAccessible(page)
})

test('every other area is accessible in both themes', async ({ page, start }) => {
  ;({ demo, session } = await start({ leads: 200 }))
  await connect(session, demo)
  await openApp(page, session)
  await test.step('conversations', async () => {
    await openArea(page, 'Conversas')
    await expect(page.getByRole('listbox', { name: 'Conversas do filtro' }).getByRole('option').first()).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('contacts', async () => {
    const [lead] = await leadsOf(demo)
    await openArea(page, 'Contatos')
    await page.getByRole('textbox', { name: 'Buscar contato' }).fill(lead?.nome ?? '')
    await expect(page.getByRole('button', { name: lead?.nome ?? '', exact: true }).first()).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('reports', async () => {
    await openArea(page, 'Relatórios')
    await expect(page.getByRole('region', { name: 'Resumo' })).toContainText('Tempo médio da primeira resposta')
    await expectAccessible(page)
  })
  await test.step('AI', async () => {
    await openArea(page, 'IA')
    await expect(page.getByRole('row').filter({ hasText: 'Nina' })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('console', async () => {
    await openArea(page, 'Console')
    await page.getByTitle('/api/v1/accounts/{account_id}/contacts/search', { exact: true }).click()
    await page.getByRole('textbox', { name: 'q', exact: true }).fill('a')
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Resposta', exact: true }).getByText('200')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('documentation', async () => {
    await openArea(page, 'Ajuda')
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Partes da ajuda' }).getByRole('button', { name: 'Plataforma' }).click()
    await page
      .getByRole('navigation', { name: 'Artigos' })
      .getByRole('button', { name: 'Ligar um servidor MCP' })
      .click()
    await expect(page.getByRole('article').getByRole('heading', { name: 'Ligar um servidor MCP' })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('settings and the search dialog', async () => {
    await goTo(page, 'Ajustes')
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
  })
})

test('connections: none, the fields with what is missing, a check that failed or passed, the dialog to forget one', {
  tag: '@all',
}, async ({ page, start }) => {
  ;({ demo, faults, session } = await start({ leads: 10 }))
  await openApp(page, session)
  await page.getByRole('button', { name: 'Conectar minha conta' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Nenhuma conexão ainda')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Nova conexão' }).click()
  await page.getByRole('button', { name: 'Salvar e verificar' }).click()
  await expect(page.getByText('Dê um nome à conexão.')).toBeVisible()
  await expectAccessible(page)

  await connect(session, demo)
  await goTo(page, 'Conexões')
  faults.set(faultPlan().on(/./, { fault: captivePortal(), times: 50 }))
  await page.getByRole('button', { name: 'Mais ações de Equipe Vendas' }).click()
  await expect(page.getByRole('menuitem', { name: 'Verificar de novo' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Verificar de novo' }).click()
  await expect(page.getByText(/^Veio uma página no lugar do serviço/)).toBeVisible()
  await expectAccessible(page)
  faults.set()
  await page.getByRole('button', { name: 'Verificar de novo' }).click()
  await expect(page.getByText('Tudo certo: a conexão está pronta para usar.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mais ações de Equipe Vendas' }).click()
  await page.getByRole('menuitem', { name: 'Esquecer…' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
})

test('sheets: none, and the dialog of a new one', { tag: '@all' }, async ({ page, start }) => {
  ;({ demo, session } = await start({ leads: 100 }))
  const connection = await connect(session, demo)
  await openApp(page, session)
  await goTo(page, 'Planilhas')
  await expect(page.getByText('Nenhuma planilha ainda')).toBeVisible()
  await expectAccessible(page)
  // The values of the fields are those of the sheets that are there.
  await readSheet(session, connection, 'Todos')
  await page.getByRole('button', { name: 'Nova planilha' }).click()
  await dialog(page).getByRole('button', { name: 'Este ano' }).click()
  await expect(dialog(page).getByRole('button', { name: /^Baixar/ })).toBeEnabled()
  await dialog(page).getByRole('textbox', { name: 'Caixas de entrada' }).fill('what')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('option').first().click()
  await dialog(page).getByRole('textbox', { name: 'Conversa criada até' }).click()
  await expectAccessible(page)
})

test('a sheet that is being read, the tasks, an incomplete sheet, its dialogs', { tag: '@all' }, async ({
  page,
  start,
}) => {
  ;({ demo, faults, session } = await start({ leads: 600 }))
  const connection = await connect(session, demo)
  await openApp(page, session)
  await goTo(page, 'Planilhas')
  faults.set(faultPlan().on('/leads', { fromPage: 2, times: 50, fault: hang() }))
  const input = { connection_id: connection, name: 'Lendo', filter: { created_after: '2020-01-01' } }
  const { task_id: task } = await ask(session, 'sheets.create', input)
  await expect(page.getByText(/^500 de 600 linhas/)).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /tarefa/ })
    .click()
  await expect(dialog(page).getByText('em andamento')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await ask(session, 'tasks.cancel', { id: task ?? '' })
  await page.getByRole('button', { name: 'Lendo', exact: true }).click()
  await expect(page.getByText('Esta planilha está incompleta.')).toBeVisible()
  await expectAccessible(page, '.reading-band')
  await page.getByRole('button', { name: 'Mais ações', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Renomear…' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
})

test('the menu and filters of a column, the columns, selected rows, the export', { tag: '@all' }, async ({
  page,
  start,
}) => {
  await openWithSheet(page, start)
  await openRow(page)
  await page.getByRole('gridcell').first().click()
  await page.keyboard.press('Control+a')
  await expectAccessible(page)
  for (const column of ['Nome', 'Situação', 'Última mensagem em']) {
    await page.getByRole('columnheader', { name: column }).hover()
    await page.getByRole('button', { name: `Menu da coluna ${column}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Filtrar…' })).toBeVisible()
    if (column === 'Nome') await expectAccessible(page, '[role=menu]')
    await page.getByRole('menuitem', { name: 'Filtrar…' }).click()
    await expect(page.getByRole('form', { name: `Filtrar ${column}` })).toBeVisible()
    await expectAccessible(page, 'form')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Colunas' }).click()
  await expect(page.getByRole('textbox', { name: 'Procurar coluna' })).toBeFocused()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+e')
  await expect(dialog(page).getByRole('radio').first()).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
})

test('Cruzar: empty, the paste, the reasons and filters of a list, an outcome, the export, the runs', {
  tag: '@all',
}, async ({ page, start }) => {
  await openWithSheet(page, start)
  await goTo(page, 'Cruzar')
  await expectAccessible(page)
  await page.keyboard.press('v')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dropFile(page.getByRole('main'), 'lista.csv', sampleList(demo, 100))
  await page.getByRole('button', { name: 'Por quê?' }).click()
  await page.getByRole('button', { name: 'Filtros: nenhum' }).click()
  await expect(page.getByRole('textbox', { name: 'Agentes' })).toBeVisible()
  await expectAccessible(page)
  await startRun(page).click()
  await expect(page.getByRole('button', { name: /^Sem resposta: 0 linhas/ })).toBeVisible()
  await page.getByRole('button', { name: /^Ausentes:/ }).click()
  await expectAccessible(page)
  await page.keyboard.press('e')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await goTo(page, 'Cruzar')
  await expect(page.getByRole('region', { name: 'Listas já cruzadas' })).toBeVisible()
  await expectAccessible(page)
})

test('a run while it is running, and when it was interrupted', { tag: '@all' }, async ({ page, start }) => {
  await openWithSheet(page, start, 1200)
  faults.set(faultPlan().on('/cruzar', { after: 1, times: 50, fault: hang() }))
  await goTo(page, 'Cruzar')
  await dropFile(page.getByRole('main'), 'grande.csv', sampleList(demo, 1200))
  await expect(startRun(page)).toBeEnabled()
  await startRun(page).click()
  await expect(page.getByText(/^500 de [\d.]+ chaves/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Você parou antes do fim.')).toBeVisible()
  await expectAccessible(page)
})

test('the keys, the menu of connections, the folded navigation, a file over the window', { tag: '@all' }, async ({
  page,
  start,
}) => {
  ;({ demo, session } = await start({ leads: 10 }))
  await connect(session, demo)
  await openApp(page, session)
  await goTo(page, 'Ajustes')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  await expect(keys).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.getByRole('button', { name: 'Conexão em uso: Equipe Vendas' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Recolher o menu' }).click()
  await expect(page.getByRole('button', { name: 'Expandir o menu' })).toBeVisible()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['1'], 'lista.csv'))
    document.body.dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('Cruzar esta lista')).toBeVisible()
  await expectAccessible(page)
})

test('the entries as a table', { tag: '@all' }, async ({ page, start }) => {
  ;({ demo, session } = await start({ leads: 10, entries: 10 }))
  const connection = await connectForms(session, demo)
  await ask(session, 'forms.refresh', { connection_id: connection })
  await ask(session, 'forms.keep', { connection_id: connection, id: 301, keep: true })
  await openApp(page, session)
  await goTo(page, 'Formulários')
  await page.getByRole('button', { name: 'Contato do site', exact: true }).click()
  await expect(page.getByRole('listbox', { name: 'Respostas', exact: true })).toBeFocused()
  await page.keyboard.press('v')
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')
  await expectAccessible(page, '.entries')
})

test('the closed vault', { tag: '@all' }, async ({ page, start }) => {
  const { session, restart } = await start({ leads: 10, passphrase: null })
  await openApp(page, session)
  await page.getByRole('button', { name: 'Conectar minha conta' }).click()
  await page.getByRole('textbox', { name: 'Senha do cofre' }).fill('quatro palavras')
  await page.getByRole('textbox', { name: 'Repita a senha' }).fill('quatro palavras')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Nova conexão' })).toBeVisible()
  await page.goto('about:blank')
  await openApp(page, (await restart()).session)
  await page.getByRole('textbox', { name: 'Senha do cofre' }).fill('não é esta')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})
