import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleList } from '../../../main/demo/sample-list.ts'
import { finishRun, startAccount } from '../../kit/leads.ts'

/** An account with a sheet, and a run that it answered. */
async function answeredRun() {
  const { demo, ...workspace } = await startAccount()
  const { connection_id } = workspace
  const sheet = await workspace.readSheet({ connection_id })
  const list = sampleList(demo, 400)
  const { run, rows: expected } = await finishRun(workspace, { connection_id, list, sheet_id: sheet.id })
  const forgetting = async () => (await workspace.ask('tasks.list', {})).find(({ kind }) => kind === 'forget')
  const forget = async (lose_leads = false) => {
    await workspace.ask('sheets.forget', { id: sheet.id, lose_leads })
    return workspace.ended({ task_id: (await forgetting())?.id ?? null })
  }
  return { ...workspace, connection_id, sheet, run, expected, forget, forgetting }
}

describe('forgetting a sheet', () => {
  test('is a task while its leads are copied to runs, which show them afterwards', async () => {
    const { ask, rows, sheet, run, expected, forget } = await answeredRun()
    const task = await forget()
    expect(task).toMatchObject({ subject: sheet.id, name: 'Tudo', state: 'done', done: task.total, failure: null })
    expect(task.total).toBeGreaterThan(0)
    expect(await ask('sheets.list', {})).toEqual([])
    expect(await rows({ kind: 'run', id: run.id })).toEqual(expected)
  })

  test('is none where no run shows its leads', async () => {
    const { ask, sheet, run, forgetting } = await answeredRun()
    await ask('cruzar.forget', { id: run.id })
    expect(await ask('sheets.forget', { id: sheet.id })).toEqual([])
    expect(await forgetting()).toBeUndefined()
  })

  test('says which leads cannot be copied, and loses them only when the person confirms it', async () => {
    const { ask, dir, sheet, reopen, forget } = await answeredRun()
    await reopen()
    const folder = path.join(dir, 'sheets')
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.snapshot'))
    const file = path.join(folder, name)
    writeFileSync(file, readFileSync(file).fill(0x5a, 64))
    const failure = { code: 'leads_lost', params: { runs: 1 } }
    expect(await forget()).toMatchObject({ state: 'failed', failure })
    expect(await ask('sheets.list', {})).toMatchObject([{ id: sheet.id, lost_runs: 1, task_id: null }])
    expect(await forget(true)).toMatchObject({ state: 'done' })
    expect(await ask('sheets.list', {})).toEqual([])
  })

  test('ends before its connection is forgotten with it', async () => {
    const { ask, connection_id, rows, run, expected } = await answeredRun()
    await ask('connections.forget', { id: connection_id, forget_sheets: true })
    expect(await ask('sheets.list', {})).toEqual([])
    expect(await rows({ kind: 'run', id: run.id })).toEqual(expected)
  })
})
