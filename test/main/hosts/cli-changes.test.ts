import { expect, test } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { objectOf, recordsOf, startPlace } from '../../kit/command.ts'
import { startDemoServices } from '../../kit/leads.ts'

const words = ptBR.cli.changes

test('cruza changes tells how many records changed, and writes them with what changed', async () => {
  const demo = await startDemoServices({ leads: 300 })
  const { run, fileOf } = await startPlace(demo)
  const pull = (name: string) =>
    run(['pull', name, '--connection', 'Atendimento', '--created-after', '2020-01-01', '--quiet'])
  await pull('Todos')
  expect(await run(['changes', 'Todos'])).toMatchObject({ code: 1, err: expect.stringContaining(words.nothingBefore) })
  demo.drift({ insert: 5, remove: 3 })
  await pull('Todos')
  const out = fileOf('mudou.csv')
  const { difference } = objectOf(await run(['changes', 'Todos', '--out', out, '--mode', 'raw', '--json']))
  expect(difference).toMatchObject({ new: 5, gone: 3, changed: 0, rows: 8 })
  const records = await recordsOf(out)
  expect(records.map(({ mudanca }) => mudanca).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'nova'),
    ...Array.from({ length: 3 }, () => 'saiu_da_base'),
  ])

  const gone = fileOf('saiu.csv')
  const said = await run(['changes', 'Todos', '--change', 'saiu_da_base', '--out', gone, '--mode', 'raw'])
  expect(said).toMatchObject({ code: 0 })
  expect(said.out).toContain(ptBR.differences.counts.saiu_da_base(3))
  const left = await recordsOf(gone)
  expect(left).toHaveLength(3)
  for (const { nome, telefone_digitos } of left) {
    for (const secret of [nome, telefone_digitos]) if (secret) expect(said.out).not.toContain(secret)
  }
})

test('cruza changes compares numbered readings and other sheets, and names what is wrong', async () => {
  const demo = await startDemoServices({ leads: 120 })
  const { run } = await startPlace(demo)
  const pull = (name: string, ...more: readonly string[]) =>
    run(['pull', name, '--connection', 'Atendimento', '--created-after', '2020-01-01', '--quiet', ...more])
  await pull('Todos')
  demo.drift({ insert: 2 })
  await pull('Todos')
  await pull('Abertas', '--status', 'open')
  const { difference } = objectOf(await run(['changes', 'Todos', '--with', 'Abertas', '--json']))
  expect(difference).toMatchObject({ from: { name: 'Todos' }, to: { name: 'Abertas' }, new: 0 })
  expect(difference.gone).toBeGreaterThan(0)
  expect(objectOf(await run(['changes', 'Todos', '--from', '1', '--to', '2', '--json'])).difference).toMatchObject({
    new: 2,
  })
  expect((await run(['changes', 'Todos', '--from', '9'])).err).toContain(words.noReading('9', [2, 1]))
  expect(await run(['changes', 'Todos', '--to', '2', '--with', 'Abertas'])).toMatchObject({ code: 2 })
  expect(await run(['changes', 'Todos', '--change', 'sumiu'])).toMatchObject({ code: 2 })
})
