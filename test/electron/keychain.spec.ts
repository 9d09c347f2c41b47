import { execFile } from 'node:child_process'
import { access, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Keyring, startKeyring } from '../kit/keyring.ts'
import { ask, connect, expect, test } from './kit.ts'

/** The keychain of the system, behind the keychain process of Electron (docs/decisions/tests.md §5). */

const passphrase = 'cavalo bateria grampo'
let keyring: Keyring
test.beforeEach(async () => {
  keyring = await startKeyring('unlocked')
})
test.afterEach(() => keyring.stop())

/** The test's own keyring; the display is the one of all tests. */
function environment(): Record<string, string> {
  return { ...keyring.environment, DISPLAY: process.env.DISPLAY ?? '' }
}

test('a token and the key of the data outlive the app in the keychain', async ({ launch, demo }) => {
  const first = await launch({ environment: environment() })
  const id = await connect(first.page, demo)
  const { vault } = await ask(first.page, 'app.state', {})
  expect(vault).toEqual({ kind: 'keychain', state: 'open', backend: 'Secret Service (gnome-keyring)' })
  await first.app.close()

  const second = await launch({ environment: environment() })
  await expect(second.page.getByRole('button', { name: 'Conexão em uso: Equipe Vendas' })).toBeVisible()
  expect((await ask(second.page, 'connections.check', { id })).passed).toBe(true)
})

test('a locked keychain is shown as locked, again and again; the demonstration works without it', async ({
  launch,
  demo,
}) => {
  const first = await launch({ environment: environment() })
  await connect(first.page, demo)
  await first.app.close()

  await keyring.lock()
  const { page } = await launch({ environment: environment() })
  await expect(page.getByRole('heading', { name: 'O chaveiro está trancado' })).toBeVisible()
  expect(await ask(page, 'app.state', {})).toMatchObject({
    phase: 'locked',
    vault: { kind: 'keychain', state: 'locked' },
  })
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'O chaveiro está trancado' })).toBeVisible()

  await page.getByRole('button', { name: 'Abrir a demonstração' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leads deste ano' })).toBeVisible()
})

test('without a keychain the user is asked for a passphrase, which opens the data again', { tag: '@all' }, async ({
  launch,
  demo,
}) => {
  const bare = { ...environment(), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }
  const first = await launch({ environment: bare })
  await first.page.getByRole('button', { name: 'Conectar minha conta' }).click()
  await expect(first.page.getByRole('heading', { name: 'Crie a senha do cofre' })).toBeVisible()
  await first.page.getByLabel('Senha do cofre').fill(passphrase)
  await first.page.getByLabel('Repita a senha').fill(passphrase)
  await first.page.getByRole('button', { name: 'Criar o cofre' }).click()
  await expect(first.page.getByRole('region', { name: 'Nova conexão' })).toBeVisible()
  await connect(first.page, demo)
  await first.app.close()

  const { page } = await launch({ environment: bare })
  await page.getByLabel('Senha do cofre').fill(passphrase)
  await page.getByRole('button', { name: 'Abrir', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Conexão em uso: Equipe Vendas' })).toBeVisible()
})

const root = path.join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

/** The accounts of all entries of Cruza in the test's keyring, `<installation>/<name>`. */
async function accounts(): Promise<readonly string[]> {
  const list =
    "require('keytar').findCredentials('Cruza').then((all) => console.log(JSON.stringify(all.map((one) => one.account))))"
  const { stdout } = await run(process.execPath, ['-e', list], { cwd: root, env: environment() })
  return JSON.parse(stdout)
}

test('erasing everything leaves no entry in the keychain and no file, and the next start is a first one', async ({
  launch,
  dataDir,
  demo,
}) => {
  const other = await mkdtemp(path.join(tmpdir(), 'cruza-other-'))
  const cruza = (...words: readonly string[]) =>
    run(process.execPath, [path.join('main', 'hosts', 'cli.ts'), ...words, '--data-dir', other], {
      cwd: root,
      env: { ...environment(), CRUZA_SECRET: demo.platform.token },
    })
  const { url, accountId, brand } = demo.platform
  await cruza('connect', 'platform', 'Outra', '--url', url, '--account', String(accountId), '--brand', brand)
  const ofOther = await accounts()
  expect(ofOther.length).toBeGreaterThan(1)

  const { app, page } = await launch({ environment: environment() })
  await connect(page, demo)
  expect((await accounts()).length).toBeGreaterThan(ofOther.length)
  expect(await ask(page, 'app.erase', { word: 'apagar' })).toMatchObject({ phase: 'erased', details: null })
  expect([...(await accounts())].sort()).toEqual([...ofOther].sort())
  const closed = app.waitForEvent('close')
  const quit = page.getByRole('button', { name: 'Encerrar o Cruza' })
  // The page may be gone before it confirms the click.
  await quit.click().catch(() => undefined)
  await closed
  await expect(access(dataDir)).rejects.toThrow()
  await cruza('check', 'Outra')

  const next = await launch({ environment: environment() })
  await expect(next.page.getByRole('button', { name: 'Conectar minha conta' })).toBeVisible()
  expect(await readdir(path.join(dataDir, 'sheets')).catch(() => [])).toEqual([])
  await rm(other, { recursive: true })
})
