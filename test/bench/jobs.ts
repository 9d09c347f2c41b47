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

/** One line of the table. */
export interface Row {
  readonly job: string
  /** Sides of its job. */
  readonly ours: string
  readonly peer?: string
  /** What the peer does; without one the bounds are those of the goal. */
  readonly against: string
  readonly goal: Goal
  /** A part of the time, by the name that both sides give it among their facts. */
  readonly part?: string
  readonly note?: string
}

/** Rows that are measured together: in each round every side once, one after another. */
export interface Job {
  readonly rounds: number
  readonly sides: Readonly<Record<string, (round: number) => Promise<Sample>>>
  readonly rows: readonly Row[]
  close?(): void
}

/** Why a job cannot run here. */
interface NotRun {
  readonly reason: string
}

const latencyMs = 50
const pagesOfPull = 200

/** The longest list that is read, for as many rows as the table is about. */
const longList = (rows: number) => rows * 5

export const jobs: Readonly<Record<string, (workshop: Workshop) => Promise<Job | NotRun>>> = {
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
        { job, ours: 'ours', peer: 'papaparse', against: 'PapaParse `chunk` and a Set', goal: { ratio: 0.3 } },
        { job, ours: 'ours', peer: 'duckdb', against: 'DuckDB read_csv, the same rules in SQL', goal: { ratio: 0.7 } },
      ],
    }
  },

  async cruzar(workshop) {
    const input = { dir: await workshop.account(), list: await workshop.list() }
    const leads = await workshop.duckdb()
    const out = workshop.place('crossed.csv')
    const against = 'DuckDB: join with its own plain file, order kept, CSV out'
    return {
      rounds: 3,
      sides: {
        run: () => runSide('ours', 'run', input),
        csv: () => runSide('ours', 'offlineCsv', { ...input, out }),
        async duckdb() {
          const sample = await runSide('peers', 'duckdbCross', { leads, list: input.list, out })
          const { facts } = await runSide('peers', 'duckdbOutcomes', { out })
          return { ...sample, facts: { ...facts, ...sample.facts } }
        },
      },
      rows: [
        {
          job: 'list file → stored run, first rows shown',
          ours: 'run',
          peer: 'duckdb',
          against,
          goal: { ratio: 0.6 },
          note: 'the list counted first, as on the screen',
        },
        {
          job: 'list file → result CSV, offline',
          ours: 'csv',
          peer: 'duckdb',
          against,
          goal: { ratio: 0.45 },
          note: 'ours: `cruza cruzar --sheet`, from the start of its process and with its passphrase',
        },
        {
          job: 'peak of offline cruzar',
          ours: 'run',
          against: '–',
          goal: { peakMb: 500 },
        },
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
        duckdb: () => runSide('peers', 'duckdbCsv', { leads, out }),
      },
      rows: [{ job: 'CSV, 23 columns', ours: 'ours', peer: 'duckdb', against: 'DuckDB COPY', goal: { ratio: 0.95 } }],
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
        exceljs: () => runSide('peers', 'exceljs', { pages, out }),
      },
      rows: [
        {
          job: 'XLSX, 23 columns',
          ours: 'ours',
          peer: 'exceljs',
          against: 'exceljs streaming writer, level 1, rows from the pages',
          goal: { ratio: 0.18 },
        },
      ],
    }
  },

  async store(workshop) {
    const pages = await workshop.pages()
    const alone = async (round: number, file: 'ours' | 'peers', name: string) => {
      const place = workshop.place(`store-${round}`)
      const sample = await runSide(file, name, { pages, dir: place, file: place })
      for (const ending of ['', '-wal', '-shm']) rmSync(place + ending, { recursive: true, force: true })
      return sample
    }
    return {
      rounds: 3,
      sides: {
        ours: (round) => alone(round, 'ours', 'store'),
        sqlite: (round) => alone(round, 'peers', 'sqliteStore'),
      },
      rows: [
        {
          job: 'leads from pages → stored sheet',
          ours: 'ours',
          peer: 'sqlite',
          against: 'the product’s better-sqlite3 without a key, the same rows, no index',
          goal: { ratio: 1.2 },
          note: 'ours: until the sheet is whole, with its orders and indexes',
        },
      ],
    }
  },

  async pull(workshop) {
    const pages = await workshop.pages(pagesOfPull * 500)
    const service = await servePages(pages, latencyMs)
    const side = (name: string) => (round: number) =>
      runSide('ours', name, { dir: workshop.place(`${name}-${round}`), url: service.url })
    return {
      rounds: 3,
      sides: { ours: side('pull'), serial: side('pullSerially') },
      rows: [
        {
          job: `pull of ${pagesOfPull} pages at ${latencyMs} ms`,
          ours: 'ours',
          peer: 'serial',
          against: 'one page after another, into the same store',
          goal: { ratio: 0.29 },
        },
      ],
      close: service.close,
    }
  },

  async open(workshop) {
    const dir = await workshop.account()
    const leads = await workshop.duckdb()
    return {
      rounds: 5,
      sides: {
        ours: () => runSide('ours', 'open', { dir }),
        duckdb: () => runSide('peers', 'duckdbOpen', { leads }),
      },
      rows: [
        {
          job: 'process start → first 50 rows, then 50 from the middle of an order',
          ours: 'ours',
          peer: 'duckdb',
          against: 'DuckDB: the same two questions',
          goal: { ratio: 1, seconds: 0.5 },
          part: 'open',
        },
        {
          job: 'first search after opening, two words in four columns',
          ours: 'ours',
          peer: 'duckdb',
          against: 'DuckDB ILIKE, accents stripped',
          goal: { ratio: 0.15 },
          part: 'search',
        },
        { job: 'peak with the sheet open', ours: 'ours', against: '–', goal: { peakMb: 350 } },
      ],
    }
  },

  async command(workshop) {
    const dir = await workshop.account()
    return {
      rounds: 5,
      sides: {
        ours: () => runSide('ours', 'listSheets', { dir }),
        node: () => runSide('peers', 'nodeStart', {}),
      },
      rows: [
        {
          job: '`cruza sheets`',
          ours: 'ours',
          peer: 'node',
          against: '`node -e 0`',
          goal: { seconds: 0.4 },
          note: 'with a passphrase, whose derivation is meant to take its time',
        },
      ],
    }
  },

  async long(workshop) {
    const list = await workshop.list(longList(workshop.rows))
    return {
      rounds: 1,
      sides: { ours: (round) => runSide('ours', 'keys', { dir: workshop.place(`long-${round}`), list }) },
      rows: [
        {
          job: `peak of a list of ${longList(workshop.rows)} lines`,
          ours: 'ours',
          against: '–',
          goal: { peakMb: 700 },
        },
      ],
    }
  },

  async review(workshop) {
    const entries = Math.max(1000, workshop.rows / 10)
    const dir = await workshop.entries(entries)
    return {
      rounds: 3,
      sides: { ours: () => runSide('screens', 'approve', { dir }) },
      rows: [
        {
          job: `approve, next entry on screen, ${entries} entries: p95`,
          ours: 'ours',
          against: 'one frame',
          goal: { seconds: 0.016 },
          part: 'p95',
          note: 'from the key to the page that has the next entry; browser host, Chromium without a graphics card',
        },
      ],
    }
  },

  async grid(workshop) {
    const dir = await workshop.account()
    const leads = await workshop.csv(100_000)
    return {
      rounds: 3,
      sides: {
        ours: () => runSide('screens', 'grid', { dir }),
        agGrid: () => runSide('screens', 'agGrid', { leads }),
      },
      rows: [
        {
          job: 'grid, 200 px a frame: p95 of a frame',
          ours: 'ours',
          peer: 'agGrid',
          against: 'AG Grid client-side, 100,000 rows',
          goal: { seconds: 0.025 },
          part: 'p95',
          note: 'browser host, Chromium without a graphics card',
        },
      ],
    }
  },

  async electron(workshop) {
    const found = await electronForTests()
    if ('reason' in found) return found
    const side = (round: number) => ({ ...found, dir: workshop.place(`electron-${round}`) })
    return {
      rounds: 5,
      sides: { ours: (round) => runSide('screens', 'electronStart', side(round)) },
      rows: [
        {
          job: 'Electron start → the first button that works',
          ours: 'ours',
          against: '–',
          goal: { seconds: 0.75 },
          part: 'start',
          note: 'on a virtual display with a keyring',
        },
      ],
    }
  },
}
