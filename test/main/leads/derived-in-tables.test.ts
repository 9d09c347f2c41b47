import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { TableRef } from '../../../preload/contract/table-queries.ts'
import { conversationsTable } from '../../../preload/values/conversation-fields.ts'
import { derivedFields } from '../../../preload/values/derived-fields.ts'
import { leadFields } from '../../../preload/values/lead-fields.ts'
import { exportedLeads, startAccount } from '../../kit/leads.ts'
import type { TestWorkspace } from '../../kit/workspace.ts'
import { any, conversationOf, open, pageOf, startFilter } from '../conversations/conversation-kit.ts'

const query = { search: '', sort: [], filters: [] }

async function readSheet(filter = {}) {
  const account = await startAccount({ leads: 300 })
  const sheet = await account.readSheet({ filter: { created_after: '2020-01-01', ...filter } })
  const table = { kind: 'sheet', id: sheet.id } as const
  return { ...account, table, rows: await allRows(account, table) }
}

/** Every row with its derived columns, by key; a time as the text that the service sent. */
async function allRows(
  { ask }: Pick<TestWorkspace, 'ask'>,
  table: TableRef,
): Promise<Readonly<Record<string, unknown>>[]> {
  const { columns, derived = [] } = await ask('tables.shape', { table, query })
  const keys = [...columns, ...derived].map(({ key }) => key)
  const { rows } = await ask('tables.rows', { table, query, from: 0, count: 1000, columns: keys })
  const plain = (cell: unknown) =>
    typeof cell === 'object' && cell !== null && 'original' in cell ? cell.original : cell
  return rows.map(({ cells }) => Object.fromEntries(keys.map((key, place) => [key, plain(cells[place])])))
}

describe('derived columns of a sheet', () => {
  it('stand beside the fields, which stay what they are', async () => {
    const { ask, table } = await readSheet()
    const { columns, derived = [], empty } = await ask('tables.shape', { table, query })
    expect(columns.map(({ key }) => key)).toEqual(leadFields.map(({ key }) => key))
    const keys = derived.map(({ key }) => key)
    expect(keys).toEqual(derivedFields.filter((key) => key !== 'conversas_da_pessoa' && key !== 'primeira_resposta_em'))
    expect(empty.filter((key) => keys.some((one) => one === key))).toEqual([])
  })

  it('name who waits as the fields of the service do', async () => {
    const { demo, rows } = await readSheet()
    const leads = await exportedLeads(demo)
    const waiting = leads.filter(
      ({ ultima_mensagem_em: last, ultima_mensagem_do_contato_em: ofContact, status }) =>
        last !== null && ofContact !== null && String(ofContact) >= String(last) && status !== 'resolved',
    )
    expect(waiting.length).toBeGreaterThan(3)
    const shown = rows.filter(({ espera_desde }) => espera_desde !== null)
    expect(shown.map(({ contato_id }) => contato_id)).toEqual(waiting.map(({ contato_id }) => contato_id))
    for (const { espera_desde, ultima_mensagem_do_contato_em } of shown)
      expect(espera_desde).toBe(ultima_mensagem_do_contato_em)
  })

  it('order and filter rows, and give their values, as any column does', async () => {
    const { ask, table, rows } = await readSheet()
    const ordered = { ...query, sort: [{ column: 'espera_horas', descending: true }] }
    const window = { table, from: 0, count: 1000, columns: ['espera_horas', 'uf'] }
    const all = await ask('tables.rows', { ...window, query: ordered })
    const hours = rows.map(({ espera_horas }) => espera_horas).filter((one) => typeof one === 'number')
    const longest = hours.toSorted((one, other) => other - one)
    expect(all.rows.map(({ cells: [wait] }) => wait).slice(0, hours.length)).toEqual(longest)
    const filters = [{ column: 'uf', operator: 'in' as const, values: ['SP'] }]
    const ofState = await ask('tables.rows', { ...window, query: { ...query, filters } })
    expect(ofState.matching).toBe(rows.filter(({ uf }) => uf === 'SP').length)
    expect(ofState.rows.every(({ cells }) => cells[1] === 'SP')).toBe(true)
    const { values } = await ask('tables.values', { table, query, column: 'regiao', search: '' })
    expect(values.reduce((sum, { rows: count }) => sum + count, 0)).toBe(rows.length)
  })

  it('are in a file where they are wanted, and not in one of every column', async () => {
    const { exported, table, rows } = await readSheet()
    const headings = async (path: string) => (await readFile(path, 'utf8')).split(/\r?\n/)[0]
    const every = await exported(table, 'csv-raw')
    expect(await headings(every.path)).not.toMatch(/espera|uf|regiao/)
    const columns = ['nome', 'espera_desde', 'primeira_mensagem_dia_da_semana']
    const wanted = await exported(table, 'csv-raw', { columns })
    const lines = (await readFile(wanted.path, 'utf8')).split(/\r?\n/)
    expect(lines[0]).toBe(columns.join(','))
    const at = rows.findIndex(({ espera_desde }) => espera_desde !== null)
    expect(lines[at + 1]).toContain(`${rows[at]?.espera_desde},${rows[at]?.primeira_mensagem_dia_da_semana}`)
    const forPeople = await exported(table, 'csv-excel', { columns })
    expect(await headings(forPeople.path)).toContain('Nome;Espera desde;Dia da semana da 1ª mensagem')
    expect(await readFile(forPeople.path, 'utf8')).toMatch(/;Segunda\r?\n/)
  })

  it('count the conversations of a person where each row is one', async () => {
    const { rows } = await readSheet({ agrupar: 'conversa' })
    for (const { contato_id, conversas_da_pessoa } of rows)
      expect(conversas_da_pessoa).toBe(rows.filter((one) => one.contato_id === contato_id).length)
    expect(Math.max(...rows.map(({ conversas_da_pessoa }) => Number(conversas_da_pessoa)))).toBeGreaterThan(1)
  })
})

