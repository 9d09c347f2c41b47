import { describe, expect, test } from 'vitest'
import { startDemo } from '../../../main/demo/demo.ts'
import { startWorkspace } from '../../kit/workspace.ts'

/** Two sheets of the same 300 people, of whom one with a mobile phone and two names is searched for. */
async function twoSheets() {
  const demo = await startDemo({ leads: 300, entries: 10 })
  const workspace = await startWorkspace()
  await workspace.connect(demo.platform)
  for (const name of ['Antes', 'Agora']) {
    await workspace.readSheet({ name })
  }
  const sheets = await workspace.ask('sheets.list', {})
  const newest = sheets.find(({ name }) => name === 'Agora')
  if (!newest) throw new Error('no sheet')
  const rows = await workspace.rows({ kind: 'sheet', id: newest.id })
  const row = rows.findIndex(
    ({ nome, telefone_digitos }) =>
      /^\p{L}+ \p{L}+/u.test(String(nome)) && /^55..9[6-9]\d{7}$/.test(String(telefone_digitos)),
  )
  const lead = rows[row]
  if (!lead) throw new Error('nobody with a mobile phone')
  const find = (text: string, signal?: AbortSignal) =>
    workspace.ask('contacts.find_kept', { text }, signal ? { signal } : {})
  return { demo, workspace, newest, row, lead, find }
}

describe('people of cached sheets', () => {
  test('are found by a phone in any form, once, in the sheet that was read last', async () => {
    const { newest, row, lead, find } = await twoSheets()
    const digits = String(lead.telefone_digitos)
    const [area, start, end] = [digits.slice(2, 4), digits.slice(4, 9), digits.slice(9)]
    const forms = [`${area} ${start}-${end}`, `+55 (${area}) ${start} ${end}`, `0${area}${start}${end}`]
    // Without the ninth digit, and without the area code.
    for (const text of [...forms, `(${area}) ${start.slice(1)}-${end}`, `${start.slice(1)} ${end}`]) {
      const people = await find(text)
      expect(
        people.filter(({ name }) => name === lead.nome),
        text,
      ).toMatchObject([{ sheet_id: newest.id, sheet_name: 'Agora', row, name: lead.nome }])
    }
  })

  test('are found by parts of a name without accents and case, the whole name first', async () => {
    const { lead, find } = await twoSheets()
    const name = String(lead.nome)
    const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
    expect((await find(plain))[0]?.name).toBe(name)
    const words = plain.split(' ')
    expect((await find(`${words.at(-1)} ${words[0]?.slice(0, 3)}`)).map((one) => one.name)).toContain(name)
    const many = await find('ma')
    expect(many).toHaveLength(8)
    const beginnings = many.map((one) => /^m[aáãâ]/i.test(one.name ?? ''))
    expect(beginnings).toEqual(beginnings.toSorted((one, other) => Number(other) - Number(one)))
  })

  test('are not searched by a letter or three digits, nor once the call is cancelled', async () => {
    const { find } = await twoSheets()
    expect(await find('a')).toEqual([])
    expect(await find('119')).toEqual([])
    await expect(find('maria', AbortSignal.abort())).rejects.toThrow('cancelled')
  })
})
