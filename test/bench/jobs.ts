import { rmSync } from 'node:fs'
import { electronForTests } from '../kit/electron-runtime.ts'
import { rowsPerPage } from './data.ts'
import { runSide, type Sample } from './measure.ts'
import { servePages } from './page-server.ts'
import { alone, type Goal, longestWait, type Row, row } from './rows.ts'
import type { Question } from './sides/input.ts'
import type { Workshop } from './workshop.ts'

/** Rows that are measured together: in each round every side once, one after another. */
interface Job {
  readonly rounds: number
  readonly sides: Readonly<Record<string, (round: number) => Promise<Sample>>>
  readonly rows: readonly Row[]
  close?(): void
}

const noCard = 'browser host, Chromium without a graphics card'

/** A side that writes a file, which is removed when it is measured. */
const writer =
  (
    file: 'ours' | 'peers',
    name: string,
    input: { readonly out: string; readonly [name: string]: unknown },
    options = {},
  ) =>
  async () => {
    const sample = await runSide(file, name, input, options)
    rmSync(input.out)
    return sample
  }

const latencyMs = 50
const pagesOfPull = 200
const fromStart = 'both from the start of their process'

/** By the name that `--only` takes; a job that cannot run here gives the reason. */
export const jobs: Readonly<Record<string, (workshop: Workshop) => Promise<Job | { readonly reason: string }>>> = {
  async keys(workshop) {
    const list = await workshop.list()
    const job = 'list file → distinct keys with all rules'
    return {
      rounds: 5,
      sides: {
        ours: (round) => runSide('ours', 'keys', { dir: workshop.place(`keys-${round}`), list }),
        papaparse: () => runSide('peers', 'papaparse', { list }),
        duckdb: () => runSide('peers', 'duckdbKeys', { list }),
      },
      rows: [
        row(job, 'PapaParse `chunk` and a Set', { ratio: 0.2 }, { peer: 'papaparse' }),
        row(job, 'DuckDB read_csv, the same rules in SQL', { ratio: 0.65 }, { peer: 'duckdb' }),
      ],
    }
  },

  async cruzar(workshop) {
    const input = { dir: await workshop.account(), list: await workshop.list() }
    const leads = await workshop.duckdb()
    const out = workshop.place('crossed.csv')
    const against = 'DuckDB: join with its own plain file, order kept, CSV with all 23 columns of the lead'
    const note = 'the list counted first, as on the screen'
    const byCommand = (ours: string, words: string) => ({
      ours,
      peer: 'process',
      note: `\`cruza cruzar --sheet ${words}\`, ${fromStart}; ours writes its reasons too, and as Excel reads it`,
    })
    const duckdb = (name: string) => async () => {
      const sample = await runSide('peers', name, { side: 'duckdbCross', leads, list: input.list, out })
      const { facts } = await runSide('peers', 'duckdbOutcomes', { out })
      return { ...sample, facts: { ...facts, ...sample.facts } }
    }
    return {
      rounds: 3,
      sides: {
        run: () => runSide('ours', 'run', input),
        peer: duckdb('duckdbCross'),
        csv: writer('ours', 'cruzarCommand', { ...input, out, keep: false }),
        kept: writer('ours', 'cruzarCommand', { ...input, out, keep: true }),
        process: duckdb('duckdbProcess'),
      },
      rows: [
        row('list file → stored run, first rows shown', against, { ratio: 0.4 }, { ours: 'run', note }),
        row('list file → result CSV, nothing kept', against, { ratio: 0.6 }, byCommand('csv', '--no-keep --out')),
        row('list file → result CSV, run kept', against, { ratio: 0.7 }, byCommand('kept', '--out')),
        row('peak of offline cruzar', alone, { peakMb: 450 }, { ours: 'run' }),
        longestWait('offline cruzar', 'run'),
      ],
    }
  },

  async csv(workshop) {
    const input = { dir: await workshop.account(), out: workshop.place('export.csv'), format: 'csv-raw' }
    const peer = { leads: await workshop.duckdb(), out: input.out, side: 'duckdbCsv' }
    const order = 'nome'
    const note = 'ours by Intl.Collator, DuckDB by ICU: the same order of Portuguese'
    const inOrder = { ours: 'sorted', peer: 'sortedPeer', note }
    const byCommand = { ours: 'command', peer: 'process', note: fromStart }
    return {
      rounds: 5,
      sides: {
        ours: writer('ours', 'exportSheet', input),
        peer: writer('peers', 'duckdbCsv', peer),
        sorted: writer('ours', 'exportSheet', { ...input, order }),
        sortedPeer: writer('peers', 'duckdbCsv', { ...peer, order }),
        command: writer('ours', 'exportCommand', input),
        process: writer('peers', 'duckdbProcess', peer),
      },
      rows: [
        row('CSV, 23 columns', 'DuckDB COPY', { ratio: 0.65 }),
        row(`CSV, 23 columns, in the order of \`${order}\``, 'DuckDB COPY with ORDER BY', { ratio: 0.6 }, inOrder),
        row('`cruza export`, CSV, 23 columns', 'DuckDB COPY', { ratio: 0.9 }, byCommand),
        longestWait('the export of CSV'),
      ],
    }
  },

  async xlsx(workshop) {
    const dir = await workshop.account()
    const pages = await workshop.pages()
    const out = workshop.place('export.xlsx')
    return {
      rounds: workshop.rows > 300_000 ? 1 : 3,
      sides: {
        ours: writer('ours', 'exportSheet', { dir, out, format: 'xlsx' }),
        peer: writer('peers', 'exceljs', { pages, out }),
      },
      rows: [
        row('XLSX, 23 columns', 'exceljs streaming writer, level 1, rows from the pages', { ratio: 0.15 }),
        longestWait('the export of XLSX'),
      ],
    }
  },

  async parquet(workshop) {
    const dir = await workshop.account()
    const leads = await workshop.duckdb()
    return {
      rounds: 3,
      sides: {
        ours: writer('ours', 'exportSheet', { dir, out: workshop.place('ours.parquet'), format: 'parquet' }),
        peer: writer('peers', 'duckdbParquet', { leads, out: workshop.place('peer.parquet') }),
      },
      rows: [
        row('Parquet, 23 columns', 'DuckDB COPY, every column as text', { peakMb: 800 }),
        longestWait('the export of Parquet'),
      ],
    }
  },

  async store(workshop) {
    const pages = await workshop.pages()
    const side = (file: 'ours' | 'peers', name: string) => async (round: number) => {
      const place = workshop.place(`store-${round}`)
      const sample = await runSide(file, name, { pages, dir: place, file: place })
      for (const ending of ['', '-wal', '-shm']) rmSync(place + ending, { recursive: true, force: true })
      return sample
    }
    const note = 'until the sheet is whole, with its orders and indexes'
    return {
      rounds: 3,
      sides: { ours: side('ours', 'store'), peer: side('peers', 'sqliteStore') },
      rows: [
        row('leads from pages → stored sheet', 'better-sqlite3 without a key, no index', { ratio: 0.75 }, { note }),
        longestWait('the reading of a sheet'),
      ],
    }
  },

  async pull(workshop) {
    const pages = await workshop.pages()
    const slow = await servePages(await workshop.pages(pagesOfPull * rowsPerPage), latencyMs)
    const quick = await servePages(pages, 0)
    const side =
      (name: string, { url }: typeof slow) =>
      async (round: number) => {
        const dir = workshop.place(`${name}-${round}`)
        const sample = await runSide('ours', name, { dir, url })
        rmSync(dir, { recursive: true })
        return sample
      }
    const work = (count: number, ms: number) => `of ${count} pages at ${ms} ms`
    const note = 'from the start of our process, over loopback; the peer has the pages in a file and keeps nothing'
    const byCommand = { ours: 'quick', peer: 'parse', note }
    return {
      rounds: 3,
      sides: {
        ours: side('pull', slow),
        peer: side('pullSerially', slow),
        quick: side('pullCommand', quick),
        parse: () => runSide('peers', 'jsonParse', { pages }),
      },
      rows: [
        row(`pull ${work(pagesOfPull, latencyMs)}`, 'one page after another, into the same store', { ratio: 0.29 }),
        row(
          `\`cruza pull\` ${work(pages.offsets.length - 1, 0)}`,
          'JSON.parse of the same pages',
          { ratio: 2.4 },
          byCommand,
        ),
      ],
      close() {
        slow.close()
        quick.close()
      },
    }
  },

  async open(workshop) {
    const dir = await workshop.account()
    const leads = await workshop.duckdb()
    const opened = 'process start → first 50 rows, then 50 from the middle of an order'
    const search = 'first search after opening, two words in four columns'
    return {
      rounds: 5,
      sides: {
        ours: () => runSide('ours', 'open', { dir }),
        peer: () => runSide('peers', 'duckdbOpen', { leads }),
      },
      rows: [
        row(opened, 'DuckDB: the same two questions', { ratio: 0.55, seconds: 0.4 }, { part: 'open' }),
        row(search, 'DuckDB ILIKE, accents stripped', { ratio: 0.15 }, { part: 'search' }),
        row('peak with the sheet open', alone, { peakMb: 350 }),
      ],
    }
  },

  async questions(workshop) {
    const dir = await workshop.account()
    const leads = await workshop.duckdb()
    const questions: readonly (readonly [Question, string, Goal])[] = [
      ['groups', 'groups by `agente` and week of `ultima_mensagem_em`, sum of `mensagens`', { seconds: 0.15 }],
      ['pivot', 'pivot of `agente` by `status`', { seconds: 0.15 }],
      ['numbers', 'statistics of `mensagens`', { seconds: 2 }],
      ['texts', 'statistics of `agente`', { seconds: 2 }],
      ['filtered', 'rows of the last days, `status` open or `mensagens` above 40', { ratio: 1 }],
    ]
    const sides = questions.flatMap(([question]) => [
      [question, () => runSide('questions', 'ask', { dir, question })] as const,
      [`${question}Peer`, () => runSide('peers', 'duckdbAsk', { leads, question })] as const,
    ])
    const against = 'DuckDB: the same in SQL, its table in memory, with types'
    const note = 'the first question to a sheet that is shown: ours reads its columns from the encrypted file'
    return {
      rounds: 5,
      sides: Object.fromEntries(sides),
      rows: questions.flatMap(([ours, work, goal]) => [
        row(work, against, goal, { ours, peer: `${ours}Peer`, note }),
        longestWait(work, ours),
      ]),
    }
  },

  async changes(workshop) {
    const csv = await workshop.csv()
    const { dir, later } = await workshop.readTwice()
    const work = 'what changed between two readings, 1 % new, 1 % gone, 10 % changed'
    const against = 'DuckDB: FULL OUTER JOIN of the same columns, both tables in memory'
    return {
      rounds: 3,
      sides: {
        ours: () => runSide('questions', 'changes', { dir }),
        peer: () => runSide('peers', 'duckdbChanges', { csv, later }),
      },
      rows: [
        row(work, against, { seconds: 2 }, { note: 'ours reads both from encrypted files' }),
        longestWait(work),
        row('peak of what changed', alone, { peakMb: 600 }),
      ],
    }
  },

  async command(workshop) {
    const dir = await workshop.account()
    const note = 'a passphrase that was made cheap to derive: it takes 0.4 s on purpose, a keychain does not'
    return {
      rounds: 5,
      sides: {
        ours: () => runSide('ours', 'listSheets', { dir }),
        peer: () => runSide('peers', 'nodeStart', {}),
      },
      rows: [row('`cruza sheets`', '`node -e 0`', { seconds: 0.4 }, { note })],
    }
  },

  async long(workshop) {
    const lines = workshop.rows * 5
    // A list of more than 400 MB is refused.
    const list = await workshop.list(lines, 3)
    return {
      rounds: 1,
      sides: { ours: (round) => runSide('ours', 'keys', { dir: workshop.place(`long-${round}`), list }) },
      rows: [row(`peak of a list of ${lines} lines, 3 columns`, alone, { peakMb: 650 })],
    }
  },

  async review(workshop) {
    const entries = Math.max(1000, workshop.rows / 10)
    const dir = await workshop.entries(entries)
    const job = `approve, next entry on screen, ${entries} entries: p95`
    const note = `from the key to the page that has the next entry; ${noCard}`
    return {
      rounds: 3,
      sides: { ours: () => runSide('screens', 'approve', { dir }) },
      rows: [row(job, 'one frame', { seconds: 0.016 }, { part: 'p95', note })],
    }
  },

  async grid(workshop) {
    const dir = await workshop.account()
    const leads = await workshop.csv(100_000)
    const against = 'AG Grid client-side, 100,000 rows as high as ours'
    const job = 'grid, 200 px a frame: p95 of a frame'
    const note = `\`Emulation.setCPUThrottlingRate\` 2 in both pages; ${noCard}`
    const part = 'p95'
    return {
      rounds: 3,
      sides: {
        ours: () => runSide('screens', 'grid', { dir, slowdown: 1 }),
        peer: () => runSide('screens', 'agGrid', { leads, slowdown: 1 }),
        slow: () => runSide('screens', 'grid', { dir, slowdown: 2 }),
        slowPeer: () => runSide('screens', 'agGrid', { leads, slowdown: 2 }),
      },
      rows: [
        row(job, against, { seconds: 0.025 }, { part, note: noCard }),
        row(`${job}, page at half speed`, against, { ratio: 1 }, { part, ours: 'slow', peer: 'slowPeer', note }),
      ],
    }
  },

  async throttled(workshop) {
    if (process.platform === 'win32') return { reason: 'Windows stops no processes' }
    const dir = await workshop.account()
    const [list, pages] = [await workshop.list(), await workshop.pages()]
    const throttled = true
    const format = (name: string) =>
      writer('ours', 'exportSheet', { dir, out: workshop.place('throttled'), format: name }, { throttled })
    const goal = {
      seconds: 0.1,
      note: 'our processes stop after each millisecond, for as long as they ran and 2 ms at most',
    }
    return {
      rounds: 3,
      sides: {
        run: () => runSide('ours', 'run', { dir, list }, { throttled }),
        csv: format('csv-raw'),
        xlsx: format('xlsx'),
        async store(round) {
          const place = workshop.place(`throttled-${round}`)
          const sample = await runSide('ours', 'store', { pages, dir: place }, { throttled })
          rmSync(place, { recursive: true })
          return sample
        },
      },
      rows: [
        longestWait('offline cruzar at half speed', 'run', goal),
        longestWait('the export of CSV at half speed', 'csv', goal),
        longestWait('the export of XLSX at half speed', 'xlsx', goal),
        longestWait('the reading of a sheet at half speed', 'store', goal),
      ],
    }
  },

  async electron(workshop) {
    const runtime = await electronForTests()
    if ('reason' in runtime) return runtime
    const job = 'Electron start → the first button that works'
    const note = 'on a virtual display with a keyring'
    return {
      rounds: 5,
      sides: {
        ours: (round) => runSide('screens', 'electronStart', { ...runtime, dir: workshop.place(`electron-${round}`) }),
      },
      rows: [row(job, alone, { seconds: 0.75 }, { part: 'start', note })],
    }
  },
}

/** Every side once in each round, one after another, so that whatever else the machine does meets all alike. */
export async function alternate({ sides }: Job, rounds: number): Promise<Readonly<Record<string, readonly Sample[]>>> {
  const samples: Record<string, Sample[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(sides)) {
      samples[name] ??= []
      samples[name].push(await run(round))
    }
  }
  return samples
}
