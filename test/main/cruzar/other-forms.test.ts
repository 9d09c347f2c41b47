import { describe, expect, test } from 'vitest'
import { questionOf } from '../../../preload/values/same-question.ts'
import { finishRun } from '../../kit/leads.ts'
import { type AnswerKeys, envelope, startCruzar } from './platform-that-answers.ts'

/**
 * A platform that knows these digits alone, with or without 55; people whose digits end in ` sem` have no conversation.
 */
const knowing =
  (...known: readonly string[]): AnswerKeys =>
  (keys) =>
    envelope(
      keys.map((chave) => {
        const digits = known.find((each) => each.replace(/^55|\D+$/g, '') === chave.replace(/^55/, ''))
        const [telefone_digitos = '', isTalk = 'com'] = digits?.split(' ') ?? []
        const conversa_id = isTalk === 'com' ? 7 : null
        const lead = digits ? { contato_id: known.indexOf(digits), telefone_digitos, conversa_id } : null
        return { chave, encontrado: lead !== null, lead }
      }),
    )

const list = ['11 6123-4567', '11 97123-4567', '(11) 98123-4567', '(11) 3123-4567', 'ana@exemplo.com'].join('\n')
const contacts = ['5511961234567', '1171234567', '5511981234567']

describe('the absent keys of a run over the network', () => {
  test('are asked for with the other ninth digit in the same run, and again when it is repeated', async () => {
    const { service, connection_id, ...workspace } = await startCruzar(knowing(...contacts))
    const { run } = await finishRun(workspace, { connection_id, list, other_ninth: true })
    expect(run).toMatchObject({ other_ninth: true, other_forms: 0, outcomes: { com_conversa: 3, ausente: 2 } })
    expect(service.batches().slice(1)).toEqual([['5511961234567', '551171234567']])
    const staged = await workspace.ask('cruzar.stage', { from: 'run', id: run.id })
    const again = { list: staged.list, settings: {}, name: 'De novo', list_id: run.list_id, ...questionOf(run) }
    const repeated = await workspace.ask('cruzar.start', again)
    await workspace.ended(repeated)
    const changes = await workspace.ask('cruzar.changes', { id: repeated.id })
    expect(changes).toMatchObject({ since: { id: run.id, differences: [] }, changed: 0 })
  })

  test('are asked for later where the person had switched that off', async () => {
    const { service, connection_id, ...workspace } = await startCruzar(knowing(...contacts))
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
    expect(again).toMatchObject({ match: null, other_ninth: true, other_forms: 0, requests: 2, state: 'finished' })
    await expect(workspace.ask('cruzar.ask_other_forms', { id: run.id })).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('are asked for at once where the run is to match by the ninth digit', async () => {
    const { service, connection_id, ...workspace } = await startCruzar(knowing(...contacts))
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
    const { run } = await finishRun(workspace, { connection_id, list: ['Telefone', ...phones].join('\n') })
    expect(run).toMatchObject({ other_forms: 700, outcomes: { ausente: 700 } })
    const batchesBefore = service.batches().length
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
    expect(batchesBefore).toBe(2)
  })
})

describe('a person with two cards, one with the ninth digit and one without it', () => {
  const cards = ['5511961234567 sem', '551161234567', '5511971234567 sem', '551171234567 sem'] as const
  const rowsOf = async (lines: readonly string[]) => {
    const { service, connection_id, ...workspace } = await startCruzar(knowing(...cards))
    const { run, rows } = await finishRun(workspace, { connection_id, list: lines.join('\n'), other_ninth: true })
    return { run, rows, service, workspace }
  }

  test('counts by the one with a conversation, whichever the list has, and both are named', async () => {
    const { run, rows, service, workspace } = await rowsOf(['11 96123-4567', '11 6123-4567'])
    expect(run.outcomes).toMatchObject({ com_conversa: 2, sem_conversa: 0, ambigua: 0 })
    // The second row was found with a conversation: nothing more is asked for it.
    expect(service.batches()).toEqual([['5511961234567', '551161234567'], ['551161234567']])
    expect(rows.map((row) => [row.lead_telefone_digitos, row.cruzar_motivo, row.cruzar_candidatos])).toEqual([
      ['551161234567', 'two_cards', 2],
      ['551161234567', 'match_without_country', null],
    ])
    expect(await workspace.ask('cruzar.candidates', { id: run.id, row: 0 })).toMatchObject({
      count: 2,
      leads: [{ telefone_digitos: '551161234567' }, { telefone_digitos: '5511961234567' }],
    })
  })

  test('is meant by the card as it is written where neither has a conversation', async () => {
    const { rows } = await rowsOf(['11 97123-4567'])
    expect(rows).toMatchObject([
      { cruzar_resultado: 'sem_conversa', lead_telefone_digitos: '5511971234567', cruzar_motivo: 'two_cards' },
    ])
  })
})
