import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { programOf } from './kit/processes.ts'

/**
 * `npm run check`: format and rules, types, who may import whom, and what nobody uses. Ends at the first that finds
 * something.
 */

const root = path.join(import.meta.dirname, '..')
const checks: readonly (readonly [program: string, ...words: string[]])[] = [
  [programOf('biome', '@biomejs/biome'), 'check', '.'],
  // With a line for each project: all of them are silent for minutes on a slow machine (`silentMinutes` of run.ts).
  [programOf('tsc', 'typescript'), '-b', '--verbose'],
  [
    programOf('depcruise', 'dependency-cruiser'),
    ...['--config', 'test/architecture/dependencies.cjs', 'main', 'preload', 'renderer', 'test'],
  ],
  [programOf('knip')],
]
for (const check of checks) {
  const { status } = spawnSync(process.execPath, check, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
