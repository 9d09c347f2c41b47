import { once } from 'node:events'
import path from 'node:path'
import open from 'open'
import { catalogues, failureSentence } from '../../preload/messages/catalogue.ts'
import { takeSecrets } from '../kernel/child-environment.ts'
import { AppFailure } from '../kernel/failure.ts'
import { createWakeEvents, watchSleep } from '../kernel/wake-events.ts'
import { startBrowserHost } from './browser.ts'
import { createNodeFetch } from './node-fetch.ts'
import { appVersion, root, startDataProcess, startKeychainProcess } from './node-parts.ts'
import { createRedirectPage, type RedirectPage } from './redirect-page.ts'
import type { StartOptions } from './start-options.ts'
import { systemLanguage } from './system-language.ts'

/** Longer than closing takes; what still runs then does not hold the terminal. */
const closingMs = 10_000

const language = systemLanguage().startsWith('en') ? 'en' : 'pt-BR'

/** The browser host of `npm start`: serves until it is stopped, and gives the exit code; what went wrong is on stderr. */
export async function serveBrowser(options: StartOptions, hasDisplay: boolean, stop: AbortSignal): Promise<number> {
  try {
    await serve(options, hasDisplay, stop)
    return 0
  } catch (error) {
    if (stop.aborted) return 0
    console.error(whyFailed(error, options))
    return 1
  }
}

async function serve(options: StartOptions, hasDisplay: boolean, stop: AbortSignal): Promise<void> {
  // Before anything is started: the browser gets the environment of this process.
  const { passphrase } = takeSecrets()
  const print = (address: string) => console.log(`Cruza ready: ${address}`)
  let redirect: RedirectPage | undefined
  const removeRedirect = async () => redirect?.remove().catch(() => undefined)
  const quit = new AbortController()
  const end = AbortSignal.any([stop, quit.signal])
  const resumes = createWakeEvents()
  watchSleep(() => void resumes.woke())
  const host = await startBrowserHost({
    onEntered: () => void removeRedirect(),
    onNewAddress: print,
    onQuit: () => quit.abort(),
    port: options.port,
    rendererDir: path.join(root, 'out', 'renderer'),
    dataDir: options.dataDir,
    demo: options.demo,
    version: appVersion(),
    language: systemLanguage(),
    fetch: createNodeFetch(),
    startData: startDataProcess,
    startKeychain: startKeychainProcess,
    resumes,
    ...(passphrase === undefined ? {} : { passphrase }),
    log: (question, { code, details }) => console.error(`${question}: ${code} ${details ?? ''}`),
  })
  try {
    print(host.address)
    if (options.open && hasDisplay && !stop.aborted) {
      redirect = await createRedirectPage(host.address, language).catch(() => undefined)
      // Where no browser can be opened, the address stands on the screen.
      if (redirect) await open(redirect.file).catch(() => undefined)
    }
    if (!end.aborted) await once(end, 'abort')
    setTimeout(() => process.exit(1), closingMs).unref()
  } finally {
    await removeRedirect()
    await host.close()
  }
}

function whyFailed(error: unknown, { port }: StartOptions): string {
  const messages = catalogues[language]
  if (error instanceof AppFailure) return failureSentence(messages, error)
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return messages.start.portTaken(port)
  return String(error instanceof Error ? error.stack : error)
}
