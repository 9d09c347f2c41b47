import type { Page } from '@playwright/test'
import { sampleList } from '../../main/demo/sample-list.ts'
import {
  ask,
  details,
  dropFile,
  expect,
  expectAccessible,
  goTo,
  leadsOf,
  openApp,
  openFormsPart,
  openSheet,
  press,
  searchBox,
  test,
} from './kit.ts'

/**
 * Every screen at 1024 × 700: nothing overlaps, is cut without a hint, or scrolls to the side, with names as long as
 * people make them. Axe finds nothing on the main screens in either theme. Finer states are checked where a journey
 * meets them.
 */

test.use({ viewport: { width: 1024, height: 700 } })

const longConnection = 'Equipe de vendas da região sudeste'
const longName = 'Leads da campanha de Natal de todas as lojas da região sudeste, conferidos pela equipe de vendas'

/** Headings, bars and tabs: what is found to overlap or to be cut, in words. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const wordsOf = (element: Element) => (element.textContent ?? '').trim().slice(0, 50)
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`the page scrolls to the side: ${scrollWidth} of ${clientWidth}`)
    for (const element of document.querySelectorAll('main, main > *, .frame-top')) {
      if (shown(element) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) {
        const { overflowX } = getComputedStyle(element)
        if (overflowX !== 'hidden') faults.push(`wider than its place: ${element.className || element.tagName}`)
      }
    }

    // The texts of the page: elements that hold words themselves.
    const ofWords = [...document.querySelectorAll('main *, .frame-top *, .frame-navigation *')].filter(
      (element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
        !element.closest(
          '.unseen, .mantine-VisuallyHidden-root, [aria-hidden="true"], .ag-root-wrapper, svg, option',
        ) &&
        shown(element),
    )
    /** The part of a text that can be seen: what is within everything that clips it. */
    const seenBox = (element: Element) => {
      const range = document.createRange()
      const textNodes = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      const lines = textNodes.flatMap((node) => {
        range.selectNodeContents(node)
        return [...range.getClientRects()]
      })
      let left = Math.min(...lines.map((line) => line.left))
      let top = Math.min(...lines.map((line) => line.top))
      let right = Math.max(...lines.map((line) => line.right))
      let bottom = Math.max(...lines.map((line) => line.bottom))
      for (let parent: Element | null = element; parent; parent = parent.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(parent)
        const box = boxOf(parent)
        if (overflowX !== 'visible') {
          left = Math.max(left, box.left)
          right = Math.min(right, box.right)
        }
        if (overflowY !== 'visible') {
          top = Math.max(top, box.top)
          bottom = Math.min(bottom, box.bottom)
        }
      }
      return { left, top, right, bottom }
    }
    const boxes = ofWords.map((element) => ({ element, box: seenBox(element) }))
    const area = ({ left, top, right, bottom }: ReturnType<typeof seenBox>) =>
      Math.max(0, right - left) * Math.max(0, bottom - top)
    for (const [place, one] of boxes.entries()) {
      if (area(one.box) === 0) continue
      for (const other of boxes.slice(place + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        const left = Math.max(one.box.left, other.box.left)
        const right = Math.min(one.box.right, other.box.right)
        const top = Math.max(one.box.top, other.box.top)
        const bottom = Math.min(one.box.bottom, other.box.bottom)
        // Lines of text have room above and below the letters.
        if (right - left > 2 && bottom - top > 4) {
          faults.push(`“${wordsOf(one.element)}” and “${wordsOf(other.element)}” overlap`)
        }
      }
    }

    // Truncated text shows the whole in a hint on hover.
    for (const element of ofWords) {
      const { overflowX, textOverflow } = getComputedStyle(element)
      const cut = element.scrollWidth > element.clientWidth + 1 && overflowX !== 'visible' && element.clientWidth > 0
      if (!cut || overflowX === 'auto' || overflowX === 'scroll') continue
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      const hinted = element.closest('[title]')?.getAttribute('title')
      if (!hinted) faults.push(`“${wordsOf(element)}” is cut without a hint`)
      else if (textOverflow !== 'ellipsis' && !element.matches('input')) {
        faults.push(`“${wordsOf(element)}” is cut without a sign`)
      }
    }
    // Tabs, buttons and headings lie whole within the window, unless a part of their own scrolls.
    for (const element of document.querySelectorAll(
      'main button, main h1, main h2, main [role=radio] + label, .frame-top *',
    )) {
      if (!shown(element) || element.closest('.unseen, .ag-root-wrapper, .mantine-VisuallyHidden-root')) continue
      const box = boxOf(element)
      if (box.width < 2 || box.height < 2) continue
      let scroller: Element | null = element.parentElement
      while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX)) scroller = scroller.parentElement
      const edge = scroller && scroller.scrollWidth > scroller.clientWidth + 1 ? Number.POSITIVE_INFINITY : innerWidth
      if (box.right > edge + 1 || box.left < -1) faults.push(`“${wordsOf(element)}” stands outside the window`)
    }
    return [...new Set(faults)]
  })

