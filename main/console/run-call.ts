import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { ConsoleCall, console } from '../../preload/contract/console.ts'
import { formChanges } from '../../preload/contract/forms.ts'
import type { Output } from '../../preload/contract/question.ts'
import { AppFailure, failureOf } from '../kernel/failure.ts'
import type { HttpStream } from '../kernel/http.ts'
import { failureOfAnswer } from '../kernel/http-failures.ts'
import { isSecretName, secretMask } from '../kernel/mask-secrets.ts'
import { entryCheck, type Ledger, type WriteAbout, type WriteCheck, writeCheck } from '../ledger.ts'
import { recordOf, words } from '../remotes/forms-bodies.ts'
import { lostOnForms, lostOnPlatform } from '../remotes/lost-write.ts'
import type { Services } from '../services.ts'
import { type ConsoleAddress, type ReadyCall, shownBody } from './read-call.ts'

interface Run {
  readonly connectionId: string
  readonly address: ConsoleAddress
  readonly call: ReadyCall
  readonly signal: AbortSignal
  progress(value: { bytes: number }): void
}

/** How much of an answer is stored. */
const mostBytes = 32 * 1024 * 1024

/** Playground, copilot and routes that call other hosts take long to answer (docs/services.md §7.5). */
const isSlow = (path: string) => /\/(playground|summary|copilot_threads|copilot_messages|test|sync|connect)$/.test(path)

const slowMs = 180_000

const pieceBytes = 256 * 1024

/**
 * Sends a call once and stores it: before sending, its bytes as they come, and its end. A write goes through the ledger
 * of its service, which counts its refusals as well. Throws the errors of the exchange, after they are stored.
 */
export async function runCall(deps: Services, run: Run): Promise<Output<(typeof console)['console.run']>> {
  const { data, now } = deps
  const { connectionId: connection_id, call } = run
  const send = await sender(deps, run)
  const started = performance.now()
  const record = {
    id: randomUUID(),
    at: now().toISOString(),
    method: call.method,
    path: call.path,
    query: call.query.map(([name, value]): [string, string] => [name, isSecretName(name) ? secretMask : value]),
    body: shownBody(call),
    route: call.route?.id ?? call.described,
    status: null,
    failure: 'host_gone' as const,
    ms: 0,
    headers: [],
    bytes: 0,
    cut: false,
  }
  await data.ask('console.begin', { connection_id, call: record })
  const end = (what: Partial<Omit<ConsoleCall, 'kind' | 'drift'>>) =>
    data.ask('console.finish', {
      connection_id,
      call: { ...record, failure: null, ms: Math.round(performance.now() - started), ...what },
    })
  const progress: { answer?: HttpStream; bytes: number; cut: boolean } = { bytes: 0, cut: false }
  const makesSecret = run.address.service === 'forms' && call.route?.id === 'POST /webhooks'
  const uncovered: Uint8Array[] = []
  const head = () =>
    progress.answer
      ? { status: progress.answer.status, headers: shownHeaders(progress.answer.headers) }
      : { status: null }
  try {
    progress.answer = await send()
    for await (const piece of inPieces(progress.answer.body)) {
      const room = mostBytes - progress.bytes
      const bytes = piece.subarray(0, room)
      await data.ask('console.append', { connection_id, id: record.id, bytes })
      if (makesSecret) uncovered.push(bytes)
      progress.bytes += bytes.length
      progress.cut = bytes.length < piece.length
      run.progress({ bytes: progress.bytes })
      if (progress.cut) break
    }
    const call = await end({ ...head(), bytes: progress.bytes, cut: progress.cut })
    return { ...call, secret: makesSecret ? signingSecret(Buffer.concat(uncovered)) : null }
  } catch (error) {
    await end({ ...head(), bytes: progress.bytes, cut: progress.bytes > 0, failure: failureOf(error).code })
    throw error
  }
}

/** The secret of a new webhook in the service's answer; null in a refusal, or where there is none. */
function signingSecret(body: Uint8Array): string | null {
  try {
    return words.parse(recordOf(new TextDecoder().decode(body)).secret) || null
  } catch {
    return null
  }
}

