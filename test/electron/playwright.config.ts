import { defineConfig } from '@playwright/test'

/** The Electron app itself, on a virtual display with a real keychain (`test/run.ts` brings both). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../.cache/electron',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 1,
  // What fails runs once more; what passes then is green and reported as flaky (test/run.ts).
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json']],
})
