import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readState, runSchema } from '../../../main/cruzar/data/run-file.ts'
import { sampleList } from '../../../main/demo/sample-list.ts'
import { openEncryptedFile } from '../../../main/engine/store/encrypted-file.ts'
import { writeFact } from '../../../main/engine/store/facts.ts'
import { watchedFetch } from '../../kit/controls.ts'
import { everything, finishRun, phones, startAccount, startRun } from '../../kit/leads.ts'
import { startWorkspace, type TestWorkspace, type WorkspaceOptions } from '../../kit/workspace.ts'
import { leadsOf } from '../sheets/data/lead-pages.ts'
import { startPlatformWith } from './platform-with-leads.ts'

async function cachedSheet(workspace: TestWorkspace, agrupar: 'contato' | 'conversa') {
  const filter = { ...everything, agrupar }
  const sheet = await workspace.readSheet({ filter, name: `Tudo por ${agrupar}` })
  const [read] = (await workspace.ask('sheets.list', {})).filter(({ id }) => id === sheet.id)
  if (!read) throw new Error('no such sheet')
  return read
}

async function offlineKit(options: WorkspaceOptions = {}) {
  const { demo, connection_id, ...workspace } = await startAccount({}, options)
  return { demo, workspace, connection_id, list: sampleList(demo, 400) }
}

describe('a run that a cached sheet answers', () => {
  test('equals the run that the service answers, row by row, and sends nothing', async () => {
    const leads = leadsOf(900)
    const service = await startPlatformWith(leads)
    const workspace = await startWorkspace()
    const connection_id = await workspace.connect(service.at)
    const sheet = await cachedSheet(workspace, 'contato')
    const listedLeads = leads.filter((_, index) => index % 3 > 0)
    const rows = listedLeads.map(({ telefone, email }, index) => `${index % 2 === 0 ? telefone : ''};${email}`)
    const list = [
      'Telefone;E-mail',
      ...rows,
      ...phones(100).map((phone) => `${phone};`),
      ';nobody@exemplo.com.br',
    ].join('\n')
    const online = await finishRun(workspace, { connection_id, list })
    const requestsBefore = service.asked.length
    const offline = await finishRun(workspace, { connection_id, list, sheet_id: sheet.id })
    expect(service.asked.length).toBe(requestsBefore)
    expect(offline.rows).toEqual(online.rows)
    expect(offline.run).toMatchObject({
      sheet_id: sheet.id,
      sheet_name: 'Tudo por contato',
      sheet_read_at: sheet.read_at,
      requests: 0,
      state: 'finished',
      outcomes: online.run.outcomes,
      answered_keys: online.run.keys,
    })
    expect(online.run).toMatchObject({ sheet_id: null, sheet_name: null, sheet_read_at: null })
    for (const outcome of ['com_conversa', 'sem_conversa', 'ausente', 'invalida'] as const)
      expect(offline.run.outcomes[outcome]).toBeGreaterThan(0)
  })

  test('needs neither its connection nor a token', async () => {
    const { workspace, list } = await offlineKit()
    const sheet = await cachedSheet(workspace, 'contato')
    const { run } = await finishRun(workspace, { connection_id: 'forgotten', list, sheet_id: sheet.id })
    expect(run).toMatchObject({ state: 'finished', connection_name: '' })
    expect(run.outcomes.com_conversa).toBeGreaterThan(0)
  })

  test('is there with all its answers or not at all after the data process crashed', async () => {
    const { workspace, connection_id, demo } = await offlineKit({ forked: true })
    const sheet = await cachedSheet(workspace, 'contato')
    const list = sampleList(demo, 30_000)
    const whole = await finishRun(workspace, { connection_id, list, sheet_id: sheet.id })
    const starting = startRun(workspace, { list, sheet_id: sheet.id }).catch(() => null)
    await workspace.crash()
    await starting
    const again = await finishRun(workspace, { list, sheet_id: sheet.id })
    expect(again.rows).toEqual(whole.rows)
    for (const run of await workspace.ask('cruzar.runs', {})) {
      expect(run).toMatchObject({ state: 'finished', answered_keys: run.keys, outcomes: whole.run.outcomes })
    }
  }, 60_000)

  test('that a former version left without answers is made anew of its list, in its place', async () => {
    let key = ''
    const onSecret = (name: string, secret: string) => {
      if (name === 'data-key') key = secret
    }
    const { workspace, connection_id, list } = await offlineKit({ onSecret })
    const sheet = await cachedSheet(workspace, 'contato')
    const whole = await finishRun(workspace, { connection_id, list, sheet_id: sheet.id })
    const online = await finishRun(workspace, { connection_id, list, name: 'antiga' })
    const database = openEncryptedFile({
      path: path.join(workspace.dir, 'runs', `${online.run.id}.run`),
      key,
      schema: runSchema,
    })
    writeFact(database, 'state', { ...readState(database), sheet_id: sheet.id, state: 'interrupted' })
    database.close()
    const again = await workspace.ask('cruzar.resume', { id: online.run.id })
    expect(again).toMatchObject({ name: 'antiga', state: 'finished', task_id: null, outcomes: whole.run.outcomes })
    expect(await workspace.rows({ kind: 'run', id: again.id })).toEqual(whole.rows)
    const ids = (await workspace.ask('cruzar.runs', {})).map(({ id }) => id)
    expect(ids.toSorted()).toEqual([whole.run.id, again.id].toSorted())
  })

  test('takes the list of a run that the service did not answer, as it was read, with its name and filters', async () => {
    const wire = watchedFetch()
    const { workspace, connection_id, list } = await offlineKit({ fetch: wire.fetch, retryPolicy: { delays: [1] } })
    const sheet = await cachedSheet(workspace, 'contato')
    const filter = { created_after: '2026-03-01' }
    const settings = { key_columns: [{ index: 0, kind: 'phone' as const }] }
    const expected = await finishRun(workspace, { connection_id, list, filter, settings, sheet_id: sheet.id })
    wire.offline = true
    const { run: silent } = await finishRun(workspace, { connection_id, list, filter, settings, name: 'Campanha' })
    expect(silent).toMatchObject({ state: 'interrupted', failure: 'offline' })
    const made = await workspace.ask('cruzar.answer_with_sheets', { id: silent.id, sheet_ids: [sheet.id] })
    expect(made).toMatchObject({ name: 'Campanha', state: 'finished', sheet_id: sheet.id, filter: silent.filter })
    expect(made).toMatchObject({ outcomes: expected.run.outcomes, match: expected.run.match })
    expect(await workspace.rows({ kind: 'run', id: made.id })).toEqual(expected.rows)
    expect(await workspace.ask('cruzar.run', { id: silent.id })).toMatchObject({ state: 'interrupted' })
  })

  test('keeps its answers when the sheet is deleted, and shows that the sheet is gone', async () => {
    const { workspace, connection_id, list } = await offlineKit()
    const sheet = await cachedSheet(workspace, 'contato')
    const { run, rows } = await finishRun(workspace, { connection_id, list, sheet_id: sheet.id })
    await workspace.ask('sheets.forget', { id: sheet.id })
    const [task] = (await workspace.ask('tasks.list', {})).filter(({ subject }) => subject === sheet.id)
    await workspace.ended({ task_id: task?.id ?? null })
    expect(await workspace.rows({ kind: 'run', id: run.id })).toEqual(rows)
    const again = startRun(workspace, { list, sheet_id: sheet.id })
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
    await expect(workspace.ask('cruzar.resume', { id: run.id })).rejects.toMatchObject({ code: 'not_found' })
  })
})
