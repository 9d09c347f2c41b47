import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { storeFailure } from '../../../../main/engine/store/encrypted-file.ts'
import type { LeadFilter } from '../../../../preload/contract/sheets.ts'
import type { TableQuery } from '../../../../preload/contract/table-queries.ts'
import type { Cell } from '../../../../preload/contract/tables.ts'
import { type DataFolder, fileKey, folderOfTest } from '../../../kit/temporary-folder.ts'
import { filterOf, type Lead, leadOf, leadsOf, manyLeads, pageOf, pagesOf, queryOf, randomOf } from './lead-pages.ts'
import { beginPull, columnOf, createSheet, finishPull, openSheets, pull, sheetOf, storePage } from './open-sheets.ts'

const table = { kind: 'sheet', id: 's1' } as const

/** Runs the words behind it where the folder before them is a disk of 24 MB of its own. */
const onSmallDisk = ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=24m none "$0" && exec "$@"']
const smallDisk = {
  skip: spawnSync('unshare', [...onSmallDisk, tmpdir(), 'true']).status !== 0,
  reason: 'only Linux gives a program a disk of its own, and not everywhere',
}

/** The numbers of the snapshots that are on disk, and their bytes. */
function snapshotsIn({ dir }: Pick<DataFolder, 'dir'>): { readonly numbers: number[]; bytes(number: number): number } {
  const folder = path.join(dir, 'sheets')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return {
    numbers: names
      .flatMap((name) => Number(/^s1\.sheet\.(\d+)\.snapshot$/.exec(name)?.[1]) || [])
      .sort((a, b) => a - b),
    bytes: (number) => statSync(path.join(folder, `s1.sheet.${number}.snapshot`)).size,
  }
}

/** Every cell of the rows that a query matches. */
async function cellsOf({ ask }: DataFolder, query: Partial<TableQuery> = {}): Promise<readonly (readonly Cell[])[]> {
  const { columns } = await ask('tables.shape', { table, query: queryOf() })
  const page = { table, query: queryOf(query), from: 0, count: 1000, columns: columns.map(({ key }) => key) }
  return (await ask('tables.rows', page)).rows.map(({ cells }) => cells)
}

function stateOf({ ask }: DataFolder) {
  return ask('sheets.read', { id: 's1' })
}

/** Finishes the pull, after which so many versions stay. */
function finishWith(sheets: DataFolder, versions: number) {
  return sheets.ask('sheets.finish', { id: 's1', numbered: true, versions })
}

async function readWith(sheets: DataFolder, leads: readonly Lead[], versions: number, mode: 'full' | 'quick' = 'full') {
  await beginPull(sheets, mode)
  await storePage(sheets, 1, pagesOf(leads, 500)[0])
  return await finishWith(sheets, versions)
}

