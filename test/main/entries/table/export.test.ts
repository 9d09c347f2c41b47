import { readFileSync } from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import type { ExportFormat } from '../../../../preload/contract/saved-files.ts'
import { catalogues } from '../../../../preload/messages/catalogue.ts'
import { folderOfTest } from '../../../kit/temporary-folder.ts'
import { queryOf } from '../../sheets/data/lead-pages.ts'
import { exportOf, words } from '../../sheets/data/open-sheets.ts'
import { field, openEntries, tableOf } from './entry-kit.ts'

const columns = [
  'id',
  'created_at',
  'revisao_estado',
  'revisao_etiquetas',
  'indicios',
  'campo:nome',
  'campo:aceita_contato',
  'campo:ambientes',
  'campo:valor',
  'meta:ip',
]

async function exported(format: ExportFormat): Promise<string> {
  const app = openEntries()
  const others = [field('f2', 'Aceita contato', 'checkbox'), field('f3', 'Ambientes'), field('f4', 'Valor')]
  await app.form(1, 'Contato', [field('f1', 'Nome'), ...others])
  await app.entries(1, [
    {
      id: 1,
      created_at: '2026-11-01T10:00:00Z',
      fields: {
        nome: '=HYPERLINK("http://x.example")',
        aceita_contato: true,
        ambientes: ['sala', 'quarto'],
        valor: 1500.5,
      },
      metadata: { ip: '177.1.2.3' },
    },
    {
      id: 2,
      created_at: '2026-11-02T10:00:00Z',
      fields: { nome: '<script>alert(1)</script>', aceita_contato: false, ambientes: [], valor: null },
    },
  ])
  await app.change([1], { kind: 'tag', add: ['vip', 'urgente'], remove: [] })
  const file = path.join(folderOfTest(), 'saida')
  const { codes } = catalogues['pt-BR'].entries
  await app.ask(
    'tables.export',
    exportOf({
      table: tableOf(1),
      query: queryOf({ sort: [{ column: 'id', descending: false }] }),
      columns: columns.map((key) => ({ key, heading: key })),
      format,
      path: file,
      words: { ...words, codes },
    }),
  )
  return readFileSync(file, 'utf8').replace('\ufeff', '')
}

it('a file for people has words, protected cells and the person’s own hours', async () => {
  expect((await exported('csv-excel')).split('\r\n').slice(1, 3)).toEqual([
    `1;01/11/2026 07:00:00;Nova;urgente, vip;;"'=HYPERLINK(""http://x.example"")";Sim;sala, quarto;1500,5;177.•.•.•`,
    '2;02/11/2026 07:00:00;Nova;;padrão de spam;<script>alert(1)</script>;Não;;;',
  ])
})

it('a file for systems has the codes and values as they are', async () => {
  expect((await exported('csv-raw')).split('\n').slice(1, 3)).toEqual([
    '1,2026-11-01T10:00:00Z,nova,urgente|vip,,"=HYPERLINK(""http://x.example"")",true,sala|quarto,1500.5,177.1.2.3',
    '2,2026-11-02T10:00:00Z,nova,,padrao_conhecido,<script>alert(1)</script>,false,,,',
  ])
})

it('a file for systems can be taken apart: lists with their own separators, nested answers as JSON, addresses whole', async () => {
  const app = openEntries()
  const several = field('f1', 'Opções', 'checkbox')
  await app.form(1, 'Contato', [several, field('f2', 'Endereço'), field('f3', 'Arquivo', 'file')])
  const created_at = '2026-11-01T10:00:00Z'
  await app.entries(1, [
    {
      id: 1,
      created_at,
      fields: {
        opcoes: ['sala|copa', 'C:\\', 'quarto'],
        endereco: { rua: 'A', url: '', casa: { numero: 7 } },
        arquivo: { url: 'https://x.example/a.pdf', name: 'a.pdf', size: 9 },
      },
      metadata: { ip: '177.1.2.3', client: { ip: '177.1.2.3', os: 'Linux' } },
    },
    { id: 2, created_at, fields: { opcoes: 'sala', endereco: [{ rua: 'B' }], arquivo: [] } },
  ])
  const keys = ['campo:opcoes', 'campo:endereco', 'campo:arquivo', 'meta:ip', 'meta:client']
  const file = path.join(folderOfTest(), 'saida')
  const query = queryOf({ sort: [{ column: 'id', descending: false }] })
  const columns = keys.map((key) => ({ key, heading: key }))
  const write = (format: ExportFormat) =>
    app.ask('tables.export', exportOf({ table: tableOf(1), query, columns, format, path: file }))
  await write('csv-raw')
  const { data } = Papa.parse<string[]>(readFileSync(file, 'utf8'), { delimiter: ',', skipEmptyLines: true })
  expect(data.slice(1)).toEqual([
    [
      'sala\\|copa|C:\\\\|quarto',
      '{"rua":"A","url":"","casa":{"numero":7}}',
      'https://x.example/a.pdf',
      '177.1.2.3',
      '{"ip":"177.1.2.3","os":"Linux"}',
    ],
    ['sala', '[{"rua":"B"}]', '', '', ''],
  ])
  await write('csv-excel')
  const people = readFileSync(file, 'utf8')
  expect(people).toContain('sala|copa, C:\\, quarto')
  expect(people).not.toContain('177.1.2.3')
})
