import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Recipe } from '../../../preload/contract/recipes.ts'
import type { Reply } from '../../../preload/values/wire.ts'
import { startTestHost } from '../../kit/browser-host.ts'
import { commandPassphrase, objectOf, startPlace } from '../../kit/command.ts'
import { phones, startDemoServices } from '../../kit/leads.ts'

const [ana = '', bia = '', caio = ''] = phones(3)

function answerOf<Value>(reply: Reply): Value {
  if (!reply.ok) throw new Error(reply.failure.code)
  return reply.value as Value
}

/** The commands over a folder in which the window saved a recipe of this list. */
async function placeWithRecipe(recipe: { readonly filter?: object; readonly answerer: boolean }) {
  const demo = await startDemoServices({ leads: 5 })
  const place = await startPlace(demo)
  const { call, enter } = await startTestHost({ dataDir: place.dataDir, passphrase: commandPassphrase })
  await enter()
  const [connection] = answerOf<{ id: string }[]>(await call('connections.list', {}))
  const text = `Nome;Celular;Recado\nAna;${ana};${bia}\n`
  const { list } = answerOf<{ list: string }>(await call('cruzar.stage', { from: 'text', text }))
  const settings = { key_columns: [{ index: 2, kind: 'phone' }] }
  const answerer = { by: 'service', connection_id: connection?.id }
  const started = { list, settings, connection_id: connection?.id, filter: recipe.filter ?? {}, name: 'Lista' }
  const run = answerOf<{ id: string }>(await call('cruzar.start', started))
  const columns = ['cruzar_resultado', 'c2'].map((column) => ({ column, hidden: false }))
  const hidden = ['c0', 'c1'].map((column) => ({ column, hidden: true }))
  const chosen = { format: 'csv-raw', outcomes: ['ausente'], columns: [...columns, ...hidden] }
  const from = { of: 'run', run: run.id, answerer: recipe.answerer, export: chosen }
  const saved = answerOf<Recipe>(await call('recipes.save', { name: 'Mensal', from }))
  expect(saved.answerer).toEqual(recipe.answerer ? answerer : null)
  return place
}

test('cruza cruzar --recipe reads by the headings, asks whom the recipe names, and writes its rows and columns', async () => {
  const { run, listOf, fileOf } = await placeWithRecipe({ answerer: true, filter: { status: ['open'] } })
  const list = await listOf('dezembro.csv', `RECADO,nome,celular\n${caio},Caio,${ana}\nnada,Bia,${bia}\n`)
  const out = fileOf('saida.csv')
  const ended = await run(['cruzar', list, '--recipe', 'Mensal', '--out', out, '--json'])
  expect(ended).toMatchObject({ code: 0, err: '' })
  expect(objectOf(ended)).toMatchObject({ rows: 2, keys: 1, outcomes: { ausente: 1, invalida: 1 } })
  expect((await readFile(out, 'utf8')).replace('\ufeff', '').trim().split(/\r?\n/)).toEqual([
    'cruzar_resultado,RECADO',
    `ausente,${caio}`,
  ])

  const explicit = ['--column', 'celular', '--outcome', 'ausente,invalida', '--mode', 'excel', '--status', 'resolved']
  const other = await run(['cruzar', list, '--recipe', 'Mensal', '--out', out, '--json', ...explicit])
  expect(objectOf(other)).toMatchObject({ rows: 2, keys: 2, outcomes: { ausente: 2 } })
  expect((await readFile(out, 'utf8')).trim().split(/\r?\n/)).toHaveLength(3)
  const { runs } = objectOf(await run(['runs', '--json']))
  const statuses = runs.map((one: { filter: { status: string[] } }) => one.filter.status)
  expect(statuses.slice(0, 2)).toEqual([['resolved'], ['open']])
})

test('cruza cruzar names the recipes that there are, and the headings that a list lacks', async () => {
  const { run, listOf, fileOf } = await placeWithRecipe({ answerer: false })
  const list = await listOf('lista.csv', `Fone\n${ana}\n`)
  const words = ['cruzar', list, '--out', fileOf('saida.csv')]
  expect(await run([...words, '--recipe', 'Mensal'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--sheet'),
  })
  const answered = [...words, '--connection', 'Atendimento']
  expect(await run([...answered, '--recipe', 'Anual'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Há: Mensal'),
  })
  expect(await run([...answered, '--recipe', 'Mensal'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('no cabeçalho: Recado'),
  })
})