/**
 * English words of the libraries, keys of the services, and days as machines write them: what no person should read.
 */
const wordFaultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const foreign: readonly (readonly [RegExp, string])[] = [
      [
        /\b(?:Toggle|Loading|Press|Show|Close|Clear|Next|Previous|Rows?|Columns?|Selected|Selection|Remove|Increase|Decrease|Checked|Unchecked|Blank|Pick|the)\b/i,
        'English',
      ],
      [/\b[a-z]{2,}(?:_[a-z]+)+\b|\bcity\b/, 'a raw key'],
      [/\b\d{4}-\d{2}-\d{2}\b/, 'a day as machines write it'],
    ]
    // What services and files hold stands as it came: paths, JSON, articles, names of files.
    const asItCame = 'code, pre, script, style, .captain-words, .doc'
    const shown = [...document.querySelectorAll('body *')].filter(
      (element) => !element.closest(asItCame) && element.checkVisibility({ visibilityProperty: true }),
    )
    const texts = shown.flatMap((element) => [
      ...[...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? ''),
      ...[
        'aria-label',
        'title',
        'placeholder',
        'alt',
        'aria-description',
        'aria-roledescription',
        'aria-valuetext',
      ].map((name) => element.getAttribute(name) ?? ''),
      element instanceof HTMLInputElement && element.type === 'text' ? element.value : '',
    ])
    const faults = texts.flatMap((text) =>
      foreign.filter(([word]) => word.test(text)).map(([, fault]) => `${fault}: “${text.trim().slice(0, 80)}”`),
    )
    return [...new Set(faults)]
  })

/** Before anybody made a mistake nothing is called one. */
const alarmsOf = (page: Page): Promise<string[]> =>
  page
    .locator('[role="alert"], [aria-invalid="true"], .mantine-Alert-root, .calm-notice, .warning')
    .filter({ visible: true })
    .evaluateAll((found) => found.map((element) => `${element.className}: ${element.textContent?.slice(0, 80)}`))

async function expectNoFaults(page: Page, screen: string): Promise<void> {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  expect.soft(await faultsOf(page), screen).toEqual([])
  if (!screen.startsWith('console')) expect.soft(await wordFaultsOf(page), screen).toEqual([])
  expect.soft(await alarmsOf(page), screen).toEqual([])
}

/** The same, and axe finds nothing in either theme. */
async function expectSound(page: Page, screen: string): Promise<void> {
  await expectNoFaults(page, screen)
  await expectAccessible(page)
}

