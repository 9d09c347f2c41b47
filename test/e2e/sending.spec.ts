import type { Page } from '@playwright/test'
import { details, dialog, expect, expectAccessibleState, type Opened, openSheet, press, test } from './kit.ts'

/** Messages to one person: written, reviewed, confirmed by name, sent once, and never repeated on their own. */

let { demo } = {} as Opened
test.beforeEach(async ({ page, openPlatform }) => {
  ;({ demo } = await openPlatform({ leads: 30, sheets: ['Todos'] }))
  await openSheet(page)
})

const posts = () => demo.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))
const content = (page: Page) => dialog(page).getByRole('textbox', { name: 'Mensagem' })

const nameIn = (page: Page, row: number) => page.locator(`.ag-row[row-index="${row}"] [col-id="nome"]`)

/** Opens the message to the lead of a row of the sheet; gives the person's name. */
async function writeTo(page: Page, row: number): Promise<string> {
  const cell = nameIn(page, row)
  const name = (await cell.textContent()) ?? ''
  await cell.dblclick()
  await press(details(page), 'Escrever')
  await expect(content(page)).toBeVisible()
  return name
}

/** Goes to the last step, even where the channel is closed. */
async function review(page: Page): Promise<void> {
  const insist = dialog(page).getByRole('checkbox', { name: 'Enviar mesmo assim' })
  if ((await insist.count()) > 0) await insist.check()
  await press(dialog(page), 'Conferir')
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
  await press(dialog(page), 'Campos')
  await page.getByRole('menuitem', { name: /^Primeiro nome/ }).click()
  await content(page).press('End')
  await content(page).pressSequentially('! {{email_da_mae}}')
  await expect(dialog(page)).toContainText('Sem valor para {{email_da_mae}}')
  await expect(dialog(page).getByRole('button', { name: 'Conferir', exact: true })).toBeDisabled()
  await content(page).fill('Olá, {{primeiro_nome}}! Seu pedido sai amanhã.')
  await expectAccessibleState(page)

  await press(dialog(page), 'Salvar como texto')
  await page.getByRole('textbox', { name: 'Nome do texto' }).fill('Saída do pedido')
  await press(page, 'Salvar')
  await content(page).fill('')
  await press(dialog(page), 'Textos')
  await page.getByRole('menuitem', { name: 'Saída do pedido', exact: true }).click()
  await expect(content(page)).toHaveValue('Olá, {{primeiro_nome}}! Seu pedido sai amanhã.')

  await review(page)
  await expect(dialog(page)).toContainText(`${name} vai receber exatamente isto, uma vez:`)
  await expect(dialog(page).locator('.sending-preview')).toHaveText(`Olá, ${first}! Seu pedido sai amanhã.`)
  await expect(dialog(page).getByRole('button', { name: 'Voltar ao texto' })).toBeFocused()
  await expectAccessibleState(page)
  expect(posts()).toHaveLength(0)
  await press(dialog(page), `Enviar para ${name}`)
  await expect(page.getByText(`Mensagem para ${name} aceita pelo serviço.`)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(posts()).toHaveLength(1)

  await press(details(page), 'Ver a conversa')
  await expect(page.getByRole('complementary')).toContainText(`Olá, ${first}! Seu pedido sai amanhã.`)
})

test('the dialog of a message has the focus in its text at every opening, one Escape closes what is on top, and its page asks before it goes', async ({
  page,
}) => {
  await nameIn(page, 0).dblclick()
  const write = page.getByRole('button', { name: 'Escrever', exact: true })
  for (const opening of ['first', 'second']) {
    await write.click()
    await expect(content(page), opening).toBeFocused()
    await press(dialog(page), 'Textos')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(content(page), opening).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page), opening).toBeHidden()
    await expect(write, opening).toBeFocused()
  }
  await test.step('a page asks before it goes while a message was not sent, and not otherwise', async () => {
    await write.click()
    await content(page).pressSequentially('Olá')
    const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await expect(content(page)).toHaveValue('Olá')
    await content(page).fill('')
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
  })
})
