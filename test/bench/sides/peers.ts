import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createReadStream, fstatSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { leadFields } from '../../../preload/values/lead-fields.ts'
import { type DuckDbConnection, duckDbName, openDuckDb } from '../duckdb.ts'
import { type Facts, runNamed, type Side } from '../side.ts'
import { daysSinceLastLead, type LeadPages, type Question, questionZone, readPages, searched } from './input.ts'

/**
 * The peers. Those that only the benches need are of `test/bench/package.json`, which the type checker does not know.
 */

/** What opens DuckDB, which is loaded now. */
async function duckdb(...where: Parameters<typeof openDuckDb>) {
  await import(duckDbName)
  return () => openDuckDb(...where)
}

/** The numbers of a query that gives one row. */
async function numbers(connection: DuckDbConnection, sql: string): Promise<Record<string, number>> {
  const [row = {}] = (await connection.runAndReadAll(sql)).getRowObjects()
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}

/** Waits until a written file is on the disk, as our exports do and none of the peers. */
function flushed(file: string): { readonly bytes: number } {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
    return { bytes: fstatSync(handle).size }
  } finally {
    closeSync(handle)
  }
}

const areas = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]'

/**
 * The rules of main/phones/phones.ts as far as they go in one expression: trunk zeros and 55 off, area codes in use,
 * mobiles of eleven digits, others of ten. Foreign numbers come after a plus. E-mails are trimmed, in lower case.
 */
const macros = [
  `digits(s) AS ltrim(regexp_replace(coalesce(s, ''), '[^0-9]', '', 'g'), '0')`,
  `brazilian(d) AS regexp_extract(d, '^(?:55)?((?:${areas})(?:9[0-9]{8}|[2-9][0-9]{7}))$', 1)`,
  `abroad(s, d) AS CASE WHEN starts_with(s, '+') AND NOT starts_with(d, '55') AND length(d) BETWEEN 8 AND 15 THEN d END`,
  `key_of(s, d) AS CASE WHEN brazilian(d) <> '' THEN '55' || brazilian(d) ELSE abroad(s, d) END`,
  'phone_key(s) AS key_of(s, digits(s))',
  `email_key(s) AS CASE WHEN contains(s, '@') THEN lower(trim(s)) END`,
]
const defineMacros = macros.map((macro) => `CREATE OR REPLACE TEMP MACRO ${macro};`).join('\n')
const listRows = (list: string) => `read_csv('${list}', delim = ';', quote = '"', header = true, all_varchar = true)`

const duckdbLoad: Side<{ csv: string; file: string }> = async ({ csv, file }, measured) => {
  const open = await duckdb(file)
  await measured(async () => {
    const connection = await open()
    await connection.run(`CREATE TABLE leads AS FROM read_csv('${csv}', header = true, all_varchar = true); CHECKPOINT`)
    connection.closeSync()
    return {}
  })
}

const duckdbKeys: Side<{ list: string }> = async ({ list }, measured) => {
  const open = await duckdb()
  await measured(async () => {
    const connection = await open()
    await connection.run(defineMacros)
    const counts = await numbers(
      connection,
      `SELECT count(*) AS rows, count(DISTINCT p) + count(DISTINCT e) AS keys,
        count(*) FILTER (p IS NULL AND e IS NULL) AS unusable
      FROM (SELECT phone_key(telefone) AS p, email_key(email) AS e FROM ${listRows(list)})`,
    )
    connection.closeSync()
    return counts
  })
}

/** Every line in its order with its outcome, its key and the 23 columns of its lead. */
const crossed = (list: string) => `
  WITH l AS (SELECT *, phone_key(telefone) AS p, email_key(email) AS e FROM leads),
  by_phone AS (SELECT p, min(contato_id) AS id, arg_min(conversa_id, contato_id) IS NOT NULL AS met
    FROM l WHERE p IS NOT NULL GROUP BY p),
  by_email AS (SELECT e, min(contato_id) AS id, arg_min(conversa_id, contato_id) IS NOT NULL AS met
    FROM l WHERE e IS NOT NULL GROUP BY e),
  s AS (SELECT *, row_number() OVER () AS line, phone_key(telefone) AS p, email_key(email) AS e FROM ${listRows(list)}),
  m AS (SELECT s.*, CASE WHEN by_email.met AND NOT coalesce(by_phone.met, false) THEN by_email.id
      ELSE coalesce(by_phone.id, by_email.id) END AS id
    FROM s LEFT JOIN by_phone ON s.p = by_phone.p LEFT JOIN by_email ON s.e = by_email.e)
  SELECT m.* EXCLUDE (p, e, id, line),
    CASE WHEN m.p IS NULL AND m.e IS NULL THEN 'invalida' WHEN m.id IS NULL THEN 'ausente'
      WHEN l.conversa_id IS NULL THEN 'sem_conversa' ELSE 'com_conversa' END AS cruzar_resultado,
    coalesce(m.p, m.e) AS cruzar_chave,
    l.* EXCLUDE (p, e)
  FROM m LEFT JOIN l ON l.contato_id = m.id ORDER BY m.line`

