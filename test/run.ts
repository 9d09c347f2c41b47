import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from '../main/hosts/build.ts'
import { installPeers } from './bench/duckdb.ts'
import { electronForTests } from './kit/electron-runtime.ts'
import { programOf, runWatched, type WatchedResult, type WatchedRun } from './kit/processes.ts'
import { chromiumPath, ensureSystemPackages } from './kit/system-packages.ts'
import { desktopFor } from './kit/systems.ts'
import { type Counts, readResults } from './kit/test-results.ts'

/**
 * `npm test`: sets up what is missing, builds, runs every suite and ends with one line of counts. What waits more than
 * it works runs beside what works (`queues`). Names of suites as arguments run only those: `npm test -- unit e2e`. With
 * `--all` (`npm run test:all`) every suite runs all that it has, and the screens once more on slowed pages.
 */

const root = path.join(import.meta.dirname, '..')
const results = path.join(root, '.cache', 'results')
const runsAll = process.argv.includes('--all')
/**
 * A slow machine is no failure: a suite is ended when nothing comes from it, and all of them when they take this long.
 */
const silentMinutes = 5
const wholeMinutes = runsAll ? 240 : 80

const none: Counts = { passed: 0, failed: 0, skipped: 0 }
const failed = (note: string): Counts => ({ ...none, failed: 1, note })

/** Ends whatever runs. */
const stop = new AbortController()

type RunOptions = Pick<WatchedRun, 'live' | 'environment' | 'progressFile'>

function run(command: string, parameters: readonly string[], options: RunOptions): Promise<WatchedResult> {
  return runWatched(command, parameters, {
    ...options,
    environment: { ...(runsAll ? { CRUZA_TEST_ALL: '1' } : {}), ...options.environment },
    silentMs: silentMinutes * 60_000,
    signal: stop.signal,
  })
}

const endings: Readonly<Record<NonNullable<WatchedResult['ended']>, string>> = {
  silent: `ended after ${silentMinutes} minutes without a word`,
  aborted: `ended because all took ${wholeMinutes} minutes`,
}

async function check(live: boolean): Promise<Counts> {
  const { code, output, ended } = await run(process.execPath, [path.join('test', 'check.ts')], { live })
  if (code === 0) return { ...none, passed: 1 }
  const note = ended ? endings[ended] : 'npm run check'
  return { ...failed(note), failures: output.split('\n').filter(Boolean).slice(-40) }
}

const reporter = path.join(root, 'test', 'kit', 'test-results.ts')

interface SuiteRun {
  readonly live: boolean
  /** What starts it: a keyring, a display. */
  readonly around?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs a program of tests with the reporter of `test-results.ts`; what has ended counts, however the program ends. */
async function suite(name: string, program: readonly string[], { live, around = [], environment = {} }: SuiteRun) {
  const progressFile = path.join(results, `${name}.jsonl`)
  const [command = '', ...parameters] = [...around, process.execPath, ...program]
  const { code, ended } = await run(command, parameters, {
    live,
    progressFile,
    environment: { ...environment, CRUZA_RESULTS: progressFile },
  })
  const counts = readResults(progressFile) ?? none
  if (ended) return { ...counts, failed: counts.failed + 1, note: endings[ended] }
  // An error outside of the tests, such as one that nobody caught.
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1, note: `ended with ${code}` }
  return counts.passed + counts.failed + counts.skipped > 0 ? counts : failed('gave no results')
}

async function unit(live: boolean): Promise<Counts> {
  // Without them what DuckDB reads is skipped.
  installPeers()
  return vitest('unit', { live, words: [] })
}

/** What only the machine itself can show, such as its keychain, which is that of whoever runs this. */
async function machine(live: boolean): Promise<Counts> {
  const around = desktopFor('keyring')
  return vitest('machine', { live, around, words: ['--project', 'machine'], environment: { CRUZA_TEST_MACHINE: '1' } })
}

async function vitest(name: string, { words, ...options }: SuiteRun & { readonly words: readonly string[] }) {
  const program = [programOf('vitest'), 'run', '--reporter=default', `--reporter=${reporter}`, ...words]
  return suite(name, program, options)
}

async function playwright(name: string, { config, file, ...options }: PlaywrightRun) {
  const reporters = `--reporter=list,${reporter}`
  const program = [programOf('playwright', '@playwright/test'), 'test', '--config', config, reporters]
  return suite(name, [...program, ...(file ? [file] : [])], options)
}

