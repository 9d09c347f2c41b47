import { describe, expect, it } from 'vitest'
import type { Column } from '../../../main/engine/columns/column.ts'
import type { Part } from '../../../main/engine/columns/part.ts'
import { createPiecesColumn } from '../../../main/engine/columns/pieces-column.ts'
import { segmentRows } from '../../../main/engine/columns/segment.ts'
import { createYieldToEventLoop } from '../../../main/kernel/schedule.ts'
import { createZone } from '../../../main/kernel/times.ts'
import { derivedLeadColumns } from '../../../main/leads/derived-lead-columns.ts'
import { createLeadBuilder } from '../../../main/leads/lead-builder.ts'
import { leadColumnOf, leadColumns } from '../../../main/leads/lead-columns.ts'
import { derivedFields, weekdays } from '../../../preload/values/derived-fields.ts'
import { type Lead, leadOf, randomOf } from '../sheets/data/lead-pages.ts'

const zone = 'America/Sao_Paulo'
/** 23:30 of 22 November in São Paulo, 02:30 of the 23rd in UTC. */
const readAt = '2026-11-23T02:30:00Z'
const lead = {
  contato_id: 1,
  telefone_digitos: '5511987654321',
  conversa_id: 10,
  status: 'open',
  ultima_mensagem_em: '2026-11-22T10:00:00-03:00',
  ultima_mensagem_do_contato_em: '2026-11-22T10:00:00-03:00',
  primeira_mensagem_do_contato_em: '2026-11-20T23:59:59-03:00',
}

/** The derived columns of these leads, which lie in pieces of so many rows. */
function derivedOf(
  leads: readonly Lead[],
  { pieceRows = 3, byConversation = true, at = readAt as string | null } = {},
) {
  const parts = new Map<string, Part[]>(leadColumns.map(({ key }) => [key, []]))
  for (let from = 0; from < leads.length; from += pieceRows) {
    const builder = createLeadBuilder()
    for (const one of leads.slice(from, from + pieceRows)) builder.append(one)
    for (const [key, part] of builder.take().columns) parts.get(key)?.push(part)
  }
  const columns = new Map<string, Column>()
  for (const { key, type, kind } of leadColumns) {
    const columnOf = (part: Part) => leadColumnOf(type, part)
    // The builders gave parts of this kind.
    columns.set(key, createPiecesColumn({ kind, parts: (parts.get(key) ?? []) as never[], columnOf }))
  }
  return derivedLeadColumns(columns, { readAt: at, zone: createZone(zone), byConversation })
}

/** What the columns show of one lead. */
function derivedOfOne(changes: Lead = {}): Readonly<Record<string, unknown>> {
  const columns = derivedOf([{ ...lead, ...changes }])
  return Object.fromEntries([...columns].map(([key, column]) => [key, column.plain(0)]))
}

describe('who waits for an answer', () => {
  it('waits from the last message of the contact until the rows were read', () => {
    expect(derivedOfOne()).toMatchObject({
      espera_desde: Date.parse('2026-11-22T13:00:00Z'),
      espera_horas: 13.5,
      dias_parada: 0,
    })
  })

  it('keeps the text of the time that the service sent', () => {
    expect(derivedOf([lead]).get('espera_desde')?.text(0)).toBe(lead.ultima_mensagem_do_contato_em)
  })

  it.each([
    ['the team wrote later', { ultima_mensagem_em: '2026-11-22T10:00:01-03:00' }],
    ['the conversation is resolved', { status: 'resolved' }],
    ['the status is missing', { status: null }],
    ['the last message is missing', { ultima_mensagem_em: null }],
    ['the contact never wrote', { ultima_mensagem_do_contato_em: null }],
    ['a time is a day alone', { ultima_mensagem_do_contato_em: '2026-11-22' }],
    ['a time is none', { ultima_mensagem_do_contato_em: 'ontem' }],
  ])('is nobody where %s', (_, changes) => {
    expect(derivedOfOne(changes)).toMatchObject({ espera_desde: null, espera_horas: null })
  })

  it.each(['pending', 'snoozed', 'em_espera'])('waits as well in a conversation that is %s', (status) => {
    expect(derivedOfOne({ status })).toMatchObject({ espera_horas: 13.5 })
  })

  it('has waited for no time where the message came while the rows were read', () => {
    const later = '2026-11-22T23:45:00-03:00'
    const changes = { ultima_mensagem_em: later, ultima_mensagem_do_contato_em: later }
    expect(derivedOfOne(changes)).toMatchObject({ espera_horas: 0, dias_parada: 0 })
  })

  it('has no waiting time where it is unknown when the rows were read', () => {
    const columns = derivedOf([lead], { at: null })
    expect(columns.get('espera_horas')?.cell(0)).toBeNull()
    expect(columns.get('dias_parada')?.cell(0)).toBeNull()
    expect(columns.get('espera_desde')?.isEmpty(0)).toBe(false)
  })
})

