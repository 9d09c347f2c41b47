import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type Demo, type DemoOptions, startDemo } from '../../main/demo/demo.ts'
import type { FaultPlan, FaultRequest } from '../../main/demo/http-server.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input, Output } from '../../preload/contract/question.ts'
import type { Reply } from '../../preload/values/wire.ts'
import { type FormsAt, formsDraft, platformDraft } from '../kit/connection-drafts.ts'
import { type FaultSwitch, faultSwitch } from '../kit/controls.ts'
import {
  callHeaders,
  type Entered,
  enterHost,
  type HostPool,
  type PooledHost,
  startHostPool,
} from '../kit/host-process.ts'
import { type Serve, serveFixture } from '../kit/scripted-service.ts'
import { runsAll } from '../kit/systems.ts'
import { slowPages } from './slow-page.ts'

/**
 * What the tests of the screens share: an app of their own, a page that must not complain, and the ways a person has of
 * doing things.
 */

interface WorkerFixtures {
  readonly hosts: HostPool
}

interface Fixtures {
  /** Errors of the page that a test provokes; every other one fails it. */
  readonly expectedErrors: RegExp[]
  readonly quiet: undefined
  /** Starts what a test works with: it is its own, and gone after it. */
  readonly start: (options?: StartOptions) => Promise<Started>
  /** The same with a connection to the platform, and its page open. */
  readonly openPlatform: (opening?: Opening) => Promise<Opened>
  /** The same with a connection to the form service. */
  readonly openForms: (opening?: Opening) => Promise<Opened>
  /** Starts a service with the test's responses; it stops after the test. */
  readonly serve: Serve
}

interface StartOptions extends Omit<DemoOptions, 'faults'> {
  /** null: the vault is made, or opened, on the screen. */
  readonly passphrase?: string | null
  /** Sees every request to the services first. */
  readonly seen?: (request: FaultRequest) => void
}

/** What a test of one account starts from; nothing of it but the area is done on the screen. */
interface Opening extends StartOptions {
  /** Of the connection. */
  readonly name?: string
  /** The names of sheets of everybody, read to their ends. */
  readonly sheets?: readonly string[]
  /** Where the page goes; it is at the first area otherwise. */
  readonly area?: string
}

/** The services, and the app over an empty folder of data, whose address was opened. */
export interface Started {
  readonly demo: Demo
  /** Of the services; none at first. */
  readonly faults: FaultSwitch
  readonly host: PooledHost
  readonly session: Session
  /** Closes the app and opens its folder again, at another address. */
  restart(): Promise<{ readonly host: PooledHost; readonly session: Session }>
}

export interface Opened extends Started {
  /** The id of the connection. */
  readonly connection: string
}

const passphraseOfTests = 'quatro palavras de teste'

/** Fails when a page writes an error to its console or throws one: a refused script or style (CSP) is one as well. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const hosts = startHostPool()
      await use(hosts)
      hosts.close()
    },
    { scope: 'worker' },
  ],
  start: async ({ hosts }, use) => {
    const endings: (() => Promise<unknown>)[] = []
    await use(async ({ passphrase = passphraseOfTests, seen, ...options } = {}) => {
      const faults = faultSwitch()
      const watched: FaultPlan = {
        next(request) {
          seen?.(request)
          return faults.next(request)
        },
      }
      const demo = await startDemo({ leads: 200, entries: 10, limits: noLimits, ...options, faults: watched })
      endings.push(() => demo.close())
      const dataDir = await mkdtemp(path.join(tmpdir(), 'cruza-e2e-'))
      endings.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
      const open = async () => {
        const host = await hosts.start(dataDir, passphrase ?? undefined)
        endings.push(() => host.stop())
        return { host, session: await openSession(host) }
      }
      const first = await open()
      let { host } = first
      return {
        demo,
        faults,
        ...first,
        async restart() {
          await host.stop()
          const next = await open()
          host = next.host
          return next
        },
      }
    })
    for (const end of endings.reverse()) await end()
  },
  openPlatform: async ({ start, page }, use) => {
    await use(async ({ name, sheets = [], area, ...options } = {}) => {
      const started = await start(options)
      const connection = await connect(started.session, started.demo, name)
      for (const sheet of sheets) await readSheet(started.session, connection, sheet)
      await openApp(page, started.session, area)
      return { ...started, connection }
    })
  },
  openForms: async ({ start, page }, use) => {
    await use(async ({ name, area, ...options } = {}) => {
      const started = await start(options)
      const connection = await connectForms(started.session, started.demo, name)
      await openApp(page, started.session, area)
      return { ...started, connection }
    })
  },
  serve: serveFixture,
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => {
    await use([])
  },
  quiet: [
    // The app is there before the browser and ends after it: nothing of the page may meet an app that is gone.
    async ({ start: _, context, expectedErrors }, use) => {
      if (process.env.CRUZA_SLOW) await slowPages(context)
      const errors: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => errors.push(String(error.error().stack)))
      await use(undefined)
      expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
    },
    { auto: true },
  ],
})

/** The services count no requests, unless a test is about that. */
const noLimits = { platform: 1_000_000, forms: 1_000_000, contactSearch: 1_000_000, reports: 1_000_000 }

