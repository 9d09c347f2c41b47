import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startFormAccount } from '../../kit/forms.ts'

test('a file of entries has no heading twice, whatever the labels of the form are', async () => {
  const { ask, exported, keep, table, service } = await startFormAccount()
  const labels = ['Nome', 'Nome', 'id', 'Nome (2)']
  const fields = labels.map((label, at) => ({ id: `fld_${at}`, type: 'text', label, required: false }))
  const { id } = await ask('forms.create', { name: 'Dobrado', fields })
  await service.create(id, { Nome: 'Ana', id: '7' })
  await keep(id)
  const headingsIn = async (format: 'csv-raw' | 'csv-excel', separator: string) => {
    const { path } = await exported(table(id), format)
    const [line = ''] = (await readFile(path, 'utf8')).replace('\ufeff', '').split(/\r?\n/)
    return line.split(separator)
  }
  const raw = await headingsIn('csv-raw', ',')
  expect(new Set(raw).size).toBe(raw.length)
  // What Cruza's own columns are called in files for systems stays.
  expect(raw).toEqual(expect.arrayContaining(['id', 'Nome', 'Nome (2)', 'id (2)', 'Nome (2) (2)']))
  expect(raw.indexOf('id')).toBeLessThan(raw.indexOf('id (2)'))
  const people = await headingsIn('csv-excel', ';')
  expect(new Set(people).size).toBe(people.length)
})
