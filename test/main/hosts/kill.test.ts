import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { type CommandProcess, type Finished, startCommandProcess, startScript } from '../../kit/command.ts'
import { exportedLeads, pagesAsked, startDemoServices } from '../../kit/leads.ts'
import { phones } from '../../kit/lists.ts'
import { familyOf, stillAlive } from '../../kit/process-family.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { envelope, outcomeOf, resultOf, startCruzarService } from '../cruzar/platform-that-answers.ts'

const kills = 10
/** What may be asked for again: what was on its way, or answered and not stored yet, when the process was killed. */
const mostInFlight = 4

/** Lets `moment` pass after `begins`, then kills the process with SIGKILL; the others of its family must go by themselves. */
async function killAfter(command: CommandProcess, begins: () => boolean, moment: number): Promise<Finished> {
  await expect.poll(begins, { timeout: 30_000, interval: 2 }).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, moment))
  const family = familyOf(command.pid)
  command.signal('SIGKILL')
  const finished = await command.finished
  await expect.poll(() => stillAlive(family), { timeout: 30_000 }).toEqual([])
  return finished
}

/** The same moments in every run of this test, none of them chosen. */
const momentOf = (round: number) => (round * 7919) % 173

const rowsOf = async (file: string) => Papa.parse<string[]>(await readFile(file, 'utf8'), { skipEmptyLines: true }).data

test('a pull that is killed again and again loses and repeats nothing', { timeout: 180_000 }, async () => {
  const demo = await startDemoServices({ leads: 30_000, latencyMs: 40 })
  const dataDir = await temporaryFolder()
  const { url, accountId, brand, token } = demo.platform
  const at = ['--url', url, '--account', String(accountId), '--brand', brand]
  const connected = startCommandProcess(['connect', 'platform', 'A', ...at], { dataDir, env: { CRUZA_SECRET: token } })
  expect(await connected.finished).toMatchObject({ code: 0 })

  const words = ['pull', 'Tudo', '--connection', 'A', '--created-after', '2020-01-01', '--json']
  for (let round = 0; round < kills; round += 1) {
    const before = pagesAsked(demo)
    const command = startCommandProcess(words, { dataDir })
    // Killed as early as before its first page, as late as some pages later.
    const begins = () => pagesAsked(demo).length >= before.length + (round % 3)
    const { signal, out } = await killAfter(command, begins, momentOf(round))
    expect([signal, out]).toEqual(['SIGKILL', ''])
    const latest = new Set([...before].sort((one, other) => other - one).slice(0, mostInFlight))
    const again = pagesAsked(demo)
      .slice(before.length)
      .filter((page) => before.includes(page))
    for (const page of again) expect(latest).toContain(page)
  }
  expect(pagesAsked(demo).length).toBeGreaterThan(kills)
  const last = await startCommandProcess(words, { dataDir }).finished
  expect(last.code).toBe(0)
  expect(JSON.parse(last.out)).toMatchObject({ rows: 30_000, total: 30_000, complete: true, reason: 'none' })

  const file = path.join(await temporaryFolder(), 'leads.csv')
  expect(await startCommandProcess(['export', 'Tudo', file, '--mode', 'raw'], { dataDir }).finished).toMatchObject({
    code: 0,
  })
  const leads = await exportedLeads(demo)
  expect((await rowsOf(file)).slice(1).map(([id, name]) => [id, name])).toEqual(
    leads.map(({ contato_id, nome }) => [String(contato_id), nome]),
  )
})

test('a cruzar that is killed again and again asks again only for what had no answer', {
  timeout: 180_000,
}, async () => {
  const taken: string[][] = []
  const service = await startCruzarService(async (keys) => {
    if (keys.length > 500) return { status: 413, json: { error: 'demais' } }
    taken.push(keys)
    await new Promise((resolve) => setTimeout(resolve, 40))
    return envelope(keys.map(resultOf))
  })
  const dataDir = await temporaryFolder()
  const folder = await temporaryFolder()
  const { url, accountId, brand, token } = service.at
  const at = ['--url', url, '--account', String(accountId), '--brand', brand]
  // The check fails at a service that only crosses; the connection is kept all the same.
  await startCommandProcess(['connect', 'platform', 'A', ...at], { dataDir, env: { CRUZA_SECRET: token } }).finished
  const keys = phones(100_000)
  const list = path.join(folder, 'lista.csv')
  await writeFile(list, `telefone\n${keys.join('\n')}\n`)
  const words = ['cruzar', list, '--connection', 'A', '--out', path.join(folder, 'saida.csv')]
  await killAfter(startCommandProcess(words, { dataDir }), () => taken.length > 2, momentOf(1))

  const { runs } = JSON.parse((await startCommandProcess(['runs', '--json'], { dataDir }).finished).out)
  expect(runs).toMatchObject([{ state: 'interrupted', failure: 'data_process_ended', rows: 100_000, keys: 100_000 }])
  const go = () => startScript('test/main/hosts/children/continue-run.ts', [dataDir, runs[0].id])
  const answered = new Set(settled(taken))
  for (let round = 1; round < kills; round += 1) {
    const before = taken.length
    await killAfter(go(), () => taken.length >= before + (round % 3) * 4, momentOf(round))
    const asked = taken.slice(before)
    if (asked.flat().some((key) => answered.has(key))) throw new Error('a key that was answered is asked for again')
    for (const key of settled(asked)) answered.add(key)
  }
  expect(answered.size).toBeGreaterThan(0)
  const last = await go().finished
  const { state, run } = JSON.parse(last.out)
  expect(state).toBe('done')
  expect(run).toMatchObject({ state: 'finished', rows: 100_000, answered_keys: 100_000 })
  expect(taken.flat().length).toBeLessThanOrEqual(100_000 + kills * mostInFlight * 500)
  expect(new Set(taken.flat()).size).toBe(100_000)
  const truth = { com_conversa: 0, sem_conversa: 0, ausente: 0, invalida: 0, sem_resposta: 0 }
  for (const key of keys) truth[outcomeOf(key)] += 1
  expect(run.outcomes).toEqual(truth)
})

/** Keys of batches that were stored before the kill for sure: all but those that may have been on their way. */
function settled(batches: readonly string[][]): string[] {
  return batches.slice(0, -(2 * mostInFlight - 1)).flat()
}
