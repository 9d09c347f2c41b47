import { expect, test } from 'vitest'
import type { Demo } from '../../../main/demo/demo.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { proxyPage, refused } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { recordsOf, startPlace } from '../../kit/command.ts'
import { startDemoServices } from '../../kit/leads.ts'
import { allConversations, pagesAsked } from './conversation-kit.ts'

async function place(demo: Demo) {
  const { run, fileOf } = await startPlace(demo)
  const words = (where: readonly string[], out: string) => [
    ...['conversations', '--connection', 'Atendimento', '--out', fileOf(out), '--json'],
    ...where.flatMap((condition) => ['--where', condition]),
  ]
  return { run, words, fileOf }
}

const statuses = ['open', 'pending', 'resolved', 'snoozed']
const payload = [{ attribute_key: 'status', filter_operator: 'equal_to', values: statuses, query_operator: null }]

test('conversations are read and written from the command line, and kept only where that is asked', {
  timeout: 120_000,
}, async () => {
  const demo = await startDemoServices({ leads: 120 })
  const { run, words, fileOf } = await place(demo)
  const there = await allConversations(demo, payload)
  const file = fileOf('abertas.csv')
  const read = await run([...words(['status=open', 'created_at>2020-01-01'], 'abertas.csv'), '--mode', 'raw'])
  expect(read).toMatchObject({ code: 0, err: '' })
  const open = there.filter(({ status }) => status === 'open').map(({ id }) => String(id))
  expect(JSON.parse(read.out)).toMatchObject({
    file,
    rows: open.length,
    all_count: open.length,
    outside: 0,
    complete: true,
    state: 'complete',
    requests: Math.floor(open.length / 25) + 1,
  })
  expect((await recordsOf(file)).map(({ id }) => id)).toEqual(open)

  const all = words([`status=${statuses.join(',')}`, 'last_activity_at>0d'], 'todas.xlsx')
  expect(await run([...all, '--set', 'Todas'])).toMatchObject({ code: 0, err: '' })
  const other = await run([...words(['status=open'], 'outras.xlsx'), '--set', 'Todas'])
  expect(other).toMatchObject({ code: 2, out: '', err: expect.stringContaining('outro filtro') })
  expect(await run([...all, '--set', 'Todas'])).toMatchObject({ code: 0 })
  // The agents of the pages that were read are known by name now.
  const named = await run(words(['assignee=rogerio antunes'], 'dele.xlsx'))
  const his = there.filter(({ meta }) => JSON.stringify(meta).includes('Rogério Antunes'))
  expect(JSON.parse(named.out)).toMatchObject({ rows: his.length })
  const wrong = [words(['assignee=Ninguém'], 'x.csv'), words([], 'x.csv')]
  for (const each of wrong) expect(await run(each)).toMatchObject({ code: 2, out: '' })
})

test('a service that breaks ends the command with a sentence, and the next one goes on', async () => {
  const plan = faultPlan().on('/conversations/filter', { after: 3, fault: refused(403) })
  const demo = await startDemoServices({ leads: 120, faults: plan })
  const { run, words } = await place(demo)
  const failed = await run(words([`status=${statuses.join(',')}`], 'todas.csv'))
  expect(failed).toMatchObject({ code: 1, out: '' })
  expect(failed.err.trim().split('\n')).toHaveLength(1)
  expect(await run(words([`status=${statuses.join(',')}`], 'todas.csv'))).toMatchObject({ code: 0, err: '' })
  // The page that failed is the one page that was asked for twice; the first is that of the connection's check.
  const pages = pagesAsked(demo).slice(1)
  expect(pages.filter((page, place) => pages.indexOf(page) < place)).toEqual([3])
})

test('a wait for the service is printed while it lasts', async () => {
  const plan = faultPlan().on('/conversations/filter', { after: 1, fault: proxyPage() })
  const demo = await startDemoServices({ leads: 120, faults: plan })
  const { run, words } = await place(demo)
  const read = await run(words([`status=${statuses.join(',')}`], 'todas.csv'))
  expect(read).toMatchObject({ code: 0, err: `${ptBR.tasks.waitingNow.service_failed}\n` })
})
