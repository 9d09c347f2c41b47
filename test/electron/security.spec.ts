import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import type { Serve } from '../kit/scripted-service.ts'
import { ask, expect, type Running, test } from './kit.ts'

/** What the page may not do (docs/decisions/hosts-and-security.md §4). */

test('the page has nothing but the bridge, loads nothing but itself and reaches nobody', async ({
  launch,
  serve,
  expectedErrors,
}) => {
  expectedErrors.push(/404|Failed to load resource|Content Security Policy/)
  const { app, page } = await launch()
  await test.step('it runs in a sandbox, apart from the preload', () => expectSandbox(app, page))
  await test.step('a strict policy refuses foreign scripts, eval and any network', () => expectPolicy(page, serve))
  await test.step('nothing outside the folder of the page is served', () => expectOwnFilesOnly(page))
})

async function expectSandbox(app: ElectronApplication, page: Page): Promise<void> {
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    // Electron gives what it really applied, but does not document it.
    return Reflect.apply(Reflect.get(window?.webContents ?? {}, 'getLastWebPreferences'), window?.webContents, [])
  })
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
  })
  const globals = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    bridge: Object.keys(Reflect.get(window, 'bridge')).sort(),
    frozen: Object.isFrozen(Reflect.get(window, 'bridge')),
    origin: window.origin,
  }))
  expect(globals).toEqual({
    node: [],
    bridge: ['call', 'cancel', 'listen', 'offer'],
    frozen: true,
    origin: 'cruza://app',
  })
}

async function expectPolicy(page: Page, serve: Serve): Promise<void> {
  const { origin, asked } = await serve(() => ({ text: 'window.stolen = true' }))
  const answers = await page.evaluate(async (outside) => {
    const violation = async (attempt: () => unknown) => {
      const noticed = new Promise<string>((resolve) => {
        const notice = ({ effectiveDirective }: SecurityPolicyViolationEvent) => resolve(effectiveDirective)
        document.addEventListener('securitypolicyviolation', notice, { once: true })
      })
      await Promise.resolve()
        .then(attempt)
        .catch(() => undefined)
      return noticed
    }
    const addScript = (properties: Partial<HTMLScriptElement>) =>
      document.head.append(Object.assign(document.createElement('script'), properties))
    const response = await fetch('/index.html')
    return {
      policy: response.headers.get('content-security-policy'),
      sniffing: response.headers.get('x-content-type-options'),
      inline: await violation(() => addScript({ textContent: 'window.stolen = true' })),
      foreign: await violation(() => addScript({ src: `${outside}/stolen.js` })),
      eval: await violation(() => new Function('window.stolen = true')()),
      fetch: await violation(() => fetch(`${outside}/fetch`)),
      stolen: 'stolen' in window,
    }
  }, origin)
  expect(answers.policy).toContain("default-src 'self'")
  expect(answers.policy).not.toContain('script-src')
  expect(answers).toMatchObject({
    sniffing: 'nosniff',
    inline: 'script-src-elem',
    foreign: 'script-src-elem',
    eval: 'script-src',
    fetch: 'connect-src',
    stolen: false,
  })
  expect(asked).toEqual([])
}

async function expectOwnFilesOnly(page: Page): Promise<void> {
  const answers = await page.evaluate(() =>
    Promise.all(
      [
        '/index.html',
        '/..%2fmain.cjs',
        '/%2e%2e/main.cjs',
        '/..%5cmain.cjs',
        '/',
        '/nothing.js',
        '//other/index.html',
      ].map((place) =>
        fetch(place).then(
          ({ status }) => status,
          () => 'refused',
        ),
      ),
    ),
  )
  expect(answers).toEqual([200, 404, 404, 404, 404, 404, 'refused'])
}

test('navigation, new windows, frames and webviews lead nowhere', async ({ launch, expectedErrors }) => {
  expectedErrors.push(/Content Security Policy|Not allowed to/)
  const { app, page } = await launch()
  await expect(page.getByRole('button', { name: 'Conectar minha conta' })).toBeVisible()
  const opened = await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://example.com/'
    document.body.append(link)
    link.click()
    link.target = '_blank'
    link.click()
    link.remove()
    const form = document.createElement('form')
    form.action = 'https://example.com/'
    document.body.append(form)
    form.submit()
    form.remove()
    const frame = document.createElement('iframe')
    frame.src = 'cruza://app/index.html'
    document.body.append(frame)
    document.body.append(document.createElement('webview'))
    location.assign('https://example.com/')
    return window.open('https://example.com/') === null
  })
  expect(opened).toBe(true)
  // Asked of main: Playwright itself waits for the navigations that were refused. A refused frame has no origin.
  const state = () =>
    app.evaluate(async ({ webContents }) =>
      Promise.all(
        webContents.getAllWebContents().map(async (each) => ({
          kind: each.getType(),
          url: each.getURL(),
          text: String(await each.executeJavaScript('document.body.innerText')),
          frames: each.mainFrame.frames.map(({ origin }) => origin),
        })),
      ),
    )
  await expect.poll(state).toEqual([
    {
      kind: 'window',
      url: 'cruza://app/index.html',
      text: expect.stringContaining('Conectar minha conta'),
      frames: ['null'],
    },
  ])
})

