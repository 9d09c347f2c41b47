import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { agents, inboxes } from '../../../main/demo/workplace.ts'
import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import { everything, finishRun, startAccount } from '../../kit/leads.ts'
import { startWorkspace } from '../../kit/workspace.ts'
import { type Lead, leadsOf } from '../sheets/data/lead-pages.ts'
import { startPlatformWith } from './platform-with-leads.ts'

type Filter = Partial<LeadFilter>

/** A sheet of people and one of their conversations, and a list of everybody in them and of strangers. */
async function startSheets() {
  const { demo: _, connection_id, ...workspace } = await startAccount({ leads: 1500 })
  const people = await workspace.readSheet({ filter: everything, name: 'Pessoas' })
  const conversations = await workspace.readSheet({ filter: { ...everything, agrupar: 'conversa' }, name: 'Conversas' })
  const leads = await workspace.rows({ kind: 'sheet', id: people.id })
  const named = leads.map(({ telefone_digitos, email }) => `${telefone_digitos ?? ''};${email ?? ''}`)
  const list = ['Telefone;E-mail', ...named, '11961234567;', ';ninguem@exemplo.com.br'].join('\n')
  return { workspace, connection_id, people, conversations, list }
}

const cases: readonly (readonly [what: string, filter: Filter])[] = [
  ['a period', { created_after: '2026-03-01', created_before: '2026-06-30' }],
  ['a last movement', { updated_after: '2026-08-01' }],
  ['inboxes', { inbox_ids: [inboxes[0].id] }],
  ['agents', { assignee_ids: agents.slice(0, 2).map(({ id }) => id) }],
  ['states', { status: ['open', 'pending'] }],
  ['all of them', { created_after: '2026-01-01', inbox_ids: inboxes.map(({ id }) => id), status: ['resolved'] }],
]

/** But for what the sheet cannot count, and for how a service matches. */
const comparable = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  rows.map(({ lead_conversas_no_periodo: _, cruzar_degrau: __, cruzar_motivo: ___, ...row }) => row)

describe('the filters of a run that cached sheets answer', () => {
  test('decide as those of the service do, by the newest conversation inside them', async () => {
    const { workspace, connection_id, people, conversations, list } = await startSheets()
    const sheets = { sheet_id: people.id, sheet_ids: [conversations.id], match: 'trunk' as const }
    for (const [what, filter] of cases) {
      const online = await finishRun(workspace, { connection_id, list, filter })
      const offline = await finishRun(workspace, { connection_id, list, filter, ...sheets })
      expect(offline.run.filter, what).toEqual(online.run.filter)
      expect(offline.run.outcomes, what).toEqual(online.run.outcomes)
      expect(offline.run.outcomes.com_conversa, what).toBeGreaterThan(0)
      expect(comparable(offline.rows), what).toEqual(comparable(online.rows))
    }
  }, 120_000)

  test('of labels let through who has one of these, and none of those', async () => {
    const { workspace, connection_id, people, conversations, list } = await startSheets()
    const rows = await workspace.rows({ kind: 'sheet', id: conversations.id })
    const [wanted = '', unwanted = ''] = new Set(
      rows.flatMap(({ etiquetas_conversa: own }) =>
        String(own ?? '')
          .split(', ')
          .filter(Boolean),
      ),
    )
    expect(unwanted).not.toBe('')
    const filter = { with_labels: [wanted], without_labels: [unwanted] }
    const online = await finishRun(workspace, { connection_id, list, filter })
    const sheets = { sheet_id: people.id, sheet_ids: [conversations.id], match: 'trunk' as const }
    const offline = await finishRun(workspace, { connection_id, list, filter, ...sheets })
    expect(offline.run.outcomes).toEqual(online.run.outcomes)
    expect(offline.run.outcomes.com_conversa).toBeGreaterThan(0)
    expect(offline.run.outcomes.sem_conversa).toBeGreaterThan(0)
  }, 60_000)
})

describe('a cached lead whose conversation lies outside the filter', () => {
  const at = (moment: string): Lead => ({ ...lead(), conversa_criada_em: moment, ultima_mensagem_em: moment })
  const lead = (): Lead => ({
    ...leadsOf(4)[3],
    telefone_digitos: '5511961234567',
    conversa_id: 9,
    status: 'open',
    conversas_no_periodo: 3,
    mensagens: 4,
  })

  async function crossed(leads: readonly Lead[], filter: Filter) {
    const service = await startPlatformWith(leads)
    const workspace = await startWorkspace()
    await workspace.connect(service.at)
    const { id } = await workspace.readSheet()
    const list = leads.map(({ telefone_digitos }) => telefone_digitos).join('\n')
    return { ...(await finishRun(workspace, { list, filter, sheet_id: id })), workspace }
  }

  test('is registered without a conversation, whose fields are empty', async () => {
    const { rows } = await crossed([lead()], { status: ['resolved'] })
    expect(rows).toMatchObject([
      {
        cruzar_resultado: 'sem_conversa',
        lead_contato_id: lead().contato_id,
        lead_conversa_id: null,
        lead_conversa_criada_em: null,
        lead_status: null,
        lead_caixa: null,
        lead_mensagens: 0,
        lead_conversas_no_periodo: 0,
      },
    ])
  })

  test('goes by the days of the zone that the service shows, both ends included', async () => {
    const filter = { created_after: '2026-05-10', created_before: '2026-05-10' }
    const outcomeAt = async (moment: string) => (await crossed([at(moment)], filter)).rows[0]?.cruzar_resultado
    expect(await outcomeAt('2026-05-09T23:59:59-03:00')).toBe('sem_conversa')
    expect(await outcomeAt('2026-05-10T00:00:00-03:00')).toBe('com_conversa')
    expect(await outcomeAt('2026-05-11T02:59:59Z')).toBe('com_conversa')
    expect(await outcomeAt('2026-05-11T00:00:00-03:00')).toBe('sem_conversa')
  })

  test('inside it has no count of conversations where the sheet counts several', async () => {
    const { rows } = await crossed([lead()], { status: ['open'] })
    expect(rows).toMatchObject([{ lead_conversa_id: 9, lead_conversas_no_periodo: null }])
  })

  test('of a sheet that lacks what the filter compares is refused, and the list stays', async () => {
    const { caixa_id: _, ...bare } = lead()
    await expect(crossed([bare as Lead], { inbox_ids: [5] })).rejects.toMatchObject({
      code: 'sheet_lacks_field',
      params: { field: 'caixa_id' },
    })
  })

  test('stands with the filters in the origin of its exports, beside those of the sheet', async () => {
    const { workspace, run } = await crossed([lead()], { status: ['resolved'] })
    expect(run.sheets).toMatchObject([{ name: 'Tudo', filter: { created_after: '2020-01-01' } }])
    const { path } = await workspace.exported({ kind: 'run', id: run.id }, 'csv-raw')
    const origin = JSON.parse(await readFile(`${path}.origem.json`, 'utf8'))
    expect(origin.source).toMatchObject({
      filters_by: 'sheets',
      filters: { Tudo: { created_after: '2020-01-01' } },
      row_filters: { status: ['resolved'] },
    })
  })
})
