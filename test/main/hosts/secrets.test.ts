import { readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { contract } from '../../../preload/contract/index.ts'
import { proxyPage, refused } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { startTestHost } from '../../kit/browser-host.ts'
import { commandPassphrase, startCommand } from '../../kit/command.ts'
import { everything, exportedLeads, type LeadRow, startDemoServices } from '../../kit/leads.ts'
import { hasModes } from '../../kit/systems.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

const texts = (rows: readonly LeadRow[], field: string) =>
  rows.map((row) => row[field]).filter((value): value is string => typeof value === 'string' && value.length > 7)

/** What must not be found, by what it is, so that a failing test names the kind and never the value. */
function personal(rows: readonly LeadRow[]): Readonly<Record<string, readonly string[]>> {
  return {
    phone: [...texts(rows, 'telefone'), ...texts(rows, 'telefone_digitos')],
    'e-mail': texts(rows, 'email'),
    name: texts(rows, 'nome'),
  }
}

function kindsIn(text: string | Buffer, needles: Readonly<Record<string, readonly string[]>>): string[] {
  const contains = (value: string) =>
    typeof text === 'string'
      ? text.includes(value)
      : text.includes(Buffer.from(value)) || text.includes(Buffer.from(value, 'utf16le'))
  return Object.keys(needles).filter((kind) => needles[kind]?.some(contains))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => path.join(folder, name))
    .flatMap((file) => (statSync(file).isDirectory() ? filesBelow(file) : [file]))
}

test('nothing secret or personal is in the files, in the log, or in the output of the command line', async () => {
  const demo = await startDemoServices({ leads: 700 })
  const dataDir = await temporaryFolder()
  const folder = await temporaryFolder()
  const leads = await exportedLeads(demo)
  // One in seven: each is searched for in every file.
  const people = personal(leads.filter((_, at) => at % 7 === 0))
  const secrets = { token: [demo.platform.token], key: [demo.forms.key], passphrase: [commandPassphrase] }
  const list = path.join(folder, 'lista.csv')
  await writeFile(list, `nome,telefone\n${leads.map(({ nome, telefone }) => `"${nome}",${telefone}`).join('\n')}\n`)

  expect(kindsIn(readFileSync(list), people)).toEqual(['phone', 'name'])

  const { url, accountId, brand, token } = demo.platform
  const at = ['--url', url, '--account', String(accountId), '--brand', brand]
  const filter = ['--connection', 'A', '--created-after', '2020-01-01']
  const commands: [string[], string?][] = [
    [['connect', 'platform', 'A', ...at, '--json'], token],
    [['connect', 'forms', 'B', '--url', demo.forms.url], demo.forms.key],
    [['pull', 'Tudo', ...filter]],
    [['cruzar', list, ...filter, '--out', path.join(folder, 'saida.xlsx'), '--json']],
    [['runs', '--json']],
    [['cruzar', list, ...filter, '--column', 'Nenhuma', '--out', path.join(folder, 'saida.xlsx')]],
    [['pull', 'Tudo', ...filter]],
  ]
  for (const [words, secret] of commands) {
    const env = secret === undefined ? {} : { CRUZA_SECRET: secret }
    const { out, err } = await startCommand(words, { dataDir, env }).finished
    expect([words[0], kindsIn(out + err, { ...secrets, ...people })]).toEqual([words[0], []])
  }

  const files = filesBelow(dataDir)
  expect(files.length).toBeGreaterThan(4)
  for (const file of files) {
    const bytes = readFileSync(file)
    expect([path.relative(dataDir, file), kindsIn(bytes, { ...secrets, ...people })]).toEqual([
      path.relative(dataDir, file),
      [],
    ])
    expect(bytes.subarray(0, 15).toString('latin1')).not.toBe('SQLite format 3')
    if (hasModes) expect(statSync(file).mode & 0o077).toBe(0)
  }

  const host = await startTestHost({ dataDir, passphrase: commandPassphrase })
  await host.enter()
  const pushes = await host.listen()
  const connections = await host.call('connections.list')
  const [connection] = (connections as { value: { id: string }[] }).value
  const sheets = await host.call('sheets.list')
  const [sheet] = (sheets as { value: { id: string }[] }).value
  const replies = [
    connections,
    sheets,
    await host.call('app.state'),
    await host.call('cruzar.runs'),
    await host.call('connections.check', { id: connection?.id }),
    await host.call('connections.save', { ...connection, name: 'C', base_url: 'https://outra.example' }),
    await host.call('sheets.plan', { connection_id: connection?.id, filter: everything }),
    await host.call('sheets.refresh', { id: sheet?.id, mode: 'full' }),
    await host.call('sheets.rename', { id: sheet?.id, name: 7 }),
    await host.call('app.unlock', { passphrase: 'outra senha' }),
  ]
  await expect.poll(async () => JSON.stringify(await host.call('tasks.list'))).toContain('"state":"done"')
  const collected = JSON.stringify([replies, pushes, await host.call('tasks.list'), host.logged])
  expect(kindsIn(collected, { ...secrets, ...people })).toEqual([])
  expect(host.logged.length).toBeGreaterThan(0)
}, 120_000)

test('a service that repeats the request does not bring it into failures or logs', async () => {
  const faults = faultPlan()
    .on(/leads$/, { after: 1, times: 1, fault: refused(422) })
    .on(/leads$/, { times: 9, fault: proxyPage(500) })
  const demo = await startDemoServices({ faults })
  const host = await startTestHost()
  await host.enter()
  const { id } = await host.connect(demo.platform)
  const plan = await host.call('sheets.plan', { connection_id: id, filter: everything })
  expect(plan).toMatchObject({ ok: false })
  expect(JSON.stringify([plan, host.logged])).not.toMatch(new RegExp(`${demo.platform.token}|2020-01-01`))
})

/**
 * What the service made for another system is shown once, to be put there, and stored nowhere
 * (contract/form-service.ts).
 */
const shownOnce: Readonly<Record<string, readonly string[]>> = {
  'webhooks.create': ['secret'],
  'webhooks.replace': ['secret'],
  'console.run': ['secret'],
}

test('no answer of the contract has a place for a secret, but for the one that is shown once', () => {
  for (const [name, { output }] of Object.entries(contract)) {
    const schema = JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' }))
    const fields = [...schema.matchAll(/"([\w-]+)":\{/g)].map((match) => match[1] ?? '')
    const telling = fields.filter((field) => /secret|token|passphrase|password|api_?key/i.test(field))
    expect([name, telling.filter((field) => field !== 'has_secret')]).toEqual([name, shownOnce[name] ?? []])
  }
})
