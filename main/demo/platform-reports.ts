import {
  type Allowance,
  type Answer,
  type Call,
  empty,
  type Handler,
  json,
  Refusal,
  type Routes,
  refusal,
  throttled,
  typed,
} from './answer.ts'
import { type Base, type ConversationRef, conversationsAtMost } from './base.ts'
import { isoLocal } from './random.ts'
import { agents, conversationLabels, inboxes, labelsIn, type PlatformModes, teams } from './workplace.ts'

/** The counted conversations of one row of a report. */
interface Figures {
  conversations: number
  resolved: number
  incoming: number
  outgoing: number
  firstReplySeconds: number
  resolutionSeconds: number
}

/** The documented reports (docs/services.md §6.1); administrators only (§6.2). */
export function reportRoutes(
  base: Base,
  requireAdministrator: (call: Call) => void,
  allowance: (caller: string) => Allowance,
  layout?: PlatformModes['reports'],
): Routes {
  const guarded =
    (handle: Handler): Handler =>
    (call) => {
      if (!allowance(call.header('api_access_token') ?? '').allowed) throw new Refusal(throttled())
      requireAdministrator(call)
      return handle(call)
    }
  const second = '/api/v2/accounts/{account_id}/reports'
  return {
    'GET /api/v1/accounts/{account_id}/reports/agents': guarded((call) => agentReport(base, call)),
    [`GET ${second}/summary`]: guarded((call) => summary(base, call)),
    ...Object.fromEntries(
      Object.entries(breakdowns).map(([name, what]) => [
        `GET ${second}/${name}`,
        guarded((call) => breakdown(base, call, what, layout)),
      ]),
    ),
  }
}

interface Breakdown {
  readonly title: string
  /** The heading of the count in installations in Portuguese. */
  readonly conversations: string
  readonly names: (base: Base, ref: ConversationRef) => readonly string[]
}

const breakdowns: Readonly<Record<string, Breakdown>> = {
  inboxes: {
    title: 'Nome da caixa de entrada',
    conversations: 'Nº de Conversas',
    names: (base, ref) => [inboxes[base.facts.inbox(ref)]?.name ?? ''],
  },
  teams: {
    title: 'Nome do time',
    conversations: 'Contagem de conversas',
    names(base, ref) {
      const id = agents[base.facts.agent(ref)]?.team
      return teams.filter((team) => team.id === id).map((team) => team.name)
    },
  },
  labels: {
    title: 'Etiqueta',
    conversations: 'Nº de Conversas',
    names: (base, ref) => labelsIn(base.facts.labels(ref), conversationLabels),
  },
}

/** Epoch seconds of `since` and `until`; undefined when one is missing or not a number. */
function period(call: Call): { readonly since: number; readonly until: number } | undefined {
  const [since, until] = [Number(call.query.get('since') || Number.NaN), Number(call.query.get('until') || Number.NaN)]
  return Number.isFinite(since) && Number.isFinite(until) ? { since, until } : undefined
}

/** Assumption: a list of agents with their figures (docs/services.md §6.5). */
function agentReport(base: Base, call: Call): Answer {
  const requested = period(call)
  if (!requested) throw refusal(422, 'Informe since e until')
  const figuresByName = countBy(base, requested.since, requested.until, (ref) => [String(base.facts.agent(ref))])
  return json(
    agents.map(({ id, name, email }, index) => {
      const { conversations_count, resolutions_count, avg_first_response_time, avg_resolution_time } = figures(
        figuresByName.get(String(index)),
      )
      const averages = { avg_first_response_time, avg_resolution_time }
      return { id, name, email, conversations_count, resolutions_count, ...averages }
    }),
  )
}

/** Assumption: a missing `type` breaks the service, as the stored code does (docs/services.md §6.3). */
function summary(base: Base, call: Call): Answer {
  if (call.query.get('type') === null) throw new Refusal(json({ status: 500, error: 'Internal Server Error' }, 500))
  const requested = period(call)
  if (!requested) throw new Refusal(empty(422))
  const length = requested.until - requested.since
  const whole = () => ['account']
  return json({
    ...figures(countBy(base, requested.since, requested.until, whole).get('account')),
    previous: figures(countBy(base, requested.since - length, requested.since - 1, whole).get('account')),
  })
}

/**
 * Assumption: text/csv with a line of the period, an empty line, localised headers and durations in words
 * (docs/services.md §6.4).
 */