describe('days and hours in the zone of the person', () => {
  it('counts whole calendar days since the last message', () => {
    const days = (ultima_mensagem_em: unknown) => derivedOfOne({ ultima_mensagem_em }).dias_parada
    expect(days('2026-11-21T23:59:59-03:00')).toBe(1)
    expect(days('2026-11-22T02:59:59Z')).toBe(1)
    expect(days('2026-11-22T03:00:00Z')).toBe(0)
    expect(days('2026-11-20')).toBe(2)
    expect(days('20 de novembro')).toBeNull()
    expect(days(null)).toBeNull()
  })

  it('shows the weekday and the hour of the first message', () => {
    expect(derivedOfOne()).toMatchObject({ primeira_mensagem_dia_da_semana: 'sexta', primeira_mensagem_hora: 23 })
    expect(derivedOfOne({ primeira_mensagem_do_contato_em: '2026-11-21T03:00:00Z' })).toMatchObject({
      primeira_mensagem_dia_da_semana: 'sabado',
      primeira_mensagem_hora: 0,
    })
    expect(derivedOfOne({ primeira_mensagem_do_contato_em: '2026-11-22' })).toMatchObject({
      primeira_mensagem_dia_da_semana: 'domingo',
      primeira_mensagem_hora: null,
    })
  })

  it('orders weekdays from Monday to Sunday, empty last', () => {
    const first = (day: number) => ({ ...lead, primeira_mensagem_do_contato_em: `2026-11-${day}T12:00:00Z` })
    const columns = derivedOf([{ ...lead, primeira_mensagem_do_contato_em: null }, ...[22, 21, 20, 17, 16].map(first)])
    const ranks = [...(columns.get('primeira_mensagem_dia_da_semana')?.ranks() ?? [])]
    const order = ranks.map((rank, row) => ({ rank, row })).sort((one, other) => one.rank - other.rank)
    expect(order.map(({ row }) => row)).toEqual([5, 4, 3, 2, 1, 0])
  })
})

describe('state and region', () => {
  it.each([
    ['5511987654321', 'SP', 'Sudeste'],
    ['5555987654321', 'RS', 'Sul'],
    ['551132654321', 'SP', 'Sudeste'],
    ['558598765432', 'CE', 'Nordeste'],
    ['5561987654321', 'DF', 'Centro-Oeste'],
    ['5592987654321', 'AM', 'Norte'],
  ])('are those of the area code of %s', (telefone_digitos, uf, regiao) => {
    expect(derivedOfOne({ telefone_digitos })).toMatchObject({ uf, regiao })
  })

  it.each([
    ['an area code that is not in use', '5520987654321'],
    ['a number of another country', '351912345678'],
    ['digits without the country code, which may be of another country', '49911123456'],
    ['a number that is no mobile and no landline', '5511187654321'],
    ['too many digits', '55119876543210'],
    ['letters', '5511abc654321'],
    ['nothing', null],
  ])('are empty for %s', (_, telefone_digitos) => {
    expect(derivedOfOne({ telefone_digitos })).toMatchObject({ uf: null, regiao: null })
  })
})

describe('conversations of a person', () => {
  it('counts the rows with a conversation of the same contact', () => {
    const rows = [
      { contato_id: 1, conversa_id: 10 },
      { contato_id: 2, conversa_id: 20 },
      { contato_id: 1, conversa_id: 11 },
      { contato_id: 3, conversa_id: null },
      { contato_id: null, conversa_id: 12 },
    ]
    const column = derivedOf(rows.map((row) => ({ ...lead, ...row }))).get('conversas_da_pessoa')
    expect(rows.map((_, row) => column?.cell(row))).toEqual([2, 1, 2, 0, null])
  })

  it('is no column where a row is a person', () => {
    expect([...derivedOf([lead], { byConversation: false }).keys()]).not.toContain('conversas_da_pessoa')
  })
})

