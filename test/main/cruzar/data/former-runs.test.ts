import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LeadField } from '../../../../preload/values/lead-fields.ts'
import { storeRunWithout } from '../../../kit/fewer-fields.ts'
import { writeFormerFiles } from '../../../kit/former-files.ts'
import { fileKey } from '../../../kit/temporary-folder.ts'
import { answerBody, asIs, createRunKit, result, runOf } from './run-kit.ts'

/**
 * A folder with a finished and an interrupted run of one list, as Cruza wrote them when a run was filled row by row.
 */
function formerRuns() {
  const kit = createRunKit()
  const json = path.join(import.meta.dirname, 'former-runs.json')
  const [finished = '', interrupted = ''] = writeFormerFiles(json, {
    dir: path.join(kit.dir, 'runs'),
    ending: '.run',
    key: fileKey,
  })
  kit.restart()
  return { ...kit, finished, interrupted }
}

it('a finished run of a former version shows its list and its leads', async () => {
  const { ask, column, finished } = formerRuns()
  expect(await ask('runs.read', { id: finished })).toMatchObject({
    state: 'finished',
    rows: 5,
    keys: 3,
    answered_keys: 3,
    match: null,
    other_forms: 0,
    changes: null,
    check: null,
  })
  expect(await column(finished, 'c0')).toEqual(['Ana', 'Bia', '', 'Caio', 'Edu'])
  expect(await column(finished, 'c2')).toEqual(['diz "oi"', '', 'x', 'a;b', ''])
  const outcomes = ['com_conversa', 'ausente', 'invalida', 'com_conversa', 'sem_conversa']
  expect(await column(finished, 'cruzar_resultado')).toEqual(outcomes)
  expect(await column(finished, 'lead_nome')).toEqual(['Ana Antunes', null, null, 'Ana Antunes', null])
})

it('an interrupted run of a former version goes on with the key that has no answer', async () => {
  const { ask, column, interrupted, restart } = formerRuns()
  const { pending } = await ask('runs.begin', { id: interrupted })
  expect(pending).toEqual([{ from: 2, count: 1 }])
  const body = answerBody([result('5531988887777', { contato_id: 9, nome: 'Edu' })])
  await ask('runs.answer', { id: interrupted, from: 2, count: 1, body, requests: 1, seconds: 1 })
  await ask('runs.finish', { id: interrupted, failure: null })
  restart()
  expect(await column(interrupted, 'lead_nome')).toEqual(['Ana Antunes', null, null, 'Ana Antunes', 'Edu'])
})

it('the list of a run of a former version can be run again', async () => {
  const { ask, column, finished } = formerRuns()
  await ask('lists.stage', { list: 'again', name: 'campanha.csv', source: { run: finished } })
  const again = await ask('runs.create', { ...runOf('again'), settings: asIs })
  expect(again).toMatchObject({ rows: 5, keys: 3, repeated: 1 })
  expect(await column(again.id, 'c2')).toEqual(['diz "oi"', '', 'x', 'a;b', ''])
})

describe('a run that was stored before some fields were known', () => {
  const list = ['5511961000001', '5511961000002', '5511961000003', '5511961000004']
  const leadAt = (at: number, agente = 'Bia') => ({
    contato_id: at,
    conversa_id: 100 + at,
    nome: `Pessoa ${at}`,
    telefone_digitos: list[at],
    mensagens: 10 * at,
    status: 'open',
    agente,
    etiquetas_conversa: ['vip'],
    ultima_mensagem_em: '2026-11-02T10:00:00Z',
    campo_novo: `canal ${at}`,
  })
  const answered = (from: number, count: number, agente?: string) =>
    answerBody(list.slice(from, from + count).map((key, at) => result(key, leadAt(from + at, agente))))
  const fields = ['agente', 'mensagens', 'etiquetas_conversa', 'ultima_mensagem_em'] as const satisfies LeadField[]

  /** A run of the list whose first two keys were answered before it was interrupted. */
  async function interruptedRun() {
    let clock = Date.parse('2026-11-20T12:00:00Z')
    const kit = createRunKit(() => new Date(clock++))
    const { id } = await kit.make(list.join('\n'))
    await kit.ask('runs.begin', { id })
    await kit.ask('runs.answer', { id, from: 0, count: 2, body: answered(0, 2), requests: 1, seconds: 1 })
    await kit.ask('runs.finish', { id, failure: 'offline' })
    return { ...kit, id }
  }

  /** The same as a version stored it that did not know the fields. */
  async function formerRun() {
    const kit = await interruptedRun()
    kit.close()
    storeRunWithout(fields, path.join(kit.dir, 'runs', `${kit.id}.run`), fileKey)
    kit.restart()
    return kit
  }

  async function goOn({ ask, restart, id }: Awaited<ReturnType<typeof interruptedRun>>) {
    await ask('runs.begin', { id })
    await ask('runs.answer', { id, from: 2, count: 2, body: answered(2, 2), requests: 1, seconds: 1 })
    await ask('runs.finish', { id, failure: null })
    restart()
  }

  it('shows their values from what was unknown of each lead', async () => {
    const { column, id } = await formerRun()
    const { column: columnOfNow, id: now } = await interruptedRun()
    for (const field of fields)
      expect(await column(id, `lead_${field}`)).toEqual(await columnOfNow(now, `lead_${field}`))
    expect(await column(id, 'lead_mensagens')).toEqual([0, 10, null, null])
  })

  it('goes on, each answer beside its own row', async () => {
    const former = await formerRun()
    await goOn(former)
    expect(await former.column(former.id, 'lead_mensagens')).toEqual([0, 10, 20, 30])
    expect(await former.column(former.id, 'lead_campo_novo')).toEqual(list.map((_, at) => `canal ${at}`))
    expect(await former.column(former.id, 'lead_agente')).toEqual(['Bia', 'Bia', 'Bia', 'Bia'])
    expect(await former.column(former.id, 'lead_etiquetas_conversa')).toEqual(list.map(() => ['vip']))
    expect(await former.column(former.id, 'lead_nome')).toEqual(list.map((_, at) => `Pessoa ${at}`))
  })

  it('is what a later run of the list is compared with', async () => {
    const former = await formerRun()
    await goOn(former)
    const { ask, column } = former
    const { id } = await former.make(list.join('\n'))
    await ask('runs.begin', { id })
    const body = answerBody(list.map((key, at) => result(key, leadAt(at, at === 1 ? 'Davi' : 'Bia'))))
    await ask('runs.answer', { id, from: 0, count: 4, body, requests: 1, seconds: 1 })
    await ask('runs.finish', { id, failure: null })
    expect(await ask('runs.changes', { id })).toMatchObject({ since: { id: former.id }, changed: 1 })
    expect(await column(id, 'cruzar_mudanca')).toEqual([[], ['outro_agente'], [], []])
  })
})
