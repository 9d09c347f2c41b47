import type { Page } from '@playwright/test'
import { cut, refused, reset } from '../faults/faults.ts'
import { faultPlan } from '../faults/plan.ts'
import { connect, dialog, expect, expectAccessibleState, openApp, readSheet, type Started, test } from './kit.ts'

/** Messages to one person: written, reviewed, confirmed by name, sent once, and never repeated on their own. */

let { demo, faults, session } = {} as Started
test.beforeEach(async ({ page, start }) => {
  ;({ demo, faults, session } = await start({ leads: 30 }))
  await readSheet(session, await connect(session, demo), 'Leads de todos')
  await openApp(page, session)
  await page.getByRole('button', { name: 'Leads de todos' }).first().click()
  await expect(nameIn(page, 0)).not.toHaveText('')
})

const posts = () => demo.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))
const content = (page: Page) => dialog(page).getByRole('textbox', { name: 'Mensagem' })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Detalhes da linha' })

const nameIn = (page: Page, row: number) => page.locator(`.ag-row[row-index="${row}"] [col-id="nome"]`)

/** Opens the message to the lead of a row of the sheet; gives the person's name. */
async function writeTo(page: Page, row: number): Promise<string> {
  const cell = nameIn(page, row)
  const name = (await cell.textContent()) ?? ''
  await cell.dblclick()
  await panel(page).getByRole('button', { name: 'Escrever', exact: true }).click()
  await expect(content(page)).toBeVisible()
  return name
}

/** Goes to the last step, even where the channel is closed. */
async function review(page: Page): Promise<void> {
  const insist = dialog(page).getByRole('checkbox', { name: 'Enviar mesmo assim' })
  if ((await insist.count()) > 0) await insist.check()
  await dialog(page).getByRole('button', { name: 'Conferir', exact: true }).click()
}

test('a message to one person is written from a saved text and fields, confirmed by name and sent once', async ({
  page,
}) => {
  await nameIn(page, 1).click()
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1)
  await nameIn(page, 2).click({ modifiers: ['Shift'] })
  await expect(page.getByText('Mensagens vão para uma pessoa por vez.')).toBeVisible()

  const name = await writeTo(page, 0)
  const [first = ''] = name.split(' ')
  await expect(dialog(page)).toContainText(`Mensagem para ${name}`)
  await expect(dialog(page)).toContainText('Envio em massa fica de fora de propósito')
  await content(page).fill('Olá, ')
  await dialog(page).getByRole('button', { name: 'Campos' }).click()
  await page.getByRole('menuitem', { name: /^Primeiro nome/ }).click()
  await content(page).press('End')
  await content(page).pressSequentially('! {{email_da_mae}}')
  await expect(dialog(page)).toContainText('Sem valor para {{email_da_mae}}')
  await expect(dialog(page).getByRole('button', { name: 'Conferir', exact: true })).toBeDisabled()
  await content(page).fill('Olá, {{primeiro_nome}}! Seu pedido sai amanhã.')
  await expectAccessibleState(page)

  await dialog(page).getByRole('button', { name: 'Salvar como texto' }).click()
  await page.getByRole('textbox', { name: 'Nome do texto' }).fill('Saída do pedido')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await content(page).fill('')
  await dialog(page).getByRole('button', { name: 'Textos' }).click()
  await page.getByRole('menuitem', { name: 'Saída do pedido', exact: true }).click()
  await expect(content(page)).toHaveValue('Olá, {{primeiro_nome}}! Seu pedido sai amanhã.')

  await review(page)
  await expect(dialog(page)).toContainText(`${name} vai receber exatamente isto, uma vez:`)
  await expect(dialog(page).locator('.sending-preview')).toHaveText(`Olá, ${first}! Seu pedido sai amanhã.`)
  await expect(dialog(page).getByRole('button', { name: 'Voltar ao texto' })).toBeFocused()
  await expectAccessibleState(page)
  expect(posts()).toHaveLength(0)
  await dialog(page)
    .getByRole('button', { name: `Enviar para ${name}` })
    .click()
  await expect(page.getByText(`Mensagem para ${name} aceita pelo serviço.`)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(posts()).toHaveLength(1)

  await panel(page).getByRole('button', { name: 'Ver a conversa' }).click()
  await expect(page.getByRole('complementary')).toContainText(`Olá, ${first}! Seu pedido sai amanhã.`)
})

