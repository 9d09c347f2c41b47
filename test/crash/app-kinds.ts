import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import type { Demo } from '../../main/demo/demo.ts'
import type { FaultPlan, FaultRequest } from '../../main/demo/http-server.ts'
import { delay } from '../faults/faults.ts'
import { type CommandProcess, recordsOf, startCommand, startCommandProcess, startScript } from '../kit/command.ts'
import type { PlatformAt } from '../kit/connection-drafts.ts'
import { createOtherConsumer, formIds } from '../kit/forms.ts'
import { exportedLeads, phones, startDemoServices } from '../kit/leads.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { allConversations } from '../main/conversations/conversation-kit.ts'
import { envelope, outcomeOf, resultOf, startCruzarService } from '../main/cruzar/platform-that-answers.ts'
import { type CrashKind, momentOf } from './crash-kit.ts'

/** The whole app, killed while it reads from a service: what it stored is not asked again. */

/** Pages or batches that may be in flight at once, and so be asked again after a kill. */
const mostInFlight = 4

interface Traffic extends FaultPlan {
  /** The requests that match so far, in the order of their arrival. */
  readonly asked: readonly FaultRequest[]
  /** From now on answers are as fast as they can be. */
  hurry(): void
}

/** The record of a service whose answers take `latencyMs` while processes are killed. */
function watchTraffic(latencyMs: number, matches: (request: FaultRequest) => boolean): Traffic {
  const requests: FaultRequest[] = []
  let isSlow = true
  return {
    asked: requests,
    hurry() {
      isSlow = false
    },
    next(request) {
      if (!matches(request)) return undefined
      requests.push(request)
      return isSlow ? delay(latencyMs) : undefined
    },
  }
}

const pageOf = ({ query }: FaultRequest) => Number(query.get('page'))

/** A folder of data whose connection `A` was made from the command line. */
async function connectedApp(connect: readonly string[], secret: string) {
  const dataDir = await temporaryFolder()
  const files = await temporaryFolder()
  const run = (words: readonly string[], env = {}) => startCommand(words, { dataDir, env }).finished
  const connected = await run(['connect', ...connect], { CRUZA_SECRET: secret })
  return {
    connected,
    fileOf: (name: string) => path.join(files, name),
    run,
    start: (words: readonly string[]) => startCommandProcess(words, { dataDir }),
    resume: (what: 'run' | 'form', id: string | number) =>
      startScript('test/crash/children/resume-in-app.ts', [dataDir, what, String(id)]),
  }
}

const connectedTo = ({ url, accountId, brand, token }: PlatformAt) =>
  connectedApp(['platform', 'A', '--url', url, '--account', String(accountId), '--brand', brand], token)

async function expectKilled({ finished }: CommandProcess): Promise<void> {
  const { signal, out } = await finished
  expect([signal, out]).toEqual(['SIGKILL', ''])
}

const leadPull: CrashKind = {
  name: 'a lead pull resumes from the last stored page after SIGKILL',
  kills: 10,
  killsByDefault: 3,
  async prepare(kills) {
    // Between two kills at most 14 pages come, four at once: 16 for each are more than a quick machine reads.
    const rows = 8000 * kills
    const traffic = watchTraffic(60, ({ query }) => query.get('per_page') === '500')
    const demo = await startDemoServices({ leads: rows, faults: traffic })
    const { connected, fileOf, run, start } = await connectedTo(demo.platform)
    expect(connected).toMatchObject({ code: 0 })
    const words = ['pull', 'Tudo', '--connection', 'A', '--created-after', '2020-01-01', '--json']
    const rowsStored = async () => {
      const { sheets } = JSON.parse((await run(['sheets', '--json'])).out)
      return Number(sheets[0]?.rows ?? 0)
    }
    let stored = 0
    /** Of the pages that were asked before, only those that no transaction had stored are asked again. */
    const expectResumed = (before: readonly number[]) => {
      const pages = traffic.asked.slice(before.length).map(pageOf)
      if (pages.length > 0) expect(Math.min(...pages)).toBe(stored / 500 + 1)
    }
    return {
      attempt(round) {
        const pagesBefore = traffic.asked.map(pageOf)
        const victim = start(words)
        return {
          victim,
          // As early as before its first page, as late as six pages later.
          mayStrike: () => traffic.asked.length >= pagesBefore.length + ((round * 3 + 3) % 7),
          momentMs: momentOf(round, 101),
          async check() {
            await expectKilled(victim)
            expectResumed(pagesBefore)
            const after = await rowsStored()
            expect(after).toBeGreaterThanOrEqual(stored)
            stored = after
          },
        }
      },
      async finish() {
        const pagesBefore = traffic.asked.map(pageOf)
        expect(pagesBefore.length).toBeGreaterThan(kills)
        traffic.hurry()
        const last = await run(words)
        expect(last.code).toBe(0)
        expectResumed(pagesBefore)
        expect(JSON.parse(last.out)).toMatchObject({ rows, total: rows, complete: true, reason: 'none' })
        const file = fileOf('leads.csv')
        expect(await run(['export', 'Tudo', file, '--mode', 'raw'])).toMatchObject({ code: 0 })
        const leads = await exportedLeads(demo)
        expect((await recordsOf(file)).map(({ contato_id, nome }) => [contato_id, nome])).toEqual(
          leads.map(({ contato_id, nome }) => [String(contato_id), nome]),
        )
      },
    }
  },
}