describe('derived columns of a set of conversations', () => {
  it('have what the conversations say, and no first message', async () => {
    const { ask, ended, connection_id } = await startAccount({ leads: 60 })
    const set = await ask('conversations.keep', { connection_id, filter: any, name: 'Tudo' })
    await ended(set)
    const table = conversationsTable(set)
    const { derived = [] } = await ask('tables.shape', { table, query })
    expect(derived.map(({ key }) => key)).toEqual(derivedFields.filter((key) => !key.startsWith('primeira_')))
    const all = await allRows({ ask }, table)
    const waits = (row: (typeof all)[number]) => row.ultima_mensagem_de === 'contact' && row.status !== 'resolved'
    expect(all.filter(waits).length).toBeGreaterThan(0)
    for (const row of all) {
      expect(row.espera_desde).toBe(waits(row) ? row.ultima_mensagem_em : null)
      expect(typeof row.espera_horas).toBe(waits(row) ? 'number' : 'object')
      expect(row.conversas_da_pessoa).toBe(all.filter(({ contato_id }) => contato_id === row.contato_id).length)
    }
  })

  it('have the first answer where the service says it', async () => {
    const conversations = [
      { ...conversationOf(1), first_reply_created_at: 1_793_492_000 },
      { ...conversationOf(2), first_reply_created_at: 0 },
      conversationOf(3),
    ]
    const { ask, ended, connection_id } = await startFilter((page) => pageOf(conversations, page))
    const set = await ask('conversations.keep', { connection_id, filter: open, name: 'Abertas' })
    await ended(set)
    const rows = await allRows({ ask }, conversationsTable(set))
    expect(rows.map(({ id, primeira_resposta_em }) => [id, primeira_resposta_em])).toEqual([
      [1, '1793492000'],
      [2, null],
      [3, null],
    ])
  })
})