/** What an odd lead may have in its fields. */
const odd: Readonly<Record<string, readonly unknown[]>> = {
  status: ['open', 'pending', 'resolved', 'snoozed', 'nova', '', null],
  telefone_digitos: [
    ...['5511987654321', '555532165487', '5521987654321', '12025550123', '351912345678', '5500987654321', '', null],
    ...['11987654321', '55987654321', '551198765432', '9'],
  ],
  contato_id: [1, 2, 3, 4, 5, null],
  conversa_id: [1, 2, 3, null],
}
const times = [
  ...['2026-11-22T10:00:00-03:00', '2026-11-22T13:00:00.000Z', '2026-11-22 13:00:00 UTC', 1_795_352_400, null, ''],
  ...['2026-11-22', '2026-02-30', '2018-12-31T23:30:00-02:00', '1969-12-28T10:00:00Z', 'nunca', 1_795_352_400_000],
]

function oddLeads(count: number, seed: number): Lead[] {
  const random = randomOf(seed)
  const pick = (values: readonly unknown[]) => values[Math.floor(random() * values.length)]
  return Array.from({ length: count }, (_, index) => ({
    ...leadOf(index, seed),
    ...Object.fromEntries(Object.entries(odd).map(([key, values]) => [key, pick(values)])),
    ultima_mensagem_em: pick(times),
    ultima_mensagem_do_contato_em: pick(times),
    primeira_mensagem_do_contato_em: pick(times),
  }))
}

/** Slowly, from the fields as the service sent them. */
function expectedOf(row: Lead, all: readonly Lead[]): Readonly<Record<string, unknown>> {
  const [last, ofContact] = [momentOf(row.ultima_mensagem_em), momentOf(row.ultima_mensagem_do_contato_em)]
  const waits =
    last !== null && ofContact !== null && ofContact >= last && row.status && row.status !== 'resolved'
      ? ofContact
      : null
  const end = Date.parse(readAt)
  const movedOn = dayOf(row.ultima_mensagem_em)
  const first = dayOf(row.primeira_mensagem_do_contato_em)
  const firstAt = momentOf(row.primeira_mensagem_do_contato_em)
  const ofPerson = all.filter(({ contato_id, conversa_id }) => contato_id === row.contato_id && conversa_id !== null)
  return {
    espera_desde: waits,
    espera_horas: waits === null ? null : Math.round(Math.max(0, end - waits) / 36_000) / 100,
    dias_parada:
      movedOn === null ? null : Math.max(0, (Date.parse(dayOf(end / 1000) ?? '') - Date.parse(movedOn)) / 86_400_000),
    primeira_mensagem_dia_da_semana:
      first === null ? null : weekdays[(new Date(`${first}T12:00:00Z`).getUTCDay() + 6) % 7],
    primeira_mensagem_hora: firstAt === null ? null : Number(partsOf(firstAt).hour),
    conversas_da_pessoa: row.contato_id === null ? null : ofPerson.length,
  }
}

function momentOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 1e11 ? value : value * 1000
  if (typeof value !== 'string' || value.length <= 10 || value.startsWith('2026-02-30')) return null
  return Date.parse(value.replace(' UTC', 'Z'))
}

function dayOf(value: unknown): string | null {
  if (value === '2026-11-22') return value
  const moment = momentOf(value)
  if (moment === null) return null
  const { year, month, day } = partsOf(moment)
  return `${year}-${month}-${day}`
}

function partsOf(moment: number): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
}

describe('derived columns of any rows', () => {
  it.each([1, 2, 3])('are what the fields say, row by row (seed %i)', (seed) => {
    const leads = oddLeads(500, seed)
    const columns = derivedOf(leads, { pieceRows: 37 })
    expect([...columns.keys()]).toEqual(derivedFields.filter((key) => key !== 'primeira_resposta_em'))
    for (const [row, one] of leads.entries()) {
      const shown = Object.fromEntries([...columns].map(([key, column]) => [key, column.plain(row)]))
      expect(shown, JSON.stringify(one)).toMatchObject(expectedOf(one, leads))
    }
  })

  it('are the same in the few rows that are looked at and in all', async () => {
    const [some, leads] = [oddLeads(97, 4), oddLeads(0, 4)]
    while (leads.length < segmentRows + 500) leads.push(...some)
    const [looked, all] = [0, 1].map(() => derivedOf(leads, { pieceRows: 40_000 }))
    const rows = [0, 1, 96, segmentRows - 1, segmentRows, segmentRows + 400]
    for (const [key, column] of all ?? []) {
      await column.prepareRanks?.(createYieldToEventLoop())
      const cells = rows.map((row) => looked?.get(key)?.cell(row))
      expect(cells, key).toEqual(rows.map(column.cell))
    }
  })

  it('take no memory before they are needed', () => {
    const columns = derivedOf(oddLeads(50, 5))
    expect([...columns.values()].reduce((sum, { bytes }) => sum + bytes, 0)).toBe(0)
  })
})
