import { describe, expect, it } from 'vitest'
import type { CaptainAnswer, CaptainRecord } from '../../../preload/contract/captain.ts'
import { textIn, timeOf } from '../../../renderer/captain/answer-view.tsx'
import { createCaptain } from '../../../renderer/captain/feature.ts'
import { figuresOf, nestedQuery } from '../../../renderer/captain/figures-view.tsx'
import { changesOf, draftOf, fieldsOf, problemsOf } from '../../../renderer/captain/record-fields.ts'
import { toolsOf } from '../../../renderer/captain/record-form.tsx'
import { joinPage, type Kind, keyOf, listView, noPages } from '../../../renderer/captain/records-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFakeBridge, createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'

const responses: Kind = { resource: 'responses', parent: null }
const assistants: Kind = { resource: 'assistants', parent: null }
const record = (id: number, fields: Record<string, unknown> = {}): CaptainRecord => ({ id, fields: { id, ...fields } })
const page = (records: readonly CaptainRecord[], total: number | null = null) => ({
  records: [...records],
  total,
  read_at: '2026-11-20T12:00:00Z',
})

describe('the fields of a form', () => {
  it('are the known ones and those that the service showed, typed by what they held', () => {
    const nina = record(1, {
      name: 'Nina',
      account_id: 7,
      created_at: 1,
      nickname: null,
      vip: true,
      weight: 2,
      labels: ['a'],
      config: { tone: 'calma', feature_faq: true },
      assistant: { id: 3, name: 'x' },
      extra: { a: 1 },
    })
    const learnt = fieldsOf('assistants', [nina]).filter((field) => field.inferred)
    expect(learnt.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'nickname line',
      'vip flag',
      'weight number',
      'labels list',
      'config.tone line',
      'extra json',
    ])
    expect(fieldsOf('inboxes', [record(14, { name: 'Chat' })]).map(({ path }) => path)).toEqual(['inbox_id'])
  })

  it('send what differs, a changed setting with those that nobody touched', () => {
    const nina = record(1, { name: 'Nina', config: { feature_faq: true, tone: 'calma', temperature: 0.3 } })
    const fields = fieldsOf('assistants', [nina])
    const draft = draftOf(fields, nina)
    expect(changesOf(fields, draft, nina)).toEqual({})
    const changed = { ...draft, name: 'Nina 2', 'config.temperature': '0.5', guardrails: ['Não xingue'] }
    expect(changesOf(fields, changed, nina)).toEqual({
      name: 'Nina 2',
      config: { feature_faq: true, tone: 'calma', temperature: 0.5 },
      guardrails: ['Não xingue'],
    })
    expect(changesOf(fields, { ...draft, 'config.temperature': '' }, nina)).toMatchObject({
      config: { temperature: null },
    })
  })

  it('send of a new thing what was filled in, and show what is missing or wrong', () => {
    const fields = fieldsOf('custom_tools', [])
    const draft = draftOf(fields, null)
    expect(problemsOf(fields, { ...draft, headers: '{' })).toEqual({
      title: 'required',
      endpoint_url: 'required',
      headers: 'notJson',
    })
    const filled = { ...draft, title: 'Pedido', endpoint_url: 'https://a.example', headers: '{"a":"b"}' }
    expect(changesOf(fields, filled, null)).toEqual({
      title: 'Pedido',
      endpoint_url: 'https://a.example',
      headers: { a: 'b' },
      enabled: true,
    })
  })

  it('take the number of a record inside where that is all there is', () => {
    const answer = record(1, { question: 'a', answer: 'b', assistant: { id: 3, name: 'Nina' } })
    const fields = fieldsOf('responses', [answer])
    expect(draftOf(fields, answer).assistant_id).toBe('3')
    expect(problemsOf(fields, { ...draftOf(fields, answer), assistant_id: 'x' })).toEqual({ assistant_id: 'notNumber' })
  })
})

describe('the pages of a list', () => {
  const full = Array.from({ length: 25 }, (_, place) => record(place + 1))

  it('are joined without what is there already, until the count is reached', () => {
    const first = joinPage(responses, noPages, page(full, 26), 1)
    expect(first.more).toBe(true)
    const second = joinPage(responses, first, page([record(25), record(26)], 26), 2)
    expect(second).toMatchObject({ more: false, pages: 2, records: { length: 26 } })
  })

  it('end where a page brings nothing new, whatever the service counts', () => {
    const first = joinPage(responses, noPages, page(full), 1)
    expect(first.more).toBe(true)
    expect(joinPage(responses, first, page(full), 2).more).toBe(false)
    expect(joinPage(assistants, noPages, page(full, 90), 1).more).toBe(false)
  })
})