test('a message whose answer is lost is not sent again, and its outcome is checked in the activity', async ({
  page,
}) => {
  const name = await writeTo(page, 0)
  await content(page).fill('Chegou bem?')
  await review(page)
  faults.set(faultPlan().on('/messages', { fault: cut(), times: 99 }))
  await dialog(page)
    .getByRole('button', { name: `Enviar para ${name}` })
    .click()
  await expect(dialog(page).getByRole('alert')).toContainText('Enviada, sem confirmação')
  await expectAccessibleState(page, '[role="dialog"]')
  faults.set()
  await dialog(page).getByRole('button', { name: 'Fechar', exact: true }).last().click()

  // The same words to the same person are refused until its outcome is known.
  await panel(page).getByRole('button', { name: 'Escrever', exact: true }).click()
  await expect(dialog(page)).toContainText('nunca confirmada')
  await expect(content(page)).toHaveValue('Chegou bem?')
  await review(page)
  await dialog(page)
    .getByRole('button', { name: `Enviar para ${name}` })
    .click()
  await dialog(page).getByRole('button', { name: 'Ver em Atividade' }).last().click()
  expect(posts()).toHaveLength(1)

  await expect(page.getByRole('heading', { level: 1, name: 'Atividade' })).toBeVisible()
  await expect(page.getByText('1 sem confirmação')).toBeVisible()
  await expectAccessibleState(page)
  await page.getByRole('button', { name: /^Verificar: Enviar mensagem conversa nº/ }).click()
  await expect(page.getByText(/^Confirmado: o serviço fez/)).toBeVisible()
  await expect(page.getByText('1 sem confirmação')).toHaveCount(0)
  expect(posts()).toHaveLength(1)
})

test('a refused message keeps its text, and the user settles one whose outcome stays unknown', async ({ page }) => {
  const name = await writeTo(page, 0)
  await content(page).fill('Posso ajudar?')
  await review(page)
  faults.set(
    faultPlan()
      .on('/messages', { fault: refused(422), times: 1 })
      .on('/messages', { fault: reset(), after: 1, times: 99 }),
  )
  const send = dialog(page).getByRole('button', { name: `Enviar para ${name}` })
  await send.click()
  await expect(dialog(page).getByRole('alert')).toContainText('O serviço recusou')
  await send.click()
  await expect(dialog(page).getByRole('alert')).toContainText('Enviada, sem confirmação')
  faults.set()
  await dialog(page).getByRole('button', { name: 'Ver em Atividade' }).click()
  await page.getByRole('button', { name: /^Verificar: Enviar mensagem/ }).click()
  await expect(page.getByText(/^Ainda não se sabe/)).toBeVisible()
  await page
    .getByRole('button', { name: /^Mais ações: Enviar mensagem/ })
    .first()
    .click()
  // So soon after the send, nobody can know that it was not done.
  await expect(page.getByRole('menuitem', { name: 'Vi no serviço: não foi feito' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Vi no serviço: foi feito' }).click()
  await expect(page.getByText('confirmado', { exact: true })).toBeVisible()
  expect(posts()).toHaveLength(2)
})

test('the dialog of a message has the focus in its text at every opening, and one Escape closes what is on top', async ({
  page,
}) => {
  await nameIn(page, 0).dblclick()
  const write = page.getByRole('button', { name: 'Escrever', exact: true })
  for (const opening of ['first', 'second']) {
    await write.click()
    await expect(content(page), opening).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Textos' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(content(page), opening).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page), opening).toBeHidden()
    await expect(write, opening).toBeFocused()
  }
})

test('a page with a message that was not sent asks before it goes, and one without does not', async ({ page }) => {
  await writeTo(page, 0)
  await content(page).pressSequentially('Olá')
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(content(page)).toHaveValue('Olá')
  await content(page).fill('')
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
})
