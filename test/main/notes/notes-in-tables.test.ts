import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { TableRef } from '../../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { noteFields } from '../../../preload/values/notes.ts'
import { formIds, startFormAccount } from '../../kit/forms.ts'
import { everything, finishRun, startAccount } from '../../kit/leads.ts'
import type { TestWorkspace } from '../../kit/workspace.ts'

const [textKey, tagsKey] = noteFields

async function readConversations() {
  const account = await startAccount({ leads: 300 })
  const { id } = await account.readSheet({ filter: { ...everything, agrupar: 'conversa' } })
  const table = { kind: 'sheet', id } as const
  const leads = await account.rows(table)
  const counts = new Map<number, number>()
  for (const { contato_id } of leads) counts.set(Number(contato_id), (counts.get(Number(contato_id)) ?? 0) + 1)
  const [contact_id = 0, conversations = 0] = [...counts].find(([, count]) => count > 1) ?? []
  const lead = leads.find(({ contato_id }) => contato_id === contact_id)
  return { ...account, table, contact_id, conversations, phone: String(lead?.telefone_digitos) }
}

/** The notes beside the rows of a table, and the key by which a test knows the rows. */
async function notedRows({ ask }: Pick<TestWorkspace, 'ask'>, table: TableRef, key: string, query = {}) {
  const { rows } = await ask('tables.rows', {
    table,
    query: { ...emptyQuery, ...query },
    from: 0,
    count: 1000,
    columns: [key, textKey, tagsKey],
  })
  return rows.map(({ cells: [value, text, tags] }) => ({ value, text, tags })).filter(({ text }) => text !== null)
}

