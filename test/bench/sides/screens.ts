import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { enterHost, startHostProcess } from '../../kit/host-process.ts'
import { chromiumPath } from '../../kit/system-packages.ts'
import { desktopFor } from '../../kit/systems.ts'
import { percentile } from '../measure.ts'
import { runNamed, type Side } from '../side.ts'
import { passphrase, sheetName } from './input.ts'

/** What a person sees: the built page in Chromium over the built browser host, and the built app in Electron. */

const root = path.join(import.meta.dirname, '..', '..', '..')
const size = { width: 1280, height: 800 }
const frames = 300
const pixelsAFrame = 200

async function withPage<Value>(work: (page: Page) => Promise<Value>): Promise<Value> {
  const executablePath = chromiumPath()
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    return await work(await browser.newPage({ viewport: size, locale: 'pt-BR' }))
  } finally {
    await browser.close()
  }
}

/** Opens the app over a folder of data with a passphrase. */
async function withApp<Value>(dataDir: string, work: (page: Page) => Promise<Value>): Promise<Value> {
  const host = await startHostProcess({ dataDir, passphrase })
  try {
    return await withPage(async (page) => {
      const { cookie, pageKey } = await enterHost(host.address)
      await page.context().addCookies([{ ...cookie, url: host.origin, httpOnly: true, sameSite: 'Strict' }])
      await page.addInitScript((key) => sessionStorage.setItem('cruza-page-key', key), pageKey)
      await page.goto(host.origin)
      return work(page)
    })
  } finally {
    await host.stop()
  }
}

const goTo = (page: Page, area: string) =>
  page.getByRole('navigation', { name: 'Navegação' }).getByRole('button', { name: area, exact: true }).click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/**
 * Seconds between frames while the rows of a grid move on by the same distance in each. The page's thread is so many
 * times slower than it is: Chromium stops it between slices.
 */
async function scroll(page: Page, slowdown: number) {
  await page.locator('.ag-row .ag-cell').filter({ hasText: /./ }).first().waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const times = await page.evaluate(
    ([count, distance]) =>
      new Promise<number[]>((resolve) => {
        const rows = document.querySelector('.ag-body-vertical-scroll-viewport') ?? document.body
        const intervals: number[] = []
        let last = 0
        const step = (now: number) => {
          // Frames come with refreshes of the screen: less than a millisecond is the inaccuracy of the clock.
          if (last > 0) intervals.push(Math.round(now - last) / 1000)
          last = now
          rows.scrollTop += distance
          if (intervals.length < count) requestAnimationFrame(step)
          else resolve(rows.scrollTop > 0 ? intervals : [])
        }
        requestAnimationFrame(step)
      }),
    [frames, pixelsAFrame] as const,
  )
  if (times.length === 0) throw new Error('the grid does not move')
  return { p95: percentile(times, 0.95), p50: percentile(times, 0.5), worst: Math.max(...times) }
}

const grid: Side<{ dir: string; slowdown: number }> = ({ dir, slowdown }, measured) =>
  withApp(dir, async (page) => {
    await goTo(page, 'Planilhas')
    await press(page, sheetName)
    await measured(() => scroll(page, slowdown))
  })

/** Of columns and rows of a table (renderer/tables). */
const sizes = [150, 28] as const

/** AG Grid as its first example has it, every row in the page, with as many cells on the screen as ours. */
const agGrid: Side<{ leads: string; slowdown: number }> = ({ leads, slowdown }, measured) =>
  withPage(async (page) => {
    const bundle = path.join(root, 'node_modules', 'ag-grid-community', 'dist', 'ag-grid-community.min.js')
    const [heading = '', ...lines] = readFileSync(leads, 'utf8').trimEnd().split('\n')
    await page.setContent('<div id="grid" style="height: 780px"></div>')
    await page.addScriptTag({ path: bundle })
    await page.evaluate(
      ([fields, rows, standardWidth, rowHeight]) => {
        const { agGrid: library } = window as unknown as {
          agGrid: { createGrid(host: Element | null, options: object): void }
        }
        library.createGrid(document.querySelector('#grid'), {
          columnDefs: fields.map((field) => ({ field })),
          defaultColDef: { width: standardWidth },
          rowHeight,
          rowData: rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [fields[at], cell]))),
        })
      },
      [heading.split(','), lines, ...sizes] as const,
    )
    await measured(() => scroll(page, slowdown))
  })

const approvals = 200

/** Approves one entry after another by the keyboard: from the key to the page that has the next one. */
const approve: Side<{ dir: string }> = ({ dir }, measured) =>
  withApp(dir, async (page) => {
    await goTo(page, 'Formulários')
    await press(page, 'Contato do site')
    await page.getByRole('listbox', { name: 'Respostas', exact: true }).waitFor()
    await page.locator('.entry-head .figures').waitFor()
    await page.evaluate(() => {
      const times: number[] = []
      Object.assign(window, { times })
      const shown = () => document.querySelector('.entry-head .figures')?.textContent ?? ''
      let pressed = 0
      let shownBefore = ''
      addEventListener(
        'keydown',
        () => {
          pressed = performance.now()
          shownBefore = shown()
        },
        true,
      )
      new MutationObserver(() => {
        if (pressed === 0 || shown() === '' || shown() === shownBefore) return
        times.push((performance.now() - pressed) / 1000)
        pressed = 0
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await measured(async () => {
      for (let approved = 0; approved < approvals; approved++) {
        await page.keyboard.press('a')
        await page.waitForFunction((count) => (window as unknown as { times: number[] }).times.length > count, approved)
        // Nobody decides quicker.
        await page.waitForTimeout(100)
      }
      const times = await page.evaluate(() => (window as unknown as { times: number[] }).times)
      return { p95: percentile(times, 0.95), p50: percentile(times, 0.5), worst: Math.max(...times) }
    })
  })

/** On a virtual display with a keyring of its own; what Electron and that say is not ours. */
const electronStart: Side<{ binary: string; environment: NodeJS.ProcessEnv; dir: string }> = async (
  input,
  measured,
) => {
  const { binary, environment, dir } = input
  const program = path.join(import.meta.dirname, 'electron.ts')
  const words = [...desktopFor('keyring and display'), process.execPath, program, binary, dir]
  await measured(async () => {
    const [command = '', ...others] = words
    const child = spawn(command, others, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...environment },
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`Electron did not start: ${code}`)
    const { seconds } = JSON.parse(out)
    return { start: Number(seconds) }
  })
}

await runNamed({ grid, agGrid, approve, electronStart })