function breakdown(
  base: Base,
  call: Call,
  { title, conversations, names }: Breakdown,
  layout: PlatformModes['reports'],
): Answer {
  const requested = period(call)
  if (!requested) throw new Refusal(empty(422))
  const figuresByName = countBy(base, requested.since, requested.until, (ref) => names(base, ref))
  const blank = layout === undefined ? 'N/A' : '--'
  const rows = [...figuresByName]
    .sort(([left], [right]) => left.localeCompare(right, 'pt-BR'))
    .map(([name, one]) => {
      const { conversations_count, resolutions_count, avg_first_response_time, avg_resolution_time } = figures(one)
      return [
        name,
        conversations_count,
        words(avg_first_response_time, blank),
        words(avg_resolution_time, blank),
        resolutions_count,
      ].join(',')
    })
  const head =
    layout === undefined
      ? `${title},Número de conversas,Tempo médio da primeira resposta,Tempo médio de resolução,Número de resoluções`
      : `${title},${conversations},Tempo médio de primeira resposta,Tempo médio de resolução,Contagem de Resolução`
  const from = `Período do relatório: ${isoLocal(requested.since).slice(0, 10)} a ${isoLocal(requested.until).slice(0, 10)}`
  return typed('text/csv; charset=utf-8', `${laidOut(layout, from, [head, ...rows]).join('\n')}\n`)
}

function laidOut(layout: PlatformModes['reports'], period: string, table: readonly string[]): readonly string[] {
  if (layout === 'period-above') return [period, '', '', ...table]
  if (layout === 'period-below') return [...table, period, '']
  return layout === 'spaced' ? table.flatMap((line) => [line, '']) : [period, '', ...table]
}

function countBy(
  base: Base,
  since: number,
  until: number,
  names: (ref: ConversationRef) => readonly string[],
): Map<string, Figures> {
  const figuresByName = new Map<string, Figures>()
  const { facts } = base
  for (let person = 0; person < base.size(); person++) {
    if (!base.exists(person)) continue
    const first = person * conversationsAtMost
    for (let ref = first; ref < first + facts.conversations(person); ref++) {
      const created = facts.createdAt(ref)
      if (created < since || created > until) continue
      for (const name of names(ref)) add(figuresByName, name, base, ref)
    }
  }
  return figuresByName
}

function add(counts: Map<string, Figures>, name: string, base: Base, ref: ConversationRef): void {
  const figures = counts.get(name) ?? {
    conversations: 0,
    resolved: 0,
    incoming: 0,
    outgoing: 0,
    firstReplySeconds: 0,
    resolutionSeconds: 0,
  }
  const { facts } = base
  const incoming = facts.lastFromContactAt(ref) === 0 ? 0 : Math.ceil(facts.messages(ref) / 2)
  const length = facts.lastMessageAt(ref) - facts.createdAt(ref)
  figures.conversations++
  figures.incoming += incoming
  figures.outgoing += facts.messages(ref) - incoming
  figures.firstReplySeconds += Math.min(length, 60 + (ref % 50) * 30)
  if (facts.status(ref) === 'resolved') {
    figures.resolved++
    figures.resolutionSeconds += length
  }
  counts.set(name, figures)
}

/** Averages in seconds; null when there are no values (docs/services.md §6.3). */
function figures(one: Figures | undefined) {
  const average = (total: number, count: number) => (count === 0 ? null : Math.round((total / count) * 100) / 100)
  const firstReply = average(one?.firstReplySeconds ?? 0, one?.conversations ?? 0)
  return {
    conversations_count: one?.conversations ?? 0,
    incoming_messages_count: one?.incoming ?? 0,
    outgoing_messages_count: one?.outgoing ?? 0,
    avg_first_response_time: firstReply,
    avg_resolution_time: average(one?.resolutionSeconds ?? 0, one?.resolved ?? 0),
    resolutions_count: one?.resolved ?? 0,
    reply_time: firstReply === null ? null : firstReply * 1.5,
  }
}

function words(seconds: number | null, blank: string): string {
  if (seconds === null) return blank
  const minutes = Math.floor(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  const parts = [
    [days, 'dia', 'dias'],
    [hours, 'hora', 'horas'],
    [minutes % 60, 'minuto', 'minutos'],
  ] as const
  const phrases = parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
  return phrases.join(' ') || '0 minutos'
}
