import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'

/**
 * Starts the built app twice over a folder of data, on the desktop that it is run on (screens.ts). Prints the seconds
 * that the second start took until a button did what it says. The first start makes the vault. Words: Electron's
 * binary, the folder.
 */

const root = path.join(import.meta.dirname, '..', '..', '..')
const [binary = '', dir = ''] = process.argv.slice(2)
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

async function start(): Promise<number> {
  const startedAt = Date.now()
  const child = spawn(binary, [...asRoot, '--remote-debugging-port=0', root, `--data-dir=${dir}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, LANG: 'pt_BR.UTF-8', LC_ALL: 'pt_BR.UTF-8' },
  })
  let output = ''
  const debuggerAddress = new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Electron ended with ${code}: ${output}`)))
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text
      const [, found] = /DevTools listening on (\S+)/.exec(output) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const browser = await chromium.connectOverCDP(await debuggerAddress)
  const [context] = browser.contexts()
  if (!context) throw new Error('Electron shows no page')
  const worked = await buttonWorked(context.pages()[0] ?? (await context.waitForEvent('page')))
  const ended = once(child, 'exit')
  // The app quits when this line is cut.
  child.disconnect()
  await ended
  return (worked - startedAt) / 1000
}

/** Presses the button of the welcome screen until the form that it leads to is there; gives when that was. */
function buttonWorked(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('main input')) return resolve(Date.now())
          const buttons = [...document.querySelectorAll('button')]
          buttons.find((button) => button.textContent === 'Conectar minha conta' && !button.disabled)?.click()
          setTimeout(look, 4)
        }
        look()
      }),
  )
}

await start()
console.log(JSON.stringify({ seconds: await start() }))
process.exit()