const duckdbCross: Side<{ leads: string; list: string; out: string }> = async ({ leads, list, out }, measured) => {
  const open = await duckdb(leads, 'READ_ONLY')
  await measured(async () => {
    const connection = await open()
    await connection.run(defineMacros)
    await connection.run(`COPY (${crossed(list)}) TO '${out}' (FORMAT csv, HEADER, DELIMITER ';')`)
    connection.closeSync()
    return flushed(out)
  })
}

/** What `duckdbCross` has written, counted; it is deleted. */
const duckdbOutcomes: Side<{ out: string }> = async ({ out }, measured) => {
  const connection = await (await duckdb())()
  const outcomes = ['com_conversa', 'sem_conversa', 'ausente', 'invalida']
  const counts = outcomes.map((name) => `count(*) FILTER (cruzar_resultado = '${name}') AS ${name}`)
  await measured(() => numbers(connection, `SELECT count(*) AS rows, ${counts.join(', ')} FROM ${listRows(out)}`))
  rmSync(out)
}

/** In the order of the file, or as people sort this column in Portuguese, equal values in the order of the file. */
const duckdbCsv: Side<{ leads: string; out: string; order?: string }> = async ({ leads, out, order }, measured) => {
  const open = await duckdb(leads, 'READ_ONLY')
  const clauses = order === undefined ? '' : `ORDER BY ${order} COLLATE pt, rowid`
  await measured(async () => {
    const connection = await open()
    await connection.run(`COPY (FROM leads ${clauses}) TO '${out}' (FORMAT csv, HEADER)`)
    connection.closeSync()
    return flushed(out)
  })
}

const duckdbParquet: Side<{ leads: string; out: string }> = async ({ leads, out }, measured) => {
  const open = await duckdb(leads, 'READ_ONLY')
  await measured(async () => {
    const connection = await open()
    await connection.run(`COPY leads TO '${out}' (FORMAT parquet, COMPRESSION zstd)`)
    connection.closeSync()
    return flushed(out)
  })
}

/** Another side in a process of its own, from the start of that process, as a command of ours is measured. */
const duckdbProcess: Side<{ side: string; out: string }> = async (input, measured) => {
  await measured(async () => {
    const words = [import.meta.filename, input.side, JSON.stringify(input)]
    const [code] = await once(spawn(process.execPath, words, { stdio: 'inherit' }), 'close')
    if (code !== 0) throw new Error(`the side ${input.side} ended with ${code}`)
    return { bytes: statSync(input.out).size }
  })
}

/** From the start of its process: the first 50 rows, 50 from the middle of an order; then the search, folded. */
const duckdbOpen: Side<{ leads: string }> = async ({ leads }, measured) => {
  const connection = await (await duckdb(leads, 'READ_ONLY'))()
  const rows = async (clauses: string) =>
    (await connection.runAndReadAll(`SELECT * FROM leads ${clauses} LIMIT 50`)).getRowObjects()
  await rows('')
  const { total = 0 } = await numbers(connection, 'SELECT count(*) AS total FROM leads')
  await connection.runAndReadAll(
    `SELECT * FROM leads ORDER BY ultima_mensagem_em DESC NULLS LAST LIMIT 50 OFFSET ${Math.floor(total / 2)}`,
  )
  const open = performance.now() / 1000
  const anywhere = (word: string) =>
    `(${searched.columns.map((name) => `strip_accents(${name}) ILIKE '%${word}%'`).join(' OR ')})`
  await measured(async () => {
    const start = performance.now()
    const matches = await connection.runAndReadAll(
      `SELECT rowid FROM leads WHERE ${searched.words.map(anywhere).join(' AND ')}`,
    )
    const ids = matches.getRowObjects().map(({ rowid }) => String(rowid))
    await rows(`WHERE rowid IN (${ids.slice(0, 50).join(', ') || 'NULL'})`)
    return { matching: ids.length, open, search: (performance.now() - start) / 1000 }
  })
  connection.closeSync()
}

/** With the types of what is asked, in memory. */
const typedLeads = (file: string) => `
  SET TimeZone = '${questionZone}'; ATTACH '${file}' AS file (READ_ONLY);
  CREATE TABLE leads AS SELECT * REPLACE (mensagens::INTEGER AS mensagens,
    ultima_mensagem_em::TIMESTAMPTZ AS ultima_mensagem_em) FROM file.leads`

