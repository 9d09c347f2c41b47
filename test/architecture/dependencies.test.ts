import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { programOf } from '../kit/processes.ts'
import { root } from './sources.ts'

interface Cruise {
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly {
      readonly rule: { readonly name: string }
      readonly from: string
      readonly to: string
    }[]
  }
}

test('nobody imports what is not theirs to know', () => {
  const words = [
    '--config',
    'test/architecture/dependencies.cjs',
    '--output-type',
    'json',
    'main',
    'preload',
    'renderer',
  ]
  const cruise = [programOf('depcruise', 'dependency-cruiser'), ...words]
  const { stdout } = spawnSync(process.execPath, cruise, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const { summary }: Cruise = JSON.parse(stdout)
  // With a TypeScript that it cannot read, it sees nothing and finds no fault (docs/decisions/tests.md §3).
  expect(summary.totalCruised).toBeGreaterThan(100)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
}, 60_000)
