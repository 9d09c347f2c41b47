import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { objectOf, startPlace } from '../../kit/command.ts'
import { startDemoServices } from '../../kit/leads.ts'

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
})
