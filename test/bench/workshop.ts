import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dataVersion, writeLeads, writeList } from './data.ts'
import { runSide } from './measure.ts'
import { servePages } from './page-server.ts'
import type { LeadPages } from './sides/input.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** What the benches work on: made when it is first asked for, kept for later calls under `.cache/bench`. */
export interface Workshop {
  /** Leads of the sheet and lines of the list. */
  readonly rows: number
  /** The first leads as pages of the lead export. */
  pages(rows?: number): Promise<LeadPages>
  /** The same as CSV. */
  csv(rows?: number): Promise<string>
  /** The leads in DuckDB's own plain file, every column as text. */
  duckdb(): Promise<string>
  /** A phone list of so many lines, of the first columns or all. */
  list(lines?: number, columns?: number): Promise<string>
  /** A folder of data with a sheet that was read twice, and the second reading as `csv`. */
  readTwice(): Promise<{ readonly dir: string; readonly later: string }>
  /** A folder of data with the sheet and its connection; made anew when the built data process has changed. */
  account(): Promise<string>
  /** The same with so many entries of a form. */
  entries(count: number): Promise<string>
  /** A path inside a folder that is deleted at the end. */
  place(name: string): string
  close(): void
}

export function createWorkshop(rows: number): Workshop {
  const folder = path.join(root, '.cache', 'bench')
  const cache = path.join(folder, `v${dataVersion}-${rows}`)
  const scratch = path.join(folder, `run-${process.pid}`)
  for (const dir of [cache, scratch]) mkdirSync(dir, { recursive: true })

  /** Makes a file or folder under another name first: what has its own name is whole. */
  const make = async (name: string, work: (unfinished: string) => unknown): Promise<string> => {
    const file = path.join(cache, name)
    if (existsSync(file)) return file
    console.log(`making ${path.relative(root, file)}`)
    rmSync(`${file}.part`, { recursive: true, force: true })
    await work(`${file}.part`)
    renameSync(`${file}.part`, file)
    return file
  }
  const leadFiles = (count: number, later = false) =>
    make(`${later ? 'later' : 'leads'}-${count}`, (dir) => {
      mkdirSync(dir)
      const [pages, csv] = ['pages', 'leads.csv'].map((name) => path.join(dir, name)) as [string, string]
      writeFileSync(path.join(dir, 'offsets.json'), JSON.stringify(writeLeads(pages, csv, count, later)))
    })
  const pages = async (count = rows, later = false): Promise<LeadPages> => {
    const dir = await leadFiles(count, later)
    const offsets = JSON.parse(readFileSync(path.join(dir, 'offsets.json'), 'utf8'))
    return { path: path.join(dir, 'pages'), rows: count, offsets }
  }
  const csv = async (count = rows) => path.join(await leadFiles(count), 'leads.csv')

  return {
    rows,
    pages,
    list: (lines = rows, columns = 8) =>
      make(`list-${lines}${columns === 8 ? '' : `-${columns}`}.csv`, (file) => writeList(file, lines, rows, columns)),
    csv,
    duckdb: async () => {
      const leads = await csv()
      return make('leads.duckdb', (file) => runSide('peers', 'duckdbLoad', { csv: leads, file }))
    },
    async account() {
      const service = await servePages(await pages(), 0)
      const read = (dir: string) => runSide('ours', 'pull', { dir, url: service.url })
      return make(`account-${builtVersion()}`, read).finally(service.close)
    },
    async readTwice() {
      const readings = [await pages(), await pages(rows, true)]
      const dir = await make(`read-twice-${builtVersion()}`, (folder) =>
        runSide('ours', 'storeAll', { dir: folder, readings }),
      )
      return { dir, later: path.join(await leadFiles(rows, true), 'leads.csv') }
    },
    // Reading them takes minutes; a later version converts them when it opens the folder first.
    entries: (count) => make(`entries-${count}`, (dir) => runSide('ours', 'readEntries', { dir, entries: count })),
    place: (name) => path.join(scratch, name),
    close: () => rmSync(scratch, { recursive: true, force: true }),
  }
}

/** Another one may store in another format. */
function builtVersion(): string {
  const program = readFileSync(path.join(root, 'out', 'data.cjs'))
  return createHash('sha256').update(program).digest('hex').slice(0, 8)
}
