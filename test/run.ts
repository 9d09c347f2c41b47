import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from '../main/hosts/build.ts'
import { exitCodeOf } from '../main/hosts/exit-code.ts'
import { electronForTests } from './kit/electron-binary.ts'
import { chromiumPath, ensureSystemPackages } from './kit/system-packages.ts'

/**
 * `npm test`: sets up what is missing, builds, runs every suite one after the other and ends with one line of counts.
 * Names of suites as arguments run only those: `npm test -- unit e2e`.
 */

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly note?: string
  /** What failed, a line each: named again at the end, because a long output is often kept only in part. */
  readonly failures?: readonly string[]
}

const root = path.join(import.meta.dirname, '..')
const results = path.join(root, '.cache', 'results')
/** No suite may take the machine with it. */
const suiteMs = 15 * 60_000

const none: Counts = { passed: 0, failed: 0, skipped: 0 }
const failed = (note: string): Counts => ({ ...none, failed: 1, note })

/** The group of what runs now, if anything does. */
let runningGroup: number | undefined

/** Ends the whole group that we started, and nothing else. */
function endGroup(signal: NodeJS.Signals): void {
  try {
    if (runningGroup !== undefined) process.kill(-runningGroup, signal)
  } catch {
    // It has ended by itself.
  }
}

async function run(
  command: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): Promise<number> {
  const child = spawn(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    detached: true,
  })
  runningGroup = child.pid
  const limit = setTimeout(() => {
    console.error(`Stopped after ${suiteMs / 60_000} minutes: ${command} ${parameters.join(' ')}`)
    endGroup('SIGKILL')
  }, suiteMs)
  const code = await exitCodeOf(child)
  clearTimeout(limit)
  runningGroup = undefined
  return code
}

const script = (name: string) => path.join(root, 'node_modules', '.bin', name)

async function check(): Promise<Counts> {
  const code = await run('npm', ['run', '--silent', 'check'])
  return code === 0 ? { ...none, passed: 1 } : failed('npm run check')
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
  readonly specs: readonly { readonly title: string; readonly ok: boolean; readonly file: string }[]
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

function failuresOfPlaywright(suite: PlaywrightSuite): string[] {
  const own = suite.specs.filter((spec) => !spec.ok).map((spec) => `${spec.file}: ${spec.title}`)
  return [...own, ...(suite.suites ?? []).flatMap(failuresOfPlaywright)]
}

async function unit(): Promise<Counts> {
  const file = path.join(results, 'unit.json')
  const code = await run(script('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile=${file}`])
  if (!existsSync(file)) return failed('vitest gave no results')
  const result: VitestResult = JSON.parse(readFileSync(file, 'utf8'))
  const counts = {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
    failures: failuresOfVitest(result),
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function playwright(
  name: string,
  config: string,
  around: readonly string[],
  environment: Record<string, string>,
) {
  const file = path.join(results, `${name}.json`)
  const [command = '', ...rest] = [...around, script('playwright'), 'test', '--config', config]
  const code = await run(command, rest, { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  if (!existsSync(file)) return failed(`${name}: playwright gave no results`)
  const { stats, suites }: PlaywrightResult = JSON.parse(readFileSync(file, 'utf8'))
  const counts = {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresOfPlaywright),
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function e2e(): Promise<Counts> {
  if (!chromiumPath()) return failed('there is no Chromium for the screen tests')
  return playwright('e2e', 'test/e2e/playwright.config.ts', [], {})
}

async function electron(): Promise<Counts> {
  if (process.platform !== 'linux') return { ...none, skipped: 1, note: 'the Electron tests run on Linux' }
  const found = await electronForTests()
  if ('reason' in found) return { ...none, skipped: 1, note: `Electron tests skipped: ${found.reason}` }
  const around = [path.join(root, 'test', 'kit', 'with-keyring.sh'), 'xvfb-run', '-a', '-s', '-screen 0 1920x1080x24']
  return playwright('electron', 'test/electron/playwright.config.ts', around, {
    ...found.environment,
    CRUZA_TEST_ELECTRON: found.binary,
  })
}

const suites: Readonly<Record<string, () => Promise<Counts>>> = { check, unit, e2e, electron }

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    endGroup('SIGTERM')
    process.exit(130)
  })
}
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in suites))
if (unknown.length > 0) {
  console.error(`No suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
ensureSystemPackages()

const counted: [string, Counts][] = []
const isBuilt = await build()
if (!isBuilt) counted.push(['build', failed('vite build')])
for (const [name, suite] of Object.entries(suites)) {
  if (!isBuilt || (wanted.length > 0 && !wanted.includes(name))) continue
  console.log(`\n== ${name}`)
  counted.push([name, await suite()])
}

console.log('')
for (const failure of counted.flatMap(([, counts]) => counts.failures ?? [])) console.log(`FAILED ${failure}`)
for (const [name, counts] of counted) {
  console.log(
    `${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${counts.note ? ` (${counts.note})` : ''}`,
  )
}
const sum = (key: 'passed' | 'failed' | 'skipped') => counted.reduce((total, [, counts]) => total + counts[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0)
