import { describe, expect, test } from 'vitest'
import { finishRun } from '../../kit/leads.ts'
import { type AnswerKeys, envelope, startCruzar } from './platform-that-answers.ts'

/** A platform that knows these digits alone, as the document says: digits only, with or without 55. */
const knowing =
  (...known: readonly string[]): AnswerKeys =>
  (keys) =>
    envelope(
      keys.map((chave) => {
        const digits = known.find((each) => each.replace(/^55/, '') === chave.replace(/^55/, ''))
        const lead = digits ? { contato_id: known.indexOf(digits), telefone_digitos: digits, conversa_id: 7 } : null
        return { chave, encontrado: lead !== null, lead }
      }),
    )

const list = ['11 6123-4567', '11 97123-4567', '(11) 98123-4567', '(11) 3123-4567', 'ana@exemplo.com'].join('\n')
const known = ['5511961234567', '1171234567', '5511981234567']

describe('the absent keys of a run over the network', () => {
  test('are asked for with the other ninth digit only when the person agrees', async () => {
    const { service, connection_id, ...workspace } = await startCruzar(knowing(...known))
    const { run } = await finishRun(workspace, { connection_id, list })
    expect(run).toMatchObject({ match: null, other_forms: 2, outcomes: { com_conversa: 1, ausente: 4 } })
    await workspace.ended(await workspace.ask('cruzar.ask_other_forms', { id: run.id }))
    expect(service.batches().slice(1)).toEqual([['5511961234567', '551171234567']])
    const rows = await workspace.rows({ kind: 'run', id: run.id })
    expect(rows.map((row) => [row.cruzar_resultado, row.cruzar_degrau, row.cruzar_motivo])).toEqual([
      ['com_conversa', 'ninth', 'match_without_ninth'],
      ['com_conversa', 'ninth', 'match_with_ninth'],
      ['com_conversa', 'country', 'match_without_country'],
      ['ausente', null, null],
      ['ausente', null, null],
    ])
    const again = await workspace.ask('cruzar.run', { id: run.id })
    expect(again).toMatchObject({ match: 'ninth', other_forms: 0, requests: 2, state: 'finished' })
    await expect(workspace.ask('cruzar.ask_other_forms', { id: run.id })).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('are asked for at once where the run is to match by the ninth digit', async () => {
    const { service, connection_id, ...workspace } = await startCruzar(knowing(...known))
    const { run } = await finishRun(workspace, { connection_id, list, match: 'ninth' })
    expect(run).toMatchObject({ match: 'ninth', other_forms: 0, outcomes: { com_conversa: 3, ausente: 2 } })
    expect(service.batches()).toHaveLength(2)
  })

  test('stay absent where the service fails, and only the rest is asked for when it goes on', async () => {
    const phones = Array.from({ length: 700 }, (_, at) => `1161${String(200_000 + at)}`)
    const all = knowing(...phones.map((phone) => `55${phone.replace(/^11/, '119')}`))
    let fails = true
    const answer: AnswerKeys = (keys, turn) =>
      turn > 2 && fails ? { status: 401, json: { error: 'token inválido' } } : all(keys, turn)
    const { service, connection_id, ...workspace } = await startCruzar(answer, { retryPolicy: { delays: [1] } })
    const { run } = await finishRun(workspace, { connection_id, list: phones.join('\n') })
    expect(run).toMatchObject({ other_forms: 700, outcomes: { ausente: 700 } })
    const before = service.batches().length
    await workspace.ended(await workspace.ask('cruzar.ask_other_forms', { id: run.id }))
    const stopped = await workspace.ask('cruzar.run', { id: run.id })
    expect(stopped).toMatchObject({ state: 'interrupted', failure: 'unauthorized' })
    expect(stopped.outcomes.ausente + stopped.outcomes.com_conversa).toBe(700)
    expect(stopped.outcomes.ausente).toBe(stopped.other_forms)
    fails = false
    const answered = stopped.outcomes.com_conversa
    const failing = service.batches().length
    await workspace.ended(await workspace.ask('cruzar.resume', { id: run.id }))
    expect(await workspace.ask('cruzar.run', { id: run.id })).toMatchObject({
      state: 'finished',
      other_forms: 0,
      outcomes: { com_conversa: 700, ausente: 0 },
    })
    expect(service.batches().slice(failing).flat()).toHaveLength(700 - answered)
    expect(before).toBe(2)
  })
})
