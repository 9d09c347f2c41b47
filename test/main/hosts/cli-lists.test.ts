import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { objectOf, startPlace } from '../../kit/command.ts'
import { startDemoServices } from '../../kit/leads.ts'
import { buildXlsx, xlsxRow } from '../lists/build-xlsx.ts'
import { encryptAgile } from '../lists/encrypt-workbook.ts'

describe('cruza lists combine', () => {
  test('writes two files as one, and counts the rows that stay and go', async () => {
    const { run, fileOf, listOf } = await startPlace()
    const one = await listOf('campanha.csv', 'Nome;Fone\nAna;11 98888-7777\nBia;11 97777-6666\nCaio;\n')
    const other = await listOf('já ligados.csv', 'telefone\n551188887777\n2133334444\n')
    const out = fileOf('saida.csv')
    const combine = (how: string, more: readonly string[] = []) =>
      run(['lists', 'combine', one, other, '--how', how, '--out', out, '--mode', 'raw', '--no-origin', ...more])
    const minus = await combine('minus')
    expect(minus).toMatchObject({ code: 0, err: '' })
    expect(minus.out).toContain('Ficam 2 de 3 linhas; 1 está na outra lista e sai.')
    expect(minus.out).toContain('1 linha sem telefone nem e-mail que sirva')
    expect(await readFile(out, 'utf8')).toBe('Nome,Fone\nBia,11 97777-6666\nCaio,\n')
    const or = await combine('or', ['--json'])
    expect(objectOf(or)).toMatchObject({ how: 'or', file: out, rows: 3, both: 1, other: { only: 1 } })
    expect(await readFile(out, 'utf8')).toBe('Nome,Fone\nAna,11 98888-7777\nBia,11 97777-6666\nCaio,\n,2133334444\n')
    const itself = await run(['lists', 'combine', other, other, '--how', 'minus', '--out', fileOf('nada.csv')])
    expect(itself).toMatchObject({ code: 1, err: expect.stringContaining('Não sobra nenhuma linha') })
    expect(existsSync(fileOf('nada.csv'))).toBe(false)
  })

  test('takes cached sheets and runs by their name, and of a run some outcomes', async () => {
    const { run, fileOf, listOf } = await startPlace(await startDemoServices({ leads: 40 }))
    const list = await listOf('lista.csv', 'fone\n11961239999\n11961238888\n')
    await run(['cruzar', list, '--connection', 'Atendimento', '--out', fileOf('resultado.csv')])
    await run(['pull', 'Leads', '--connection', 'Atendimento', '--created-after', '2020-01-01'])
    const out = fileOf('saida.xlsx')
    const words = ['lists', 'combine', 'sheet:Leads', 'run:lista.csv', '--out', out, '--json']
    const or = objectOf(await run([...words, '--how', 'or', '--outcome', 'ausente']))
    expect(or).toMatchObject({ how: 'or', other: { rows: 2, only: 2 } })
    expect(existsSync(out)).toBe(true)
    const wrong = await run([
      'lists',
      'combine',
      'run:lista.csv',
      list,
      '--how',
      'and',
      '--out',
      out,
      '--outcome',
      'ausente',
    ])
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('run:NOME') })
    expect(await run([...words, '--how', 'xor'])).toMatchObject({ code: 2 })
    expect(await run(['lists', 'combine', 'sheet:Nada', list, '--how', 'and', '--out', out])).toMatchObject({ code: 1 })
  })
})

