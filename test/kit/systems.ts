import { existsSync } from 'node:fs'
import path from 'node:path'

/** What a test uses that not every system has. Read at the start, since some tests pretend to be another system. */

const { platform } = process

/** Why Windows cannot run a test. */
const notOnWindows = {
  signals: 'no program of Windows can hear a signal of another one, or be stopped by it for a while',
  modes: 'the bits of access of a file mean nothing on Windows',
  links: 'a link to a file needs an administrator on Windows',
  scripts: 'a file that names its interpreter is no program on Windows',
  fifos: 'Windows has no FIFO and no socket in a folder',
} as const

export interface Needs {
  readonly skip: boolean
  readonly reason: string
}

/** The options of a Vitest test that needs this of POSIX; Playwright takes `skip` and `reason` (`test.skip`). */
export function posixOnly(what: keyof typeof notOnWindows): Needs {
  return { skip: platform === 'win32', reason: notOnWindows[what] }
}

/** The same for what only a desktop of Linux has: a display that may be missing, a private keyring, $BROWSER. */
export function linuxOnly(): Needs {
  return { skip: platform !== 'linux', reason: 'needs a desktop of Linux of its own' }
}

const officeNames: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  win32: 'C:\\Program Files\\LibreOffice\\program\\soffice.com',
}

/** LibreOffice where this machine has it: in its usual place, or on the path of programs. */
export function officeProgram(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const usual = officeNames[platform]
  return [...(usual ? [usual] : []), ...folders.map((folder) => path.join(folder, 'soffice'))].find((file) =>
    existsSync(file),
  )
}

/**
 * The same as the options of a test. LibreOffice is too large to be brought along: it runs among what the machine
 * itself shows.
 */
export function officeOnly(): Needs {
  return { skip: officeProgram() === undefined, reason: 'needs LibreOffice, which is not on this machine' }
}

/** The bits of access of a file, where they mean something. */
export const hasModes = platform !== 'win32'

/**
 * The words before a program of tests that brings it what a desktop of Linux has, a keyring of its own and where asked
 * a display. None elsewhere, where the tests meet the keychain and the display of whoever runs them.
 */
export function desktopFor(wants: 'keyring' | 'keyring and display'): readonly string[] {
  if (platform !== 'linux') return []
  const keyring = path.join(import.meta.dirname, 'with-keyring.sh')
  return wants === 'keyring' ? [keyring] : [keyring, 'xvfb-run', '-a', '-s', '-screen 0 1920x1080x24']
}

/** The variables that name the folder of temporary files, on every system. */
export const temporaryIn = (folder: string) => ({ TMPDIR: folder, TMP: folder, TEMP: folder })

/** Whether everything runs that there is (`npm run test:all`), or what is run after every change (`npm test`). */
export const runsAll = Boolean(process.env.CRUZA_TEST_ALL)
