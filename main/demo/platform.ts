import { type Answer, type Call, json, Refusal } from './answer.ts'
import type { Base } from './base.ts'
import type { Service } from './http-server.ts'
import { createLeads } from './leads.ts'
import { platformError } from './platform-errors.ts'
import { leadRoutes } from './platform-leads.ts'
import { createRoutes } from './routes.ts'
import { account } from './workplace.ts'

/** The tokens that the platform knows, each with what its owner may do. */
export interface PlatformTokens {
  readonly administrator: string
  readonly agent: string
}

/** The platform of agent-platform.md. */
export function createPlatform(base: Base, tokens: PlatformTokens): Service {
  const leads = createLeads(base)
  const isAdministrator = (call: Call) => call.header('api_access_token') === tokens.administrator

  /** Assumption: a role that is not allowed renders 401, like a wrong token (features.md §8.1). */
  function requireAdministrator(call: Call): void {
    if (!isAdministrator(call)) throw new Refusal(platformError(401, 'Você não está autorizado a realizar esta ação'))
  }

  /** Assumption: no token, an unknown one and an account that is not the user's all answer 401 (features.md §8.1). */
  function requireUser(call: Call): void {
    const token = call.header('api_access_token')
    if (token === undefined) throw new Refusal(json({ errors: ['Você precisa entrar antes de continuar.'] }, 401))
    if (token !== tokens.administrator && token !== tokens.agent) {
      throw new Refusal(platformError(401, 'Token de acesso inválido'))
    }
    if ((call.params.account_id ?? String(account.id)) !== String(account.id)) {
      throw new Refusal(platformError(401, 'Você não tem acesso a esta conta'))
    }
  }

  const match = createRoutes([...leadRoutes(base, leads, requireAdministrator)])

  return {
    name: 'platform',
    malformed: () => platformError(400, 'JSON inválido'),
    failed: () => json({ status: 500, error: 'Internal Server Error' }, 500),
    answer(call): Answer | Promise<Answer> {
      const found = match(call.method, call.path)
      if (!found) return json({ status: 404, error: 'Not Found' }, 404)
      const whole = { ...call, params: found.params }
      requireUser(whole)
      return found.route.handle(whole)
    },
  }
}
