import type { Page } from '@playwright/test'
import type { ConversationCondition, ConversationFilter } from '../../preload/contract/conversations.ts'
import { chooseItem, counted, expect, expectAccessibleState, goTo, type Opened, press, test } from './kit.ts'

/** Conversations by a filter, scrolled and opened. */

let { demo } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo } = await openPlatform({ leads: 1000, area: 'Conversas' }))
})

const route = '/conversations/filter'
const list = (page: Page) => page.getByRole('listbox', { name: 'Conversas do filtro' })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Conversa' })

/** How many conversations the service itself counts. */
async function countOf(filter: ConversationFilter): Promise<number> {
  const { url, accountId, token } = demo.platform
  const last = filter.length - 1
  const response = await fetch(`${url}/api/v1/accounts/${accountId}${route}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', api_access_token: token },
    body: JSON.stringify({
      payload: filter.map((item, place) => ({ ...item, query_operator: place === last ? null : 'AND' })),
    }),
  })
  const { meta } = (await response.json()) as { meta: { all_count: number } }
  return meta.all_count
}

const isOpen: ConversationCondition = { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }
const ofHugo: ConversationCondition = { attribute_key: 'assignee_id', filter_operator: 'equal_to', values: [26] }

/** The pages that were asked for since there were so many requests. */
const pagesSince = (requests: number) =>
  demo
    .requests()
    .slice(requests)
    .filter(({ path }) => path.endsWith(route))
    .map(({ query }) => new URLSearchParams(query).get('page'))
    .filter((page) => page !== null)

test('a filter is built by names, shown as a sentence and saved, and its pages load as the list is scrolled', async ({
  page,
}) => {
  const all = await countOf([isOpen])
  await expect(page.getByText('Conversas em que a situação é aberta', { exact: true })).toBeVisible()
  await list(page).focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByText('Fim da lista')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByText(`${counted(all)} de ${counted(all)} conversas`)).toBeVisible()
  // A full last page is followed by an empty one, since some services count a page alone.
  expect(new Set(pagesSince(0)).size).toBe(Math.floor(all / 25) + 1)

  await press(page, 'Editar filtro')
  await press(page, 'Acrescentar condição')
  await press(page, 'Buscar')
  await expect(page.getByRole('alert').getByText('Falta o valor.')).toBeVisible()
  await expectAccessibleState(page, 'main')
  await page.getByRole('textbox', { name: 'Condição 2: valor' }).fill('hugo')
  await page.getByRole('option', { name: 'Hugo Sampaio', exact: true }).click()
  await page.keyboard.press('Escape')
  await press(page, 'Buscar')

  await expect(page.getByText('Conversas em que a situação é aberta e o agente é Hugo Sampaio')).toBeVisible()
  const mine = await countOf([isOpen, ofHugo])
  await expect(page.getByText(new RegExp(`\\d+ de ${counted(mine)} conversas`))).toBeVisible()

  await list(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  const line = list(page).getByRole('option', { selected: true })
  await expect(line).toHaveAttribute('aria-posinset', '2')
  await expect(panel(page)).toContainText('Hugo Sampaio')
  await expect(panel(page)).toContainText('Contato criado em')
  await expect(panel(page).getByRole('heading', { name: 'Neste computador' })).toBeVisible()
  await expectAccessibleState(page, '.conversation-split')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(list(page)).toBeFocused()

  await chooseItem(page, 'Visão', 'Salvar como visão…')
  await page.getByLabel('Nome da visão').fill('Do Hugo')
  await press(page.getByRole('dialog'), 'Salvar')
  const views = page.getByRole('list', { name: 'Visões' })
  await expect(views.getByRole('button', { name: 'Do Hugo', exact: true })).toHaveAttribute('aria-current', 'true')
  await expectAccessibleState(page, '.table-views')
  await page.reload()
  await goTo(page, 'Conversas')
  await expect(views.getByRole('button', { name: 'Abertas', exact: true })).toHaveAttribute('aria-current', 'true')
  await press(views, 'Do Hugo')
  await expect(page.getByText('Conversas em que a situação é aberta e o agente é Hugo Sampaio')).toBeVisible()
})
