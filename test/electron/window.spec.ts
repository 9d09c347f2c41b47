import { spawn } from 'node:child_process'
import { access, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { exitCodeOf } from '../../main/kernel/child-process.ts'
import { openMarker } from '../../main/kernel/vault/vault-files.ts'
import { en } from '../../preload/messages/en/index.ts'
import { ptBR } from '../../preload/messages/pt-BR/index.ts'
import { familyOf, stillAlive } from '../kit/processes.ts'
import { posixOnly } from '../kit/systems.ts'
import { ask, asRoot, electronBinary, environmentOf, expect, test } from './kit.ts'

const signals = posixOnly('signals')

/** The window as a program of the desktop: its place, its menu, its one instance, its end. */

test('the window comes back where it was, and opens in sight when that place is gone', { tag: '@all' }, async ({
  launch,
}) => {
  const place = { x: 200, y: 120, width: 1100, height: 640 }
  const first = await launch()
  expect(await boundsOf(first.app)).toMatchObject({ width: 1280, height: 800 })
  await first.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), place)
  await expect.poll(() => boundsOf(first.app)).toEqual(place)
  await first.app.close()

  const second = await launch()
  expect(await boundsOf(second.app)).toEqual(place)
  const beyond = { ...place, x: 1860 }
  await second.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), beyond)
  await expect.poll(() => boundsOf(second.app)).toEqual(beyond)
  await second.app.close()

  const third = await launch()
  expect(await boundsOf(third.app)).toMatchObject({ x: (1920 - 1100) / 2, width: 1100, height: 640 })
})

test('before the vault opens, the page, the menu and the background have the language and the theme of the user', async ({
  launch,
  dataDir,
}) => {
  await writeFile(path.join(dataDir, 'settings.json'), '{ "language": "en", "theme": "dark" }')
  const release = await holdVault(dataDir)
  const { app, page } = await launch()
  await expect(page.getByText(en.app.starting)).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(26, 25, 23)')
  expect(Object.keys(await menuOf(app))).toEqual(['File', 'Edit', 'View', 'Window', 'Help'])
  expect(await isEnabled(app, en.menu.settings)).toBe(false)
  const background = await app.evaluate(({ BrowserWindow, nativeTheme }) => [
    BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
    nativeTheme.themeSource,
  ])
  expect(background).toEqual(['#1A1917', 'dark'])
  app.process().kill('SIGKILL')
  await release()
})

test('a start after the window is closed opens another, although the first still closes its files', async ({
  launch,
  dataDir,
}) => {
  const release = await holdVault(dataDir)
  const first = await launch()
  // What is still being opened holds the end for seconds.
  await first.app.evaluate(({ app }) => {
    setImmediate(() => app.quit())
  })
  await expect.poll(() => first.page.isClosed()).toBe(true)
  const second = await launch()
  await expect(second.page.getByText(ptBR.app.starting)).toBeVisible()
  for (const { app } of [first, second]) app.process().kill('SIGKILL')
  await release()
})

/** Takes the lock of the vault, so that whoever opens it waits, until what it gives is called. */
async function holdVault(dataDir: string): Promise<() => Promise<void>> {
  const { alone } = await openMarker(dataDir)
  return new Promise((resolve, reject) => {
    const lock: Promise<void> = alone(
      () =>
        new Promise<void>((end) => {
          resolve(() => {
            end()
            return lock
          })
        }),
    )
    lock.catch(reject)
  })
}

function boundsOf(app: ElectronApplication) {
  return app.evaluate(({ BrowserWindow }) => {
    const { x = 0, y = 0, width = 0, height = 0 } = BrowserWindow.getAllWindows()[0]?.getBounds() ?? {}
    return { x, y, width, height }
  })
}

test('the menu has the usual roles and the commands of the app, in the language of the user', async ({ launch }) => {
  const { app, page } = await launch({ words: ['--demo'] })
  await expect(page.getByRole('button', { name: 'Leads deste ano', exact: true })).toBeVisible()
  await expect
    .poll(() => menuOf(app))
    .toEqual({
      Arquivo: ['Nova planilha…', 'Cruzar uma lista…', '', 'Conexões', 'Ajustes', '', 'Sair: close'],
      Editar: [
        'Desfazer: undo',
        'Refazer: redo',
        '',
        'Recortar: cut',
        'Copiar: copy',
        'Colar: paste',
        'Selecionar tudo: selectall',
      ],
      Exibir: [
        'Tamanho normal: resetzoom',
        'Ampliar: zoomin',
        'Reduzir: zoomout',
        '',
        'Tela cheia: togglefullscreen',
        '',
        'Ferramentas de desenvolvimento: toggledevtools',
      ],
      Janela: ['Minimizar: minimize', 'Fechar: close'],
      Ajuda: ['Buscar ou executar…', 'Atalhos do teclado'],
    })
  await expect.poll(() => isEnabled(app, 'Cruzar uma lista…')).toBe(true)
  await choose(app, 'Cruzar uma lista…')
  await expect(page.getByRole('heading', { level: 1, name: 'Cruzar' })).toBeVisible()
  await choose(app, 'Ajustes')
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
  await choose(app, 'Atalhos do teclado')
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible()

  await ask(page, 'app.prefer', { language: 'en', theme: 'dark' })
  await expect.poll(async () => Object.keys(await menuOf(app))).toEqual(['File', 'Edit', 'View', 'Window', 'Help'])
  await expect.poll(() => answered(() => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource))).toBe('dark')
})

