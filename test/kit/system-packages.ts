import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

/** What the tests need of the system, and the Debian package that brings it. */
const needs: readonly { readonly what: string; readonly packages: readonly string[]; present(): boolean }[] = [
  {
    what: 'Chromium',
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    present: () => chromiumPath() !== undefined,
  },
  {
    what: 'a keyring on a private D-Bus',
    packages: ['libsecret-1-0', 'gnome-keyring', 'dbus', 'libglib2.0-bin'],
    present: () => ['gnome-keyring-daemon', 'dbus-run-session', 'dbus-send'].every(onPath),
  },
  { what: 'a virtual display', packages: ['xvfb', 'xauth'], present: () => ['xvfb-run', 'xauth'].every(onPath) },
  {
    what: 'the libraries of Electron',
    packages: [
      'libnss3',
      'libatk1.0-0',
      'libatk-bridge2.0-0',
      'libgtk-3-0',
      'libgbm1',
      'libasound2',
      'libcups2',
      'libdrm2',
      'libxkbcommon0',
      'libxcomposite1',
      'libxdamage1',
      'libxrandr2',
      'libxtst6',
      'libxss1',
      'libnotify4',
    ],
    present: () => ['libnss3.so', 'libgtk-3.so.0', 'libgbm.so.1', 'libasound.so.2', 'libcups.so.2'].every(isLibrary),
  },
]

/**
 * Installs what is missing with apt-get when this is a Debian and we are root; otherwise says in one sentence what is
 * missing. Idempotent: where everything is there, nothing runs. Returns what is still missing.
 */
export function ensureSystemPackages(): readonly string[] {
  if (process.platform !== 'linux') return []
  const missing = needs.filter((need) => !need.present())
  if (missing.length === 0) return []
  const packages = missing.flatMap((need) => need.packages)
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(`Installing for the tests: ${packages.join(' ')}`)
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env: environment })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    })
  }
  const still = needs.filter((need) => !need.present())
  for (const { what, packages: names } of still) {
    console.error(`Missing ${what}: install it with "apt-get install --no-install-recommends ${names.join(' ')}".`)
  }
  return still.map(({ what }) => what)
}

/**
 * The browser that the screen tests drive: CHROMIUM_PATH, or the first one that the system has. The shell without a
 * window of its own opens a page for less than half of the processor time of the whole browser.
 */
export function chromiumPath(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    // Playwright's own, where `npx playwright install chromium` has brought it.
    chromium.executablePath(),
  ]
  return candidates.find((file) => file !== undefined && existsSync(file))
}

function isLibrary(name: string): boolean {
  const libraries = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  return libraries.stdout?.includes(name) ?? false
}

function onPath(command: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, command)))
}