/** A mobile as a key, without its ninth digit. */
const withoutNinth = (key: string) => key.slice(0, 4) + key.slice(5)
const isWithoutNinth = (key = '') => key.length === 12

/**
 * With `other` the kills come while absent keys are asked in their other form, by which alone the service knows them.
 */
const cruzarRun = (name: string, killsByDefault: number, other: boolean): CrashKind => ({
  name,
  kills: 10,
  killsByDefault,
  async prepare(kills) {
    const largestBatch = 250
    const keys = phones(3000 * kills)
    const batches: string[][] = []
    let latencyMs = 15
    const service = await startCruzarService(async (asked) => {
      if (asked.length > largestBatch) return { status: 413, json: { error: 'demais' } }
      batches.push(asked)
      await new Promise((resolve) => setTimeout(resolve, latencyMs))
      const isAbsent = (key: string) => other && !isWithoutNinth(key)
      const answerTo = (chave: string) => (isAbsent(chave) ? { chave, encontrado: false, lead: null } : resultOf(chave))
      return envelope(asked.map(answerTo))
    })
    // The check fails at a service that only crosses; the connection is kept all the same.
    const { fileOf, run, start, resume } = await connectedTo(service.at)
    await writeFile(fileOf('lista.csv'), `telefone\n${keys.join('\n')}\n`)
    const stored = new Set<string>()
    const askedSince = (before: number) => {
      const sent = batches.slice(before)
      if (sent.flat().some((key) => stored.has(key))) throw new Error('a key that was answered is asked again')
      return sent
    }
    let id = ''
    const out = ['--out', fileOf('saida.csv')]
    const words = ['cruzar', fileOf('lista.csv'), '--connection', 'A', ...(other ? [] : ['--no-other-ninth']), ...out]
    const killable = () => (other ? batches.filter(([key]) => isWithoutNinth(key)) : batches).length
    return {
      attempt(round) {
        const batchesBefore = batches.length
        const killableBefore = killable()
        const victim = round === 0 ? start(words) : resume('run', id)
        return {
          victim,
          mayStrike: () => killable() >= killableBefore + (round === 0 ? 3 : (round % 3) * mostInFlight),
          momentMs: momentOf(round + 1, 31),
          async check() {
            await expectKilled(victim)
            // All but those that may have been in flight when it was killed, or answered and not yet stored.
            const settled = askedSince(batchesBefore).slice(0, -(2 * mostInFlight - 1))
            for (const key of settled.flat()) stored.add(key)
            if (round > 0) return
            const { runs } = JSON.parse((await run(['runs', '--json'])).out)
            const counts = { rows: keys.length, keys: keys.length }
            expect(runs).toMatchObject([{ state: 'interrupted', failure: 'data_process_ended', ...counts }])
            id = runs[0].id
          },
        }
      },
      async finish() {
        const batchesBefore = batches.length
        expect(stored.size).toBeGreaterThan(0)
        latencyMs = 0
        const { state, run: ended } = JSON.parse((await resume('run', id).finished).out)
        expect(state).toBe('done')
        expect(ended).toMatchObject({ state: 'finished', rows: keys.length, answered_keys: keys.length })
        askedSince(batchesBefore)
        const keysAsked = batches.flat()
        const forms = other ? 2 * keys.length : keys.length
        expect(keysAsked.length).toBeLessThanOrEqual(forms + kills * mostInFlight * largestBatch)
        expect(new Set(keysAsked).size).toBe(forms)
        const truth = { com_conversa: 0, sem_conversa: 0, ausente: 0, invalida: 0, sem_resposta: 0, ambigua: 0 }
        for (const key of keys) truth[outcomeOf(other ? withoutNinth(key) : key)] += 1
        expect(ended.outcomes).toEqual(truth)
      },
    }
  },
})