/**
 * Asks again where the answer was lost: a debugger loses one that the garbage collector takes first. What was asked for
 * is done by then, and may be done twice.
 */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await ask()
    } catch (error) {
      if (!String(error).includes('garbage collected')) throw error
    }
  }
}

/** Labels of the menu with their roles; a separator has neither. */
function menuOf(app: ElectronApplication): Promise<Record<string, string[]>> {
  return answered(() =>
    app.evaluate(({ Menu }) =>
      Object.fromEntries(
        (Menu.getApplicationMenu()?.items ?? []).map(({ label, submenu }) => [
          label,
          (submenu?.items ?? []).map((item) => (item.role ? `${item.label}: ${item.role}` : item.label)),
        ]),
      ),
    ),
  )
}

/** Whether the item of the menu with this label can be chosen. */
function isEnabled(app: ElectronApplication, label: string): Promise<boolean | undefined> {
  return answered(() =>
    app.evaluate(({ Menu }, menuLabel) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
      return items.find((item) => item.label === menuLabel)?.enabled
    }, label),
  )
}

function choose(app: ElectronApplication, label: string): Promise<void> {
  return answered(() =>
    app.evaluate(({ Menu, BrowserWindow }, menuLabel) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
      items.find((item) => item.label === menuLabel)?.click(undefined, BrowserWindow.getAllWindows()[0])
    }, label),
  )
}

test('a second start on the same folder ends at once and shows the window of the first', { tag: '@all' }, async ({
  launch,
  dataDir,
}) => {
  const { app } = await launch()
  await app.evaluate(({ app: main, BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.hide()
    main.once('second-instance', () => Reflect.set(globalThis, 'secondInstanceSeen', true))
  })
  const words = [...asRoot(), path.join(import.meta.dirname, '..', '..'), `--data-dir=${dataDir}`]
  const second = spawn(electronBinary(), words, { env: environmentOf(), stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  second.stdout.on('data', (bytes) => {
    output += bytes
  })
  expect(await exitCodeOf(second)).toBe(0)
  expect(output).toContain(ptBR.start.alreadyOpen)
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'secondInstanceSeen'))).toBe(true)
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.isVisible())))
    .toEqual([true])
})

test('the task bar shows how far a sheet is read, and nothing once it is', { tag: '@all' }, async ({ launch }) => {
  const { app, page } = await launch()
  await app.evaluate(({ BrowserWindow }) => {
    const shown: number[] = []
    const [window] = BrowserWindow.getAllWindows()
    Reflect.set(globalThis, 'shown', shown)
    if (window) window.setProgressBar = (fraction) => void shown.push(fraction)
  })
  await page.getByRole('button', { name: 'Explorar com dados de demonstração' }).click()
  await expect(page.getByRole('main').getByText('completa', { exact: true })).toBeVisible({ timeout: 60_000 })
  const shown = (): Promise<readonly number[]> => app.evaluate(() => Reflect.get(globalThis, 'shown'))
  // The screen may be updated a moment before the task bar.
  await expect.poll(async () => (await shown()).at(-1)).toBe(-1)
  expect((await shown()).some((fraction) => fraction > 0 && fraction < 1)).toBe(true)
})