describe('a quick refresh of few rows', () => {
  it('writes what it changes, also where its pages came slowly', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, manyLeads(5000))
    const whole = snapshotsIn(sheets).bytes(1)
    await pull(sheets, pagesOf([leadOf(7), leadOf(9999)], 2), { mode: 'quick' })
    expect(snapshotsIn(sheets).numbers).toEqual([1, 2])
    expect(snapshotsIn(sheets).bytes(2)).toBeLessThan(whole / 5)

    await beginPull(sheets, 'quick')
    for (const [at, body] of pagesOf(leadsOf(20), 1).entries()) {
      await storePage(sheets, at + 1, body)
      // What waits is stored as a segment of its own.
      await sheets.ask('sheets.touched', { id: 's1', from: 0, most: 1 })
    }
    await finishPull(sheets)
    expect(snapshotsIn(sheets).numbers).toEqual([1, 2, 3])
    expect(snapshotsIn(sheets).bytes(3)).toBeLessThan(whole / 2)
  })

  const rows = 200
  const touched = 100
  /** Leads whose count of conversations is what the rows say. */
  const counted = (lead: Lead): Lead => ({ ...lead, conversas_no_periodo: lead.conversa_id === null ? 0 : 1 })
  const untouched = leadsOf(rows)
    .slice(touched)
    .map(counted)
    .filter(({ conversa_id }) => conversa_id !== null)

  /** Rows of a refresh: persons with other values, with older and newer conversations or none, and new persons. */
  function refreshedRows(random: () => number, agrupar: LeadFilter['agrupar'], round: number): Lead[] {
    return Array.from({ length: Math.floor(random() * 12) }, () => {
      const isNew = random() < 0.2
      const index = isNew ? rows + Math.floor(random() * 30) : Math.floor(random() * touched)
      const lead = leadOf(index)
      const kind = random()
      const none = { conversa_id: null, conversa_criada_em: null, status: null, mensagens: 0 }
      const hour = 1_600_000_000 + Math.floor(random() * 3e8)
      const moved = {
        conversa_id: 700_000 + round * 100 + index,
        conversa_criada_em: new Date(hour * 1000).toISOString(),
      }
      const other = kind < 0.8 || agrupar === 'conversa' ? moved : none
      const change = kind < 0.4 ? { status: 'resolved' } : other
      const texts =
        random() < 0.5 ? { nome: `Nome ${round} ${index}` } : { email: `novo${round}@exemplo.com.br`, novidade: round }
      return { ...lead, ...change, ...texts, conversas_no_periodo: 1 + Math.floor(random() * 3) }
    })
  }

  const queries: readonly Partial<TableQuery>[] = [
    {},
    { search: 'nome 1' },
    { filters: [{ column: 'status', operator: 'in', values: ['resolved'] }] },
    { search: 'CONCEIÇÃO' },
    { sort: [{ column: 'nome', descending: false }] },
    { sort: [{ column: 'conversas_no_periodo', descending: true }] },
    { sort: [{ column: 'conversa_criada_em', descending: true }], search: 'novo' },
  ]

  for (const agrupar of ['contato', 'conversa'] as const) {
    it(`shows what writing all rows anew shows, ${agrupar} by ${agrupar}, along and past the longest chain`, async () => {
      for (const seed of [1, 2]) {
        const random = randomOf(seed)
        const [chained, rewritten] = [openSheets(), openSheets()]
        const first = leadsOf(rows).map(counted)
        for (const sheets of [chained, rewritten]) await sheetOf(sheets, first, filterOf(agrupar))
        let longest = 0
        for (let round = 0; round < 12; round++) {
          const refreshed = refreshedRows(random, agrupar, round)
          await pull(chained, pagesOf(refreshed, 500), { mode: 'quick' })
          // Rows that come again as they are change nothing, but so many of them are written anew with all others.
          await pull(rewritten, pagesOf([...refreshed, ...untouched], 500), { mode: 'quick' })
          longest = Math.max(longest, snapshotsIn(chained).numbers.length)
          expect(snapshotsIn(rewritten).numbers).toHaveLength(1)
          if (round % 4 === 3) for (const sheets of [chained, rewritten]) sheets.restart()
          for (const query of queries) expect(await cellsOf(chained, query)).toEqual(await cellsOf(rewritten, query))
          const { rows: count, unknown_counts } = await stateOf(rewritten)
          expect(await stateOf(chained)).toMatchObject({ rows: count, unknown_counts })
        }
        expect(longest).toBeGreaterThanOrEqual(8)
      }
    }, 60_000)
  }
})

