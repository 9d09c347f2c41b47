import { type Asked, startService } from '../../kit/service.ts'
import { type Lead, pagesOf } from '../sheets/data/lead-pages.ts'
import { envelope } from './platform-that-answers.ts'

const perPage = 500

/** A platform whose export and cross-check know these leads, some of whom have no conversation. */
export async function startPlatformWith(leads: readonly Lead[]) {
  const pages = pagesOf(leads, perPage)
  const find = (key: string) =>
    leads.find(({ email, telefone_digitos }) => {
      if (key.includes('@')) return String(email).toLowerCase() === key
      return telefone_digitos === key
    })
  const service = await startService(({ path, query, body }: Asked) => {
    if (path.endsWith('/cruzar')) {
      const { chaves }: { chaves: readonly string[] } = JSON.parse(body)
      return envelope(
        chaves.map((chave) => ({ chave, encontrado: find(chave) !== undefined, lead: find(chave) ?? null })),
      )
    }
    const page = Number(query.get('page') ?? 1)
    return { json: JSON.parse(pages[page - 1] ?? '') }
  })
  return { ...service, at: { url: service.origin, accountId: 3, brand: 'casa', token: 'segredo-de-teste' } }
}
