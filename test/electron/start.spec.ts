import path from 'node:path'
import { npmStart, stillAlive } from '../kit/processes.ts'
import { electronBinary, expect, test } from './kit.ts'

/** `npm start` with a real Electron (what it does without one: test/main/start). */

test('npm start opens the window, and Ctrl+C ends all that it started', async ({ dataDir }) => {
  const environment = { ELECTRON_OVERRIDE_DIST_PATH: path.dirname(electronBinary()), LANG: 'pt_BR.UTF-8' }
  // Chromium reports the address of its debugger once the window's process is up.
  const started = npmStart([`--data-dir=${dataDir}`, '--demo'], environment)
  await expect.poll(() => started.family().length, { timeout: 60_000 }).toBeGreaterThan(6)
  const family = started.family()
  started.interrupt()
  await started.exit
  await expect.poll(() => stillAlive(family)).toEqual([])
  expect(started.err()).not.toContain('Electron não')
  expect(started.out()).not.toContain('Cruza ready')
})