const formEntries: CrashKind = {
  name: 'a reading of form entries resumes from the last stored page after SIGKILL',
  kills: 20,
  async prepare(kills) {
    // Pages of readings of the whole form, each reading known by its `until`.
    const traffic = watchTraffic(10, ({ path, query }) => path.endsWith('/entries') && query.has('until'))
    const demo = await startDemoServices({
      leads: 50,
      entries: 100 * kills,
      faults: traffic,
      limits: { forms: 100_000 },
    })
    const { connected, resume } = await connectedApp(['forms', 'A', '--url', demo.forms.url], demo.forms.key)
    expect(connected).toMatchObject({ code: 0 })
    let struck = 0
    return {
      attempt(round) {
        const requestsBefore = traffic.asked.length
        const victim = resume('form', formIds.contact)
        return {
          victim,
          mayStrike: () => traffic.asked.length >= requestsBefore + (round % 3),
          momentMs: momentOf(round, 61),
          async check() {
            await expectKilled(victim)
            if (traffic.asked.length > requestsBefore) struck += 1
          },
        }
      },
      async finish() {
        expect(struck).toBeGreaterThan(kills / 2)
        traffic.hurry()
        const { code, out, err } = await resume('form', formIds.contact).finished
        expect([code, err]).toEqual([0, ''])
        const { states, form, ids } = JSON.parse(out)
        expect(new Set(states)).toEqual(new Set(['done']))
        const total = 60 * kills
        expect(form).toMatchObject({ entries: total, gone: 0, sync: { kind: 'complete', failure: null, total } })
        // Only the one page in flight may be asked again.
        const pages = traffic.asked.map(({ query }) => query.toString())
        expect(pages.length - new Set(pages).size).toBeLessThanOrEqual(kills)
        // Every process resumed the first reading until it was whole.
        const [until = ''] = traffic.asked.map(({ query }) => query.get('until'))
        const first = traffic.asked.filter(({ query }) => query.get('until') === until).map(pageOf)
        expect(new Set(first).size).toBeGreaterThanOrEqual(total / 100)
        const there = await createOtherConsumer(demo).entries(formIds.contact)
        expect([...ids].sort()).toEqual(there.map(({ id }) => id).sort())
      },
    }
  },
}

const statuses = ['open', 'pending', 'resolved', 'snoozed']

const conversationSet: CrashKind = {
  name: 'a conversation set resumes from the last stored page after SIGKILL',
  kills: 5,
  async prepare(kills) {
    const traffic = watchTraffic(15, ({ path }) => path.endsWith('/conversations/filter'))
    const demo: Demo = await startDemoServices({ leads: 80 * kills, entries: 5, faults: traffic })
    const { connected, fileOf, run, start } = await connectedTo(demo.platform)
    expect(connected).toMatchObject({ code: 0 })
    const file = fileOf('todas.csv')
    const where = ['--where', `status=${statuses.join(',')}`]
    const words = ['conversations', '--connection', 'A', ...where, '--out', file, '--json', '--mode', 'raw']
    const first = traffic.asked.length
    return {
      attempt(round) {
        const requestsBefore = traffic.asked.length
        const victim = start(words)
        return {
          victim,
          mayStrike: () => traffic.asked.length > requestsBefore + (round % 3),
          momentMs: momentOf(round, 61),
          check: () => expectKilled(victim),
        }
      },
      async finish() {
        traffic.hurry()
        const { code, out, err } = await run(words)
        expect([code, err]).toEqual([0, ''])
        // Only the one page in flight may be asked again.
        const pages = traffic.asked.slice(first).map(pageOf)
        expect(pages.length - new Set(pages).size).toBeLessThanOrEqual(kills)
        const there = await allConversations(demo, [
          { attribute_key: 'status', filter_operator: 'equal_to', values: statuses, query_operator: null },
        ])
        expect(JSON.parse(out)).toMatchObject({ rows: there.length, complete: true })
        expect((await recordsOf(file)).map(({ id }) => Number(id))).toEqual(there.map(({ id }) => id))
      },
    }
  },
}

export const appKinds: readonly CrashKind[] = [
  leadPull,
  cruzarRun('a cruzar run asks again only for keys without a stored answer after SIGKILL', 3, false),
  cruzarRun('a cruzar run goes on with the other form of absent keys where SIGKILL struck', 2, true),
  formEntries,
  conversationSet,
]
