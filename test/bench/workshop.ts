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
  /** The leads in DuckDB's own plain file, every column as text. */
  duckdb(): Promise<string>
  /** A phone list of so many lines. */
  list(lines?: number): Promise<string>
  /** A folder of data with the sheet and its connection; made anew when the built data process has changed. */
  account(): Promise<string>
  /** A path inside a folder that is deleted at the end. */
  place(name: string): string
  close(): void
}

export function createWorkshop(rows: number): Workshop {
  const folder = path.join(root, '.cache', 'bench')
  const kept = path.join(folder, `v${dataVersion}-${rows}`)
  const own = path.join(folder, `run-${process.pid}`)
  for (const dir of [kept, own]) mkdirSync(dir, { recursive: true })

  /** Makes a file or folder under another name first: what has its own name is whole. */
  const make = async (name: string, work: (unfinished: string) => unknown): Promise<string> => {
    const file = path.join(kept, name)
    if (existsSync(file)) return file
    console.log(`making ${path.relative(root, file)}`)
    rmSync(`${file}.part`, { recursive: true, force: true })
    await work(`${file}.part`)
    renameSync(`${file}.part`, file)
    return file
  }
  const leadFiles = (count: number) =>
    make(`leads-${count}`, (dir) => {
      mkdirSync(dir)
      const [pages, csv] = ['pages', 'leads.csv'].map((name) => path.join(dir, name)) as [string, string]
      writeFileSync(path.join(dir, 'offsets.json'), JSON.stringify(writeLeads(pages, csv, count)))
    })
  const pages = async (count = rows): Promise<LeadPages> => {
    const dir = await leadFiles(count)
    const offsets = JSON.parse(readFileSync(path.join(dir, 'offsets.json'), 'utf8'))
    return { path: path.join(dir, 'pages'), rows: count, offsets }
  }

  return {
    rows,
    pages,
    list: (lines = rows) => make(`list-${lines}.csv`, (file) => writeList(file, lines, rows)),
    duckdb: async () => {
      const csv = path.join(await leadFiles(rows), 'leads.csv')
      return make('leads.duckdb', (file) => runSide('peers', 'duckdbLoad', { csv, file }))
    },
    async account() {
      const program = readFileSync(path.join(root, 'out', 'data.cjs'))
      const version = createHash('sha256').update(program).digest('hex').slice(0, 8)
      const service = await servePages(await pages(), 0)
      try {
        return await make(`account-${version}`, (dir) => runSide('ours', 'pull', { dir, url: service.url }))
      } finally {
        service.close()
      }
    },
    place: (name) => path.join(own, name),
    close: () => rmSync(own, { recursive: true, force: true }),
  }
}
