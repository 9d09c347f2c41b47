import { rmSync } from 'node:fs'
import { electronForTests } from '../kit/electron-runtime.ts'
import { runSide, type Sample } from './measure.ts'
import { servePages } from './page-server.ts'
import type { Workshop } from './workshop.ts'

/** What a row must reach: ours by the peer's, or a bound of its own. */
interface Goal {
  readonly ratio?: number
  readonly seconds?: number
  readonly peakMb?: number
}

/**
 * One line of the table: `ours` is compared with `peer`, which are sides of its job of these names unless it names
 * others.
 */
export interface Row {
  readonly job: string
  /** What the peer does; a dash where the bounds of the goal are all that there is. */
  readonly against: string
  readonly goal: Goal
  readonly ours?: string
  readonly peer?: string
  /** A part of the time, by the name that the sides give it among their facts. */
  readonly part?: string
  readonly note?: string
}

/** Rows that are measured together: in each round every side once, one after another. */
interface Job {
  readonly rounds: number
  readonly sides: Readonly<Record<string, (round: number) => Promise<Sample>>>
  readonly rows: readonly Row[]
  close?(): void
}

const row = (job: string, against: string, goal: Goal, more: Partial<Row> = {}): Row => ({
  job,
  against,
  goal,
  ...more,
})
/** Of a row without a peer. */
export const alone = '–'
const noCard = 'browser host, Chromium without a graphics card'
/** No other question may wait longer. */
const longestWait = (work: string, ours = 'ours') =>
  row(`longest wait of another question during ${work}`, alone, { seconds: 0.1 }, { ours, part: 'waited' })

const latencyMs = 50
const pagesOfPull = 200

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
        row(job, 'PapaParse `chunk` and a Set', { ratio: 0.3 }, { peer: 'papaparse' }),
        row(job, 'DuckDB read_csv, the same rules in SQL', { ratio: 0.7 }, { peer: 'duckdb' }),
      ],
    }
  },

  async cruzar(workshop) {
    const input = { dir: await workshop.account(), list: await workshop.list() }
    const leads = await workshop.duckdb()
    const out = workshop.place('crossed.csv')
    const against = 'DuckDB: join with its own plain file, order kept, CSV with 6 of the 23 fields'
    const asOnScreen = 'the list counted first, as on the screen'
    const asCommand = '`cruza cruzar --sheet --no-keep`, from the start of its process'
    return {
      rounds: 3,
      sides: {
        run: () => runSide('ours', 'run', input),
        csv: () => runSide('ours', 'offlineCsv', { ...input, out }),
        async peer() {
          const sample = await runSide('peers', 'duckdbCross', { leads, list: input.list, out })
          const { facts } = await runSide('peers', 'duckdbOutcomes', { out })
          return { ...sample, facts: { ...facts, ...sample.facts } }
        },
      },
      rows: [
        row('list file → stored run, first rows shown', against, { ratio: 0.6 }, { ours: 'run', note: asOnScreen }),
        row('list file → result CSV, offline', against, { ratio: 0.45 }, { ours: 'csv', note: asCommand }),
        row('peak of offline cruzar', alone, { peakMb: 500 }, { ours: 'run' }),
        longestWait('offline cruzar', 'run'),
      ],
    }
  },

  async csv(workshop) {
    const dir = await workshop.account()
    const leads = await workshop.duckdb()
    const out = workshop.place('export.csv')
    return {
      rounds: 5,
      sides: {
        ours: () => runSide('ours', 'exportSheet', { dir, out, format: 'csv-raw' }),
        peer: () => runSide('peers', 'duckdbCsv', { leads, out }),
      },
      rows: [row('CSV, 23 columns', 'DuckDB COPY', { ratio: 0.95 }), longestWait('the export of CSV')],
    }
  },

  async xlsx(workshop) {
    const dir = await workshop.account()
    const pages = await workshop.pages()
    const out = workshop.place('export.xlsx')
    return {
      rounds: workshop.rows > 300_000 ? 1 : 3,
      sides: {
        ours: () => runSide('ours', 'exportSheet', { dir, out, format: 'xlsx' }),
        peer: () => runSide('peers', 'exceljs', { pages, out }),
      },
      rows: [
        row('XLSX, 23 columns', 'exceljs streaming writer, level 1, rows from the pages', { ratio: 0.18 }),
        longestWait('the export of XLSX'),
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
        row('leads from pages → stored sheet', 'better-sqlite3 without a key, no index', { ratio: 1.2 }, { note }),
        longestWait('the reading of a sheet'),
      ],
    }
  },

  async pull(workshop) {
    const service = await servePages(await workshop.pages(pagesOfPull * 500), latencyMs)
    const side = (name: string) => (round: number) =>
      runSide('ours', name, { dir: workshop.place(`${name}-${round}`), url: service.url })
    const job = `pull of ${pagesOfPull} pages at ${latencyMs} ms`
    return {
      rounds: 3,
      sides: { ours: side('pull'), peer: side('pullSerially') },
      rows: [row(job, 'one page after another, into the same store', { ratio: 0.29 })],
      close: service.close,
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
        row(opened, 'DuckDB: the same two questions', { ratio: 1, seconds: 0.5 }, { part: 'open' }),
        row(search, 'DuckDB ILIKE, accents stripped', { ratio: 0.15 }, { part: 'search' }),
        row('peak with the sheet open', alone, { peakMb: 350 }),
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
      rows: [row(`peak of a list of ${lines} lines, 3 columns`, alone, { peakMb: 700 })],
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
    const against = 'AG Grid client-side, 100,000 rows'
    return {
      rounds: 3,
      sides: {
        ours: () => runSide('screens', 'grid', { dir }),
        peer: () => runSide('screens', 'agGrid', { leads }),
      },
      rows: [row('grid, 200 px a frame: p95 of a frame', against, { seconds: 0.025 }, { part: 'p95', note: noCard })],
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