describe('a full disk', () => {
  const full = { skip: !existsSync('/dev/full'), reason: 'only Linux has a device that is always full' }
  it('leaves the rows that were there when pages cannot be stored, and the reading goes on later', full, async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leadsOf(20))
    const rows = await cellsOf(sheets)
    await beginPull(sheets)
    const file = path.join(sheets.dir, 'sheets', 's1.sheet.2.snapshot')
    symlinkSync('/dev/full', file)
    const error: unknown = await storePage(sheets, 1, pagesOf(leadsOf(9, 2), 20)[0]).catch((failure) => failure)
    expect(storeFailure(error)).toMatchObject({ code: 'disk_full' })
    expect(await cellsOf(sheets)).toEqual(rows)
    rmSync(file)
    sheets.restart()
    expect(await cellsOf(sheets)).toEqual(rows)
    // The page waited in memory, and was stored when there was room.
    expect(await beginPull(sheets)).toMatchObject({ next_page: 2, rows: 9 })
    expect(await finishPull(sheets)).toMatchObject({ rows: 9, badge: { kind: 'complete' } })
  })

  it(
    'in the middle of a snapshot leaves the rows that are shown, and no file that nothing names',
    smallDisk,
    async () => {
      const dir = folderOfTest()
      const words = [process.execPath, path.join(import.meta.dirname, 'children', 'full-disk.ts'), dir, fileKey]
      const { stdout } = await promisify(execFile)('unshare', [...onSmallDisk, dir, ...words])
      const steps = stdout.trim().split('\n')
      expect(steps.map((step) => JSON.parse(step))).toEqual([
        { step: 'read', failure: null, rows: 3000, name: 'Primeira', snapshots: [1] },
        { step: 'pages', failure: 'disk_full', rows: 3000, name: 'Primeira', snapshots: [1, 2] },
        { step: 'pages again', failure: 'disk_full', rows: 3000, name: 'Primeira', snapshots: [1, 2] },
        { step: 'room for pages', failure: null, rows: 12_000, name: 'Segunda', snapshots: [2] },
        { step: 'rows anew', failure: 'disk_full', rows: 12_000, name: 'Segunda', snapshots: [2, 3] },
        { step: 'room for rows', failure: null, rows: 12_000, name: 'Terceira', snapshots: [4] },
      ])
    },
  )
})

describe('versions of a sheet', () => {
  it('stay as many as were chosen, with those whose rows they change', async () => {
    const sheets = await createSheet()
    for (const seed of [1, 2, 3]) await readWith(sheets, leadsOf(40, seed), 2)
    expect(snapshotsIn(sheets).numbers).toEqual([2, 3])
    await readWith(sheets, [leadOf(1)], 2, 'quick')
    await readWith(sheets, [leadOf(2)], 2, 'quick')
    // The third has the rows that the others change.
    expect(snapshotsIn(sheets).numbers).toEqual([3, 4, 5])
    await readWith(sheets, leadsOf(40, 4), 1)
    expect(snapshotsIn(sheets).numbers).toEqual([6])
  })

  it('are old or new rows whole for a table that is opened while the only one is replaced', async () => {
    // Every slice is over at once, so that the opening begins in any step of the replacement.
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
    onTestFinished(() => clock.mockRestore())
    const shown = new Set<string>()
    for (let turns = 0; turns < 200; turns = Math.ceil((turns + 1) * 1.5)) {
      const sheets = openSheets()
      await sheetOf(sheets, leadsOf(60))
      await beginPull(sheets)
      await storePage(sheets, 1, pagesOf([...leadsOf(40, 2), leadOf(0, 2)], 41)[0])
      sheets.restart()
      await beginPull(sheets)
      const finished = finishWith(sheets, 1)
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      shown.add(String((await columnOf(sheets, 'contato_id')).length))
      await finished
      expect(await columnOf(sheets, 'contato_id')).toHaveLength(40)
      expect(snapshotsIn(sheets).numbers).toHaveLength(1)
    }
    expect([...shown].sort()).toEqual(['40', '60'])
  })

  it('never have the number of an earlier one, and a pull that was given up leaves no file', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leadsOf(20))
    await beginPull(sheets)
    await storePage(sheets, 1, pageOf({ leads: leadsOf(5), page: 1, perPage: 5, total: 9, more: true }))
    expect(snapshotsIn(sheets).numbers).toEqual([1, 2])
    sheets.restart()
    await beginPull(sheets, 'quick')
    expect(snapshotsIn(sheets).numbers).toEqual([1])
    await storePage(sheets, 1, pagesOf([leadOf(3)], 5)[0])
    await finishPull(sheets)
    expect(snapshotsIn(sheets).numbers).toEqual([1, 3])
  })

  it('go at the next start where the sheet was being forgotten when the process was killed', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leadsOf(20))
    sheets.close()
    rmSync(path.join(sheets.dir, 'sheets', 's1.sheet'))
    sheets.restart()
    expect(snapshotsIn(sheets).numbers).toEqual([])
  })
})
