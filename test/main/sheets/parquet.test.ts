import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { leadFields } from '../../../preload/values/lead-fields.ts'
import { duckDbOnly, openDuckDb } from '../../bench/duckdb.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { startWorkspace } from '../../kit/workspace.ts'
import { startPlatformWith } from '../cruzar/platform-with-leads.ts'
import { type Lead, leadOf } from './data/lead-pages.ts'

const rows = 50_000
const types = { integer: 'BIGINT', time: 'TIMESTAMP WITH TIME ZONE', list: 'VARCHAR[]' } as const
const typeOf = (type: string) => Object.entries(types).find(([name]) => name === type)?.[1] ?? 'VARCHAR'

/** Leads with nulls, accents, emoji, empty lists, large numbers, and texts that are no times. */
const leads = Array.from({ length: rows }, (_, index): Lead => {
  const lead = leadOf(index)
  if (index % 9 === 0) lead.agente_id = 2 ** 53 - 1 - index
  if (index % 11 === 0) lead.nome = `=a";\n\t${'😊'.repeat(index % 3)} ${index}`
  if (index % 5000 === 1) lead.conversa_criada_em = '2026-03-01'
  if (index % 7000 === 1) lead.conversa_criada_em = 'ontem'
  return lead
})

/** What the file is to hold of a lead, as a line of JSON that DuckDB reads with these types. */
function lineOf(lead: Lead): string {
  const cells = leadFields.flatMap(({ key, type }) => {
    const value = lead[key]
    if (type !== 'time') return [[key, value === '' ? null : value]]
    const at = typeof value === 'number' ? value * 1000 : Date.parse(String(value).replace(/^\d{4}-\d\d-\d\d$/, ''))
    const moment = [key, at > 0 ? new Date(at).toISOString() : null]
    const isOriginal = typeof value === 'string' && Number.isNaN(at)
    return key === 'conversa_criada_em' ? [moment, [`${key}_original`, isOriginal ? value : null]] : [moment]
  })
  return JSON.stringify(Object.fromEntries(cells))
}

test('DuckDB finds in a Parquet file of 50,000 leads the same rows with their types', duckDbOnly(), async () => {
  const service = await startPlatformWith(leads)
  const workspace = await startWorkspace()
  await workspace.connect(service.at)
  const sheet = await workspace.readSheet()
  const saved = await workspace.exported({ kind: 'sheet', id: sheet.id }, 'parquet')
  expect(saved).toMatchObject({ rows, origin: 'inside', logged: true })
  expect(await readdir(path.dirname(saved.path))).toEqual([saved.name])

  const expectedRows = path.join(await temporaryFolder(), 'leads.ndjson')
  await writeFile(expectedRows, leads.map(lineOf).join('\n'))
  const duckdb = await openDuckDb()
  const ask = async (sql: string) => (await duckdb.runAndReadAll(sql)).getRowObjectsJson()
  const columns = leadFields.flatMap(({ key, type }): [name: string, type: string][] => {
    const column: [string, string] = [key, typeOf(type)]
    return key === 'conversa_criada_em' ? [column, [`${key}_original`, 'VARCHAR']] : [column]
  })
  const described = await ask(`DESCRIBE FROM '${saved.path}'`)
  expect(described.map(({ column_name, column_type }) => [column_name, column_type])).toEqual(columns)
  const names = columns.map(([name, type]) => `${name}: '${type}'`).join(', ')
  const lines = `FROM read_json('${expectedRows}', format = 'newline_delimited', columns = {${names}})`
  const differences = `SELECT count(*)::INTEGER AS rows FROM`
  expect(await ask(`${differences} '${saved.path}'`)).toEqual([{ rows }])
  expect(await ask(`${differences} (${lines} EXCEPT ALL FROM '${saved.path}')`)).toEqual([{ rows: 0 }])
  const originals = `${differences} '${saved.path}' WHERE conversa_criada_em_original IS NOT NULL`
  expect(await ask(originals)).toEqual([{ rows: 16 }])
  const origin = await ask(
    `SELECT decode(value)::JSON ->> '$.file.rows' AS rows FROM parquet_kv_metadata('${saved.path}') WHERE decode(key) = 'cruza_origem'`,
  )
  expect(origin).toEqual([{ rows: String(rows) }])
  duckdb.closeSync()
})
