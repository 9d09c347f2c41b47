import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../main/demo/http-server.ts'
import type { ConversationFilter } from '../../../preload/contract/conversations.ts'
import { conversationsTable } from '../../../preload/values/conversation-fields.ts'
import * as fault from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { everything, startAccount } from '../../kit/leads.ts'
import type { TestWorkspace, WorkspaceOptions } from '../../kit/workspace.ts'
import {
  allConversations,
  any,
  conversationOf,
  type Json,
  open,
  pageOf,
  pagesAsked,
  setOf,
  startFilter,
} from './conversation-kit.ts'

const payload = any.map((condition) => ({ ...condition, query_operator: null }))

/** Keeps all conversations of 200 leads (about ten pages) while the service does `struck` to requests of pages. */
async function keepWith(struck: Fault, { times = 1, ...options }: WorkspaceOptions & { readonly times?: number } = {}) {
  // The first request is that of the connection's check.
  const plan = faultPlan().on('/conversations/filter', { after: 4, times, fault: struck })
  const { demo, ...workspace } = await startAccount({ leads: 200, faults: plan }, options)
  const set = await workspace.ask('conversations.keep', { filter: any, name: 'Todas' })
  return { demo, workspace, set }
}

type Answer = Parameters<typeof startFilter>[0]

/** Keeps what a scripted service has, to the end. */
async function keepFrom(
  answer: Answer,
  { filter = open, ...options }: WorkspaceOptions & { readonly filter?: ConversationFilter } = {},
) {
  const { service, connection_id, ...workspace } = await startFilter(answer, options)
  const set = await workspace.ask('conversations.keep', { filter, name: 'Todas' })
  const task = await workspace.ended(set)
  // The first two are those of the connection's check.
  const pages = () => service.asked.flatMap(({ query }) => query.get('page') ?? []).slice(2)
  return { service, workspace, connection_id, set, task, pages: pages() }
}

const idsIn = async (workspace: TestWorkspace, set: { readonly connection_id: string; readonly id: string }) =>
  (await workspace.rows(conversationsTable(set))).map(({ id }) => id)
const listed = (count: number): Json[] => Array.from({ length: count }, (_, place) => conversationOf(place + 1))

