import path from 'node:path'
import { expect, it } from 'vitest'
import { writeFormerFiles } from '../../kit/former-files.ts'
import { answerBody, asIs, createRunKit, result, runOf } from './run-kit.ts'

/** A folder with a finished and an interrupted run of one list, as Cruza wrote them when a run was filled row by row. */
async function formerRuns() {
  const kit = await createRunKit()
  const json = path.join(import.meta.dirname, 'former-runs.json')
  const [finished = '', interrupted = ''] = writeFormerFiles(json, {
    dir: path.join(kit.dir, 'runs'),
    ending: '.run',
    key: kit.key,
  })
  kit.restart()
  return { ...kit, finished, interrupted }
}

it('a finished run of a former version shows its list and its leads', async () => {
  const { ask, column, finished } = await formerRuns()
  expect(await ask('runs.read', { id: finished })).toMatchObject({
    state: 'finished',
    rows: 5,
    keys: 3,
    answered_keys: 3,
  })
  expect(await column(finished, 'c0')).toEqual(['Ana', 'Bia', '', 'Caio', 'Edu'])
  expect(await column(finished, 'c2')).toEqual(['diz "oi"', '', 'x', 'a;b', ''])
  const outcomes = ['com_conversa', 'ausente', 'invalida', 'com_conversa', 'sem_conversa']
  expect(await column(finished, 'cruzar_resultado')).toEqual(outcomes)
  expect(await column(finished, 'lead_nome')).toEqual(['Ana Antunes', null, null, 'Ana Antunes', null])
})

it('an interrupted run of a former version goes on with the key that has no answer', async () => {
  const { ask, column, interrupted, restart } = await formerRuns()
  const { pending } = await ask('runs.begin', { id: interrupted })
  expect(pending).toEqual([{ from: 2, count: 1 }])
  const body = answerBody([result('5531988887777', { contato_id: 9, nome: 'Edu' })])
  await ask('runs.answer', { id: interrupted, from: 2, count: 1, body, requests: 1, seconds: 1 })
  await ask('runs.finish', { id: interrupted, failure: null })
  restart()
  expect(await column(interrupted, 'lead_nome')).toEqual(['Ana Antunes', null, null, 'Ana Antunes', 'Edu'])
})

it('the list of a run of a former version can be run again', async () => {
  const { ask, column, finished } = await formerRuns()
  await ask('lists.stage', { list: 'again', name: 'campanha.csv', source: { run: finished } })
  const again = await ask('runs.create', { ...runOf('again'), settings: asIs })
  expect(again).toMatchObject({ rows: 5, keys: 3, repeated: 1 })
  expect(await column(again.id, 'c2')).toEqual(['diz "oi"', '', 'x', 'a;b', ''])
})