/** How this call is sent. The connection's secret is read before anything is noted. */
async function sender(
  deps: Services,
  { connectionId, address, call, signal }: Run,
): Promise<() => Promise<HttpStream>> {
  const { method, path, query, body, effect } = call
  const request = { method, path, query, ...(body === undefined ? {} : { body }) }
  const writes = effect !== 'reads'
  const host = new URL(address.base_url).host
  if (address.service === 'forms') {
    const forms = await deps.forms(connectionId)
    const send = () => forms.exchange(request, { signal, priority: 'interactive' })
    if (!writes) return send
    const about: WriteAbout = { kind: 'call', target: call.described, check: formsCheck(call) ?? { by: 'nothing' } }
    return () =>
      throughLedger(deps.ledger, connectionId, about, {
        send,
        lost: (refusal, isPage) => lostOnForms(refusal, { host, isOwn: !isPage }),
        host,
      })
  }
  const platform = await deps.platform(connectionId)
  const send = () =>
    platform.exchange({
      ...request,
      signal,
      ...(isSlow(path) ? { timeoutMs: slowMs } : {}),
      ...(effect === 'reads' ? { onlyAsks: true as const } : {}),
      ...(call.route?.open ? { open: true as const } : {}),
    })
  if (!writes) return send
  const about: WriteAbout = { kind: 'call', target: call.described, check: { by: 'nothing' } }
  return () =>
    throughLedger(deps.platformLedger, connectionId, about, {
      send: () =>
        send().catch((error: unknown) => {
          throw lostOnPlatform(error)
        }),
      lost: lostOnPlatform,
      host,
    })
}

interface Sending {
  send(): Promise<HttpStream>
  /** The failure of the write for a refusal. */
  lost(refusal: AppFailure, isPage: boolean): unknown
  readonly host: string
}

/**
 * The console shows a refusal as an answer. For the ledger it is a write that was not done, or has an unknown outcome.
 */
async function throughLedger(
  ledger: Ledger,
  connectionId: string,
  about: WriteAbout,
  { send, lost, host }: Sending,
): Promise<HttpStream> {
  let answer: HttpStream | undefined
  try {
    return await ledger.write(connectionId, about, async () => {
      answer = await send()
      const { status, headers } = answer
      const isPage = headers.get('content-type')?.includes('text/html') ?? false
      // The body comes later; the head shows that it is not the service's own.
      if (status >= 400) throw lost(failureOfAnswer({ status, headers, text: isPage ? '<html' : '', host }), isPage)
      if (isPage) throw lost(new AppFailure('captive_portal', { host }), isPage)
      return answer
    })
  } catch (error) {
    if (answer) return answer
    throw error
  }
}

function shownHeaders(headers: Headers): [string, string][] {
  return [...headers].map(([name, value]): [string, string] => [name, isSecretName(name) ? secretMask : value])
}

/**
 * Sends fewer and larger messages to the data process. When the body breaks off, the received part is passed on too.
 */
async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  try {
    for await (const bytes of body) {
      waiting.push(bytes)
      length += bytes.length
      if (length < pieceBytes) continue
      const piece = Buffer.concat(waiting)
      waiting = []
      length = 0
      yield piece
    }
  } catch (error) {
    if (length > 0) yield Buffer.concat(waiting)
    throw error
  }
  if (length > 0) yield Buffer.concat(waiting)
}

const newForm = z.object({ name: z.string().min(1) })
const newEntry = z.object({ form_id: z.int(), fields: z.record(z.string(), z.unknown()) })
const newWebhook = z.object({ url: z.string(), events: z.array(z.string()), form_id: z.int().nullable().default(null) })
const webhookChanges = z.object({
  url: z.string().optional(),
  events: z.array(z.string()).optional(),
  is_active: z.boolean().optional(),
})

/**
 * The check that finds out a write's outcome in the form service later. Null for an undocumented route or a body that
 * does not identify the record.
 */
function formsCheck({ route, path, body }: ReadyCall): WriteAbout['check'] | null {
  const id = Number(path.split('/').at(-1))
  const check = checkOf(route?.id, id, body)
  const tried = typeof check === 'function' ? check('') : check
  return check && writeCheck.safeParse(tried).success ? check : null
}

function checkOf(
  route: string | undefined,
  id: number,
  body: unknown,
): WriteCheck | ((salt: string) => WriteCheck) | null {
  switch (route) {
    case 'DELETE /forms/{id}':
      return { by: 'gone_form', form_id: id }
    case 'DELETE /entries/{id}':
      return { by: 'gone_entry', entry_id: id }
    case 'DELETE /webhooks/{id}':
      return { by: 'gone_webhook', webhook_id: id }
    case 'POST /forms': {
      const form = newForm.safeParse(body).data
      return form ? { by: 'new_form', name: form.name, known: [] } : null
    }
    case 'PUT /forms/{id}': {
      const changes = formChanges.safeParse(body).data
      return changes && hasKeys(changes) ? { by: 'changed_form', form_id: id, changes } : null
    }
    case 'POST /entries': {
      const entry = newEntry.safeParse(body).data
      return entry ? entryCheck(entry.form_id, entry.fields) : null
    }
    case 'POST /webhooks': {
      const webhook = newWebhook.safeParse(body).data
      return webhook ? { by: 'new_webhook', ...webhook, known: [] } : null
    }
    case 'PUT /webhooks/{id}': {
      const changes = webhookChanges.safeParse(body).data
      return changes && hasKeys(changes) ? { by: 'changed_webhook', webhook_id: id, changes } : null
    }
    default:
      return null
  }
}

const hasKeys = (value: object) => Object.keys(value).length > 0
