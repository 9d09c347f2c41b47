import { expect, onTestFinished, test } from 'vitest'
import { startDemo } from '../../../main/demo/demo.ts'
import { type CommandProcess, type Finished, startCommandProcess, startScript } from '../../kit/command.ts'
import { createOtherConsumer, formIds } from '../../kit/forms.ts'
import { familyOf, stillAlive } from '../../kit/process-family.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

const kills = 20

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
const momentOf = (round: number) => (round * 7919) % 97

test('reading a form that is killed twenty times loses and repeats nothing', { timeout: 180_000 }, async () => {
  const demo = await startDemo({ leads: 50, entries: 8000, latencyMs: 15, limits: { forms: 100_000 } })
  onTestFinished(() => demo.close())
  const dataDir = await temporaryFolder()
  const connected = startCommandProcess(['connect', 'forms', 'A', '--url', demo.forms.url], {
    dataDir,
    env: { CRUZA_SECRET: demo.forms.key },
  })
  expect(await connected.finished).toMatchObject({ code: 0 })
  const read = () => startScript('test/main/entries/children/read-form.ts', [dataDir, String(formIds.contact)])
  /** Pages of readings of the whole form, each reading known by its `until`. */
  const pages = () =>
    demo.requests().flatMap(({ path, query }) => (path.endsWith('/entries') && query.includes('until=') ? [query] : []))

  let interrupted = 0
  for (let round = 0; round < kills; round += 1) {
    const before = pages().length
    const command = read()
    // Killed as early as before its first page, as late as some pages later.
    const { signal, out } = await killAfter(command, () => pages().length >= before + (round % 3), momentOf(round))
    expect([signal, out]).toEqual(['SIGKILL', ''])
    if (pages().length > before) interrupted += 1
  }
  const { code, out, err } = await read().finished
  expect([code, err]).toEqual([0, ''])
  const { state, form, ids } = JSON.parse(out)
  expect(state).toBe('done')
  expect(form).toMatchObject({ entries: 4800, gone: 0, sync: { kind: 'complete', failure: null, total: 4800 } })
  const there = await createOtherConsumer(demo).entries(formIds.contact)
  expect([...ids].sort()).toEqual(there.map(({ id }) => id).sort())
  // Only the one page that was on its way when the process was killed may be asked for again.
  const all = pages()
  expect(all.length - new Set(all).size).toBeLessThanOrEqual(kills)
  expect(interrupted).toBeGreaterThan(10)
})