type Rows = readonly Readonly<Record<string, unknown>>[]

const sumOf = (rows: Rows, name: string) => rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)
const first = (rows: Rows, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Number(rows[0]?.[name])]))

/** The ten most frequent values. */
const frequent = (column: string) =>
  `SELECT ${column}, count(*) AS frequent FROM leads WHERE ${column} IS NOT NULL
  GROUP BY ${column} ORDER BY frequent DESC LIMIT 10`
const counts = (column: string) => `count(*), count(${column}) AS filled, count(DISTINCT ${column}) AS distinct`

/** The SQL of each question, and the facts of what it gives. */
const answers: Readonly<Record<Question, (ask: (sql: string) => Promise<Rows>) => Promise<Facts>>> = {
  async groups(ask) {
    const rows = await ask(`SELECT agente, date_trunc('week', ultima_mensagem_em) AS week, count(*) AS leads,
        sum(mensagens) AS messages, count(*) OVER () AS groups, sum(count(*)) OVER (PARTITION BY agente) AS of_agent
      FROM leads GROUP BY agente, week ORDER BY agente IS NULL, of_agent DESC, week LIMIT 50`)
    return { ...first(rows, 'groups'), leads: sumOf(rows, 'leads'), messages: sumOf(rows, 'messages') }
  },
  async pivot(ask) {
    const rows = await ask(`SELECT *, count(*) OVER () AS agents
      FROM (PIVOT leads ON coalesce(status, 'none') USING count(*) GROUP BY agente) LIMIT 50`)
    const statuses = ['open', 'pending', 'resolved', 'snoozed', 'none']
    return { ...first(rows, 'agents'), leads: statuses.reduce((sum, status) => sum + sumOf(rows, status), 0) }
  },
  async numbers(ask) {
    const all = await ask(`SELECT ${counts('mensagens')}, min(mensagens), max(mensagens), sum(mensagens) AS messages,
      avg(mensagens) FROM leads`)
    const top = await ask(frequent('mensagens'))
    const bins = await ask('SELECT mensagens // 10 AS bin, count(*) FROM leads GROUP BY bin ORDER BY bin')
    return { ...first(all, 'filled', 'distinct', 'messages'), ...first(top, 'frequent'), bins: bins.length }
  },
  async texts(ask) {
    const all = await ask(`SELECT ${counts('agente')} FROM leads`)
    return { ...first(all, 'filled', 'distinct'), ...first(await ask(frequent('agente')), 'frequent') }
  },
  async filtered(ask) {
    const from = `FROM leads WHERE (status = 'open' OR mensagens > 40)
      AND ultima_mensagem_em >= date_trunc('day', now()) - INTERVAL ${daysSinceLastLead() - 1} DAY`
    const all = await ask(`SELECT count(*) AS matching ${from}`)
    const rows = await ask(`SELECT * ${from} LIMIT 50`)
    return { ...first(all, 'matching'), messages: sumOf(rows, 'mensagens') }
  },
}

/** One question about leads that are loaded. */
const duckdbAsk: Side<{ leads: string; question: Question }> = async ({ leads, question }, measured) => {
  const connection = await (await duckdb())()
  await connection.run(typedLeads(leads))
  await measured(() => answers[question](async (sql) => (await connection.runAndReadAll(sql)).getRowObjects()))
  connection.closeSync()
}

/** Two readings as tables in memory: records that one alone has, and those of which any other column differs. */
const duckdbChanges: Side<{ csv: string; later: string }> = async ({ csv, later }, measured) => {
  const connection = await (await duckdb())()
  for (const [name, file] of [
    ['earlier', csv],
    ['later', later],
  ]) {
    await connection.run(`CREATE TABLE ${name} AS FROM read_csv('${file}', header = true, all_varchar = true)`)
  }
  const others = leadFields
    .map(({ key }) => key)
    .filter((key) => key !== 'contato_id' && key !== 'conversas_no_periodo')
  const differs = others.map((key) => `earlier.${key} IS DISTINCT FROM later.${key}`).join(' OR ')
  await measured(async () => {
    await connection.run(`CREATE TABLE changes AS SELECT earlier.contato_id AS former, later.contato_id AS present,
        earlier.* EXCLUDE contato_id, later.* EXCLUDE contato_id
      FROM earlier FULL OUTER JOIN later USING (contato_id)
      WHERE earlier.contato_id IS NULL OR later.contato_id IS NULL OR ${differs}`)
    return numbers(
      connection,
      `SELECT count(*) FILTER (former IS NULL) AS added, count(*) FILTER (present IS NULL) AS gone,
        count(*) FILTER (former IS NOT NULL AND present IS NOT NULL) AS changed FROM changes`,
    )
  })
  connection.closeSync()
}

