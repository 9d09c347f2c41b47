import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takeSecrets } from '../../../main/kernel/child-process.ts'
import { lockState } from '../../../main/kernel/vault/serve-keychain.ts'
import { npmStart } from '../../kit/processes.ts'
import { linuxOnly, posixOnly } from '../../kit/systems.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

/** The secrets that a person hands over in the environment reach no program that a host starts. */

const root = path.join(import.meta.dirname, '..', '..', '..')
const secrets = {
  CRUZA_PASSPHRASE: 'quatro palavras de teste',
  CRUZA_SECRET: 'um segredo',
  CRUZA_LIST_PASSWORD: 'a senha de uma planilha',
}

/** A program that writes down its name and which secrets it was given. */
async function recorder(file: string, seen: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true })
  const names = JSON.stringify(Object.keys(secrets))
  await writeFile(
    file,
    `#!${process.execPath}
    const given = ${names}.filter((name) => name in process.env)
    require('node:fs').appendFileSync(${JSON.stringify(seen)}, [require('node:path').basename(__filename), ...given].join(' ') + '\\n')`,
  )
  await chmod(file, 0o755)
  return file
}

const seenIn = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean)

test('the launchers hand them neither to the build nor to the installer of Electron', async () => {
  const folder = await temporaryFolder()
  const record = path.join(folder, 'seen')
  for (const part of ['main', 'preload']) await cp(path.join(root, part), path.join(folder, part), { recursive: true })
  for (const file of ['package.json', 'vite.config.ts']) await cp(path.join(root, file), path.join(folder, file))
  const modules = path.join(folder, 'node_modules')
  await mkdir(modules)
  await mkdir(path.join(folder, 'out'))
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    if (name !== 'vite' && name !== 'electron')
      await symlink(path.join(root, 'node_modules', name), path.join(modules, name), 'junction')
  }
  await recorder(path.join(modules, 'vite', 'bin', 'vite.js'), record)
  await recorder(path.join(modules, 'electron', 'install.js'), record)
  const environment = { ...process.env, ...secrets, DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: undefined }
  for (const launcher of ['start.ts', 'cli.ts']) {
    spawnSync(process.execPath, [path.join('main', 'hosts', launcher)], { cwd: folder, env: environment })
  }
  // The second launcher finds its part built.
  expect(await seenIn(record)).toEqual(['vite.js', 'install.js'])
})

test('npm start does not hand them to the browser', linuxOnly(), async () => {
  const folder = await temporaryFolder()
  const record = path.join(folder, 'seen')
  const app = npmStart(['--host=browser', `--data-dir=${path.join(folder, 'data')}`], {
    ...secrets,
    BROWSER: await recorder(path.join(folder, 'browser'), record),
    DISPLAY: ':0',
    HOME: folder,
    XDG_DATA_DIRS: folder,
    XDG_CONFIG_DIRS: folder,
    XDG_CURRENT_DESKTOP: undefined,
    DBUS_SESSION_BUS_ADDRESS: undefined,
  })
  onTestFinished(() => app.end())
  await app.waitForOutput(/Cruza ready/)
  await expect.poll(() => seenIn(record), { timeout: 20_000 }).toEqual(['browser'])
})

test(
  'the question about the keychain does not hand them to the programs of the desktop',
  posixOnly('scripts'),
  async () => {
    const folder = await temporaryFolder()
    const record = path.join(folder, 'seen')
    await recorder(path.join(folder, 'dbus-send'), record)
    const changed = { ...secrets, PATH: `${folder}:${process.env.PATH}` }
    for (const [name, value] of Object.entries(changed)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    await lockState()
    expect(await seenIn(record)).toEqual(['dbus-send'])
  },
)

test('a process takes them out of its own environment, where libraries start programs too', () => {
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(takeSecrets()).toEqual({
    passphrase: secrets.CRUZA_PASSPHRASE,
    secret: secrets.CRUZA_SECRET,
    listPassword: secrets.CRUZA_LIST_PASSWORD,
  })
  expect(takeSecrets()).toEqual({ secret: undefined, listPassword: undefined })
})
