import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { beginErasing, eraseEverything, isErasing, removeWindowFiles } from '../../main/erase-everything.ts'
import { AppFailure } from '../../main/kernel/failure.ts'
import { openMarker } from '../../main/kernel/vault/vault-files.ts'
import type { Reply } from '../../preload/values/wire.ts'
import { startTestHost } from '../kit/browser-host.ts'
import { commandPassphrase, startCommand } from '../kit/command.ts'
import { everything, startDemoServices } from '../kit/leads.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

/** Every file below the folder. */
async function filesIn(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
}

const removeVault = async (dataDir: string) => {
  for (const name of ['vault.json', 'vault.bin']) await rm(path.join(dataDir, name), { force: true })
}

/** The answer to a question that succeeds. */
async function value(reply: Promise<Reply>): Promise<unknown> {
  const answered = await reply
  if (!answered.ok) throw new Error(answered.failure.code)
  return answered.value
}

/** A person with a connection and a sheet, and files of their own in the folder. */
async function startPerson(passphrase?: string) {
  const demo = await startDemoServices({ leads: 40, entries: 4 })
  const dataDir = await temporaryFolder()
  await mkdir(path.join(dataDir, 'sheets'))
  const foreign = ['notas.txt', path.join('sheets', 'orçamento.xlsx')]
  for (const file of foreign) await writeFile(path.join(dataDir, file), 'meu')
  const started = await startTestHost({ dataDir, ...(passphrase ? { passphrase } : {}) })
  await started.enter()
  const connection = await started.connect(demo.platform)
  await value(started.call('sheets.create', { connection_id: connection.id, filter: everything, name: 'Todos' }))
  return { dataDir, started, foreign }
}

describe('erasing everything', () => {
  test('needs the typed word, names what goes in numbers, and leaves the files of others alone', async () => {
    const { dataDir, started, foreign } = await startPerson()
    expect(await started.call('app.deletion_impact')).toEqual({
      ok: true,
      value: { folder: dataDir, sheets: 1, runs: 0, connections: 1, forms: { entries: 0, reviewed: 0 } },
    })
    expect(await started.call('app.erase', { word: 'sim' })).toMatchObject({ failure: { code: 'bad_request' } })
    expect(await started.call('app.quit')).toMatchObject({ failure: { code: 'bad_request' } })
    expect(await value(started.call('app.erase', { word: ' Apagar ' }))).toMatchObject({
      phase: 'erased',
      details: null,
    })
    expect([...(await filesIn(dataDir))].sort()).toEqual([...foreign].sort())
    // Whatever comes after makes no file again.
    expect(await started.call('app.prefer', { theme: 'dark' })).toMatchObject({ ok: false })
    expect(await started.call('sheets.list')).toMatchObject({ ok: false })
    await started.host.close()
    expect(await filesIn(dataDir)).toHaveLength(foreign.length)
  })

  test('works without the passphrase, and the next start is a first one', async () => {
    const { dataDir, started, foreign } = await startPerson()
    await started.host.close()
    const forgotten = await startTestHost({ dataDir, passphrase: null })
    await forgotten.enter()
    expect(await value(forgotten.call('app.state'))).toMatchObject({ phase: 'locked' })
    expect(await value(forgotten.call('app.deletion_impact'))).toMatchObject({ sheets: 1, connections: 1, forms: null })
    expect(await value(forgotten.call('app.erase', { word: 'erase' }))).toMatchObject({ phase: 'erased' })
    await forgotten.host.close()
    expect(await filesIn(dataDir)).toHaveLength(foreign.length)
    const next = await startTestHost({ dataDir, passphrase: null })
    await next.enter()
    expect(await value(next.call('app.state'))).toMatchObject({ phase: 'needs_passphrase' })
  })

  test('that was killed in the middle is finished by the next start, which meets no file without its key', async () => {
    const { dataDir, started } = await startPerson()
    await started.host.close()
    // The kill came after the list of connections was gone, before the sheets and the vault were.
    await writeFile(path.join(dataDir, 'erase.pending'), '')
    const next = await startTestHost({ dataDir, passphrase: 'outra senha de cofre' })
    await next.enter()
    expect(await value(next.call('app.state'))).toMatchObject({ phase: 'ready' })
    expect(await value(next.call('connections.list'))).toEqual([])
    expect(isErasing(dataDir)).toBe(false)
  })

  test('lists the secrets that stay in a locked keychain, and erases them later', async () => {
    const dataDir = await temporaryFolder()
    const marker = await openMarker(dataDir)
    const { installId } = await marker.choose('keychain')
    await marker.remember('data-key')
    await marker.remember('connection-a')
    await writeFile(path.join(dataDir, 'app.db'), 'sealed')
    const locked = async () => {
      throw new AppFailure('vault_locked')
    }
    await beginErasing(dataDir)
    expect(await eraseEverything({ dataDir, removeSecret: locked, keepsWindow: false })).toEqual([
      `Cruza/${installId}/data-key`,
      `Cruza/${installId}/connection-a`,
    ])
    expect(existsSync(path.join(dataDir, 'app.db'))).toBe(false)
    expect(isErasing(dataDir)).toBe(true)

    const removed: string[] = []
    const removeSecret = async (name: string) => {
      removed.push(name)
      await marker.forget(name)
    }
    expect(await eraseEverything({ dataDir, removeSecret, keepsWindow: false })).toEqual([])
    expect(removed).toEqual(['data-key', 'connection-a'])
    expect(existsSync(dataDir)).toBe(false)
  })

  test('is refused while another Cruza has the folder open, and where it cannot begin; nothing is lost then', async () => {
    const { dataDir, started } = await startPerson()
    const other = await startTestHost({ dataDir })
    await other.enter()
    await value(other.call('connections.list'))
    expect(await started.call('app.erase', { word: 'apagar' })).toMatchObject({
      failure: { code: 'file_busy', params: { of: 'data' } },
    })
    await other.host.close()
    await mkdir(path.join(dataDir, 'erase.pending'))
    expect(await started.call('app.erase', { word: 'apagar' })).toMatchObject({ ok: false })
    expect(await value(started.call('sheets.list'))).toHaveLength(1)
    await rmdir(path.join(dataDir, 'erase.pending'))
    const twice = [started.call('app.erase', { word: 'apagar' }), started.call('app.erase', { word: 'apagar' })]
    for (const reply of twice) expect(await value(reply)).toMatchObject({ phase: 'erased', details: null })
  })

  test('leaves what somebody else calls alike, and what a link leads to', async () => {
    const dataDir = await temporaryFolder()
    const elsewhere = await temporaryFolder()
    const foreign = ['settings.json.bak', path.join('window', 'fotos', 'praia.jpg')]
    for (const folder of [path.join('window', 'fotos'), path.join('window', 'Local Storage'), 'sheets']) {
      await mkdir(path.join(dataDir, folder), { recursive: true })
    }
    const own = ['app.db-wal', 'app.db.copy.making-shm', '.updating', 'window.json', 'vault.lock.3.free']
    const ofFolders = [path.join('sheets', '.updating'), path.join('window', 'Local Storage', 'log')]
    for (const file of [...foreign, ...own, ...ofFolders]) await writeFile(path.join(dataDir, file), 'x')
    await writeFile(path.join(elsewhere, 'Preferences'), 'x')
    await symlink(elsewhere, path.join(dataDir, 'window', 'blob_storage'))
    await beginErasing(dataDir)
    expect(await eraseEverything({ dataDir, removeSecret: async () => {}, keepsWindow: false })).toEqual([])
    expect([...(await filesIn(dataDir))].sort()).toEqual([...foreign].sort())

    const linked = await temporaryFolder()
    await symlink(elsewhere, path.join(linked, 'window'))
    removeWindowFiles(linked)
    expect(await filesIn(elsewhere)).toEqual(['Preferences'])
  })
})