describe('a set of conversations', () => {
  test('is read whole, page by page, and opens as a table with the cached lead beside each', async () => {
    const { demo, ...workspace } = await startAccount({ leads: 200 })
    const { ask } = workspace
    await workspace.ended(await ask('sheets.create', { filter: everything, name: 'Base' }))
    const started = await ask('conversations.keep', { filter: any, name: 'Todas' })
    expect(started).toMatchObject({ name: 'Todas', state: 'reading', read_at: null, task_id: expect.any(String) })
    const there = await allConversations(demo, payload)
    expect(await workspace.ended(started)).toMatchObject({ kind: 'conversations', state: 'done', done: there.length })

    const set = await setOf(workspace, started)
    expect(set).toMatchObject({ state: 'complete', rows: there.length, all_count: there.length, outside: 0 })
    expect(set?.bytes).toBeGreaterThan(there.length * 100)
    const rows = await workspace.rows(conversationsTable(started))
    expect(rows.map(({ id }) => id)).toEqual(there.map(({ id }) => id))
    expect(new Set(rows.map(({ caixa }) => caixa))).toContain('WhatsApp Vendas')
    expect(rows.every(({ contato, lead_nome }) => contato === lead_nome)).toBe(true)
    expect(rows.every(({ lead_planilha }) => lead_planilha === 'Base')).toBe(true)
    expect(rows[0]).toMatchObject({
      telefone: expect.stringMatching(/^\+55/),
      lead_conversas_no_periodo: expect.any(Number),
    })

    const one = there.at(-1) ?? {}
    const { conversation } = await ask('conversations.stored', { set: started.id, id: Number(one.id) })
    expect(conversation.raw).toEqual(one)
    expect(conversation.inbox.name).not.toBeNull()
    await expect(ask('conversations.stored', { set: started.id, id: 1 })).rejects.toMatchObject({
      code: 'not_found',
    })
    const saved = await ask('tables.export', {
      table: conversationsTable(started),
      query: { filters: [{ column: 'status', operator: 'in', values: ['open'] }] },
      columns: ['id', 'status', 'ultima_mensagem_de'],
      format: 'xlsx',
      name: 'Abertas',
    })
    expect(saved.rows).toBe(there.filter(({ status }) => status === 'open').length)
  })

  test('distinguishes notes, failed deliveries, attachments and activities on the screen and in files', async () => {
    const { demo, ...workspace } = await startAccount({ leads: 80, modes: { messages: 'varied' } })
    const { ask } = workspace
    const started = await ask('conversations.keep', { filter: any, name: 'Todas' })
    await workspace.ended(started)
    const there = await allConversations(demo, payload)
    const rows = await workspace.rows(conversationsTable(started))
    const kindOf = ({ last_non_activity_message: lastMessage }: Json) => {
      const last = lastMessage as Json | null
      if (last === null) return 'none'
      if (last.private) return 'note'
      if (last.attachments) return 'attachments'
      return last.status === 'failed' ? 'failed' : 'plain'
    }
    const of = (kind: string) => rows.filter((_, place) => kindOf(there[place] ?? {}) === kind)
    expect(of('none').every(({ ultima_mensagem: text, ultima_mensagem_de: from }) => !text && !from)).toBe(true)
    expect(of('note').every((row) => row.ultima_mensagem_de === 'note' && !row.ultima_mensagem_entrega)).toBe(true)
    expect(of('failed').every((row) => row.ultima_mensagem_entrega === 'failed')).toBe(true)
    expect(of('attachments')[0]?.ultima_mensagem_anexos).toContain('image')
    for (const kind of ['none', 'note', 'failed', 'attachments', 'plain']) expect(of(kind).length).toBeGreaterThan(0)
    const id = Number(of('note')[0]?.id)
    const { conversation } = await ask('conversations.stored', { set: started.id, id })
    expect(conversation.last_message).toMatchObject({ from: 'note', delivery: null, attachments: [] })

    const columns = ['ultima_mensagem_de', 'ultima_mensagem_entrega', 'ultima_mensagem_anexos']
    const table = conversationsTable(started)
    const exported = await workspace.exported(table, 'csv-excel', { columns })
    const lines = (await readFile(exported.path, 'utf8')).split('\r\n')
    expect(lines).toContain('Nota interna;;')
    expect(lines).toContain('Equipe;Não entregue;')
    expect(lines.some((line) => line.endsWith(';Imagem, Áudio'))).toBe(true)
  })

  test('is listed offline, renamed and forgotten; names are taken once', async () => {
    const { workspace, set } = await keepFrom((page) => pageOf(listed(30), page))
    const { ask } = workspace
    const keeping = ask('conversations.keep', { filter: open, name: 'Todas' })
    await expect(keeping).rejects.toMatchObject({ code: 'name_taken' })
    await ask('conversations.rename_set', { id: set.id, name: 'Abertas' })
    await ask('tables.arrange', { table: conversationsTable(set), layout: { columns: [{ key: 'id', width: 99 }] } })
    await workspace.reopen()
    expect(await ask('conversations.sets', {})).toMatchObject([{ name: 'Abertas', rows: 30 }])
    expect(await ask('tables.layout', { table: conversationsTable(set) })).toMatchObject({ columns: [{ width: 99 }] })
    expect(await ask('conversations.forget_set', { id: set.id })).toEqual([])
    await expect(idsIn(workspace, set)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('shows its old rows until the new ones are in', async () => {
    let all = listed(60)
    let broken = false
    const { workspace, set } = await keepFrom((page) =>
      broken && page === 2 ? { status: 401, json: { error: 'x' } } : pageOf(all, page),
    )
    const { ask } = workspace
    const first = await setOf(workspace, set)
    all = [conversationOf(99, 20_000), ...listed(60)]
    broken = true
    const refresh = () => ask('conversations.refresh', { id: set.id })
    expect(await workspace.ended(await refresh())).toMatchObject({ state: 'failed', failure: { code: 'forbidden' } })
    expect(await setOf(workspace, set)).toMatchObject({
      state: 'partial',
      failure: 'forbidden',
      rows: 60,
      all_count: 61,
      read_at: first?.read_at,
    })
    expect(await idsIn(workspace, set)).not.toContain(99)
    broken = false
    expect(await workspace.ended(await refresh())).toMatchObject({ state: 'done', done: 61 })
    expect(await setOf(workspace, set)).toMatchObject({ state: 'complete', failure: null, rows: 61 })
    expect((await idsIn(workspace, set))[0]).toBe(99)
  })
})

test('reading a set goes through a 200 that has no conversations, by asking again', async () => {
  let strange = 2
  const { task, pages } = await keepFrom((page) =>
    page === 2 && strange-- > 0 ? { json: { message: 'ok' } } : pageOf(listed(30), page),
  )
  expect(task).toMatchObject({ state: 'done', done: 30 })
  expect(pages).toEqual(['1', '2', '2', '2'])
})

describe('reading a set gives up', () => {
  test.each<[string, Fault, string]>([
    ['a page of a hotel network', fault.captivePortal(), 'captive_portal'],
    ['a service that stays broken', fault.proxyPage(500), 'service_failed'],
    ['a token that is not known any more', fault.refused(401), 'unauthorized'],
    ['a missing right', fault.refused(403), 'forbidden'],
  ])('on %s, reports the reason, keeps its pages and goes on from there', async (_what, struck, code) => {
    const { demo, workspace, set } = await keepWith(struck, {
      times: 3,
      retryPolicy: { delays: [2, 2] },
    })
    expect(await workspace.ended(set)).toMatchObject({ state: 'failed', failure: { code } })
    expect(await setOf(workspace, set)).toMatchObject({ state: 'partial', failure: code, rows: 75, read_at: null })
    expect(await idsIn(workspace, set)).toHaveLength(75)
    const pagesBefore = pagesAsked(demo).length
    const ways = ['unauthorized', 'forbidden'].includes(code) ? 3 : 1
    for (let again = 0; again < ways; again += 1) {
      await workspace.ended(await workspace.ask('conversations.refresh', { id: set.id }))
    }
    const there = await allConversations(demo, payload)
    expect(await setOf(workspace, set)).toMatchObject({ state: 'complete', failure: null, rows: there.length })
    expect(await idsIn(workspace, set)).toEqual(there.map(({ id }) => id))
    expect(pagesAsked(demo)[pagesBefore]).toBe(4)
  })

  test('on Cancel, and goes on', async () => {
    const { workspace, set } = await keepWith(fault.throttled(600))
    await expect.poll(() => workspace.task(set)?.state, { interval: 5 }).toBe('waiting')
    expect(await idsIn(workspace, set)).toHaveLength(75)
    await workspace.ask('tasks.cancel', { id: set.task_id ?? '' })
    expect(await workspace.ended(set)).toMatchObject({ state: 'cancelled' })
    expect(await setOf(workspace, set)).toMatchObject({ state: 'partial', failure: null, rows: 75 })
    const again = await workspace.ask('conversations.refresh', { id: set.id })
    expect(await workspace.ended(again)).toMatchObject({ state: 'done' })
  })

  test('when the data process crashes, and goes on from the last page', async () => {
    const { workspace, set } = await keepWith(fault.throttled(600), { forked: true })
    await expect.poll(() => workspace.task(set)?.state, { interval: 5 }).toBe('waiting')
    await workspace.crash()
    await workspace.ask('tasks.cancel', { id: set.task_id ?? '' })
    await workspace.ended(set)
    const again = await workspace.ask('conversations.refresh', { id: set.id })
    expect(await workspace.ended(again)).toMatchObject({ state: 'done' })
    expect(await setOf(workspace, set)).toMatchObject({ state: 'complete' })
  })
})

describe('conversations that move while they are read', () => {
  /** A service whose list changes before the page with this number is answered for the first time. */
  const moving = (before: number, all: Json[], change: (all: Json[]) => Json[]) => {
    let list = all
    let isMoved = false
    return (page: number) => {
      if (page === before && !isMoved) {
        isMoved = true
        list = change(list)
      }
      return pageOf(list, page)
    }
  }

  test('to the top, unread: the top is read again and finds them', async () => {
    const toTop = (all: Json[]) => [...all.slice(70, 73), ...all.slice(0, 70), ...all.slice(73)]
    const { workspace, set, pages } = await keepFrom(moving(3, listed(90), toTop))
    expect(await setOf(workspace, set)).toMatchObject({ state: 'complete', rows: 90 })
    expect(new Set(await idsIn(workspace, set)).size).toBe(90)
    expect(pages).toEqual(['1', '2', '3', '4', '5', '1', '2'])
  })

  test('in as new ones: they come with the second look at the top', async () => {
    const newOnes = (all: Json[]) => [conversationOf(500, 20_000), conversationOf(501, 20_001), ...all]
    const { workspace, set } = await keepFrom(moving(2, listed(60), newOnes))
    expect(await setOf(workspace, set)).toMatchObject({ state: 'complete', rows: 62, all_count: 62 })
  })

  test('out of the filter: all is read again, and only what is still in it stays', async () => {
    const { workspace, set, pages } = await keepFrom(moving(3, listed(90), (all) => all.slice(5)))
    expect(await setOf(workspace, set)).toMatchObject({ state: 'complete', rows: 85, all_count: 85 })
    const ids = await idsIn(workspace, set)
    expect(ids.toSorted((one, other) => Number(one) - Number(other))).toEqual(
      listed(90)
        .slice(5)
        .map(({ id }) => id),
    )
    expect(pages.slice(-4)).toEqual(['1', '2', '3', '4'])
  })

  test('without end: everything that was seen is kept, and the set is marked as changed', async () => {
    let list = listed(120)
    const { task, workspace, set } = await keepFrom((page) => {
      list = list.slice(2)
      return pageOf(list, page)
    })
    expect(task.state).toBe('done')
    expect(await setOf(workspace, set)).toMatchObject({ state: 'changed' })
  })
})

describe('a service that counts or pages in other ways', () => {
  const counted = (count: number | null, all = listed(60)) => ((page: number) => pageOf(all, page, count)) as Answer
  const bare = (all: Json[], size = all.length) =>
    ((page: number) => ({ json: all.slice((page - 1) * size, page * size) })) as Answer
  const same: Answer = () => ({ json: listed(40) })
  test.each<[string, Answer, string, number, readonly string[]]>([
    ['without a count ends with the first short page', counted(null), 'complete', 60, ['1', '2', '3']],
    ['with full pages alone ends with the empty one', bare(listed(50), 25), 'complete', 50, ['1', '2', '3']],
    ['without pages ends with the same answer again', same, 'complete', 40, ['1', '2']],
    ['with a count that is never reached ends as changed', counted(500, listed(30)), 'changed', 30, ['1', '2']],
    ['with nothing is complete and empty', counted(0, []), 'complete', 0, ['1']],
  ])('%s', async (_, answer, state, rows, pages) => {
    const { workspace, set, pages: asked } = await keepFrom(answer)
    expect(await setOf(workspace, set)).toMatchObject({ state, rows })
    expect(await idsIn(workspace, set)).toHaveLength(rows)
    expect(asked.slice(0, pages.length)).toEqual(pages)
    expect(asked.length).toBeLessThan(10)
  })

  test.each<[string, number | null, string, object]>([
    ['that was full', 50, 'complete', { failure: null, repeated: 25 }],
    ['though it counts more', 500, 'changed', { failure: 'endless_pages', repeated: 25 }],
    ['and does not count', null, 'complete', { failure: null, repeated: 25 }],
  ])(
    'with its last page for ever, %s, ends with each conversation once, and says how many came again',
    async (...row) => {
      const [, all_count, state, said] = row
      const { workspace, set, pages } = await keepFrom((page) => pageOf(listed(50), Math.min(page, 2), all_count))
      expect(await setOf(workspace, set)).toMatchObject({ state, rows: 50, ...said })
      expect(await idsIn(workspace, set)).toHaveLength(50)
      expect(pages.length).toBeLessThan(10)
    },
  )

  test('with a count of the page alone reads on while pages are full', async () => {
    const { workspace, set } = await keepFrom((page) => pageOf(listed(60), page, page < 3 ? 25 : 10))
    expect(await setOf(workspace, set)).toMatchObject({ state: 'changed', rows: 60 })
  })
})
