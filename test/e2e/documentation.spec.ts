import type { Page } from '@playwright/test'
import { platformDraft } from '../kit/connection-drafts.ts'
import type { ScriptedService, Serve } from '../kit/scripted-service.ts'
import { hostile } from '../renderer/documentation/hostile.ts'
import { ask, expect, expectAccessibleState, goTo, type Opened, press, test } from './kit.ts'

/** The platform's documentation; help beside the screens; hostile articles. */

let { demo, session, connection } = {} as Opened
test.beforeEach(async ({ openPlatform }) => {
  ;({ demo, session, connection } = await openPlatform({ leads: 5 }))
})

const articles = (page: Page) => page.getByRole('navigation', { name: 'Artigos' })
const text = (page: Page) => page.getByRole('article')

async function open(page: Page): Promise<void> {
  await goTo(page, 'Ajuda')
  await expect(page.getByRole('heading', { level: 2, name: 'Os resultados de um cruzamento' })).toBeVisible()
  await press(page.getByRole('navigation', { name: 'Partes da ajuda' }), 'Plataforma')
  await expect(page.getByRole('heading', { level: 1, name: 'Ajuda da plataforma' })).toBeVisible()
}

test('articles lead to each other without loading pictures, and open beside the screen that they explain', async ({
  page,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== session.origin) foreign.push(request.url())
  })
  await open(page)
  await expect(page.getByText('Escolha um artigo')).toBeVisible()
  await expectAccessibleState(page)
  await press(articles(page), 'Ligar um servidor MCP')
  await expect(text(page).getByRole('heading', { name: 'Ligar um servidor MCP' })).toBeVisible()
  await press(text(page), 'Criar um assistente')
  await expect(text(page).getByRole('heading', { name: 'Criar um assistente' })).toBeVisible()
  await expect(articles(page).locator('[aria-current="page"]')).toContainText('Criar um assistente')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(text(page).getByRole('heading', { name: 'Ligar um servidor MCP' })).toBeVisible()
  await press(articles(page), /^Onde encontrar o token/)
  await expect(text(page).getByText('Imagem: Tela do perfil')).toBeVisible()
  await expect(text(page).locator('img')).toHaveCount(0)
  await expect(page.getByText('3 podem ser lidos sem internet')).toBeVisible()
  await expectAccessibleState(page)

  await goTo(page, 'Cruzar')
  await press(page, 'Ajuda desta tela')
  const help = page.getByRole('complementary', { name: 'Ajuda' })
  await expect(help.getByRole('heading', { name: 'Os resultados de um cruzamento' })).toBeInViewport()
  await expectAccessibleState(page, '.help-drawer')
  await press(help, 'Plataforma')
  await expect(help.getByRole('heading', { name: 'Cruzar uma lista de telefones com a base' })).toBeVisible()
  // The screen stays in use beside it.
  await press(page, 'Colar telefones')
  await expect(page.getByRole('dialog', { name: 'Colar telefones ou e-mails' })).toBeVisible()
  await expectAccessibleState(page)
  await page.keyboard.press('Escape')
  await press(help, 'Fechar')
  await expect(help).toBeHidden()
  await goTo(page, 'Conexões')
  const opener = page.getByRole('button', { name: /^Editar/ }).first()
  await opener.focus()
  await page.keyboard.press('F1')
  await expect(help.getByRole('heading', { name: 'Ajuda', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('F1')
  await expect(help.getByRole('heading', { name: 'Onde ficam os dados' })).toBeInViewport()
  await press(help, 'Plataforma')
  await expect(help.getByRole('heading', { name: 'Onde encontrar o token de acesso' })).toBeVisible()
  await press(help, 'Ler na ajuda')
  await expect(help).toBeHidden()
  await expect(text(page).getByRole('heading', { name: 'Onde encontrar o token de acesso' })).toBeVisible()
  expect(foreign).toEqual([])
})

/** The connection now leads to a host whose documentation an attacker has written. */
async function moveToHostileHost(serve: Serve): Promise<ScriptedService> {
  const title = `<img src=x onerror="window.stolen='title'">Artigo`
  const nested = `${'>'.repeat(15_000)} fundo\n\n${'- '.repeat(5000)}fundo`
  const answers: Readonly<Record<string, unknown>> = {
    '/api/docs': {
      categories: [{ slug: 'a', name: `<script>window.stolen='category'</script>Categoria` }],
      articles: [
        { category: 'a', slug: 'mau', title, summary: '"><script>alert(1)</script>', url: 'javascript:alert(1)' },
        { category: 'a', slug: 'fundo', title: 'Fundo', summary: '' },
      ],
    },
    '/api/docs/a/mau': { title, body: hostile },
    '/api/docs/a/fundo': { title: 'Fundo', body: nested },
    '/api/docs/search': {
      articles: [
        { category: 'a', slug: 'mau', title, excerpt: `<img src=https://mau.example/y onerror=alert(1)> artigo` },
      ],
    },
  }
  const host = await serve(({ path }) => {
    const json = answers[path]
    return json ? { json } : { status: 404, json: { error: 'Not Found' } }
  })
  const at = { ...demo.platform, url: host.origin, token: 'um-token-secreto' }
  await ask(session, 'connections.save', { ...platformDraft(at), id: connection })
  return host
}

test('a hostile article runs and fetches nothing, and its links open in the browser only', async ({
  page,
  context,
  serve,
}) => {
  const { asked } = await moveToHostileHost(serve)
  const firstRequest = asked.length
  const foreign: string[] = []
  const referrers: (string | undefined)[] = []
  await context.route(/fora\.example|mau\.example/, async (route) => {
    foreign.push(route.request().url())
    referrers.push((await route.request().allHeaders()).referer)
    await route.fulfill({ contentType: 'text/html', body: 'fora' })
  })
  page.on('dialog', () => foreign.push('a dialog'))
  await page.reload()
  await open(page)
  await press(page, 'Atualizar')
  await press(articles(page), /Artigo$/)
  await expect(text(page).getByText('maiúsculas')).toBeVisible()
  for (const name of ['script', 'maiúsculas', 'entidade', 'data', 'arquivo', 'usuário', 'programa']) {
    await text(page).getByText(name, { exact: true }).first().click()
  }
  await page.getByRole('textbox', { name: 'Buscar na ajuda' }).fill('artigo')
  await expect(articles(page).locator('mark', { hasText: 'artigo' }).first()).toBeVisible()
  const made = await page.evaluate(() => ({
    stolen: Reflect.get(window, 'stolen') ?? null,
    elements: document.querySelectorAll('main :is(script, iframe, form, img, style, base, meta, object, embed)').length,
    runs: [...document.querySelectorAll('main *')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    ).length,
    at: location.pathname,
  }))
  expect(made).toEqual({ stolen: null, elements: 0, runs: 0, at: '/' })
  expect(foreign).toEqual([])
  await expectAccessibleState(page)

  const opened = context.waitForEvent('page')
  await text(page).getByRole('link', { name: 'de fora' }).click()
  const outside = await opened
  await outside.waitForURL('https://fora.example/pagina?a=b')
  expect(await outside.evaluate(() => window.opener)).toBeNull()
  expect(foreign).toEqual(['https://fora.example/pagina?a=b'])
  expect(referrers).toEqual([undefined])
  await outside.close()

  await press(page, 'Limpar a busca')
  await press(articles(page), 'Fundo')
  await expect(text(page).getByText('Este trecho é mostrado sem formatação, como veio.').first()).toBeVisible()
  for (const { headers } of asked.slice(firstRequest)) {
    expect(JSON.stringify(headers)).not.toContain('um-token-secreto')
    expect(Object.keys(headers).filter((name) => /token|auth|cookie/i.test(name))).toEqual([])
  }
})
