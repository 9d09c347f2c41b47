import { describe, expect, test } from 'vitest'
import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import { equalShare } from '../../../preload/values/check-rate.ts'
import { finishRun, phones, type RunOptions } from '../../kit/leads.ts'
import type { Scripted } from '../../kit/service.ts'
import { startService } from '../../kit/service.ts'
import { startWorkspace, type WorkspaceOptions } from '../../kit/workspace.ts'
import { type Lead, pagesOf } from '../sheets/data/lead-pages.ts'
import { envelope } from './platform-that-answers.ts'

const earlier = '2026-04-01T10:00:00-03:00'
const later = new Date(Date.now() + 86_400_000).toISOString()

/** A registered contact with an open conversation, older than the sheet. */
function leadWith(change: Lead): Lead {
  return {
    contato_id: 1,
    telefone_digitos: '5511961234567',
    contato_criado_em: earlier,
    conversa_id: 10,
    conversa_criada_em: earlier,
    ultima_mensagem_em: earlier,
    status: 'open',
    caixa_id: 5,
    conversas_no_periodo: 1,
    ...change,
  }
}

type Refuse = (keys: readonly string[], turn: number) => Scripted | null

/** A base that is read as a sheet, and then answers for keys as it is `later`, by digits with or without 55. */
async function startBase(leads: readonly Lead[], afterwards: readonly Lead[], options: WorkspaceOptions = {}) {
  const pages = pagesOf(leads, 500)
  let turn = 0
  const refusing: { now: Refuse } = { now: () => null }
  const batches: string[][] = []
  const filters: object[] = []
  const service = await startService(({ path, query, body }) => {
    if (!path.endsWith('/cruzar')) return { json: JSON.parse(pages[Number(query.get('page') ?? 1) - 1] ?? '') }
    const { chaves, ...filter }: { chaves: string[] } = JSON.parse(body)
    const refusal = refusing.now(chaves, turn++)
    if (refusal) return refusal
    batches.push(chaves)
    filters.push(filter)
    const find = (key: string) =>
      afterwards.find(({ telefone_digitos: digits }) => digits === key || `55${digits}` === key) ?? null
    return envelope(chaves.map((chave) => ({ chave, encontrado: find(chave) !== null, lead: find(chave) })))
  })
  const workspace = await startWorkspace(options)
  await workspace.connect({ url: service.origin, accountId: 3, brand: 'casa', token: 'segredo-de-teste' })
  return { ...workspace, batches, filters, refusing }
}

interface Crossed extends Partial<RunOptions> {
  readonly sheetFilter?: Partial<LeadFilter>
}

async function crossed(
  leads: readonly Lead[],
  afterwards: readonly Lead[],
  list: readonly string[],
  more: Crossed = {},
) {
  const { sheetFilter = { created_after: '2020-01-01' }, ...options } = more
  const base = await startBase(leads, afterwards)
  const { id } = await base.readSheet({ filter: sheetFilter })
  const { run } = await finishRun(base, { list: list.join('\n'), sheet_id: id, ...options })
  return { ...base, run }
}

/** Checks all keys of such a run, and gives the check and the differences. */
async function checked(...given: Parameters<typeof crossed>) {
  const { run, ask, ended, rows } = await crossed(...given)
  const outcomes = await rows({ kind: 'run', id: run.id })
  const { check } = await ask('cruzar.check', { id: run.id, keys: null })
  await ended(check ?? { task_id: null })
  const after = await ask('cruzar.run', { id: run.id })
  expect(await rows({ kind: 'run', id: run.id })).toEqual(outcomes)
  expect(after).toMatchObject({ state: 'finished', outcomes: run.outcomes, requests: 0 })
  return { check: after.check, ...(await ask('cruzar.differences', { id: run.id })) }
}

const causeOf = async (...given: Parameters<typeof crossed>) => {
  const { check, differences } = await checked(...given)
  expect(check).toMatchObject({ state: 'finished', equal: 0, answered: 1 })
  return differences[0]
}

const key = '5511961234567'