describe('a note about a person', () => {
  it('stands on every row of the contact in a sheet, and on no other', async () => {
    const { ask, table, contact_id, conversations, phone } = await readConversations()
    const shape = await ask('tables.shape', { table, query: emptyQuery })
    expect(shape.derived?.map(({ key }) => key)).not.toContain(textKey)
    const person = { contact_id, phones: [phone], emails: [] }
    expect(
      await ask('notes.save', { ...person, text: ' Só fala à tarde ', tags: ['VIP', 'VIP', 'tarde'] }),
    ).toMatchObject({ text: 'Só fala à tarde', tags: ['VIP', 'tarde'] })
    const noted = { value: contact_id, text: 'Só fala à tarde', tags: ['VIP', 'tarde'] }
    expect(await notedRows({ ask }, table, 'contato_id')).toEqual(Array(conversations).fill(noted))
    const after = await ask('tables.shape', { table, query: emptyQuery })
    expect(after.derived?.map(({ key }) => key)).toEqual(expect.arrayContaining([textKey, tagsKey]))
    expect([after.version, after.added === undefined]).toEqual([shape.version, false])
    expect(await ask('notes.of', person)).toMatchObject({ tags: ['VIP', 'tarde'] })
    expect(await ask('notes.tags', {})).toEqual([
      { tag: 'tarde', notes: 1 },
      { tag: 'VIP', notes: 1 },
    ])
  })

  it('filters, groups and is exported with its tags as any column', async () => {
    const { ask, exported, table, contact_id, conversations } = await readConversations()
    await ask('notes.save', { contact_id, phones: [], emails: [], text: 'Cuidado; "calma"', tags: ['VIP'] })
    const filters = [{ column: tagsKey, operator: 'in' as const, values: ['VIP'] }]
    const query = { ...emptyQuery, filters }
    expect((await ask('tables.shape', { table, query })).matching).toBe(conversations)
    const { sort: _, ...every } = emptyQuery
    const grouping = { by: [{ column: tagsKey, unit: null }], across: false, figures: [], query: every }
    const groups = await ask('tables.rows', {
      table: { ...table, grouping },
      query: emptyQuery,
      from: 0,
      count: 10,
      columns: [tagsKey, 'group_rows'],
    })
    expect(groups.rows.map(({ cells }) => cells)).toContainEqual(['VIP', conversations])
    const { path } = await exported(table, 'csv-raw', { columns: ['contato_id', textKey, tagsKey], query })
    expect((await readFile(path, 'utf8')).replace(/^\uFEFF/, '').split(/\r?\n/)[1]).toBe(
      `${contact_id},"Cuidado; ""calma""",VIP`,
    )
    // A file of every column has none of it.
    const whole = await exported(table, 'csv-raw')
    expect(await readFile(whole.path, 'utf8')).not.toContain('calma')
  })

  it('about a phone stands on the row of a list that is absent, with the ninth digit and without', async () => {
    const workspace = await readConversations()
    const { ask, table } = workspace
    await ask('notes.save', { contact_id: null, phones: ['(11) 98123-4567'], emails: [], text: 'Indicada', tags: [] })
    const list = 'telefone,nome\n551181234567,Antiga\n11 98123-4567,Nova\n11 98123-4568,Outra'
    const { rows, run } = await finishRun(workspace, { list, sheet_id: table.id })
    expect(rows.map(({ cruzar_resultado }) => cruzar_resultado)).toEqual(['ausente', 'ausente', 'ausente'])
    const runTable = { kind: 'run', id: run.id } as const
    expect((await notedRows(workspace, runTable, 'c1')).map(({ value }) => value)).toEqual(['Antiga', 'Nova'])
    expect(await notedRows(workspace, table, 'contato_id')).toEqual([])
  })

  it('of a contact stands on its rows of lists and forms, and is the same one there', async () => {
    const account = await startFormAccount({ demo: { leads: 300, entries: 120 } })
    const { ask, connect, rows, demo, connection_id: forms, keep, table, readSheet } = account
    await keep(formIds.contact)
    const platform = await connect(demo.platform)
    const sheet = await readSheet()
    const leads = new Map((await rows({ kind: 'sheet', id: sheet.id })).map((one) => [one.telefone_digitos, one]))
    const entry = (await rows(table(formIds.contact))).find(({ telefone }) => leads.has(telefone))
    const lead = leads.get(entry?.telefone)
    const phone = String(entry?.telefone)
    const contact_id = Number(lead?.contato_id)
    const person = { connection_id: platform, contact_id, phones: [phone], emails: [] }
    await ask('notes.save', { ...person, text: 'Prefere e-mail', tags: [] })
    const run = await finishRun(account, { list: `telefone\n${phone}`, sheet_id: sheet.id, connection_id: platform })
    expect(await notedRows(account, { kind: 'run', id: run.run.id }, 'c0')).toMatchObject([{ text: 'Prefere e-mail' }])
    const ofEntries = await notedRows(account, table(formIds.contact), 'id')
    expect(ofEntries.map(({ value }) => value)).toContain(entry?.id)
    // From the form's side it is found by the phone, and stays the contact's.
    const bySender = { connection_id: forms, contact_id: null, phones: [phone], emails: [] }
    await ask('notes.save', { ...bySender, text: 'Prefere WhatsApp', tags: [] })
    expect(await ask('notes.list', { connection_id: platform })).toMatchObject([
      { contact_id, text: 'Prefere WhatsApp' },
    ])
    expect(await ask('notes.list', { connection_id: forms })).toEqual([])
  })

  it('about a phone becomes that of the contact who has it, once it is changed there', async () => {
    const { ask, connection_id, contact_id, phone, table } = await readConversations()
    await ask('notes.save', { contact_id: null, phones: [phone], emails: [], text: 'Da lista', tags: [] })
    const person = { contact_id, phones: [phone], emails: [] }
    expect(await ask('notes.of', person)).toMatchObject({ text: 'Da lista' })
    expect(await notedRows({ ask }, table, 'contato_id')).not.toEqual([])
    await ask('notes.save', { ...person, text: 'Do contato', tags: [] })
    expect(await ask('notes.list', { connection_id })).toMatchObject([{ contact_id, text: 'Do contato' }])
    // Another contact with the same phone is somebody else.
    expect(await ask('notes.of', { ...person, contact_id: 1 })).toBeNull()
  })

  it('is removed when it is emptied, stays after a restart, and goes with its account', async () => {
    const { ask, reopen, connection_id, contact_id, changes, table } = await readConversations()
    const person = { contact_id, phones: [], emails: [] }
    await ask('notes.save', { ...person, text: 'Uma', tags: [] })
    expect(changes).toContain('notes')
    await reopen()
    expect(await ask('notes.of', person)).toMatchObject({ text: 'Uma' })
    expect(await ask('notes.save', { ...person, text: ' ', tags: [] })).toBeNull()
    expect(await ask('notes.list', { connection_id })).toEqual([])
    await ask('notes.save', { ...person, text: 'Outra', tags: [] })
    expect(await ask('connections.deletion_impact', { id: connection_id })).toMatchObject({ notes: 1 })
    await ask('connections.forget', { id: connection_id, forget_sheets: false })
    expect(await ask('notes.list', { connection_id })).toEqual([])
    const shape = await ask('tables.shape', { table, query: emptyQuery })
    expect(shape.derived?.map(({ key }) => key)).not.toContain(textKey)
  })

  it('needs a person, and has limits', async () => {
    const { ask, contact_id } = await readConversations()
    const nobody = { contact_id: null, phones: ['11 99999-9999'], emails: ['ana'] }
    await expect(ask('notes.save', { ...nobody, text: 'x', tags: [] })).rejects.toMatchObject({ code: 'bad_request' })
    const person = { contact_id, phones: [], emails: [] }
    await expect(ask('notes.save', { ...person, text: 'x'.repeat(5001), tags: [] })).rejects.toThrow()
  })
})