interface PlaywrightRun extends SuiteRun {
  readonly config: string
  /** Of one file alone. */
  readonly file?: string
}

const screens = 'test/e2e/playwright.config.ts'
const noChromium = () => (chromiumPath() ? undefined : failed('there is no Chromium for the screen tests'))

async function e2e(live: boolean): Promise<Counts> {
  return noChromium() ?? playwright('e2e', { config: screens, live })
}

/** The screens on slowed pages (slow-page.ts): what was not waited for shows. */
async function slow(live: boolean): Promise<Counts> {
  return noChromium() ?? playwright('slow', { config: screens, live, environment: { CRUZA_SLOW: '1' } })
}

async function electron(live: boolean): Promise<Counts> {
  // Elsewhere the tests would use the keychain of whoever runs them.
  if (process.platform !== 'linux') return { ...none, skipped: 1, note: 'the Electron tests run on Linux' }
  return inElectron('electron', live)
}

/** The packed app alone, on every system: the machines of the workflow ask for it by name. */
async function packed(live: boolean): Promise<Counts> {
  return inElectron('packed', live, 'packed.spec.ts')
}

/** The window alone, on every system, as above. */
async function window(live: boolean): Promise<Counts> {
  return inElectron('window', live, 'window.spec.ts')
}

async function inElectron(name: string, live: boolean, file?: string): Promise<Counts> {
  const found = await electronForTests()
  if ('reason' in found) return { ...none, skipped: 1, note: `Electron tests skipped: ${found.reason}` }
  return playwright(name, {
    config: 'test/electron/playwright.config.ts',
    ...(file ? { file } : {}),
    live,
    around: desktopFor('keyring and display'),
    environment: { ...found.environment, CRUZA_TEST_ELECTRON: found.binary },
  })
}

type Suite = (live: boolean) => Promise<Counts>

const suites: Readonly<Record<string, Suite>> = {
  check,
  unit,
  machine,
  e2e,
  electron,
  packed,
  window,
  ...(runsAll ? { slow } : {}),
}
/** Part of another suite, or of use on certain machines: runs where it is named. */
const namedAlone = ['packed', 'window', 'machine']
/** What runs one after the other; the queues run side by side. */
const queues: readonly (readonly string[])[] = [
  ['check', 'unit', 'machine'],
  ['e2e', 'electron', 'packed', 'window', 'slow'],
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stop.abort()
    process.exit(130)
  })
}
const named = process.argv.slice(2).filter((word) => word !== '--all')
const unknown = named.filter((name) => !(name in suites))
if (unknown.length > 0) {
  console.error(`No suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}
const chosen = Object.keys(suites).filter((name) =>
  named.length === 0 ? !namedAlone.includes(name) : named.includes(name),
)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
ensureSystemPackages()

const counted = new Map<string, Counts & { readonly seconds: number }>()

async function count(name: string, suite: () => Promise<Counts>): Promise<boolean> {
  const begun = performance.now()
  const counts = await suite()
  counted.set(name, { ...counts, seconds: Math.round((performance.now() - begun) / 1000) })
  return counts.failed === 0
}

const whole = setTimeout(() => stop.abort(), wholeMinutes * 60_000)
const isBuilt = await count('build', async () => ((await build()) ? none : failed('vite build')))
if (isBuilt) {
  await Promise.all(
    queues.map(async (queue) => {
      for (const name of queue.filter((each) => chosen.includes(each))) {
        console.log(`== ${name} begins`)
        await count(name, () => suites[name]?.(chosen.length === 1) ?? Promise.resolve(none))
        console.log(`== ${name} ended`)
      }
    }),
  )
}

clearTimeout(whole)
console.log('')
const all = [...counted]
for (const failure of all.flatMap(([, { failures = [] }]) => failures)) console.log(`FAILED ${failure}`)
for (const name of all.flatMap(([, { flaky = [] }]) => flaky)) console.log(`flaky: ${name}`)
for (const [name, { passed, failed: broken, skipped, note, seconds }] of all) {
  const counts = `${passed} passed, ${broken} failed, ${skipped} skipped`
  console.log(`${name}: ${counts} in ${seconds} s${note ? ` (${note})` : ''}`)
}
const sum = (key: 'passed' | 'failed' | 'skipped') => all.reduce((total, [, counts]) => total + counts[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0)