test('--demo opens straight into the demonstration, of which nothing is left on the disk', { tag: '@all' }, async ({
  launch,
  dataDir,
}) => {
  const { page } = await launch({ words: ['--demo'] })
  await expect(page.getByText('Conta de demonstração')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leads deste ano', exact: true })).toBeVisible()
  expect(await ask(page, 'app.state', {})).toMatchObject({ demo: true, host: 'electron', vault: { kind: 'memory' } })
  await expect(access(path.join(dataDir, 'app.db'))).rejects.toThrow()
})

test('a page that crashed is loaded again', { tag: '@all' }, async ({ launch }) => {
  const { app } = await launch()
  const shown = () =>
    app.evaluate(async ({ webContents }) =>
      String(await webContents.getAllWebContents()[0]?.executeJavaScript('document.body.innerText')),
    )
  await expect.poll(shown).toContain('Conectar minha conta')
  await app.evaluate(({ webContents }) => {
    const [page] = webContents.getAllWebContents()
    const crashed = new Promise((resolve) => page?.once('render-process-gone', resolve))
    page?.forcefullyCrashRenderer()
    return crashed.then(() => undefined)
  })
  await expect.poll(shown).toContain('Conectar minha conta')
})

test('a failed start is shown by the page', { tag: '@all' }, async ({ launch, dataDir }) => {
  await writeFile(path.join(dataDir, 'vault.json'), '{ "version":')
  const { page } = await launch()
  await expect(page.getByText(ptBR.failures.file_damaged({}))).toBeVisible()
})

test('closing the window ends the app although the folder of data has been replaced by a file', async ({
  launch,
  dataDir,
}) => {
  const { app, page } = await launch({ words: ['--demo'] })
  await expect(page.getByText('Leads deste ano').first()).toBeVisible()
  // The process has what is in the folder open; the place of the window is written into it by its name.
  await rename(dataDir, `${dataDir}-moved`)
  await writeFile(dataDir, '')
  const closed = app.waitForEvent('close')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined)
  await closed
  expect(await readFile(dataDir, 'utf8')).toBe('')
  await rm(`${dataDir}-moved`, { recursive: true, force: true })
})

test('closing the window asks about text that was not sent, and the end of the app does not', { tag: '@all' }, async ({
  launch,
}) => {
  const { app, page } = await launch()
  /** The person presses the button at this place of the next question; gives what they were asked. */
  const answer = (response: number) =>
    app.evaluate(({ dialog }, button) => {
      dialog.showMessageBox = ((_window: unknown, asked: { message: string }) => {
        Reflect.set(globalThis, 'asked', asked.message)
        // A dialog never answers in the turn that opens it.
        return new Promise((resolve) => setTimeout(resolve, 0, { response: button, checkboxChecked: false }))
      }) as never
    }, response)
  const asked = () => app.evaluate(() => Reflect.get(globalThis, 'asked'))
  await page.getByRole('button', { name: 'Conectar minha conta' }).click()
  const field = page.getByRole('textbox', { name: 'Nome', exact: true })
  await field.pressSequentially('Equipe Vendas')

  await answer(0)
  await choose(app, 'Sair')
  await expect.poll(asked).toBe(ptBR.menu.unsent.message)
  await expect(field).toHaveValue('Equipe Vendas')

  await answer(1)
  const closed = app.waitForEvent('close')
  await choose(app, 'Sair').catch(() => undefined)
  await closed

  const second = await launch()
  await second.page.getByRole('button', { name: 'Conectar minha conta' }).click()
  await second.page.getByRole('textbox', { name: 'Nome', exact: true }).pressSequentially('Equipe')
  const ended = exitCodeOf(second.app.process())
  // As at the end of the person's session. Nobody is there to answer.
  await second.app.evaluate(({ app: main }) => {
    setImmediate(() => main.quit())
  })
  expect(await ended).toBe(0)
})

test.describe('the end', () => {
  const ways = {
    'closing the window': (app: ElectronApplication) =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    'the menu': (app: ElectronApplication) => choose(app, 'Sair'),
    'Ctrl+C, again and again,': async (app: ElectronApplication) => {
      const main = app.process()
      const again = setInterval(() => main.kill('SIGINT'), 20)
      main.once('exit', () => clearInterval(again))
    },
  }
  for (const [name, quit] of Object.entries(ways)) {
    const tag = name.startsWith('Ctrl+C') ? [] : ['@all']
    test(`${name} ends the app and all its processes, and removes the demonstration`, { tag }, async ({
      launch,
      dataDir,
    }) => {
      test.skip(name.startsWith('Ctrl+C') && signals.skip, signals.reason)
      const { app, page } = await launch({ words: ['--demo'] })
      await expect(page.getByRole('button', { name: 'Leads deste ano', exact: true })).toBeVisible()
      const temporary = path.join(dataDir, 'temporary')
      const folders = async () => (await readdir(temporary)).filter((each) => each.startsWith('cruza-demo-'))
      expect(await folders()).toHaveLength(1)
      const family = familyOf(Number(app.process().pid))
      // Main, the page, the data process at the least.
      expect(family.length).toBeGreaterThan(3)
      const closed = app.waitForEvent('close')
      await quit(app).catch(() => undefined)
      await closed
      await expect.poll(() => stillAlive(family)).toEqual([])
      expect(await folders()).toEqual([])
    })
  }
})
