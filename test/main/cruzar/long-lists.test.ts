import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { phones } from '../../kit/leads.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { startCruzar } from './platform-that-answers.ts'

/** Longer than what is read without another thread. */
const filler = 'x'.repeat(4.5 * 1024 * 1024)
const keys = phones(3)

test.each([
  ['an address book', 'agenda.vcf', keys.map((key) => `BEGIN:VCARD\r\nFN:P\r\nTEL:+${key}\r\nEND:VCARD\r\n`).join('')],
  ['a web page', 'lista.xls', `<table>${keys.map((key) => `<tr><td>P<td>+${key}</tr>`).join('')}</table>`],
])('a long file keeps the columns of what it is: %s', async (_, name, list) => {
  const { service, connection_id, ...workspace } = await startCruzar()
  const file = path.join(await temporaryFolder(), name)
  await writeFile(file, list + (name.endsWith('vcf') ? `X-NOTE:${filler}` : `<!--${filler}-->`))
  const ticket = workspace.fileTickets.put({ name, source: { path: file } })
  const staged = await workspace.ask('cruzar.stage', { from: 'file', ticket })
  const run = await workspace.ask('cruzar.start', { list: staged.list, settings: {}, filter: {}, name })
  await workspace.ended(run)
  const rows = await workspace.rows({ kind: 'run', id: run.id })
  expect(rows.map(({ c0, c1 }) => [c0, c1])).toEqual(keys.map((key) => ['P', `+${key}`]))
})

test('a long text keeps its columns, which another thread reads', async () => {
  const { service, connection_id, ...workspace } = await startCruzar()
  const file = path.join(await temporaryFolder(), 'lista.csv')
  const people = phones(150)
  const note = 'x'.repeat(30_000)
  await writeFile(file, `nome,telefone,nota\n${people.map((key) => `P,+${key},${note}`).join('\n')}\n`)
  const ticket = workspace.fileTickets.put({ name: 'lista.csv', source: { path: file } })
  const staged = await workspace.ask('cruzar.stage', { from: 'file', ticket })
  const run = await workspace.ask('cruzar.start', { list: staged.list, settings: {}, filter: {}, name: 'lista' })
  await workspace.ended(run)
  const rows = await workspace.rows({ kind: 'run', id: run.id })
  expect(rows.map(({ c0, c1, c2 }) => [c0, c1, c2])).toEqual(people.map((key) => ['P', `+${key}`, note]))
})
