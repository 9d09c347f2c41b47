import { leadFields } from '../../preload/values/lead-fields.ts'
import { type Answer, type Call, json, pageOf, type Routes, refusal } from './answer.ts'
import type { Base } from './base.ts'
import {
  bodyParameters,
  echoFilter,
  hasPeriod,
  type LeadFilter,
  type LeadRow,
  type Leads,
  queryParameters,
  readFilter,
} from './leads.ts'
import { fraction } from './random.ts'
import { account, type PlatformModes } from './workplace.ts'

const defaultPage = 100
const largestPage = 500
/** Assumption: a body with more keys is too large; the document names no limit (docs/services.md §3.5). */
const mostKeys = 2000

/** Lead export and lead cross-check (docs/services.md §2.3 and §3.1). */
export function leadRoutes(
  base: Base,
  leads: Leads,
  requireAdministrator: (call: Call) => void,
  modes: PlatformModes = {},
): Routes {
  const path = `/api/v1/accounts/{account_id}/${account.brand}/leads`
  return {
    [`GET ${path}`](call) {
      requireAdministrator(call)
      return exportLeads(leads, call)
    },
    [`POST ${path}/cruzar`](call) {
      requireAdministrator(call)
      return crossCheck(base, leads, call.json(), modes)
    },
  }
}

function exportLeads(leads: Leads, call: Call): Answer {
  const filter = readFilter(queryParameters(call.query))
  // Assumption: no period answers 422 with the cause under `error` (docs/services.md §2.4).
  if (!hasPeriod(filter)) throw refusal(422, 'Informe created_after, created_before ou updated_after')
  if (call.query.get('formato') === 'csv') return csvAnswer(leads, filter)
  const page = pageOf(call)
  const requested = Number.parseInt(call.query.get('per_page') ?? '', 10) || defaultPage
  // Assumption: a larger page is cut to the maximum instead of being refused (docs/services.md §2.6).
  const perPage = Math.min(largestPage, Math.max(1, requested))
  const selection = leads.select(filter)
  const rows = selection.rows((page - 1) * perPage, perPage)
  const more = page * perPage < selection.total
  return json({
    meta: {
      total: selection.total,
      count: rows.length,
      page,
      per_page: perPage,
      has_more: more,
      // Assumption: null on the last page (the document gives the type of the number only).
      next_page: more ? page + 1 : null,
      filtros: echoFilter(filter),
    },
    leads: rows,
  })
}

function crossCheck(
  base: Base,
  leads: Leads,
  body: Readonly<Record<string, unknown>>,
  { cruzar, poison, echo }: PlatformModes,
): Answer {
  const keys = body.chaves
  if (!Array.isArray(keys) || keys.some((key) => typeof key !== 'string')) {
    throw refusal(422, 'chaves deve ser uma lista de textos')
  }
  if (keys.length > mostKeys) throw refusal(413, `Envie até ${mostKeys} chaves por vez`)
  if (poison && keys.some(isPoison)) throw refusal(Number(poison), 'Falha de demonstração')
  const { agrupar: _grouping, ...filters } = body
  const filter = readFilter(bodyParameters(filters))
  const results = keys.slice(0, cruzar === 'incomplete' ? 300 : keys.length).map((key: string) => {
    const person = findPerson(base, key)
    return {
      chave: echo ? ownForm(key) : key,
      encontrado: person >= 0,
      lead: person < 0 ? null : leads.rowOf(person, filter),
    }
  })
  const matches = results.filter((result) => result.encontrado)
  return json({
    meta: {
      total: keys.length,
      encontrados: matches.length,
      sem_atendimento: matches.filter((result) => result.lead?.conversa_id === null).length,
      filtros: appliedFilters(filter),
    },
    resultados: results,
  })
}

function isPoison(key: string): boolean {
  let hash = 0
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  return fraction(1, hash, 77) < 0.002
}

/** The form of a key that a normalising service may return instead of the sent one. */
function ownForm(key: string): string {
  return key.includes('@') ? key.toLowerCase() : key.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '')
}

/**
 * E-mails are compared without case. Phones are compared by digits alone, with or without 55, and never by the ninth
 * digit.
 */
function findPerson(base: Base, key: string): number {
  const existing = (person: number) => (base.exists(person) ? person : -1)
  if (key.includes('@')) return existing(base.people.indexOfEmail(key, base.size()))
  const digits = key.replace(/\D/g, '')
  const exact = existing(base.people.indexOfPhone(digits, base.size()))
  return exact >= 0 ? exact : existing(base.people.indexOfPhone(`55${digits}`, base.size()))
}

/**
 * Assumption: the echo of a cross-check names the used filters only, in the export's form (document: empty object when
 * none).
 */
function appliedFilters(filter: LeadFilter): Readonly<Record<string, unknown>> {
  const used = Object.entries(echoFilter(filter)).filter(
    ([name, value]) => name !== 'agrupar' && value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(used)
}

const columns = leadFields.map(({ key }) => key)

/**
 * Assumption: the file holds every row, not a page. UTF-8 with BOM, `;` between cells, CRLF, and an apostrophe before a
 * cell that a spreadsheet would take for a formula, phones included (docs/services.md §2.10).
 */
function csvAnswer(leads: Leads, filter: LeadFilter): Answer {
  const selection = leads.select(filter)
  function* lines() {
    yield `\uFEFF${columns.join(';')}\r\n`
    for (let start = 0; start < selection.total; start += largestPage) {
      const rows = selection.rows(start, largestPage)
      yield rows.map((row) => `${columns.map((column) => cell(row[column])).join(';')}\r\n`).join('')
    }
  }
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="leads.csv"',
    },
    body: lines(),
  }
}

function cell(value: LeadRow[keyof LeadRow]): string {
  const plain = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
