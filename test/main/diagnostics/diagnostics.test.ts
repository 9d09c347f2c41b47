import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Probe } from '../../../preload/contract/health.ts'
import { hang, proxyPage, refused } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { startAccount, startDemoServices } from '../../kit/leads.ts'
import { startService } from '../../kit/service.ts'
import { startWorkspace } from '../../kit/workspace.ts'

const findingsOf = (probes: readonly Probe[]) =>
  Object.fromEntries(probes.map(({ step, finding, params }) => [step, [finding, params]]))
const only = (probes: readonly Probe[], step: Probe['step']) => probes.find((probe) => probe.step === step)

describe('the diagnostics of a platform', () => {
  test('ask thirteen questions, only by reading, and report what the service does', async () => {
    const { demo, connection_id: id, ask } = await startAccount()
    expect(await ask('diagnostics.read', { connection_id: id })).toBeNull()
    const before = demo.requests().length
    const states: Probe['state'][][] = []
    const diagnosis = await ask(
      'diagnostics.run',
      { connection_id: id },
      { progress: (probes) => states.push(probes.map(({ state }) => state)) },
    )
    expect(findingsOf(diagnosis.probes)).toEqual({
      documentation: ['documentation_open', {}],
      token: ['token_accepted', {}],
      clock: ['clock_ok', {}],
      filter_shape: ['filter_meta_payload', {}],
      administrator: ['administrator', {}],
      period_zone: ['period_zone', { zone: expect.stringMatching(/^[+-]\d\d:\d\d$/) }],
      conversation_number: ['conversation_display', {}],
      lead_csv: ['csv', { bom: 'yes', encoding: 'utf-8', delimiter: 'semicolon', phones: 'apostrophe' }],
      report_agents: ['report', { kind: 'json_list' }],
      report_summary: ['report', { kind: 'json_object' }],
      report_inboxes: ['report', { kind: 'csv' }],
      report_teams: ['report', { kind: 'csv' }],
      report_labels: ['report', { kind: 'csv' }],
    })
    expect(states[0]).toContain('running')
    const sent = demo.requests().slice(before)
    expect(sent).toHaveLength(10)
    expect(sent.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/filter'))).toEqual([])
  })

  test('are stored for each host, and there after the next start', async () => {
    const [demo, beta] = await Promise.all([startDemoServices(), startDemoServices()])
    const { ask, reopen } = await startWorkspace()
    const { url, accountId, brand, token } = demo.platform
    const draft = {
      service: 'platform' as const,
      name: 'A',
      base_url: url,
      account_id: accountId,
      brand,
      secret: token,
    }
    const { connection } = await ask('connections.save', { ...draft, beta_url: beta.platform.url })
    const account = { connection_id: connection.id }
    const diagnosis = await ask('diagnostics.run', account)
    await reopen()
    expect(await ask('diagnostics.read', account)).toEqual(diagnosis)
    await ask('connections.switch_host', { id: connection.id, on_beta: true })
    expect(await ask('diagnostics.read', account)).toBeNull()
    expect(await ask('diagnostics.run', account)).toMatchObject({
      on_beta: true,
      host: new URL(beta.platform.url).host,
    })
    await ask('connections.switch_host', { id: connection.id, on_beta: false })
    expect(await ask('diagnostics.read', account)).toEqual(diagnosis)
  })

  test('are exported without token, account, names or phones', async () => {
    const demo = await startDemoServices()
    const { ask, connect, saved } = await startWorkspace()
    const account = { connection_id: await connect(demo.platform) }
    await expect(ask('diagnostics.export', account)).rejects.toMatchObject({ code: 'not_found' })
    await ask('diagnostics.run', account)
    const { name } = await ask('diagnostics.export', account)
    const text = readFileSync(path.join(saved, name), 'utf8')
    const savedReport = JSON.parse(text) as { app: string; version: string; probes: Probe[] }
    expect(savedReport).toMatchObject({ app: 'Cruza', version: '0.0.0', host: new URL(demo.platform.url).host })
    expect(savedReport.probes).toHaveLength(13)
    expect(text).not.toContain(demo.platform.token)
    expect(text).not.toMatch(/@|\+55|account_id|\breason\b/)
  })

  test('distinguish an agent’s token from a bad one, and stop at a bad one', async () => {
    const demo = await startDemoServices()
    const { ask, connect } = await startWorkspace()
    const agent = await connect({ ...demo.platform, token: demo.platform.agentToken })
    const { probes } = await ask('diagnostics.run', { connection_id: agent })
    expect(only(probes, 'token')).toMatchObject({ state: 'known' })
    for (const step of ['administrator', 'report_agents', 'report_labels'] as const) {
      expect(only(probes, step)).toMatchObject({ state: 'failed', failure: 'not_administrator' })
    }
    expect(only(probes, 'lead_csv')).toMatchObject({ state: 'unknown', finding: 'no_lead' })
    const stranger = await connect({ ...demo.platform, token: 'nenhum' })
    const before = demo.requests().length
    const bad = await ask('diagnostics.run', { connection_id: stranger })
    expect(only(bad.probes, 'token')).toMatchObject({ state: 'failed', failure: 'unauthorized' })
    expect(only(bad.probes, 'report_teams')).toMatchObject({ state: 'unknown', finding: 'not_asked' })
    // The first question, once more as documented and with the other spelling of the header, and the documentation.
    expect(demo.requests()).toHaveLength(before + 4)
  })

  test('go on after one question that fails, and name what came in place of data', async () => {
    const faults = faultPlan()
      .on(/reports\/teams$/, { fault: proxyPage(200) })
      .on(/reports\/labels$/, { fault: refused(500) })
    const demo = await startDemoServices({ faults })
    const { ask, connect } = await startWorkspace()
    const { probes } = await ask('diagnostics.run', { connection_id: await connect(demo.platform) })
    expect(only(probes, 'report_inboxes')).toMatchObject({ params: { kind: 'csv' } })
    expect(only(probes, 'report_teams')).toMatchObject({ finding: 'report', params: { kind: 'html' } })
    expect(only(probes, 'report_labels')).toMatchObject({ failure: 'service_failed', params: { status: 500 } })
  })

  test('that are cancelled store nothing', async () => {
    const demo = await startDemoServices({ faults: faultPlan().on(/reports\/agents$/, { fault: hang() }) })
    const { ask, connect } = await startWorkspace()
    const account = { connection_id: await connect(demo.platform) }
    const stop = new AbortController()
    const running = ask('diagnostics.run', account, {
      signal: stop.signal,
      progress: (probes) => only(probes, 'report_agents')?.state === 'running' && stop.abort(),
    })
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(await ask('diagnostics.read', account)).toBeNull()
  })
})

describe('another installation', () => {
  const conversation = (sender: number) => ({ id: 7, meta: { sender: { id: sender } } })
  const lead = { contato_id: 5, conversa_id: 7, conversa_criada_em: '2026-11-02T10:00:00-03:00' }
  const shapes = [
    ['filter_list', (rows: unknown[]) => rows],
    ['filter_payload', (rows: unknown[]) => ({ payload: rows })],
    ['filter_data_meta_payload', (rows: unknown[]) => ({ data: { meta: { all_count: 1 }, payload: rows } })],
    ['filter_other', () => ({ conversations: [] })],
  ] as const

  test.each(shapes)('may answer the filter as %s', async (finding, shape) => {
    const service = await startService(({ path, query }) => {
      if (path.includes('/filter')) return { json: shape([conversation(9)]) }
      if (query.get('formato') === 'csv')
        return { text: 'telefone,nome\n"=""+5511""",Ana\n', headers: { 'content-type': 'text/csv' } }
      if (path.includes('/leads')) return { json: { meta: { filtros: {} }, leads: [lead] } }
      return { status: 404, json: {} }
    })
    const { ask, connect } = await startWorkspace()
    const id = await connect({ url: service.origin, accountId: 3, brand: 'casa', token: 'x' })
    const { probes } = await ask('diagnostics.run', { connection_id: id })
    expect(only(probes, 'filter_shape')).toMatchObject({ finding })
    expect(only(probes, 'conversation_number')).toMatchObject({
      finding: finding === 'filter_other' ? 'conversation_unsure' : 'conversation_other',
    })
    expect(only(probes, 'period_zone')).toMatchObject({ state: 'unknown' })
    expect(only(probes, 'lead_csv')).toMatchObject({
      params: { bom: 'no', encoding: 'utf-8', delimiter: 'comma', phones: 'formula' },
    })
    expect(only(probes, 'report_agents')).toMatchObject({ failure: 'service_not_found' })
  })
})
