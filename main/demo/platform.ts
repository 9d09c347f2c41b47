import { type Answer, accepts, type Call, json, Refusal, sendsJson } from './answer.ts'
import type { Base } from './base.ts'
import type { Service } from './http-server.ts'
import { createLeads } from './leads.ts'
import { captainRoutes } from './platform-captain.ts'
import { contactRoutes } from './platform-contacts.ts'
import { conversationRoutes } from './platform-conversations.ts'
import { docsRoutes } from './platform-docs.ts'
import { missingPage, platformError, throttled } from './platform-errors.ts'
import { leadRoutes } from './platform-leads.ts'
import { mcpRoutes } from './platform-mcp.ts'
import type { PlatformModes } from './platform-modes.ts'
import { reportRoutes } from './platform-reports.ts'
import { createRateWindow } from './rate-window.ts'
import { createRoutes } from './routes.ts'
import { account, agents } from './workplace.ts'

/** The tokens that the platform knows: of its administrator and of an agent without that role. */
export interface PlatformTokens {
  readonly administrator: string
  readonly agent: string
}

/** Requests a minute: of everybody together, for contact search, for reports. */
export interface PlatformLimits {
  readonly platform: number
  readonly contactSearch: number
  readonly reports: number
}

/** An account of the same installation that neither token may enter. */
const foreignAccount = account.id + 1

/** The platform of agent-platform.md. */
export function createPlatform(
  base: Base,
  tokens: PlatformTokens,
  limits: PlatformLimits,
  modes: PlatformModes = {},
): Service {
  /** Assumption: a role that is not allowed renders 401, like a wrong token (features.md §8.1). */
  function requireAdministrator(call: Call): void {
    if (call.header('api_access_token') === tokens.administrator) return
    throw new Refusal(platformError(401, 'Você não está autorizado a realizar esta ação'))
  }

  /** Assumption: an account of others answers 401, one that does not exist 404 (features.md §8.1). */
  function requireUser(call: Call): void {
    const token = call.header('api_access_token')
    if (token === undefined) throw new Refusal(platformError(401, 'Você precisa entrar antes de continuar'))
    if (token !== tokens.administrator && token !== tokens.agent) {
      throw new Refusal(platformError(401, 'Token de acesso inválido'))
    }
    const asked = Number(call.params.account_id)
    if (asked === foreignAccount) throw new Refusal(platformError(401, 'Você não tem acesso a esta conta'))
    if (asked !== account.id) throw new Refusal(platformError(404, 'Resource could not be found'))
  }

  const userOf = (call: Call) =>
    call.header('api_access_token') === tokens.administrator ? agents[0].id : agents[1].id
  const everybody = createRateWindow(limits.platform)
  const open = createRoutes(docsRoutes())
  const guarded = createRoutes([
    ...leadRoutes(base, createLeads(base), requireAdministrator, modes),
    ...conversationRoutes(base, userOf, modes),
    ...contactRoutes(base, createRateWindow(limits.contactSearch)),
    ...reportRoutes(base, requireAdministrator, createRateWindow(limits.reports), modes.reports),
    ...captainRoutes(base, modes.captain),
    ...mcpRoutes(),
  ])

  return {
    name: 'platform',
    malformed: () => platformError(400, 'JSON inválido'),
    failed: () => json({ status: 500, error: 'Internal Server Error' }, 500),
    answer(call): Answer | Promise<Answer> {
      if (!everybody('').allowed) return throttled()
      const article = open(call.method, call.path)
      if (article) return article.route.handle({ ...call, params: article.params })
      const found = guarded(call.method, call.path)
      if (modes.lacks !== undefined && call.path.endsWith(modes.lacks)) return missingPage()
      if (!found) return json({ status: 404, error: 'Not Found' }, 404)
      const whole = { ...call, params: found.params }
      requireUser(whole)
      // Assumption: the document says "a JSON HTTP API" and shows no failure; these are the words of HTTP.
      if (!sendsJson(call)) return platformError(415, 'Unsupported Media Type')
      const types = call.query.get('formato') === 'csv' ? ['text/csv', '*/*'] : ['application/json']
      if (!accepts(call, ...types)) return platformError(406, 'Not Acceptable')
      return found.route.handle(whole)
    },
  }
}