test('sheets, Cruzar and runs are accessible and have room at 1024 px', async ({ page, openPlatform }) => {
  const { demo } = await openPlatform({ leads: 120, name: longConnection, sheets: [longName] })
  await expect(page.getByRole('button', { name: longName, exact: true })).toBeVisible()
  await expectSound(page, 'sheets')
  await page.getByRole('button', { name: 'Nova planilha' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Nova planilha' })
  await expect(drawer.getByRole('button', { name: /^Baixar/ })).toBeVisible()
  await expectNoFaults(page, 'new-sheet')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await openSheet(page, longName)
  // axe needs very long for many rows, which are all alike.
  const lead = (await leadsOf(demo)).find(({ telefone }) => telefone)
  await searchBox(page).fill(lead?.telefone ?? '')
  await expect(page.getByText(/^[123] de 120 linhas$/)).toBeVisible()
  await page.getByRole('gridcell').first().dblclick()
  await expect(details(page)).toBeVisible()
  await expectSound(page, 'sheet')
  await press(page.getByRole('main'), 'Cruzar')
  await expect(page.getByText('Solte a lista aqui')).toBeVisible()
  await expectNoFaults(page, 'cruzar')
  await dropFile(page.getByRole('main'), `${longName}.csv`, sampleList(demo, 40))
  const side = page.getByRole('complementary', { name: 'Cruzar' })
  await expect(side.getByRole('button', { name: 'Cruzar', exact: true })).toBeEnabled()
  await expectSound(page, 'cruzar-preview')
  await press(side, 'Cruzar')
  await expect(page.getByRole('button', { name: /^Ausentes:/ })).toBeVisible()
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')
  await expectSound(page, 'run')
  await goTo(page, 'Cruzar')
  await expect(page.getByRole('row').filter({ hasText: longName }).first()).toBeVisible()
  await expectNoFaults(page, 'runs')
})

test('forms, entries, reviews and webhooks are accessible and have room at 1024 px', async ({ page, openForms }) => {
  const name = 'Formulários do site e das lojas da região sudeste'
  const { session, connection } = await openForms({ leads: 10, entries: 40, name })
  await ask(session, 'forms.refresh', { connection_id: connection })
  await ask(session, 'forms.keep', { connection_id: connection, id: 301, keep: true })
  await goTo(page, 'Formulários')
  const form = page.getByRole('row').filter({ hasText: 'Contato do site' })
  await expect(form).toContainText('completo')
  await expectSound(page, 'forms')
  await press(form, 'Contato do site')
  const entry = page.getByRole('region', { name: 'Resposta', exact: true })
  await expect(entry.getByRole('heading', { level: 2 })).toBeVisible()
  await expectSound(page, 'inbox')
  const states = page.getByRole('toolbar', { name: 'Por estado' })
  const { height } = (await entry.boundingBox()) ?? { height: 0 }
  expect(height, 'the entry has more than half of the window').toBeGreaterThan(400)
  for (const state of await states.getByRole('button').all()) await expect(state).toBeInViewport({ ratio: 1 })
  const decisions = page.getByRole('toolbar', { name: 'Decidir' })
  const topOf = async (name: string) => (await decisions.getByRole('button', { name }).boundingBox())?.y ?? 0
  expect(Math.abs((await topOf('Próxima')) - (await topOf('Aprovar')))).toBeLessThan(8)
  await page.keyboard.press('x')
  await expectNoFaults(page, 'inbox-chosen')
  // Where even that is not there, the states give up their numbers before a name is cut.
  await page.setViewportSize({ width: 960, height: 700 })
  await expect.poll(() => states.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBeLessThanOrEqual(0)
  await expect(states.getByRole('button').last()).toHaveAttribute('title', /^Spam/)
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.keyboard.press('v')
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')
  await expectNoFaults(page, 'entries-table')
  await page.keyboard.press('2')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expectNoFaults(page, 'form-pictures')
  await page.keyboard.press('3')
  await expect(page.getByRole('form', { name: 'Dados do formulário' })).toBeVisible()
  await expectNoFaults(page, 'form-edit')
  const parts = { Pacotes: 'Revisão em equipe', Webhooks: 'Webhooks', 'Conta e uso': 'Conta e uso' }
  for (const [part, heading] of Object.entries(parts)) {
    await openFormsPart(page, part, heading)
    await expect(page.getByText('Lendo', { exact: false })).toHaveCount(0)
    await expectSound(page, part)
  }
})

test('conversations, contacts, reports, AI, console, help and settings are accessible and have room at 1024 px', async ({
  page,
  openPlatform,
}) => {
  await openPlatform({ name: longConnection, sheets: ['Base de novembro'], area: 'Conversas' })
  const list = page.getByRole('listbox', { name: 'Conversas do filtro' })
  await expect(list.getByRole('option').first()).toBeVisible()
  await expectSound(page, 'conversations')
  await list.getByRole('option').first().click()
  await expectNoFaults(page, 'conversation')
  await goTo(page, 'Contatos')
  await expectNoFaults(page, 'contacts')
  await page.getByRole('textbox', { name: 'Buscar contato' }).fill('Silva')
  await expect(page.locator('main button.list-name').first()).toBeVisible()
  await expectSound(page, 'contacts-found')
  await page.locator('main button.list-name').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Silva/ })).toBeVisible()
  await expectNoFaults(page, 'contact')
  await goTo(page, 'Relatórios')
  await expect(page.getByRole('region', { name: 'Geral' })).toContainText('Tempo médio da primeira resposta')
  await expectAccessible(page)
  for (const name of ['Geral', 'Agentes', 'Caixas', 'Equipes', 'Etiquetas']) {
    await page.getByRole('radiogroup', { name: 'Relatório' }).getByText(name, { exact: true }).click()
    await expect(page.getByRole('region', { name }).first()).toBeVisible()
    await expectNoFaults(page, `report ${name}`)
  }
  await goTo(page, 'IA')
  await expect(page.getByRole('row').filter({ hasText: 'Nina' })).toBeVisible()
  await expectAccessible(page)
  for (const tab of await page.locator('.part-bar-part').allTextContents()) {
    await page.locator('.part-bar-part').filter({ hasText: tab }).first().click()
    await expectNoFaults(page, `AI ${tab}`)
  }
  await goTo(page, 'Console')
  await page.getByTitle('/api/v1/accounts/{account_id}/contacts/search', { exact: true }).click()
  await page.getByRole('textbox', { name: 'q', exact: true }).fill('a')
  await press(page, 'Enviar')
  await expect(page.getByRole('region', { name: 'Resposta', exact: true }).getByText('200')).toBeVisible()
  await expectSound(page, 'console')
  for (const part of ['Histórico', 'Dados guardados']) {
    await page.locator('.part-bar-part').filter({ hasText: part }).click()
    await expectNoFaults(page, `console ${part}`)
  }
  for (const area of ['Ajuda', 'Atividade', 'Conexões', 'Ajustes']) {
    await goTo(page, area)
    await expectSound(page, area)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await goTo(page, 'Conexões')
  await press(page, /^Mais ações de/)
  await page.getByRole('menuitem', { name: 'Diagnóstico' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Diagnóstico' })).toBeVisible()
  await expectNoFaults(page, 'diagnostics')
  await goTo(page, 'Conexões')
  await press(page, 'Nova conexão')
  await expectSound(page, 'new-connection')
})

test('sets of conversations and of data, the help of the platform and a person have room at 1440 px', async ({
  page,
  openPlatform,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { session, connection: connection_id } = await openPlatform({ leads: 120, area: 'Console' })
  const path = '/api/v1/accounts/{account_id}/contacts/search'
  const call = { connection_id, method: 'GET' as const, path, body: null }
  const { id } = await ask(session, 'console.run', { ...call, query: [['q', 'maria']] })
  await ask(session, 'console.store', { connection_id, id, expression: '$.payload', name: longName })
  await page.getByText('Dados guardados', { exact: true }).click()
  await openSheet(page, longName)
  await expectNoFaults(page, 'console: a data set')
  await goTo(page, 'Conversas')
  await press(page, 'Baixar todas')
  await expectNoFaults(page, 'keep conversations')
  await page.keyboard.press('Escape')
  await goTo(page, 'Ajuda')
  await press(page.getByRole('navigation', { name: 'Partes da ajuda' }), 'Plataforma')
  await expect(page.getByText('Escolha um artigo')).toBeVisible()
  await expectNoFaults(page, 'help of the platform')
  const article = 'Ligar um servidor MCP'
  await press(page.getByRole('navigation', { name: 'Artigos' }), article)
  await expect(page.getByRole('article').getByRole('heading', { name: article })).toBeVisible()
  await expectAccessible(page)
})

test('the first screen and the new vault are accessible and call nothing a mistake', async ({ page, start }) => {
  await openApp(page, (await start({ leads: 1, passphrase: null })).session)
  await expect(page.getByRole('heading', { level: 1, name: 'Boas-vindas ao Cruza' })).toBeVisible()
  await expectSound(page, 'welcome')
  await press(page, 'Conectar minha conta')
  await expect(page.getByRole('heading', { level: 1, name: 'Crie a senha do cofre' })).toBeVisible()
  await expectNoFaults(page, 'new vault')
  await press(page, 'Criar o cofre')
  await expect(page.getByText('Faltam 8 caracteres.')).toBeVisible()
  await expectAccessible(page)
})