export { expect }

/** Who has shown the ticket of a host: its cookie and page key open the app in any page of the context. */
export interface Session extends Entered {
  readonly origin: string
}

export async function openSession({ address, origin }: Pick<PooledHost, 'address' | 'origin'>): Promise<Session> {
  return { origin, ...(await enterHost(address)) }
}

/** Opens the app in a page with the session, at an area where one is given. */
export async function openApp(page: Page, { origin, cookie, pageKey }: Session, area?: string): Promise<void> {
  await page.context().addCookies([{ ...cookie, url: origin, httpOnly: true, sameSite: 'Strict' }])
  await page.context().addInitScript(
    ([own, key]) => {
      if (location.origin === own) sessionStorage.setItem('cruza-page-key', key)
    },
    [origin, pageKey] as const,
  )
  await page.goto(origin)
  if (area !== undefined) await goTo(page, area)
}

/** Asks main as the page does: for what a test takes for granted and another test does on the screen. */
export async function ask<K extends keyof AppContract & string>(
  session: Session,
  name: K,
  input: Input<AppContract[K]>,
): Promise<Output<AppContract[K]>> {
  const response = await fetch(`${session.origin}/api/call`, {
    method: 'POST',
    headers: callHeaders(session, session.origin),
    body: JSON.stringify({ id: crypto.randomUUID(), name, input }),
  })
  // The wire: the router checks the answer against the contract of this name before it sends it.
  const reply = (await response.json()) as Reply
  if (!reply.ok) throw new Error(`${name}: ${reply.failure.code} ${reply.failure.details ?? ''}`)
  return reply.value as Output<AppContract[K]>
}

/** Makes a connection to the demonstration services; gives its id. */
export async function connect(session: Session, { platform }: Pick<Demo, 'platform'>, name?: string): Promise<string> {
  const { connection } = await ask(session, 'connections.save', platformDraft(platform, name))
  return connection.id
}

/** Makes a connection to the demonstration's form service; gives its id. */
export async function connectForms(
  session: Session,
  { forms }: { readonly forms: FormsAt },
  name?: string,
): Promise<string> {
  const { connection } = await ask(session, 'connections.save', formsDraft(forms, name))
  return connection.id
}

/** Reads a sheet of everybody to its end; gives its id. */
export async function readSheet(session: Session, connectionId: string, name: string): Promise<string> {
  const filter = { created_after: '2020-01-01' }
  const { id } = await ask(session, 'sheets.create', { connection_id: connectionId, name, filter })
  await expect
    .poll(async () => (await ask(session, 'sheets.list', {})).find((sheet) => sheet.id === id)?.badge.kind)
    .toBe('complete')
  return id
}

export interface Lead {
  readonly contato_id: number
  readonly nome: string
  readonly telefone: string | null
  readonly telefone_digitos: string | null
  readonly email: string | null
  readonly status: string | null
  readonly mensagens: number
  readonly agente: string | null
  readonly caixa: string | null
  readonly ultima_mensagem_em: string | null
  readonly etiquetas_contato: readonly string[]
}

/** All people in a sheet of `readSheet`, from the service itself. */
export async function leadsOf({ platform }: Demo): Promise<readonly Lead[]> {
  const leads: Lead[] = []
  const address = `${platform.url}/api/v1/accounts/${platform.accountId}/${platform.brand}/leads`
  for (let page: number | null = 1; page !== null; ) {
    const response = await fetch(`${address}?created_after=2020-01-01&per_page=500&page=${page}`, {
      headers: { accept: 'application/json', api_access_token: platform.token },
    })
    const answer = (await response.json()) as { leads: Lead[]; meta: { next_page: number | null } }
    leads.push(...answer.leads)
    page = answer.meta.next_page
  }
  return leads
}