describe('the AI module of an account', () => {
  function setUp(answers: Record<string, (input: never) => unknown> = {}) {
    const bridge = createFakeBridge({
      'captain.list': ({ fresh }) => (fresh ? page([record(1), record(2)]) : page([record(1)])),
      'captain.create': () => ({ record: record(9) }),
      ...answers,
    })
    const captain = createCaptain({ ask: createAsk(bridge) })
    captain.open('c1')
    return { bridge, captain, asked: bridge.inputs }
  }
  const listOf = (captain: ReturnType<typeof createCaptain>, kind: Kind) =>
    listView(captain.records.getState().lists[keyOf(kind)])

  it('reads a list that is chosen from to its end, once, also when it is shown again meanwhile', async () => {
    const gate = createGate<void>()
    const { captain, asked } = setUp({
      'captain.list': async ({ fresh, page: place }) => {
        if (asked('captain.list').length > 30) throw new Error('asks without end')
        // The first reading meets the second one in the middle of the list.
        if (fresh && place === 3 && asked('captain.list').length < 6) await gate.passed
        else await new Promise((resolve) => setImmediate(resolve))
        return fresh ? page([record(place * 2 - 1), record(place * 2)], 8) : page([])
      },
    })
    const { showAll } = captain.records.getState()
    const first = showAll(responses)
    await expect.poll(() => listOf(captain, responses).requestedPage).toBe(3)
    const again = showAll(responses)
    gate.open()
    await Promise.all([first, again])
    expect(listOf(captain, responses)).toMatchObject({ pages: 4, more: false, records: { length: 8 } })
    expect(asked('captain.list').length).toBeLessThan(12)
  })

  it('drops what was read of another account, and what that answers late', async () => {
    const gate = createGate<void>()
    const late =
      <T>(value: T) =>
      async () => {
        await gate.passed
        return value
      }
    const { captain, asked } = setUp({
      'captain.ask': late({ answer: { a: 1 }, read_at: '2026-11-20T12:00:00Z' }),
      'captain.read': late(record(1)),
      'captain.play': late({ answer: null, text: 'tarde', agent: null, read_at: '2026-11-20T12:00:00Z' }),
      'captain.create': late({ record: record(9) }),
    })
    await captain.records.getState().show(assistants)
    const stats = { question: 'stats' as const, id: 1 }
    const { records: answers, copilot } = captain
    const pending = [answers.getState().ask('stats 1', stats), answers.getState().open(assistants, 1)]
    pending.push(captain.playground.getState().send(1, 'Oi'))
    const started = copilot.getState().start({ message: 'Oi', assistant: 1, conversation: null })
    captain.open('c2')
    pending.push(answers.getState().ask('stats 2', stats))
    gate.open()
    await Promise.all(pending)
    expect(await started).toBeNull()
    expect(Object.keys(answers.getState().answers)).toEqual(['stats 2'])
    expect(answers.getState()).toMatchObject({ connection: 'c2', lists: {}, opened: {} })
    expect(copilot.getState()).toMatchObject({ threads: {}, working: null })
    expect(captain.playground.getState().chats).toEqual({})
    expect(asked('captain.await_answer')).toEqual([])
  })

  it('shows nothing in one account of what failed late in another', async () => {
    const gate = createGate<CaptainAnswer>()
    const { captain } = setUp({ 'captain.act': () => gate.passed })
    const acting = captain.mutations.getState().act(assistants, 'sync', 1)
    captain.open('c2')
    gate.refuse(new Refusal({ code: 'service_failed', params: { status: 500 } }))
    expect(await acting).toBe('failed')
    expect(captain.mutations.getState()).toMatchObject({ failure: null, working: null })
  })

  it('runs one write at a time, also when another account is opened meanwhile', async () => {
    const gate = createGate<void>()
    const { captain, asked } = setUp({
      'captain.create': async () => {
        await gate.passed
        return { record: record(9) }
      },
    })
    const first = captain.mutations.getState().create(assistants, { name: 'Lia' })
    captain.open('c2')
    await captain.mutations.getState().create(assistants, { name: 'Lia' })
    expect(asked('captain.create')).toHaveLength(1)
    gate.open()
    await first
    expect(captain.mutations.getState().working).toBeNull()
  })

  it('takes another message after waiting was stopped, and waits for its answer alone', async () => {
    const gates = [createGate<unknown>(), createGate<unknown>()]
    const { captain, asked } = setUp({
      'captain.await_answer': () => gates[asked('captain.await_answer').length - 1]?.passed,
      'captain.create': () => ({ record: record(asked('captain.create').length) }),
    })
    const { send, stopWaiting } = captain.copilot.getState()
    const thread = () => captain.copilot.getState().threads[3]
    const first = send(3, 'Oi')
    await expect.poll(() => asked('captain.await_answer')).toHaveLength(1)
    stopWaiting()
    expect(thread()).toMatchObject({ working: null, pending: 'Oi' })
    const second = send(3, 'E agora?')
    expect(thread()).toMatchObject({ working: 'send', pending: 'E agora?' })
    gates[0]?.open({ messages: [], answered: false })
    await first
    expect(thread()).toMatchObject({ pending: 'E agora?' })
    gates[1]?.open({ messages: [record(1), record(2), record(3)], answered: true })
    await second
    expect(thread()).toMatchObject({ working: null, pending: null, messages: { length: 3 } })
    expect(asked('captain.create')).toHaveLength(2)
  })

  it('is not waited for where waiting was stopped before the question was taken', async () => {
    const gate = createGate('captain.create')
    const { captain, asked } = setUp({ 'captain.create': () => gate.passed })
    const { send, stopWaiting } = captain.copilot.getState()
    const sending = send(3, 'Oi')
    stopWaiting()
    expect(captain.copilot.getState().threads[3]).toMatchObject({ working: null, pending: 'Oi' })
    gate.open({ record: record(5) })
    expect(await sending).toBe(true)
    expect(asked('captain.await_answer')).toEqual([])
  })

  it('shows what the service has after a question failed, whatever was read before it', async () => {
    const early = createGate('captain.list')
    const late = createGate('captain.list')
    const { bridge, captain } = setUp({
      'captain.list': () => early.passed,
      'captain.create': refuses('sent_unknown'),
    })
    const { read, send } = captain.copilot.getState()
    const reading = read(3)
    bridge.answer('captain.list', () => late.passed)
    const sending = send(3, 'Oi')
    await expect.poll(() => bridge.inputs('captain.list').length).toBe(2)
    early.open(page([record(1)]))
    await reading
    late.open(page([record(1), record(2)]))
    await sending
    expect(captain.copilot.getState().threads[3]).toMatchObject({ working: null, messages: { length: 2 } })
  })

  it('shows a thread that was left while it waited as the service has it', async () => {
    const gate = createGate('captain.await_answer')
    const { captain } = setUp({ 'captain.await_answer': () => gate.passed })
    const { send, stopWaiting, read } = captain.copilot.getState()
    const sending = send(3, 'Oi')
    await expect.poll(() => captain.copilot.getState().threads[3]?.working).toBe('wait')
    stopWaiting()
    gate.open({ messages: [], answered: false })
    await sending
    await read(3)
    expect(captain.copilot.getState().threads[3]).toMatchObject({
      pending: null,
      working: null,
      messages: { length: 2 },
    })
  })
})