/** PapaParse's `chunk` mode over a stream, and a Set of digits and e-mails. */
const papaparse: Side<{ list: string }> = async ({ list }, measured) => {
  const { default: Papa } = await import('papaparse')
  await measured(async () => {
    const keys = new Set<string>()
    let rows = -1
    let unusable = -1
    await new Promise<void>((resolve, reject) => {
      Papa.parse<string[]>(createReadStream(list, 'utf8'), {
        skipEmptyLines: true,
        chunk({ data }) {
          for (const [, phone = '', email = ''] of data) {
            const digits = phone
              .replace(/\D/g, '')
              .replace(/^0+/, '')
              .replace(/^55(?=\d{10,11}$)/, '')
            const isPhone = digits.length >= 10 && digits.length <= 15
            const address = email.trim().toLowerCase()
            if (isPhone) keys.add(digits)
            if (address.includes('@')) keys.add(address)
            else if (!isPhone) unusable += 1
          }
          rows += data.length
        },
        complete: () => resolve(),
        error: reject,
      })
    })
    return { rows, keys: keys.size, unusable }
  })
}

/**
 * The same leads as rows of a plain file: the product's SQLite without a key; a transaction every 20 pages, no index.
 */
const sqliteStore: Side<{ pages: LeadPages; file: string }> = async ({ pages, file }, measured) => {
  const { default: Database } = await import('better-sqlite3-multiple-ciphers')
  await measured(() => {
    const database = new Database(file)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    const fields = leadFields.map(({ key }) => key)
    database.exec(
      `create table lead (${leadFields.map(({ key, type }) => `${key} ${type === 'integer' ? 'integer' : 'text'}`)})`,
    )
    const insert = database.prepare(`insert into lead values (${fields.map(() => '?')})`)
    let rows = 0
    let page = 0
    for (const body of readPages(pages)) {
      if (page++ % 20 === 0) database.exec(page === 1 ? 'begin' : 'commit; begin')
      for (const lead of JSON.parse(body.toString('utf8')).leads) {
        insert.run(fields.map((key) => (Array.isArray(lead[key]) ? JSON.stringify(lead[key]) : lead[key])))
        rows += 1
      }
    }
    database.exec('commit')
    database.close()
    return { rows }
  })
}

interface ExcelJs {
  readonly default: {
    readonly stream: { readonly xlsx: { readonly WorkbookWriter: new (options: object) => Workbook } }
  }
}

interface Workbook {
  addWorksheet(name: string): { addRow(cells: readonly unknown[]): { commit(): void }; commit(): void }
  commit(): Promise<void>
}

/** exceljs's streaming writer, without styles and shared strings, deflate at level 1; the rows come from the pages. */
const exceljs: Side<{ pages: LeadPages; out: string }> = async ({ pages, out }, measured) => {
  const name = 'exceljs'
  const { default: Excel }: ExcelJs = await import(name)
  await measured(async () => {
    const zip = { zlib: { level: 1 } }
    const book = new Excel.stream.xlsx.WorkbookWriter({ filename: out, useStyles: false, useSharedStrings: false, zip })
    const sheet = book.addWorksheet('Leads')
    sheet.addRow(leadFields.map(({ key }) => key)).commit()
    let rows = 0
    for (const body of readPages(pages)) {
      for (const lead of JSON.parse(body.toString('utf8')).leads) {
        const cells = leadFields.map(({ key }) => (Array.isArray(lead[key]) ? lead[key].join('|') : lead[key]))
        sheet.addRow(cells).commit()
        rows += 1
      }
      // Its streams write between two turns of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
    }
    sheet.commit()
    await book.commit()
    return { rows, ...flushed(out) }
  })
}

/** What reading the pages costs at least: their text from the file, and the values in it. */
const jsonParse: Side<{ pages: LeadPages }> = async ({ pages }, measured) => {
  await measured(() => {
    let rows = 0
    for (const body of readPages(pages)) rows += JSON.parse(body.toString('utf8')).leads.length
    return { rows }
  })
}

/** Node with nothing to do. */
const nodeStart: Side<object> = async (_, measured) => {
  await measured(async () => {
    await once(spawn(process.execPath, ['-e', '0']), 'close')
    return {}
  })
}

await runNamed({
  duckdbLoad,
  duckdbKeys,
  duckdbCross,
  duckdbOutcomes,
  duckdbCsv,
  duckdbParquet,
  duckdbProcess,
  duckdbOpen,
  duckdbAsk,
  duckdbChanges,
  papaparse,
  sqliteStore,
  exceljs,
  jsonParse,
  nodeStart,
})