/** 18.204 */
export const counted = (value: number) => new Intl.NumberFormat('pt-BR').format(value)

/** Goes to an area by the navigation at the left. */
export async function goTo(page: Page, area: string, heading: string | RegExp = area): Promise<void> {
  await press(page.getByRole('navigation', { name: 'Navegação' }), area)
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
}

/** Goes to a part of the forms, such as its webhooks. */
export async function openFormsPart(page: Page, part: string, heading = part): Promise<void> {
  await goTo(page, 'Formulários')
  const parts = page.getByRole('navigation', { name: 'Serviço de formulários' })
  await press(parts, part)
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
}

/** Presses the button with this name, which opens a thing of a list as well. */
export const press = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: true }).click()

/** Opens a sheet of the list, and waits for its rows. */
export async function openSheet(page: Page, name = 'Todos'): Promise<void> {
  await press(page, name)
  await expect(page.getByRole('gridcell').first()).not.toHaveText('')
}

export const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Buscar nesta tabela' })

/** The details of the open row. */
export const details = (page: Page) => page.getByRole('complementary', { name: 'Detalhes da linha' })

export const dialog = (page: Page) => page.getByRole('dialog')

/** Chooses an item of a menu: of the one with this name, else of the thing with this name in a list. */
export async function chooseItem(page: Page, menu: string, item: string | RegExp): Promise<void> {
  await press(page, menu)
  await page.getByRole('menuitem', { name: item }).click()
}

/** Chooses the column of a condition in the open dialog, by the condition's place. */
export async function chooseColumn(page: Page, place: number, name: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: 'Coluna' }).nth(place).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

/** The texts of a column in the rows that are seen, from top to bottom. */
export async function columnTexts(page: Page, heading: Locator): Promise<string[]> {
  const place = await heading.getAttribute('aria-colindex')
  return page.locator(`.ag-row [aria-colindex="${place}"]`).evaluateAll((cells) =>
    cells
      .map((cell) => ({ row: Number(cell.closest('[role=row]')?.ariaRowIndex), text: cell.textContent ?? '' }))
      .sort((one, other) => one.row - other.row)
      .map(({ text }) => text),
  )
}

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Puts another connection in use, in the top bar. */
export async function useAccount(page: Page, name: string): Promise<void> {
  await press(page.getByRole('banner'), /^Conexão em uso/)
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByRole('button', { name: `Conexão em uso: ${name}` })).toBeVisible()
}

/** Does what starts a download, and gives what arrived. */
export async function download(page: Page, act: () => Promise<unknown>): Promise<{ name: string; path: string }> {
  const [started] = await Promise.all([page.waitForEvent('download'), act()])
  expect(await started.failure()).toBeNull()
  return { name: started.suggestedFilename(), path: await started.path() }
}

/** Drops a file, as from the desktop. */
export async function dropFile(target: Locator, name: string, content: string | Buffer): Promise<void> {
  await target.drop({ files: { name, mimeType: '', buffer: Buffer.from(content) } })
}

/**
 * No violation of axe's rules in the page or in one part of it (a CSS selector). The light theme meets all of them, the
 * dark one those of contrasts. The theme must be the system's.
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // The legacy mode looks into no frames of other origins, of which there are none, and is quicker for it.
  // What fits is not described, which takes most of its time where there are many rows.
  const axe = () =>
    new AxeBuilder({ page })
      .setLegacyMode()
      .include(part)
      .options({ resultTypes: ['violations'] })
  await expectNoViolation(page, 'light', axe())
  await expectNoViolation(page, 'dark', axe().withRules('color-contrast'))
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * The same of one more state of a screen, where everything runs: it takes a second, and screens.spec.ts looks at each
 * screen.
 */
export async function expectAccessibleState(page: Page, part?: string): Promise<void> {
  if (runsAll) await expectAccessible(page, part)
}

/** What fades in, or waits for its next answer, has no contrast yet. What turns for ever is not waited for. */
async function atRest(page: Page): Promise<void> {
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations === 1)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

async function expectNoViolation(page: Page, colorScheme: 'light' | 'dark', axe: AxeBuilder): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await atRest(page)
  const { violations } = await axe.analyze()
  const faults = violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html.slice(0, 200)) }))
  expect.soft(faults, `axe in the ${colorScheme} theme`).toEqual([])
}
