import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { startTestHost } from '../../kit/browser-host.ts'
import { commandPassphrase, startCommand, startCommandProcess, startPlace } from '../../kit/command.ts'
import { absentKeychain, startDataInProcess } from '../../kit/in-process.ts'
import { startDemoServices } from '../../kit/leads.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

describe('a data process that cannot be started', () => {
  test('is shown with the reason, and the data are there once it can', async () => {
    let broken = true
    let starts = 0
    // A child that has ended before it began.
    const { host, enter, call, listen } = await startTestHost({
      startData: () => {
        if (!broken) starts += 1
        return broken ? absentKeychain() : startDataInProcess()
      },
    })
    await enter()
    const pushes = await listen()
    const closed = { phase: 'unavailable', reason: 'data_process_failed', details: 'ended at its start' }
    await expect.poll(() => call('app.state')).toMatchObject({ ok: true, value: closed })
    expect(await call('sheets.list')).toMatchObject({ failure: { code: 'data_process_failed' } })
    broken = false
    const ready = { value: { phase: 'ready', reason: null } }
    // From two windows.
    expect(await Promise.all([call('app.retry_vault'), call('app.retry_vault')])).toMatchObject([ready, ready])
    expect(await call('sheets.list')).toEqual({ ok: true, value: [] })
    expect(starts).toBe(1)
    expect(pushes).toContainEqual({ kind: 'changed', feature: 'all' })
    await host.close()
  })

  test('is one sentence of the command line', async () => {
    const command = startCommandProcess(['sheets'], {
      dataDir: await temporaryFolder(),
      env: { CRUZA_DATA_NODE: '/nonexistent/node' },
    })
    const { code, err } = await command.finished
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^A parte do Cruza que guarda os dados não pôde ser iniciada neste computador\..*\n$/),
    })
  })
})

test('a vault that cannot be read is shown as that, and opens once it can', async () => {
  const dataDir = await temporaryFolder()
  const first = await startTestHost({ dataDir })
  await first.host.close()
  const file = path.join(dataDir, 'vault.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.slice(0, 10))
  const { enter, call } = await startTestHost({ dataDir })
  await enter()
  expect(await call('app.state')).toMatchObject({
    value: { phase: 'unavailable', reason: 'file_damaged', details: 'vault.json' },
  })
  await writeFile(file, text)
  expect(await call('app.retry_vault')).toMatchObject({ value: { phase: 'ready' } })
})

/** A folder of data with the sheet “Base” of 30 leads, and the command line that works on it. */
async function startWithSheet() {
  const { run, dataDir } = await startPlace(await startDemoServices({ leads: 30 }))
  await run(['pull', 'Base', '--connection', 'Atendimento', '--created-after', '2020-01-01'])
  return { run, dataDir }
}

describe('a damaged app.db', () => {
  async function damaged({ withCopy }: { readonly withCopy: boolean }) {
    const { run, dataDir } = await startWithSheet()
    const file = path.join(dataDir, 'app.db')
    // Without the copy nothing but its first bytes tells whose file it is.
    await writeFile(file, (await readFile(file)).fill(0x5a, withCopy ? 0 : 16))
    if (!withCopy) await rm(`${file}.copy`)
    return { run, dataDir, file }
  }

  test('is replaced by its copy: connections and sheets are there, with one notice', async () => {
    const { run, file } = await damaged({ withCopy: true })
    const listed = await run(['sheets'])
    expect(listed.out).toMatch(/^Base · 30 linhas · completa · Atendimento\n$/)
    expect(listed.err).toBe(`${ptBR.app.notices.records_restored}\n`)
    expect(await run(['sheets'])).toMatchObject({ code: 0, err: '' })
    expect((await readFile(`${file}.damaged`)).every((byte) => byte === 0x5a)).toBe(true)
  })

  test.each([
    ['empty, as a computer that lost its power leaves it', (file: string) => writeFile(file, '')],
    ['gone', (file: string) => rm(file)],
  ])('is replaced by its copy when it is %s', async (_, lose) => {
    const { run, dataDir } = await startWithSheet()
    await lose(path.join(dataDir, 'app.db'))
    const listed = await run(['sheets'])
    expect(listed.out).toMatch(/^Base · 30 linhas · completa · Atendimento\n$/)
    expect(listed.err).toBe(`${ptBR.app.notices.records_restored}\n`)
    expect(await run(['sheets'])).toMatchObject({ code: 0, err: '' })
  })

  test('without a copy costs the connections alone, with a notice until it is read', async () => {
    const { dataDir } = await damaged({ withCopy: false })
    const { enter, call } = await startTestHost({ dataDir, passphrase: commandPassphrase })
    await enter()
    await expect.poll(() => call('app.state')).toMatchObject({ value: { phase: 'ready', notice: 'records_lost' } })
    expect(await call('connections.list')).toEqual({ ok: true, value: [] })
    expect(await call('sheets.list')).toMatchObject({ value: [{ name: 'Base', rows: 30, connection_name: '' }] })
    expect(await call('app.dismiss_notice')).toMatchObject({ value: { notice: null } })
  })
})

test('sheets without app.db and without their key wait for the key: no new one is made', async () => {
  const { dataDir } = await startWithSheet()
  for (const name of ['app.db', 'app.db.copy', 'vault.json', 'vault.bin']) await rm(path.join(dataDir, name))
  const { enter, call } = await startTestHost({ dataDir, passphrase: commandPassphrase })
  await enter()
  expect(await call('app.state')).toMatchObject({ value: { phase: 'unavailable', reason: 'key_missing' } })
})

test.each([
  ['damaged', async (file: string) => writeFile(file, (await readFile(file)).fill(0x5a, 16))],
  ['empty', (file: string) => writeFile(file, '')],
])('a sheet whose file is %s is listed by its name, and read again with its own filter', async (_, damage) => {
  const { run, dataDir } = await startWithSheet()
  const folder = path.join(dataDir, 'sheets')
  for (const name of await readdir(folder)) if (name.endsWith('.sheet')) await damage(path.join(folder, name))
  expect(await run(['sheets'])).toMatchObject({ out: 'Base · 0 linhas · danificada · Atendimento\n' })
  expect(await run(['pull', 'Base', '--connection', 'Atendimento'])).toMatchObject({ code: 0 })
  expect(await run(['sheets'])).toMatchObject({ out: 'Base · 30 linhas · completa · Atendimento\n' })
})

test('a folder of data inside a synced one works, with a warning on the command line and on the page', async () => {
  const dataDir = path.join(await temporaryFolder(), 'OneDrive - Empresa', 'Dados da Conceição')
  expect(await startCommand(['sheets'], { dataDir }).finished).toMatchObject({
    code: 0,
    err: `${ptBR.app.notices.folder_synced}\n`,
  })
  const { enter, call } = await startTestHost({ dataDir, passphrase: commandPassphrase })
  await enter()
  await expect.poll(() => call('app.state')).toMatchObject({ value: { phase: 'ready', notice: 'folder_synced' } })
  expect(await call('app.dismiss_notice')).toMatchObject({ value: { notice: null } })
})
