import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
const cruiser = path.join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')

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
  const { stdout } = spawnSync(process.execPath, [cruiser, ...words], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const { summary }: Cruise = JSON.parse(stdout)
  // With a TypeScript that it cannot read, it sees nothing and finds no fault (platform-notes.md §7).
  expect(summary.totalCruised).toBeGreaterThan(100)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
}, 60_000)
