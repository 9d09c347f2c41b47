import {
  type Answer,
  accepts,
  type Call,
  createRateWindow,
  createRoutes,
  type Handler,
  json,
  missing,
  missingPage,
  onPage,
  pageOf,
  platformError,
  type Routes,
  refusal,
  sendsJson,
  throttled,
  typed,
} from './answer.ts'
import { type Base, contactId, personOfContact } from './base.ts'
import type { Service } from './http-server.ts'
import { createLeads } from './leads.ts'
import { captainRoutes } from './platform-captain.ts'
import { conversationRoutes } from './platform-conversations.ts'
import { docsRoutes } from './platform-docs.ts'
import { leadRoutes } from './platform-leads.ts'
import { reportRoutes } from './platform-reports.ts'
import { contactShape } from './platform-shapes.ts'
import { account, agents, type PlatformModes } from './workplace.ts'

/** The platform's tokens: of its administrator and of an agent without that role. */
interface PlatformTokens {
  readonly administrator: string
  readonly agent: string
}

/** Requests a minute, per account. */
export interface PlatformLimits {
  readonly platform: number
  readonly contactSearch: number
  readonly reports: number
}

/** An account of the same installation that neither token can access. */
const foreignAccount = account.id + 1

/** The documented agent platform (docs/services.md §1.1 to §8.2). */
export function createPlatform(
  base: Base,
  tokens: PlatformTokens,
  limits: PlatformLimits,
  modes: PlatformModes = {},
): Service {
  /** Assumption: a forbidden role gets a 401, like a wrong token (docs/services.md §1.6). */
  function requireAdministrator(call: Call): void {
    if (call.header('api_access_token') === tokens.administrator) return
    throw refusal(401, 'Você não está autorizado a realizar esta ação')
  }

  /** Assumption: an account of others gets a 401, a missing one a 404 (docs/services.md §1.7). */
  function requireUser(call: Call): void {
    const token = call.header('api_access_token')
    if (token === undefined) throw refusal(401, 'Você precisa entrar antes de continuar')
    if (token !== tokens.administrator && token !== tokens.agent) {
      throw refusal(401, 'Token de acesso inválido')
    }
    const requested = Number(call.params.account_id)
    if (requested === foreignAccount) throw refusal(401, 'Você não tem acesso a esta conta')
    if (requested !== account.id) throw missing()
  }

  const userOf = (call: Call) =>
    call.header('api_access_token') === tokens.administrator ? agents[0].id : agents[1].id
  const everybody = createRateWindow(limits.platform)
  const searches = createRateWindow(limits.contactSearch)
  const open = createRoutes({ ...docsRoutes(), ...webRoutes() })
  const guarded = createRoutes({
    ...leadRoutes(base, createLeads(base), requireAdministrator, modes),
    ...conversationRoutes(base, userOf, modes),
    'GET /api/v1/accounts/{account_id}/contacts/search'(call) {
      // The whole account shares this throttle (docs/services.md §1.10).
      if (!searches('').allowed) return throttled()
      return search(base, call)
    },
    ...reportRoutes(base, requireAdministrator, createRateWindow(limits.reports), modes.reports),
    ...captainRoutes(base, modes.captain),
    ...mcpRoutes(),
  })

  return {
    name: 'platform',
    malformed: () => platformError(400, 'JSON inválido'),
    failed: () => json({ status: 500, error: 'Internal Server Error' }, 500),
    answer(call): Answer | Promise<Answer> {
      if (!everybody('').allowed) return throttled()
      const article = open(call)
      if (article) return article.handle(article.call)
      const route = guarded(call)
      if (modes.lacks !== undefined && call.path.endsWith(modes.lacks)) return missingPage()
      if (!route) return json({ status: 404, error: 'Not Found' }, 404)
      requireUser(route.call)
      // Assumption: the document says "a JSON HTTP API" and shows no failure; these are the words of HTTP.
      if (!sendsJson(call)) return platformError(415, 'Unsupported Media Type')
      const types = call.query.get('formato') === 'csv' ? ['text/csv', '*/*'] : ['application/json']
      if (!accepts(call, ...types)) return platformError(406, 'Not Acceptable')
      return route.handle(route.call)
    },
  }
}

