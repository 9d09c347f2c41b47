import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { exportTable } from '../../../../main/engine/export/export-table.ts'
import { originKey } from '../../../../main/engine/export/parquet.ts'
import type { ExportCell, ExportKind } from '../../../../main/engine/export/table.ts'
import { ptBR } from '../../../../preload/messages/pt-BR/index.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'
import { exported, jobOf, numberedTable } from './export-kit.ts'
import { readParquet } from './read-parquet.ts'

/** The rows of a file with one column of these cells. */
async function cellsOf(kind: ExportKind, cells: readonly ExportCell[], heading = 'coluna') {
  const { file, result } = await exported(
    'parquet',
    [{ heading, kind }],
    cells.map((cell) => [cell]),
  )
  return { result, ...(await readParquet(file)) }
}

describe('a Parquet file', () => {
  it('has numbers, moments, lists and texts as what they are, and null for an empty cell', async () => {
    const moment = Date.parse('2026-03-01T10:00:00.123Z')
    const read = async (kind: ExportKind, cells: readonly ExportCell[]) =>
      (await cellsOf(kind, cells)).rows.map(({ coluna }) => coluna ?? null)
    expect(await read('integer', [1, null, -(2 ** 53) + 1])).toEqual([1n, null, -(2n ** 53n) + 1n])
    expect(await read('number', [0.5, null, -2])).toEqual([0.5, null, -2])
    expect(await read('time', [moment, null, ''])).toEqual([new Date(moment), null, null])
    expect(await read('list', [['a', ''], [], null, 'só'])).toEqual([['a', ''], [], null, ['só']])
    expect(await read('text', ['João 😊', '', null, 7, '\0'])).toEqual(['João 😊', null, null, '7', '\0'])
    expect(await read('text', [{ text: '12,5%', number: 0.125, format: '0.0%' }])).toEqual(['12,5%'])
  })

  it('keeps a text that is no moment or number in a second column, which others do without', async () => {
    const times = await cellsOf('time', [0, '2026-03-01', null, 'ontem'], 'criada_em')
    expect(times.rows).toEqual([
      { criada_em: new Date(0), criada_em_original: null },
      { criada_em: null, criada_em_original: '2026-03-01' },
      { criada_em: null, criada_em_original: null },
      { criada_em: null, criada_em_original: 'ontem' },
    ])
    const ids = await cellsOf('integer', [1, 0.5, 'x1'], 'id')
    expect(ids.rows.map(({ id, id_original }) => [id, id_original])).toEqual([
      [1n, null],
      [null, '0.5'],
      [null, 'x1'],
    ])
  })

  it('gives repeated headings numbers, whatever their case, and empty ones a name', async () => {
    const headings = ['Nome', 'nome', 'nome_2', '', 'NOME']
    const { file } = await exported(
      'parquet',
      headings.map((heading) => ({ heading, kind: 'text' })),
      [[...'abcde']],
    )
    const { rows } = await readParquet(file)
    expect(rows).toEqual([{ Nome: 'a', nome_2: 'b', nome_2_2: 'c', coluna_4: 'd', NOME_3: 'e' }])
  })

  it('has several groups of rows where there are many, and a whole file where there are none', async () => {
    const folder = await temporaryFolder()
    const done: number[] = []
    const path = `${folder}/muitas.parquet`
    const table = numberedTable(150_000)
    const rows = Uint32Array.from({ length: 150_000 }, (_, row) => row)
    const job = { format: 'parquet', path, progress: (progress: { rows: number }) => done.push(progress.rows) } as const
    await exportTable(jobOf({ ...table, ...job, rows }))
    const many = await readParquet(path)
    expect(many.metadata.row_groups.map(({ num_rows }) => num_rows)).toEqual([...Array(4).fill(32_768n), 18_928n])
    expect(done).toEqual([32_768, 65_536, 98_304, 131_072, 150_000, 150_000])
    expect(many.rows.at(-1)).toEqual({ Nome: 'nome 149999', Telefone: '+5511988887777' })
    const none = await cellsOf('integer', [])
    expect(none.rows).toEqual([])
    expect(none.metadata.schema.map(({ name }) => name)).toEqual(['root', 'coluna'])
  })

  it('holds the origin of its rows with the hash of all bytes before its footer', async () => {
    const origin = {
      words: { ...ptBR.tables.origin, filterNames: {} },
      version: '1.2.3',
      exported_at: '2026-11-24T20:20:00.000Z',
      file: 'leads.parquet',
      accounts: { c1: { name: 'Atendimento', service: 'platform' } },
      beside: true,
      source: {
        ...({ kind: 'sheet', name: 'Todos', connection_id: 'c1', read_at: null, state: 'complete' } as const),
        filters: null,
        counts: {},
      },
      selection: null,
    }
    const { file, result, names } = await exported('parquet', [{ heading: 'a', kind: 'text' }], [['1']], { origin })
    expect(result.origin).toBe('inside')
    expect(names).toEqual(['saida.parquet'])
    const { bytes, metadata } = await readParquet(file)
    const [entry] = metadata.key_value_metadata ?? []
    expect(entry?.key).toBe(originKey)
    const document = JSON.parse(entry?.value ?? '')
    const rows = bytes.subarray(0, bytes.length - metadata.metadata_length - 8)
    expect(document.source).toMatchObject({ name: 'Todos', account: 'Atendimento', state: 'complete' })
    expect(document.file).toMatchObject({
      name: 'leads.parquet',
      format: 'parquet',
      sha256: createHash('sha256').update(rows).digest('hex'),
    })
  })

  it('says nothing of an origin where none is wanted', async () => {
    const { metadata, result } = await cellsOf('text', ['1'])
    expect(metadata.key_value_metadata).toBeUndefined()
    expect(result).toMatchObject({ origin: 'none', cut_cells: 0, long_cells: 0, cleaned_cells: 0, rows_beyond: 0 })
  })

  it('is not there when its export was cancelled', async () => {
    const folder = await temporaryFolder()
    const stop = new AbortController()
    const cell = (row: number) => {
      if (row === 100_000) stop.abort()
      return `nome ${row}`
    }
    const rows = Uint32Array.from({ length: 200_000 }, (_, row) => row)
    const columns = [{ heading: 'Nome', kind: 'text', cell } as const]
    const job = jobOf({ format: 'parquet', path: `${folder}/x.parquet`, columns, rows, signal: stop.signal })
    await expect(exportTable(job)).rejects.toMatchObject({ code: 'cancelled' })
    expect(await readdir(folder)).toEqual([])
  })
})
