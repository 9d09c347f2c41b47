import { readFileSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3-multiple-ciphers'
import type { Command } from 'commander'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createProgram } from '../../main/cli/program.ts'
import { packageContent, packageItems } from '../../main/entries/data/reviews/package-schema.ts'
import { openMarker } from '../../main/kernel/vault/vault-files.ts'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { describeSchema, describeValues, maskId } from './describe-shapes.ts'
import { collectRows, describeStored, type Stored } from './describe-stored.ts'
import { readSource, sourceFiles } from './sources.ts'
import { everyFile, writeEverything } from './stored-scenario.ts'

/** Golden files of all that crosses the wire or is stored; `vitest run -u` accepts a change that is meant. */
const golden = (name: string) => path.join(import.meta.dirname, 'golden', `${name}.txt`)
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`

test('the source keeps its environment variables, channels, addresses and keys of storage', async () => {
  const patterns = {
    environment: /\bCRUZA_[A-Z_]+/g,
    'names of the program': /(?<=['"`])(?:x-)?cruza[-:][a-z:-]+(?=['"`])/g,
    'addresses of the browser host': /(?<=['"`])\/api\/[a-z/-]+/g,
    'collections of app.db': /(?<=collection: ')[a-z_]+/g,
  }
  const all = sourceFiles('main', 'preload', 'renderer').map(readSource).join('\n')
  const lines = Object.entries(patterns).flatMap(([what, pattern]) => [
    what,
    ...[...new Set(all.match(pattern))].sort().map((match) => `  ${match}`),
  ])
  await expect(text(lines)).toMatchFileSnapshot(golden('names'))
})

test('the command line keeps its commands and options', async () => {
  const program = createProgram({
    messages: catalogues['pt-BR'],
    version: '0',
    writeOut() {},
    run: async () => undefined,
  })
  const describeCommand = (command: Command, above = ''): string[] => {
    const name = `${above}${command.name()}`
    const words = command.registeredArguments.map(
      (each) => `${each.name()}${each.required ? '' : '?'}${each.variadic ? '…' : ''}`,
    )
    const options = command.options.map((each) => {
      const values = each.argChoices ? ` ${each.argChoices.join('|')}` : ''
      return `  ${each.flags}${values}${each.mandatory ? ' required' : ''} = ${JSON.stringify(each.defaultValue)}`
    })
    return [
      [name, ...words].join(' '),
      ...options.sort(),
      ...command.commands.flatMap((each) => describeCommand(each, `${name} `)),
    ]
  }
  await expect(text(describeCommand(program))).toMatchFileSnapshot(golden('commands'))
})

test('the files keep their tables, the keys of their JSON and the requests and pushes that go with them', {
  timeout: 60_000,
}, async () => {
  const opened = vi.spyOn(SqliteDatabase.prototype, 'pragma')
  const { workspace, demo, secrets } = await writeEverything()
  await (await openMarker(workspace.dir)).choose('passphrase')
  await (await openMarker(workspace.dir)).remember('app-key')
  const keys = new Map<string, string[]>()
  for (const [at, database] of opened.mock.contexts.entries()) {
    const [pragma] = opened.mock.calls[at] ?? []
    const { name } = database as SqliteDatabase.Database
    if (pragma?.startsWith('cipher =')) keys.set(name, [pragma])
    if (pragma?.startsWith('key =')) keys.get(name)?.push(pragma)
  }
  opened.mockRestore()

  const tables = new Set([...secrets].map((name) => `vault: ${maskId(name)}`))
  const stored: Stored = new Map()
  const shapes = { 'review package': packageContent, 'review package lists': z.object(packageItems) }
  const values = Object.entries(shapes).flatMap(([name, shape]) =>
    describeSchema(name, z.toJSONSchema(shape, { unrepresentable: 'any' })),
  )
  for (const file of everyFile(workspace.dir)) {
    const kind = path.extname(file) === '.json' || file === 'app.db' ? file : path.extname(file)
    const where = path.join(workspace.dir, file)
    if (file.endsWith('.json'))
      values.push('', kind, ...describeValues([JSON.parse(readFileSync(where, 'utf8'))], '  '))
    const pragmas = keys.get(where)
    if (!pragmas) continue
    const database = new SqliteDatabase(where, { readonly: true })
    for (const pragma of pragmas) database.pragma(pragma)
    tables.add(`${kind}: user_version ${database.pragma('user_version', { simple: true })}`)
    for (const sql of database.prepare<[], string>('select sql from sqlite_master where sql is not null').pluck().all())
      tables.add(`${kind}: ${sql.replace(/--.*/g, '').replace(/\s+/g, ' ')}`)
    collectRows(database, kind, stored)
    database.close()
  }
  await expect(text([...tables].sort())).toMatchFileSnapshot(golden('tables'))
  await expect(text([...values, '', ...describeStored(stored)])).toMatchFileSnapshot(golden('stored-json'))

  const requests = demo.requests().map(({ service, method, path: where, query }) => {
    const names = [...new Set(new URLSearchParams(query).keys())].sort()
    return `${service} ${method} ${maskId(where)} ${names.join(' ')}`.trim()
  })
  const pushes = workspace.changes.map((feature) => `push changed ${feature}`)
  await expect(text([...new Set([...requests, ...pushes])].sort())).toMatchFileSnapshot(golden('traffic'))
})
