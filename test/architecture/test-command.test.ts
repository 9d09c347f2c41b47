import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { programOf, runWatched } from '../kit/processes.ts'
import { folderOfTest } from '../kit/temporary-folder.ts'
import { readResults } from '../kit/test-results.ts'

/** What `npm test` makes of its suites on a slow machine. */

const silentMs = 2000
const script = (source: string) => [process.execPath, ['-e', source]] as const

test('a suite that works for longer than the silence allows, a line now and then, is not ended', async () => {
  const [node, words] = script(
    `let n = 0; const t = setInterval(() => { console.log(n); if (++n > 14) clearInterval(t) }, 200)`,
  )
  expect(await runWatched(node, words, { live: false, silentMs })).toMatchObject({ code: 0, output: /14/ })
})

test('a suite that prints nothing, but whose results grow, is not ended', async () => {
  const progressFile = path.join(folderOfTest(), 'results.jsonl')
  const [node, words] = script(
    `let n = 0; const t = setInterval(() => { require('fs').appendFileSync(process.env.CRUZA_RESULTS, 'x'); if (++n > 14) clearInterval(t) }, 200)`,
  )
  const environment = { CRUZA_RESULTS: progressFile }
  const result = await runWatched(node, words, { live: false, silentMs, progressFile, environment })
  expect(result).toEqual({ code: 0, output: '' })
})

test('a suite without a sign is ended', async () => {
  const [node, words] = script(`setInterval(() => {}, 1000)`)
  expect(await runWatched(node, words, { live: false, silentMs })).toMatchObject({ ended: 'silent' })
})

test('what had ended counts where a suite is ended', async () => {
  const folder = folderOfTest()
  const progressFile = path.join(folder, 'results.jsonl')
  writeFileSync(
    path.join(folder, 'four.test.mjs'),
    `import { expect, test } from '${import.meta.resolve('vitest')}'
     test('adds', () => {})
     test('subtracts', () => expect(1).toBe(2))
     test.skip('multiplies', () => {})
     test('hangs', () => new Promise(() => {}), 600_000)`,
  )
  const whole = new AbortController()
  const reporter = path.resolve('test/kit/test-results.ts')
  const running = runWatched(
    process.execPath,
    [programOf('vitest'), 'run', '--root', folder, `--reporter=${reporter}`],
    { live: false, silentMs: 600_000, signal: whole.signal, environment: { CRUZA_RESULTS: progressFile } },
  )
  await expect.poll(() => readResults(progressFile)?.skipped).toBe(1)
  whole.abort()
  expect(await running).toMatchObject({ ended: 'aborted' })
  expect(readResults(progressFile)).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
  expect(readResults(progressFile)?.failures).toEqual([expect.stringMatching(/four\.test\.mjs: subtracts: /)])
})

test('a test that fails and then passes is counted once, and named as flaky', () => {
  const file = path.join(folderOfTest(), 'results.jsonl')
  const line = (state: string) => `${JSON.stringify({ id: '1', name: 'opens a sheet', state })}\n`
  appendFileSync(file, `${line('failed')}${line('passed')}{"id":"2","na`)
  expect(readResults(file)).toEqual({ passed: 1, failed: 0, skipped: 0, failures: [], flaky: ['opens a sheet'] })
})
