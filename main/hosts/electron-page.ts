import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { net, protocol, type Session } from 'electron'
import { type PageAppearance, pagePolicy, startingPage } from './starting-page.ts'

/** The address of the renderer: a scheme of our own, so that the page has an origin and headers, unlike file://. */
export const pageOrigin = 'cruza://app'
/** Before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'cruza', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}
/** Serves the built renderer to this session, and nothing outside its folder. */
export function servePage(session: Session, rendererDir: string, appearance: () => PageAppearance): void {
  session.protocol.handle('cruza', async (request) => {
    const file = fileOf(request.url, rendererDir)
    const found = file === undefined ? undefined : await read(file)
    if (file === undefined || !found) return new Response(null, { status: 404 })
    const headers = new Headers(found.headers)
    headers.set('content-security-policy', pagePolicy)
    headers.set('x-content-type-options', 'nosniff')
    if (path.basename(file) !== 'index.html') return new Response(found.body, { headers })
    return new Response(startingPage(await found.text(), appearance()), { headers })
  })
}
function fileOf(url: string, rendererDir: string): string | undefined {
  const { host, pathname } = new URL(url)
  const file = path.join(rendererDir, path.normalize(decodeURIComponent(pathname)))
  return host === 'app' && file.startsWith(rendererDir + path.sep) ? file : undefined
}
/** Chromium's own reader knows the type of each file and reads inside the archive of a packed app. */
async function read(file: string): Promise<Response | undefined> {
  try {
    return await net.fetch(pathToFileURL(file).href)
  } catch {
    return undefined
  }
}
