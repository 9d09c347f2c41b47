import { pageKeyHeader } from '../../main/hosts/sessions.ts'

/** What the page of a browser host proves itself with (main/hosts/sessions.ts). */
export interface Entered {
  readonly cookie: { readonly name: string; readonly value: string }
  readonly pageKey: string
}

/** Shows the one-use ticket, as opening the printed address does. Throws when it gives no session. */
export async function enterHost(address: string | URL): Promise<Entered> {
  const response = await fetch(address)
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  if (name === undefined || value === undefined) throw new Error(`no session for the ticket: ${response.status}`)
  return { cookie: { name, value }, pageKey: pageKeyIn(await response.text()) }
}

/** The headers of a call of the page at this origin. */
export function callHeaders({ cookie, pageKey }: Entered, origin: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    origin,
    cookie: `${cookie.name}=${cookie.value}`,
    [pageKeyHeader]: pageKey,
  }
}

/** The key that the page of the ticket carries; empty where it carries none. */
export function pageKeyIn(page: string): string {
  return /<meta name="cruza-page-key" content="([\w-]+)">/.exec(page)?.[1] ?? ''
}
