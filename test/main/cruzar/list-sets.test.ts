import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ExportFormat } from '../../../preload/contract/saved-files.ts'
import { finishRun, startAccount } from '../../kit/leads.ts'
import type { TestWorkspace } from '../../kit/workspace.ts'

const settings = {}

async function stageText({ ask }: TestWorkspace, text: string) {
  const { list } = await ask('cruzar.stage', { from: 'text', text })
  return { list, settings }
}

describe('two lists that are combined', () => {
  test('become a staged list that can be crossed, combined again and saved', async () => {
    const account = await startAccount({ leads: 60 })
    const { ask, saved } = account
    const one = await stageText(account, 'Nome\tTelefone\nAna\t11 98888-7777\nBia\t11 97777-6666\nCaio\t\n')
    const other = await stageText(account, 'fone\n1188887777\n')
    const { other: ofOther, ...ofOne } = await ask('cruzar.compare', { ...one, other })
    expect(ofOne).toEqual({ rows: 3, both: 1, only: 1, keyless: 1 })
    expect(ofOther).toEqual({ rows: 1, both: 1, only: 0, keyless: 0, repeated: 0 })
    const reports: number[] = []
    const minus = await ask(
      'cruzar.stage',
      { from: 'lists', ...one, other, how: 'minus', name: 'Campanha sem já ligados' },
      { progress: ({ rows }) => reports.push(rows) },
    )
    expect(minus.inspection).toMatchObject({
      name: 'Campanha sem já ligados',
      header: true,
      preview: [
        ['Bia', '11 97777-6666'],
        ['Caio', ''],
      ],
    })
    expect(reports.at(-1)).toBe(3)
    await expect(ask('cruzar.inspect', one)).rejects.toMatchObject({ code: 'not_found' })

    const again = await stageText(account, '11 97777-6666\n')
    const more = { list: minus.list, settings }
    const or = await ask('cruzar.stage', { from: 'lists', ...more, other: again, how: 'or', name: 'Todos' })
    expect(or.inspection.preview).toEqual(minus.inspection.preview)

    const textOf = async (format: ExportFormat) => {
      const file = await ask('cruzar.save_list', { list: or.list, settings, format, name: 'Todos' })
      expect(file).toMatchObject({ saved: true, rows: 2, logged: true })
      return readFile(path.join(saved, file.name), 'utf8')
    }
    expect(await textOf('csv-raw')).toBe('Nome,Telefone\nBia,11 97777-6666\nCaio,\n')
    expect(await textOf('csv-excel')).toBe('\ufeffNome;Telefone\r\nBia;11 97777-6666\r\nCaio;\r\n')
    const { exports } = await ask('activity.exports', { from: 0, count: 1 })
    expect(exports).toMatchObject([{ kind: 'list', name: 'Todos', rows: 2, contacts: null }])

    const run = await ask('cruzar.start', { list: or.list, settings, filter: {}, name: 'Todos' })
    expect(run).toMatchObject({ rows: 2, keys: 1, list_name: 'Todos' })
    await account.ended(run)
  })

  test('are a run without those of another run who had an outcome', async () => {
    const account = await startAccount({ leads: 60 })
    const { run } = await finishRun(account, { list: 'fone\n11961239999\n11961238888\n11961237777\n' })
    const filters = [{ column: 'cruzar_resultado', operator: 'in' as const, values: ['ausente'] }]
    const table = { kind: 'run', id: run.id } as const
    const one = await account.ask('cruzar.stage', { from: 'run', id: run.id })
    const other = await account.ask('cruzar.stage', { from: 'table', table, select: { query: { filters } } })
    const lists = { list: one.list, settings, other: { list: other.list, settings } }
    const counts = await account.ask('cruzar.compare', lists)
    expect(counts).toMatchObject({ rows: 3, both: run.outcomes.ausente })
    await expect(
      account.ask('cruzar.stage', { from: 'lists', ...lists, how: 'minus', name: 'Nada' }),
    ).rejects.toMatchObject({ code: 'list_empty' })
    // Both are still there.
    expect(await account.ask('cruzar.compare', lists)).toEqual(counts)
  })

  test('fail where one of them has no phones and no e-mails', async () => {
    const account = await startAccount({ leads: 60 })
    const one = await stageText(account, 'fone\n11961239999\n')
    const other = await stageText(account, 'Nome\tCidade\nAna\tRio\n')
    await expect(account.ask('cruzar.compare', { ...one, other })).rejects.toMatchObject({ code: 'list_no_keys' })
  })

  test('stay while others are tried beside one of them', async () => {
    const account = await startAccount({ leads: 60 })
    const one = await stageText(account, 'fone\n11961239999\n')
    for (let round = 0; round < 6; round++) {
      const other = await stageText(account, `fone\n1196123888${round}\n`)
      expect(await account.ask('cruzar.compare', { ...one, other })).toMatchObject({ only: 1 })
    }
  })
})