describe('the check of what cached sheets answered', () => {
  test('of answers that agree finds no difference, whatever the outcome', async () => {
    const leads = [leadWith({}), leadWith({ contato_id: 2, telefone_digitos: '5511961234568', conversa_id: null })]
    const { check, count } = await checked(leads, leads, [key, '5511961234568', '5511961234569'])
    expect(check).toMatchObject({ all: true, keys: 3, answered: 3, equal: 3, causes: [], requests: 1 })
    expect(count).toBe(0)
  })

  test('calls stale what came after the sheet was read, and names the moment', async () => {
    expect(await causeOf([], [leadWith({ contato_criado_em: later })], [key])).toEqual({
      key,
      differs: 'outcome',
      sheet: { outcome: 'ausente', contato_id: null, conversa_id: null },
      service: { outcome: 'com_conversa', contato_id: 1, conversa_id: 10 },
      cause: 'stale',
      at: later,
    })
    const newer = leadWith({ conversa_id: 11, conversa_criada_em: later })
    expect(await causeOf([leadWith({})], [newer], [key])).toMatchObject({ differs: 'conversation', cause: 'stale' })
    // Outside of the filter when the sheet was read, and inside now.
    const filter = { status: ['open' as const] }
    const moved = await causeOf([leadWith({ status: 'resolved' })], [leadWith({})], [key], { filter })
    expect(moved).toMatchObject({ sheet: { outcome: 'sem_conversa' }, cause: 'stale', at: null })
  })

  test('calls it the filter where the sheet was read with narrower ones, or has the newest conversation alone', async () => {
    const old = leadWith({ conversa_criada_em: '2019-01-01T10:00:00-03:00' })
    expect(await causeOf([], [old], [key])).toMatchObject({ cause: 'filter' })
    const newest = leadWith({ conversa_id: 12, conversas_no_periodo: 2, caixa_id: 6 })
    const filter = { inbox_ids: [5] }
    expect(await causeOf([newest], [leadWith({})], [key], { filter })).toMatchObject({ cause: 'filter' })
    const sheetFilter = { created_after: '2020-01-01', agrupar: 'conversa' as const }
    const more = { filter, sheetFilter }
    expect(await causeOf([newest], [leadWith({})], [key], more)).toMatchObject({ cause: 'unknown' })
  })

  test('calls it the form where the base has the phone with another ninth digit, or the run takes no such form', async () => {
    const other = leadWith({ telefone_digitos: '551161234567' })
    expect(await causeOf([other], [other], [key])).toMatchObject({
      sheet: { outcome: 'com_conversa' },
      service: { outcome: 'ausente' },
      cause: 'variant',
    })
    const bare = leadWith({ telefone_digitos: '11961234567' })
    expect(await causeOf([bare], [bare], [key], { match: 'exact' })).toMatchObject({
      sheet: { outcome: 'ausente' },
      cause: 'variant',
    })
  })

  test('calls missing who was there before the sheet was read, and unknown what no field proves', async () => {
    expect(await causeOf([], [leadWith({})], [key])).toMatchObject({ cause: 'missing_in_sheet' })
    expect(await causeOf([], [leadWith({ contato_criado_em: null })], [key])).toMatchObject({ cause: 'unknown' })
    expect(await causeOf([leadWith({})], [], [key])).toMatchObject({ cause: 'unknown' })
    const resolved = leadWith({ conversa_id: null, conversa_criada_em: null, ultima_mensagem_em: null })
    const filter = { status: ['open' as const] }
    expect(await causeOf([leadWith({})], [resolved], [key], { filter })).toMatchObject({ cause: 'unknown' })
  })

  test('asks with the filters of the run', async () => {
    const filter = { created_after: '2026-01-01', status: ['open' as const] }
    const { ask, ended, run, filters } = await crossed([leadWith({})], [leadWith({})], [key], { filter })
    const { check } = await ask('cruzar.check', { id: run.id })
    await ended(check ?? { task_id: null })
    expect(filters).toEqual([filter])
  })
})

describe('a check by sample', () => {
  const many = phones(900)
  const leads = many.slice(0, 880).map((telefone_digitos, at) => leadWith({ contato_id: at + 1, telefone_digitos }))

  test('asks for keys of every outcome, the same ones for the same seed', async () => {
    const { ask, ended, run, batches } = await crossed(leads, leads, many)
    const sampleOf = async (seed?: number) => {
      batches.length = 0
      const { check } = await ask('cruzar.check', { id: run.id, keys: 100, ...(seed ? { seed } : {}) })
      await ended(check ?? { task_id: null })
      return batches.flat().sort()
    }
    const first = await sampleOf(7)
    expect(first).toHaveLength(100)
    expect(first.filter((phone) => many.indexOf(phone) >= 880)).toHaveLength(2)
    expect(await sampleOf(7)).toEqual(first)
    const next = await sampleOf()
    expect(next).not.toEqual(first)
    expect(await ask('cruzar.run', { id: run.id })).toMatchObject({
      check: { seed: 8, all: false, keys: 100, equal: 100 },
    })
  })

  test('that stops says so after a restart, and goes on with the keys that are left', async () => {
    const base = await startBase(leads, leads, { retryPolicy: { delays: [1] } })
    const { id } = await base.readSheet()
    const { run } = await finishRun(base, { list: many.join('\n'), sheet_id: id })
    base.refusing.now = (_, turn) => (turn > 0 ? { status: 401, json: { error: 'token' } } : null)
    const started = await base.ask('cruzar.check', { id: run.id, keys: null })
    await base.ended(started.check ?? { task_id: null })
    await base.reopen()
    const stopped = await base.ask('cruzar.run', { id: run.id })
    expect(stopped).toMatchObject({ state: 'finished', check: { state: 'interrupted', failure: 'not_administrator' } })
    const answered = stopped.check?.answered ?? 0
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThan(900)
    base.refusing.now = () => null
    base.batches.length = 0
    const again = await base.ask('cruzar.resume_check', { id: run.id })
    await base.ended(again.check ?? { task_id: null })
    expect(base.batches.flat()).toHaveLength(900 - answered)
    expect(await base.ask('cruzar.run', { id: run.id })).toMatchObject({
      check: { state: 'finished', answered: 900, equal: 900 },
    })
  })
})

test('a run that the service answered, or that is not finished, cannot be checked', async () => {
  const base = await startBase([], [])
  const { run } = await finishRun(base, { list: key })
  await expect(base.ask('cruzar.check', { id: run.id })).rejects.toMatchObject({ code: 'bad_request' })
})

test('the range of a sample is that of Wilson, and a point where all was asked', () => {
  const { low, high } = equalShare(198, 200, false)
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.9643', '0.9973'])
  expect(equalShare(198, 200, true)).toEqual({ low: 0.99, high: 0.99 })
  expect(equalShare(200, 200, false).high).toBeCloseTo(1)
})