describe('cruza cruzar of a list', () => {
  test('of which nobody can be asked warns with the reasons and writes every row with its own', async () => {
    const { run, fileOf, listOf } = await startPlace(await startDemoServices({ leads: 10 }))
    const list = await listOf('lista.csv', 'Nome;Fone\nAna;(11) 99999-9999\nBia;(11) 99999-9999\nCaio;\n')
    const out = fileOf('saida.csv')
    const done = await run(['cruzar', list, '--connection', 'Atendimento', '--out', out, '--mode', 'raw', '--json'])
    const why = 'inventada para preencher (99999-9999, 1234…): 2; vazia: 1'
    expect(done).toMatchObject({ code: 0, err: expect.stringContaining(why) })
    expect(objectOf(done)).toMatchObject({ rows: 3, keys: 0, requests: 0, outcomes: { invalida: 3 } })
    expect((await readFile(out, 'utf8')).match(/^.*,invalida,.*$/gm)).toHaveLength(3)
  })

  test('with people in other sheets says so, and reads all of them where that is wanted', async () => {
    const { run, fileOf, listOf } = await startPlace(await startDemoServices({ leads: 10 }))
    const rowsOf = (fone: string) => xlsxRow(1, ['Nome', 'Fone']) + xlsxRow(2, ['Ana', fone])
    const sheets = [
      { name: 'Loja A', rows: rowsOf('11988887771') },
      { name: 'Loja B', rows: rowsOf('11988887772') },
    ]
    const list = await listOf('lista.xlsx', buildXlsx(sheets))
    const out = fileOf('saida.csv')
    const more = ['--connection', 'Atendimento', '--out', out, '--mode', 'raw', '--json']
    const one = await run(['cruzar', list, ...more])
    expect(one).toMatchObject({ code: 0, err: expect.stringMatching(/“Loja B” \(1 linha\).*--all-sheets/) })
    expect(objectOf(one)).toMatchObject({ rows: 1 })
    const all = await run(['cruzar', list, ...more, '--all-sheets'])
    expect(all.err).not.toContain('Loja B')
    expect(objectOf(all)).toMatchObject({ rows: 2, keys: 2 })
    const text = await readFile(out, 'utf8')
    expect(text).toMatch(/^Nome,Fone,Aba,cruzar_resultado/)
    expect(text).toMatch(/^Ana,11988887772,Loja B,/m)
  })

  test('reads all sheets of the files that are combined', async () => {
    const { run, fileOf, listOf } = await startPlace()
    const rowsOf = (fone: string) => xlsxRow(1, ['Fone']) + xlsxRow(2, [fone])
    const sheets = [
      { name: 'A', rows: rowsOf('11988887771') },
      { name: 'B', rows: rowsOf('11988887772') },
    ]
    const one = await listOf('lista.csv', 'Fone\n11988887771\n11988887772\n11988887773\n')
    const other = await listOf('sair.xlsx', buildXlsx(sheets))
    const words = ['lists', 'combine', one, other, '--how', 'minus', '--out', fileOf('saida.csv'), '--json']
    const usual = await run(words)
    expect(usual.err).toContain('“B” (1 linha)')
    expect(objectOf(usual)).toMatchObject({ both: 1, only: 2 })
    expect(objectOf(await run([...words, '--all-sheets']))).toMatchObject({ both: 2, only: 1 })
  })

  test('that opens by a password takes it from the environment or standard input, and keeps it nowhere', async () => {
    const { run, runOf, dataDir, fileOf, listOf } = await lockedPlace()
    const right = { env: { CRUZA_LIST_PASSWORD: 'açaí 7' } }
    expect(objectOf(await run([...runOf], right))).toMatchObject({ rows: 1, keys: 1 })
    expect(objectOf(await run([...runOf], { input: 'açaí 7\n' }))).toMatchObject({ rows: 1, keys: 1 })
    const none = await run([...runOf])
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('CRUZA_LIST_PASSWORD') })
    const wrong = await run([...runOf], { env: { CRUZA_LIST_PASSWORD: 'Açaí 7' } })
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('Esta senha não abre a planilha') })
    const other = await listOf('b.csv', 'Fone\n11988887772\n')
    const combine = ['lists', 'combine', other, fileOf('lista.xlsx'), '--how', 'or', '--out', fileOf('c.csv'), '--json']
    expect(objectOf(await run(combine, right))).toMatchObject({ other: { only: 1 } })
    for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const bytes = await readFile(path.join(file.parentPath, file.name))
      // Encrypted bytes hold a shorter text by chance.
      for (const encoding of ['utf8', 'utf16le'] as const) expect(bytes.includes('açaí 7', 0, encoding)).toBe(false)
    }
  })
})

/** A place with a list that opens by the password `açaí 7`, and the words that cross it. */
async function lockedPlace() {
  const place = await startPlace(await startDemoServices({ leads: 10 }))
  const rows = xlsxRow(1, ['Fone']) + xlsxRow(2, ['11988887771'])
  const list = await place.listOf('lista.xlsx', encryptAgile(buildXlsx([{ name: 'A', rows }]), 'açaí 7'))
  const runOf = ['cruzar', list, '--connection', 'Atendimento', '--out', place.fileOf('saida.csv'), '--json']
  return { ...place, runOf }
}