describe('what an answer shows', () => {
  it('are figures with what they were before, wrapped or bare', () => {
    const figures = [{ name: 'handled', current: 9, previous: 8, trend: { by: 12.5, unit: 'percent' } }]
    const answer = { range: 7, handled: { current: 9, previous: 8, trend: '12.5' }, note: 'x' }
    expect(figuresOf(answer)).toEqual(figures)
    expect(figuresOf({ data: answer })).toEqual(figures)
    expect(figuresOf({ handled: '9' })).toEqual([{ name: 'handled', current: 9, previous: null, trend: null }])
    expect(figuresOf([1])).toEqual([])
  })

  it.each([
    ['auto_resolution_rate', 61.4, 58.2, 3.2, 'points'],
    ['auto_resolution_rate', 61.4, 58.2, 5.5, 'percent'],
    ['conversation_depth', 3.4, 2.9, 0.5, 'own'],
    ['conversations_handled', 300, 240, 25, 'percent'],
    ['something_new', 7, 5, 2, 'own'],
    ['reopen_rate', 4, 4, 0, 'points'],
    ['handoff_rate', 4, null, -2.8, 'points'],
  ])('is the trend of %s from %d, %d and %d in %s', (name, current, previous, trend, unit) => {
    expect(figuresOf({ [name]: { current, previous, trend } })[0]?.trend).toEqual({
      by: expect.closeTo(trend, 1),
      unit,
    })
  })

  it('change by what the two numbers shown say, whatever the service sends', () => {
    const trendOf = (answer: object) => figuresOf({ handled: answer })[0]?.trend
    expect(trendOf({ current: 300, previous: 240, trend: 12.5 })).toEqual({ by: 25, unit: 'percent' })
    expect(trendOf({ current: 3, previous: 0, trend: 100 })).toBeNull()
    expect(trendOf({ current: 300, trend: 12.5 })).toEqual({ by: 12.5, unit: 'percent' })
  })

  it('are groups of figures', () => {
    const names = figuresOf({ knowledge: { approved: 48, coverage: 80 } }).map(({ name }) => name)
    expect(names).toEqual(['knowledge.approved', 'knowledge.coverage'])
  })

  it('can be asked with as nested parameters', () => {
    expect(nestedQuery('stats', { a: { current: 1, previous: null }, b: 'x' })).toEqual({
      'stats[a][current]': '1',
      'stats[b]': 'x',
    })
  })

  it('are tools by the word that names them, and words wherever they are', () => {
    expect(toolsOf({ payload: [{ id: 'handoff', title: 'Transferir' }, 'busca'] })).toEqual([
      { value: 'handoff', label: 'Transferir' },
      { value: 'busca', label: 'busca' },
    ])
    expect(textIn({ message: { content: 'Olá' } })).toBe('Olá')
    expect(textIn({ ok: true })).toBeNull()
  })

  it('are times under a key for times, in seconds, milliseconds or ISO', () => {
    const at = Date.UTC(2026, 10, 20, 12)
    expect([timeOf('created_at', at / 1000), timeOf('created_at', at)]).toEqual([at, at])
    expect(timeOf('updated_at', '2026-11-20T12:00:00Z')).toBe(at)
    expect(timeOf('amount', at)).toBeNull()
  })
})