describe('the command that erases everything', () => {
  test('prints what it deletes in numbers, needs --yes, and leaves the files of others alone', async () => {
    const { dataDir, started, foreign } = await startPerson(commandPassphrase)
    await started.host.close()
    const before = await filesIn(dataDir)
    const refused = await startCommand(['erase'], { dataDir }).finished
    expect(refused).toMatchObject({ code: 2, out: '' })
    for (const output of ['1 planilha baixada', '1 conexão, com a chave', dataDir])
      expect(refused.err).toContain(output)
    expect([...(await filesIn(dataDir))].sort()).toEqual([...before].sort())

    const erased = await startCommand(['erase', '--yes', '--json'], { dataDir }).finished
    expect(erased).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(erased.out)).toEqual({
      folder: dataDir,
      sheets: 1,
      runs: 0,
      connections: 1,
      forms: { entries: 0, reviewed: 0 },
      left: [],
    })
    expect([...(await filesIn(dataDir))].sort()).toEqual([...foreign].sort())
  })

  test('needs no passphrase, and fails with the names of what it could not erase', async () => {
    const { dataDir, started, foreign } = await startPerson(commandPassphrase)
    await started.host.close()
    // A secret that only a keychain could forget, where there is none.
    const installed = await openMarker(dataDir)
    await removeVault(dataDir)
    const { installId } = await installed.choose('keychain')
    await installed.remember('data-key')
    const without = { dataDir, env: { CRUZA_PASSPHRASE: undefined } }
    const erased = await startCommand(['erase', '--yes'], without).finished
    expect(erased).toMatchObject({ code: 1, err: expect.stringContaining(`Cruza/${installId}/data-key`) })
    const left = (await filesIn(dataDir)).filter((name) => !name.startsWith('vault.'))
    expect(left.sort()).toEqual([...foreign, 'erase.pending'].sort())
  })
})
