import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestResult as ScreenResult, TestCase as ScreenTest } from '@playwright/test/reporter'
import type { TestCase, TestModule, TestSuite } from 'vitest/node'

/**
 * What became of each test, a line of JSON as soon as it has ended, so that a suite which is stopped keeps its results.
 * The default export is the reporter of Vitest and of Playwright alike; it writes to the file that CRUZA_RESULTS names.
 */

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly note?: string
  /** What failed, a line each: named again at the end, because a long output is often kept only in part. */
  readonly failures?: readonly string[]
  /** What failed and then passed in the same run: green, and to be mended. */
  readonly flaky?: readonly string[]
}

interface Line {
  readonly id: string
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly message?: string
}

const root = path.join(import.meta.dirname, '..', '..')
const firstLine = (text = '') => text.split('\n', 1)[0] ?? ''

/**
 * The counts of the lines in `file`, or undefined where no test has ended. A test that ran twice counts by its last
 * try.
 */
export function readResults(file: string): Counts | undefined {
  // A process that is killed may leave half a line.
  const text = existsSync(file) ? readFileSync(file, 'utf8').replace(/[^\n]*$/, '') : ''
  const lines = text.split('\n').filter(Boolean)
  if (lines.length === 0) return undefined
  const last = new Map<string, Line>()
  const tried = new Set<string>()
  for (const line of lines) {
    const result: Line = JSON.parse(line)
    last.set(result.id, result)
    if (result.state === 'failed') tried.add(result.id)
  }
  const all = [...last.values()]
  const count = (state: Line['state']) => all.filter((each) => each.state === state).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    failures: all
      .filter(({ state }) => state === 'failed')
      .map(({ name, message }) => `${name}: ${firstLine(message)}`),
    flaky: all.filter(({ id, state }) => state === 'passed' && tried.has(id)).map(({ name }) => name),
  }
}

export default class ResultLines {
  readonly #file = process.env.CRUZA_RESULTS

  #write(line: Line): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  /** Vitest: one test has ended. */
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'pending') return
    const name = `${test.module.relativeModuleId}: ${test.fullName}`
    this.#write({ id: test.id, name, state, ...(errors?.[0] ? { message: errors[0].message } : {}) })
  }

  /** Vitest: a file that could not be loaded, or whose hooks failed, has failed as one. */
  onTestModuleEnd(module: TestModule): void {
    this.#writeErrors(module, module.relativeModuleId)
  }

  /** Vitest: so has a group of tests whose hooks failed. */
  onTestSuiteResult(suite: TestSuite): void {
    this.#writeErrors(suite, `${suite.module.relativeModuleId}: ${suite.fullName}`)
  }

  #writeErrors(owner: TestModule | TestSuite, name: string): void {
    const [error] = owner.errors()
    if (error) this.#write({ id: owner.id, name, state: 'failed', message: error.message })
  }

  /** Playwright: one try of a test has ended. */
  onTestEnd(test: ScreenTest, { status, error }: ScreenResult): void {
    const state = test.expectedStatus === status ? 'passed' : 'failed'
    const name = `${path.relative(root, test.location.file)}: ${test.title}`
    const message = error?.message ? { message: error.message } : {}
    this.#write({ id: test.id, name, state: status === 'skipped' ? status : state, ...message })
  }

  /** Playwright: another reporter prints. */
  printsToStdio(): boolean {
    return false
  }
}
