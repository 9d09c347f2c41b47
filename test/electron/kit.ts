import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, type ElectronApplication, _electron as electron, expect, type Page } from '@playwright/test'
import { type Demo, type DemoOptions, startDemo } from '../../main/demo/demo.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input, Output } from '../../preload/contract/question.ts'
import type { Bridge } from '../../preload/values/wire.ts'
import { type FormsAt, formsDraft, platformDraft } from '../kit/connection-drafts.ts'
import { type Serve, serveFixture } from '../kit/scripted-service.ts'

/** What the tests of the Electron app share: the built app in a folder of data of its own. */

const root = path.join(import.meta.dirname, '..', '..')
/** A cold start on a busy machine. */
const startMs = 60_000

export interface LaunchOptions {
  readonly words?: readonly string[]
  /** Added to this process's environment, which has a display and an open keyring (`test/run.ts`). */
  readonly environment?: Readonly<Record<string, string>>
}

export interface Running {
  readonly app: ElectronApplication
  readonly page: Page
}

interface Fixtures {
  readonly dataDir: string
  readonly demoOptions: DemoOptions
  /** Both services, as `demoOptions` makes them. */
  readonly demo: Demo
  /** Errors of the page that a test provokes; every other one fails it. */
  readonly expectedErrors: RegExp[]
  /** Starts the app on the test's folder of data and waits for its window. It is closed after the test. */
  readonly launch: (options?: LaunchOptions) => Promise<Running>
  /** Starts a service with the test's responses; it stops after the test. */
  readonly serve: Serve
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  dataDir: async ({}, use) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'cruza-electron-'))
    await use(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => {
    await use([])
  },
  serve: serveFixture,
  demoOptions: [{ leads: 10, entries: 10 }, { option: true }],
  demo: async ({ demoOptions }, use) => {
    const demo = await startDemo(demoOptions)
    await use(demo)
    await demo.close()
  },
  launch: async ({ dataDir, expectedErrors }, use) => {
    const running = new Set<ElectronApplication>()
    const errors: string[] = []
    await use(async ({ words = [], environment = {} } = {}) => {
      const app = await electron.launch({
        executablePath: electronBinary(),
        args: [...asRoot(), root, `--data-dir=${dataDir}`, ...words],
        env: environmentOf(environment),
        timeout: startMs,
      })
      running.add(app)
      app.once('close', () => running.delete(app))
      const page = await app.firstWindow({ timeout: startMs })
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error.stack)))
      return { app, page }
    })
    for (const app of running) await app.close()
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
  },
})

export { expect }

/** Set by `test/run.ts`, which finds it. */
export function electronBinary(): string {
  const binary = process.env.CRUZA_TEST_ELECTRON
  if (!binary) throw new Error('CRUZA_TEST_ELECTRON is not set: run "npm test -- electron"')
  return binary
}

/** Chromium refuses to run as root with its sandbox. */
export function asRoot(): readonly string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

/** This process's environment with a language, and with what is added. */
export function environmentOf(added: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return { ...Object.fromEntries(inherited), LANG: 'pt_BR.UTF-8', LC_ALL: 'pt_BR.UTF-8', LANGUAGE: 'pt_BR', ...added }
}

/** Asks main as the page does, through the preload. */
export async function ask<K extends keyof AppContract & string>(
  page: Page,
  name: K,
  input: Input<AppContract[K]>,
): Promise<Output<AppContract[K]>> {
  const reply = await page.evaluate(
    ([question, value]) => {
      const { bridge } = window as unknown as { bridge: Bridge }
      return bridge.call({ id: crypto.randomUUID(), name: question, input: value })
    },
    [name, input] as const,
  )
  if (!reply.ok) throw new Error(`${name}: ${reply.failure.code} ${reply.failure.details ?? ''}`)
  // The wire: the router checks the answer against the contract of this name before it sends it.
  return reply.value as Output<AppContract[K]>
}

/** Makes a connection to the demonstration services; gives its id. */
export async function connect(page: Page, { platform }: Demo): Promise<string> {
  const { connection } = await ask(page, 'connections.save', platformDraft(platform))
  return connection.id
}

/** Makes a connection to a form service; gives its id. */
export async function connectForms(page: Page, at: FormsAt): Promise<string> {
  const { connection } = await ask(page, 'connections.save', formsDraft(at))
  return connection.id
}
