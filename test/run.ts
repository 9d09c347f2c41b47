import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from '../main/hosts/build.ts'
import { exitCodeOf } from '../main/kernel/child-process.ts'
import { electronForTests } from './kit/electron-runtime.ts'
import { endFamily, ownGroup, programOf } from './kit/processes.ts'
import { chromiumPath, ensureSystemPackages } from './kit/system-packages.ts'
import { desktopFor } from './kit/systems.ts'

/**
 * `npm test`: sets up what is missing, builds, runs every suite and ends with one line of counts. What waits more than it
 * works runs beside what works (`lanes`). Names of suites as arguments run only those: `npm test -- unit e2e`. With `--all`
 * (`npm run test:all`) every suite runs all that it has, and the screens once more on slowed pages.
 */

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly note?: string
  /** What failed, a line each: named again at the end, because a long output is often kept only in part. */
  readonly failures?: readonly string[]
  /** What failed and then passed in the same run: green, and to be mended. */
  readonly flaky?: readonly string[]
}

const root = path.join(import.meta.dirname, '..')
const results = path.join(root, '.cache', 'results')
const runsAll = process.argv.includes('--all')
/** No suite may take the machine with it. */
const suiteMs = (runsAll ? 45 : 15) * 60_000

const none: Counts = { passed: 0, failed: 0, skipped: 0 }
const failed = (note: string): Counts => ({ ...none, failed: 1, note })

/** What runs now. */
const running = new Set<ChildProcess>()

/** Runs a program with its words in a group of its own and prints what it says: at once where `live`, else in one piece when it has ended. */
async function run(
  command: string,
  parameters: readonly string[],
  { live, environment = {} }: { readonly live: boolean; readonly environment?: Record<string, string> },
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(command, parameters, {
    cwd: root,
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    env: { ...process.env, ...(runsAll ? { CRUZA_TEST_ALL: '1' } : {}), ...environment },
    ...ownGroup,
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => said.push(piece))
  running.add(child)
  const limit = setTimeout(() => {
    said.push(Buffer.from(`Stopped after ${suiteMs / 60_000} minutes: ${command} ${parameters.join(' ')}\n`))
    endFamily(child, 'SIGKILL')
  }, suiteMs)
  const code = await exitCodeOf(child)
  clearTimeout(limit)
  running.delete(child)
  const output = Buffer.concat(said)
  process.stdout.write(output)
  return { code, output: output.toString() }
}

async function check(live: boolean): Promise<Counts> {
  const { code, output } = await run(process.execPath, [path.join('test', 'check.ts')], { live })
  if (code === 0) return { ...none, passed: 1 }
  return { ...failed('npm run check'), failures: output.split('\n').filter(Boolean).slice(0, 40) }
}

/** What the JSON reporter of Vitest writes, as far as it is read here. */
interface VitestResult {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests?: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** What the JSON reporter of Playwright writes, as far as it is read here. */
interface PlaywrightResult {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>
  readonly suites: readonly PlaywrightSuite[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly { readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[]
  }[]
}

const firstLine = (text = '') => text.split('\n', 1)[0] ?? ''

function failuresOfVitest({ testResults }: VitestResult): string[] {
  return testResults.flatMap((file) => {
    const name = path.relative(root, file.name)
    const tests = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
    return tests.length === 0 && file.status === 'failed' ? [`${name}: ${firstLine(file.message)}`] : tests
  })
}

/** The tests of a suite and of those inside it that ended this way. */
function endedSo(suite: Pick<PlaywrightSuite, 'suites' | 'specs'>, wanted: 'unexpected' | 'flaky'): string[] {
  const own = suite.specs
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ file, title }) => `${file}: ${title}`)
  return [...own, ...(suite.suites ?? []).flatMap((inner) => endedSo(inner, wanted))]
}

async function unit(live: boolean): Promise<Counts> {
  return vitest('unit', { live, words: [] })
}

/** What only the machine itself can show, such as its keychain, which is that of whoever runs this. */
async function machine(live: boolean): Promise<Counts> {
  const around = desktopFor('keyring')
  return vitest('machine', { live, around, words: ['--project', 'machine'], environment: { CRUZA_TEST_MACHINE: '1' } })
}

interface VitestRun extends Pick<PlaywrightRun, 'live' | 'around' | 'environment'> {
  readonly words: readonly string[]
}

async function vitest(name: string, { live, around = [], environment = {}, words: own }: VitestRun): Promise<Counts> {
  const file = path.join(results, `${name}.json`)
  const words = [programOf('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`]
  const [command = '', ...rest] = [...around, process.execPath, ...words, ...own]
  const { code } = await run(command, rest, { live, environment })
  if (!existsSync(file)) return failed(`${name}: vitest gave no results`)
  const result: VitestResult = JSON.parse(readFileSync(file, 'utf8'))
  const counts = {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
    failures: failuresOfVitest(result),
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

interface PlaywrightRun {
  readonly config: string
  /** Of one file alone. */
  readonly file?: string
  readonly live: boolean
  /** What starts it: a keyring, a display. */
  readonly around?: readonly string[]
  readonly environment?: Record<string, string>
}

async function playwright(
  name: string,
  { config, file: only, live, around = [], environment }: PlaywrightRun,
): Promise<Counts> {
  const file = path.join(results, `${name}.json`)
  const words = [programOf('playwright', '@playwright/test'), 'test', '--config', config, ...(only ? [only] : [])]
  const [command = '', ...rest] = [...around, process.execPath, ...words]
  const { code } = await run(command, rest, {
    live,
    environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  if (!existsSync(file)) return failed(`${name}: playwright gave no results`)
  const { stats, suites }: PlaywrightResult = JSON.parse(readFileSync(file, 'utf8'))
  const counts = {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: endedSo({ specs: [], suites }, 'unexpected'),
    flaky: endedSo({ specs: [], suites }, 'flaky'),
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
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
/** What runs one after the other; the lanes run side by side. */
const lanes: readonly (readonly string[])[] = [
  ['check', 'unit', 'machine'],
  ['e2e', 'electron', 'packed', 'window', 'slow'],
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) endFamily(child, 'SIGTERM')
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

const isBuilt = await count('build', async () => ((await build()) ? none : failed('vite build')))
if (isBuilt) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane.filter((each) => chosen.includes(each))) {
        console.log(`== ${name} begins`)
        await count(name, () => suites[name]?.(chosen.length === 1) ?? Promise.resolve(none))
        console.log(`== ${name} ended`)
      }
    }),
  )
}

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