test('permissions and downloads are refused to the page, but for writing to the clipboard', async ({
  launch,
  expectedErrors,
}) => {
  expectedErrors.push(/geolocation|Permission/i)
  const { app, page } = await launch()
  await test.step('the only permission is writing to the clipboard', () => expectNoPermission(app, page))
  await test.step('the page cannot make the window download anything', () => expectNoDownload(app, page))
})

async function expectNoPermission(app: ElectronApplication, page: Page): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus())
  const asked = await page.evaluate(async () => {
    const outcome = (attempt: Promise<unknown>) =>
      attempt.then(
        () => 'granted',
        () => 'refused',
      )
    return {
      notifications: await Notification.requestPermission(),
      camera: await outcome(navigator.mediaDevices.getUserMedia({ video: true, audio: true })),
      place: await outcome(new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))),
      reading: await outcome(navigator.clipboard.readText()),
      writing: await outcome(navigator.clipboard.writeText('João;(11) 98888-7777')),
    }
  })
  expect(asked).toEqual({
    notifications: 'denied',
    camera: 'refused',
    place: 'refused',
    reading: 'refused',
    writing: 'granted',
  })
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('João;(11) 98888-7777')
}

async function expectNoDownload(app: ElectronApplication, page: Page): Promise<void> {
  await app.evaluate(({ session }) => {
    session.fromPartition('cruza').on('will-download', (event) => {
      Reflect.set(globalThis, 'downloadRefused', event.defaultPrevented)
    })
  })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['x']))
    link.download = 'x.exe'
    link.click()
  })
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'downloadRefused'))).toBe(true)
}

test('another window with the same preload gets no answer, nor does another page in ours', async ({ launch }) => {
  const { app, page } = await launch()
  await ask(page, 'app.state', {})
  expect(await answerTo({ app, page }, 'cruza://app/index.html')).toMatch(/may not call/)
  expect(await answerTo({ app, page }, 'data:text/html,x')).toMatch(/may not call/)
  const ours = await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    await window?.loadURL('data:text/html,x')
    const code = `bridge.call({ id: '1', name: 'app.state', input: {} }).then(() => 'answered', String)`
    return String(await window?.webContents.executeJavaScript(code))
  })
  expect(ours).toMatch(/may not call/)
})

/** The answer that a second window of the same program receives, with our preload and session. */
function answerTo({ app }: Running, url: string): Promise<string> {
  return app.evaluate(async ({ BrowserWindow, session, app: main }, address) => {
    const preload = `${main.getAppPath()}/out/preload.cjs`
    const partition = session.fromPartition('cruza')
    const window = new BrowserWindow({ show: false, webPreferences: { preload, session: partition, sandbox: true } })
    await window.loadURL(address)
    const code = `bridge.call({ id: '1', name: 'app.state', input: {} }).then(() => 'answered', String)`
    const answer = String(await window.webContents.executeJavaScript(code))
    window.destroy()
    return answer
  }, url)
}

test('a file that was picked is offered by its path, a made one by its bytes, and neither path crosses', {
  tag: '@all',
}, async ({ launch, dataDir }) => {
  const { page } = await launch({ words: ['--demo'] })
  const file = path.join(dataDir, 'lista.csv')
  await writeFile(file, 'Telefone\r\n(11) 98888-7777\r\n')
  await page.evaluate(() => {
    const input = document.createElement('input')
    input.type = 'file'
    input.id = 'picked'
    document.body.append(input)
  })
  await page.locator('#picked').setInputFiles(file)
  const tickets = await page.evaluate(async () => {
    const bridge = Reflect.get(window, 'bridge')
    const picked = document.querySelector<HTMLInputElement>('#picked')?.files?.[0]
    return [await bridge.offer(picked), await bridge.offer(new File(['Telefone\r\n(11) 98888-6666\r\n'], 'colada.csv'))]
  })
  for (const [index, ticket] of tickets.entries()) {
    expect(ticket).toMatch(/^[0-9a-f-]{36}$/)
    const list = await ask(page, 'cruzar.stage', { from: 'file', ticket })
    expect(list.inspection.name).toBe(['lista.csv', 'colada.csv'][index])
    expect(JSON.stringify(list)).not.toContain(dataDir)
  }
  // A ticket is good once, and no path is a ticket.
  await expect(ask(page, 'cruzar.stage', { from: 'file', ticket: tickets[0] })).rejects.toThrow()
  await expect(ask(page, 'cruzar.stage', { from: 'file', ticket: file })).rejects.toThrow()
})
