import { defineConfig } from '@playwright/test'
import { runsAll } from '../kit/systems.ts'

/**
 * The Electron app itself, on a virtual display with a real keychain (`test/run.ts` brings both). Tests with the tag
 * @all run in `npm run test:all` alone.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../.cache/electron',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 1,
  ...(runsAll ? {} : { grepInvert: /@all/ }),
  // What fails runs once more; what passes then is green and reported as flaky (test/run.ts).
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
})
