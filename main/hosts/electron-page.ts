import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { net, protocol, type Session } from 'electron'

/** The address of the renderer: a scheme of our own, so that the page has an origin and headers, unlike file://. */
export const pageOrigin = 'cruza://app'

const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'cruza', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built renderer to the window's session, and nothing outside its folder. */
export function servePage(session: Session, rendererDir: string): void {
  session.protocol.handle('cruza', async (request) => {
    const { pathname } = new URL(request.url)
    const file = path.join(rendererDir, path.normalize(decodeURIComponent(pathname === '/' ? '/index.html' : pathname)))
    if (!file.startsWith(rendererDir + path.sep)) return new Response(null, { status: 404 })
    const found = await net.fetch(pathToFileURL(file).href)
    const headers = new Headers(found.headers)
    headers.set('content-security-policy', policy)
    headers.set('x-content-type-options', 'nosniff')
    return new Response(found.body, { status: found.status, headers })
  })
}
