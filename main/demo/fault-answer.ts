import { type Answer, json, text, typed } from './answer.ts'
import type { Fault, FaultRequest } from './faults.ts'

const portalPage = `<!doctype html><html lang="pt-BR"><head><title>Wi-Fi Visitantes</title></head>
<body><h1>Bem-vindo</h1><form action="/login" method="post"><button>Conectar</button></form></body></html>`

/** The answer of a fault that answers at all; the others are done to the connection. */
export function faultAnswer(fault: Fault, request: FaultRequest): Answer | undefined {
  if (fault.kind === 'portal') return typed('text/html; charset=utf-8', portalPage)
  if (fault.kind === 'redirect') {
    return { ...text('', 302), headers: { location: fault.to, 'content-type': 'text/plain' } }
  }
  if (fault.kind !== 'status') return undefined
  const answer = statusAnswer(fault.status, fault.body ?? 'json', fault.retryAfter, request)
  if (fault.retryAfter === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(fault.retryAfter) } }
}

function statusAnswer(
  status: number,
  body: 'json' | 'text' | 'html',
  retryAfter: number | undefined,
  request: FaultRequest,
): Answer {
  if (body === 'text') return text(status === 429 ? 'Retry later\n' : `${status}\n`, status)
  if (body === 'html') {
    return typed(
      'text/html',
      `<html><head><title>${status}</title></head><body><center>nginx</center></body></html>`,
      status,
    )
  }
  if (request.service === 'platform') return json({ status, error: 'Falha de demonstração' }, status)
  const code = formCodes[status] ?? 'internal_error'
  const wait = retryAfter === undefined ? {} : { retry_after: retryAfter }
  return json({ error: { code, message: 'Falha de demonstração', ...wait } }, status)
}

const formCodes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'resource_not_found',
  422: 'validation_error',
  429: 'rate_limit_exceeded',
  503: 'service_unavailable',
}
