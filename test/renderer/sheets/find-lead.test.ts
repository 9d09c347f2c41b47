import { describe, expect, it } from 'vitest'
import type { Cell } from '../../../preload/contract/tables.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { findLead } from '../../../renderer/sheets/find-lead.ts'
import { createFakeBridge, refuses } from '../../kit/fake-bridge.ts'

const lead = { contact: 7, conversation: 20, phone: '+5511988887777', email: null }
const cells = (conversation: number | null, phone = '+5511988887777', email: string | null = null) => [
  conversation,
  phone,
  email,
]

/** Sheets by their ids: what each answers for the contact. */
function find(rows: Readonly<Record<string, readonly Cell[][] | 'gone' | 'damaged'>>, accounts = ['c1']) {
  const bridge = createFakeBridge({
    'tables.rows': (input) => {
      const matches = rows[input.table.id] ?? []
      if (matches === 'gone') return refuses('not_found')()
      if (matches === 'damaged') return refuses('file_damaged')()
      return { rows: matches.map((cells, row) => ({ row, cells })), matching: matches.length, version: input.table.id }
    },
  })
  const sheets = Object.keys(rows).map((id, place) => ({ id, connection_id: accounts[place % accounts.length] ?? '' }))
  return { found: findLead(createAsk(bridge), sheets, lead), bridge }
}

describe('the row of a lead', () => {
  it('is that of its conversation, in whichever sheet it is, and asks for the contact alone', async () => {
    const { found, bridge } = find({ s1: [cells(19), cells(null)], s2: [cells(19), cells(20)], s3: [cells(20)] })
    expect(await found).toEqual({ sheet_id: 's2', row: 1, version: 's2' })
    expect(bridge.inputs('tables.rows')).toMatchObject([
      { query: { filters: [{ column: 'contato_id', operator: 'between', min: 7, max: 7 }] } },
      { table: { id: 's2' } },
    ])
  })

  it('is the first of its contact where no sheet has the conversation', async () => {
    expect(await find({ s1: [], s2: [cells(30)], s3: [cells(31)] }).found).toMatchObject({ sheet_id: 's2', row: 0 })
  })

  it('is none where no sheet has the contact, or the sheet is gone', async () => {
    expect(await find({ s1: [], s2: 'gone' }).found).toBeNull()
  })

  it('is not that of another account’s contact of the same number', async () => {
    const other = cells(20, '+5521911112222')
    expect(await find({ s1: [other], s2: [cells(21)] }, ['c1', 'c2']).found).toMatchObject({ sheet_id: 's2' })
    expect(await find({ s1: [other], s2: [] }, ['c1', 'c2']).found).toBeNull()
  })

  it('is looked for in the other sheets where one cannot be read, which counts only where none has it', async () => {
    expect(await find({ s1: 'damaged', s2: [cells(20)] }).found).toMatchObject({ sheet_id: 's2' })
    await expect(find({ s1: 'damaged', s2: [] }).found).rejects.toMatchObject({ failure: { code: 'file_damaged' } })
  })
})