/**
 * The MCP discovery routes. They take the token, since the document lists its header for them. Assumption: bodies as
 * the OAuth metadata documents that the paths are named after (docs/services.md §7.8).
 */
function mcpRoutes(): Routes {
  const issuer = 'https://plataforma.vitrine.example'
  return {
    'GET /.well-known/oauth-authorization-server/oauth/mcp/{account_id}': ({ params }) =>
      json({
        issuer: `${issuer}/oauth/mcp/${params.account_id}`,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        registration_endpoint: `${issuer}/oauth/register`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        scopes_supported: ['mcp'],
      }),
    'GET /.well-known/oauth-protected-resource/mcp/{account_id}/{slug}': ({ params }) =>
      json({
        resource: `${issuer}/mcp/${params.account_id}/${params.slug}`,
        authorization_servers: [`${issuer}/oauth/mcp/${params.account_id}`],
        bearer_methods_supported: ['header'],
        scopes_supported: ['mcp'],
      }),
  }
}

/** A page that replaces the web app, whose addresses the document does not show, and describes what would be there. */
function webRoutes(): Routes {
  const page =
    (words: string): Handler =>
    ({ params }) =>
      typed(
        'text/html; charset=utf-8',
        `<!doctype html><html lang="pt-BR"><title>${words} ${Number(params.id)}</title><p>Demonstração: no atendimento de verdade, aqui estaria ${words} nº ${Number(params.id)}, depois do seu login.</p></html>`,
      )
  return {
    'GET /app/accounts/{account_id}/conversations/{id}': page('a conversa'),
    'GET /app/accounts/{account_id}/contacts/{id}': page('o contato'),
  }
}

const pageSize = 15
/** Only the newest people are searched for a part of a name, so that a million of them take no seconds. */
const searchedPeople = 50_000

/** Assumed: a part of name, e-mail, phone or identifier matches; a blank search is a 422 (docs/services.md §5.2). */
function search(base: Base, call: Call): Answer {
  const searched = (call.query.get('q') ?? '').trim()
  if (searched === '') throw refusal(422, 'Informe o parâmetro q')
  const page = pageOf(call)
  const people = matching(base, searched)
  return json({
    meta: { count: people.length, current_page: page, has_more: page * pageSize < people.length },
    payload: onPage(people, page, pageSize).map((person) => contactShape(base, person)),
  })
}

function matching(base: Base, searched: string): number[] {
  const matches = direct(base, searched)
  if (matches.length > 0) return matches
  const lower = searched.toLowerCase()
  const digits = /^\+?\d+$/.test(searched) ? searched.replace('+', '') : undefined
  const people: number[] = []
  for (let person = base.size() - 1; person >= Math.max(0, base.size() - searchedPeople); person--) {
    if (!base.exists(person)) continue
    const { name, email, phone, identifier } = base.people.at(person)
    const hit = digits
      ? phone?.includes(digits) || contactId(person) === Number(digits)
      : [name, email, identifier].some((value) => value?.toLowerCase().includes(lower))
    if (hit) people.push(person)
  }
  return people
}

/** A whole phone or e-mail is found without a scan. */
function direct(base: Base, searched: string): number[] {
  const phone = searched.replace(/^\+/, '')
  const candidates = [
    base.people.indexOfPhone(phone, base.size()),
    base.people.indexOfPhone(`55${phone}`, base.size()),
    base.people.indexOfEmail(searched, base.size()),
    /^\d{4,7}$/.test(searched) ? personOfContact(Number(searched)) : -1,
  ]
  return [...new Set(candidates)].filter((person) => base.exists(person))
}
