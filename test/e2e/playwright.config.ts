import { defineConfig } from '@playwright/test'
import { chromiumPath } from '../kit/system-packages.ts'
import { runsAll } from '../kit/systems.ts'

/** The screens, driven in Chromium over the browser host. Tests with the tag @all run in `npm run test:all` alone. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../.cache/e2e',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each test has services and a data folder of its own, and waits more than it works.
  fullyParallel: true,
  workers: 2,
  ...(runsAll ? {} : { grepInvert: /@all/ }),
  // What fails runs once more; what passes then is green and reported as flaky (test/run.ts).
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    // A trace makes every test a quarter slower; CRUZA_TRACE=1 keeps those of tests that fail.
    trace: process.env.CRUZA_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(chromiumPath() ? { executablePath: chromiumPath() as string } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
})
