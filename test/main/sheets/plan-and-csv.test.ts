import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCount } from '../../../main/sheets/page-reader.ts'
import { captivePortal, cut, proxyPage } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { everything, pagesAsked, startAccount, startDemoServices } from '../../kit/leads.ts'
import { startPlatformThat, startWorkspace } from '../../kit/workspace.ts'

describe('the plan of a sheet', () => {
  test('comes from one request for one row', async () => {
    const { demo, ask } = await startAccount({ leads: 1200 })
    const requestsBefore = demo.requests().length
    const plan = await ask('sheets.plan', { filter: everything })
    expect(plan).toMatchObject({ total: 1200, requests: 3, measured: false, echoed: { agrupar: 'contato' } })
    expect(plan.seconds).toBeGreaterThan(0)
    const sent = demo.requests().slice(requestsBefore)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.query).toContain('per_page=1')
    expect(pagesAsked(demo)).toEqual([])
  })

  test('distinguishes a token without the role from one that is not accepted', async () => {
    const demo = await startDemoServices()
    const { ask, connect } = await startWorkspace()
    await connect({ ...demo.platform, token: demo.platform.agentToken })
    const plan = () => ask('sheets.plan', { filter: everything })
    await expect(plan()).rejects.toMatchObject({ code: 'not_administrator' })
    await connect({ ...demo.platform, token: 'unknown' })
    await expect(plan()).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('needs a date, before anything is sent', async () => {
    const { demo, ask } = await startAccount()
    const requestsBefore = demo.requests().length
    const filter = { inbox_ids: [11] }
    await expect(ask('sheets.plan', { filter })).rejects.toMatchObject({ code: 'period_required' })
    expect(demo.requests()).toHaveLength(requestsBefore)
  })

  test.each([
    ['no JSON', 'olá'],
    ['no envelope', '[]'],
    ['no total', '{"meta":{"count":1}}'],
    ['a total that is no number', '{"meta":{"total":"doze"}}'],
  ])('is refused for %s', (_what, text) => {
    expect(() => parseCount(text)).toThrow(expect.objectContaining({ code: 'unexpected_body' }))
  })
})

describe("the service's own spreadsheet", () => {
  test('is saved byte by byte as it comes', async () => {
    const { demo, ask, saved } = await startAccount({ leads: 1200 })
    const bytesRead: number[] = []
    const input = { filter: everything, name: 'Leads: tudo/hoje' }
    const file = await ask('sheets.save_server_csv', input, { progress: ({ bytes }) => bytesRead.push(bytes) })
    const { url, accountId, brand, token } = demo.platform
    const direct = await fetch(
      `${url}/api/v1/accounts/${accountId}/${brand}/leads?created_after=2020-01-01&formato=csv`,
      { headers: { api_access_token: token } },
    )
    const expected = Buffer.from(await direct.arrayBuffer())
    expect(file).toMatchObject({ saved: true, name: 'Leads- tudo-hoje.csv', bytes: expected.length })
    expect(await readFile(path.join(saved, file.name))).toEqual(expected)
    expect(bytesRead.at(-1)).toBe(expected.length)
  })

  test.each([
    ['a page of a hotel network', captivePortal(), 'captive_portal'],
    ['a page of a proxy', proxyPage(), 'service_failed'],
    ['half a file', cut(), 'offline'],
  ])('is not saved when %s comes', async (_what, fault, code) => {
    const faults = faultPlan().on('/leads', { after: 1, times: 9, fault })
    const { ask, saved } = await startAccount({ faults })
    const input = { filter: everything, name: 'tudo' }
    await expect(ask('sheets.save_server_csv', input)).rejects.toMatchObject({ code })
    expect(await readdir(saved)).toEqual([])
  })

  test.each([
    ['a page that calls itself text', { text: ' \n<!DOCTYPE html><p>entre na rede</p>' }, 'captive_portal'],
    ['JSON that calls itself text', { text: '{"meta":{}}' }, 'unexpected_body'],
    ['JSON', { json: { leads: [] } }, 'unexpected_body'],
    ['nothing', { text: '' }, 'unexpected_body'],
  ])('is not saved when %s comes', async (_what, answer, code) => {
    const { ask, saved } = await startPlatformThat(() => answer)
    const input = { filter: everything, name: 'tudo' }
    await expect(ask('sheets.save_server_csv', input)).rejects.toMatchObject({ code })
    expect(await readdir(saved)).toEqual([])
  })

  test('can be cancelled while it comes', async () => {
    const endless = (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      response.write(`nome;telefone\r\n${'a;b\r\n'.repeat(200_000)}`)
    }
    const { ask, saved } = await startPlatformThat(({ query }) =>
      query.has('formato') ? endless : { status: 404, json: {} },
    )
    const stop = new AbortController()
    const input = { filter: everything, name: 'tudo' }
    const saving = ask('sheets.save_server_csv', input, { signal: stop.signal, progress: () => stop.abort() })
    await expect(saving).rejects.toMatchObject({ name: 'AbortError' })
    expect(await readdir(saved)).toEqual([])
  })
})
