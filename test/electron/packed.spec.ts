import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { ptBR } from '../../preload/messages/pt-BR/index.ts'
import { familyOf, npmProgram, stillAlive } from '../kit/processes.ts'
import { ask, asRoot, environmentOf, expect, test } from './kit.ts'

/** What `npm run pack` makes: only what runs, and it starts. */

const root = path.join(import.meta.dirname, '..', '..')
const { folder: unpacked, program, resources, fused } = packedApp(path.join(root, 'dist'), process)
const isWindows = process.platform === 'win32'

test.describe.configure({ mode: 'serial', timeout: 180_000 })

function pack(environment: Readonly<Record<string, string>> = {}) {
  const [npm, ...first] = npmProgram()
  return spawnSync(npm, [...first, 'run', 'pack'], { cwd: root, env: environmentOf(environment), encoding: 'utf8' })
}

test('without an Electron to pack, npm run pack names the cause and fails', { tag: '@all' }, async ({ dataDir }) => {
  const { status, stderr } = pack({ ELECTRON_OVERRIDE_DIST_PATH: dataDir })
  expect(status).toBe(1)
  expect(stderr).toContain(ptBR.start.packNeedsElectron)
})

test('npm run pack packs only what runs, and nothing but native libraries outside the archive', async () => {
  await rm(unpacked, { recursive: true, force: true })
  const { status, stdout, stderr } = pack()
  expect(status, stdout + stderr).toBe(0)

  const files = await archiveFiles(path.join(resources, 'app.asar'))
  const platform = `${process.platform}-${process.arch}`
  const expected = [
    /^package\.json$/,
    /^assets\/icons\/256x256\.png$/,
    /^out\/(main|data|thread|keychain|preload)\.cjs$/,
    /^out\/\w+\.wasm$/,
    /^out\/renderer\/(index\.html|assets\/[\w.-]+\.(js|css|woff2))$/,
    /^node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js)$/,
    /^node_modules\/better-sqlite3-multiple-ciphers\/(package\.json|LICENSE|lib\/[\w/-]+\.js)$/,
    new RegExp(`^node_modules/keytar/prebuilds/${platform}/keytar\\.node$`),
    new RegExp(`^node_modules/better-sqlite3-multiple-ciphers/prebuilds/${platform}\\.node$`),
  ]
  expect([...files.keys()].filter((file) => !expected.some((pattern) => pattern.test(file)))).toEqual([])
  for (const pattern of expected)
    expect(
      [...files.keys()].some((file) => pattern.test(file)),
      String(pattern),
    ).toBe(true)

  const outside = [...files].filter(([, place]) => place === 'outside').map(([file]) => file)
  expect(outside).toHaveLength(2)
  for (const file of outside) expect(file).toMatch(/\.node$/)
  for (const file of outside) await access(path.join(resources, 'app.asar.unpacked', file))

  if (!isWindows) expect((await stat(program)).mode & 0o111).not.toBe(0)
  expect(await fusesOf(fused)).toEqual({
    runAsNode: false,
    cookieEncryption: false,
    nodeOptions: false,
    nodeCliInspect: false,
    embeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

/** The stand-in runtime of `electronForTests` cannot run the data process itself. */
const runsDataProcess = process.env.CRUZA_DATA_NODE === undefined

test('the packed app opens, runs its data in no other program, keeps them where the user’s are, and ends on request', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'cruza-packed-'))
  const stranger = path.join(home, 'stranger')
  await writeFile(stranger, '#!/bin/sh\ntouch "$0.ran"\n', { mode: 0o755 })
  const dataDir = path.join(home, 'share', 'Cruza')
  // Elsewhere the keychain of the person is found by their own home.
  const own =
    process.platform === 'linux'
      ? { words: [], environment: { HOME: home, XDG_DATA_HOME: path.join(home, 'share') } }
      : { words: [`--data-dir=${dataDir}`], environment: {} }
  const app = spawn(program, [...asRoot(), '--remote-debugging-port=0', ...own.words], {
    env: environmentOf({ ...own.environment, CRUZA_DATA_NODE: stranger }),
    stdio: 'ignore',
  })
  // Playwright's own way in is by Node's inspector, which a fuse closes.
  const port = async () => (await readFile(path.join(dataDir, 'window', 'DevToolsActivePort'), 'utf8')).split('\n')[0]
  await expect.poll(() => port().catch(() => '')).not.toBe('')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await port()}`)
  // The debugger answers before there is a window, and the window is there before its page.
  const first = () => browser.contexts().flatMap((context) => context.pages())[0]
  await expect.poll(() => first()?.url()).toBe('cruza://app/index.html')
  const page = first()
  if (!page) throw new Error('the packed app has no page')
  expect(await ask(page, 'app.state', {})).toMatchObject({
    host: 'electron',
    vault: { kind: 'keychain', state: 'open' },
  })
  const connections = ask(page, 'connections.list', {})
  if (runsDataProcess) {
    expect(await connections).toEqual([])
    await page.getByRole('button', { name: 'Explorar com dados de demonstração' }).click()
    await expect(page.getByRole('button', { name: 'Leads deste ano', exact: true })).toBeVisible()
  } else await expect(connections).rejects.toThrow('data_process_failed')
  await expect(access(`${stranger}.ran`)).rejects.toThrow('ENOENT')
  await access(path.join(dataDir, 'vault.json'))

  const family = familyOf(Number(app.pid))
  const ended = once(app, 'exit')
  // Windows has no signal that a program can handle; there the window is closed.
  if (isWindows) await page.close()
  else app.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  await expect.poll(() => stillAlive(family)).toEqual([])
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

interface PackedApp {
  /** What electron-builder makes: emptied before, and started afterwards. */
  readonly folder: string
  readonly program: string
  /** The folder of the archive. */
  readonly resources: string
  /** The file that carries the fuses. */
  readonly fused: string
}

/** Where the unpacked app of a system lies in `dist`, by electron-builder's names. */
function packedApp(dist: string, { platform, arch }: { readonly platform: string; readonly arch: string }): PackedApp {
  if (platform === 'darwin') {
    const folder = path.join(dist, arch === 'x64' ? 'mac' : `mac-${arch}`)
    const contents = path.join(folder, 'Cruza.app', 'Contents')
    const framework = path.join(contents, 'Frameworks', 'Electron Framework.framework', 'Electron Framework')
    return {
      folder,
      program: path.join(contents, 'MacOS', 'Cruza'),
      resources: path.join(contents, 'Resources'),
      fused: framework,
    }
  }
  const name = platform === 'win32' ? 'win' : platform
  const folder = path.join(dist, `${name}${arch === 'x64' ? '' : `-${arch}`}-unpacked`)
  const program = path.join(folder, platform === 'win32' ? 'Cruza.exe' : 'cruza')
  return { folder, program, resources: path.join(folder, 'resources'), fused: program }
}

interface ArchiveFolder {
  readonly files: Readonly<Record<string, ArchiveEntry>>
}
interface ArchiveFile {
  readonly size: number
  /** Lies in the folder beside the archive. */
  readonly unpacked?: boolean
}
type ArchiveEntry = ArchiveFolder | ArchiveFile

/** The files of an asar archive by path, each with whether it lies outside. The format: four numbers, then JSON. */
async function archiveFiles(archive: string): Promise<ReadonlyMap<string, 'inside' | 'outside'>> {
  const bytes = await readFile(archive)
  const header: ArchiveFolder = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12)))
  const files = new Map<string, 'inside' | 'outside'>()
  const walk = (folder: ArchiveFolder, place: string) => {
    for (const [name, entry] of Object.entries(folder.files)) {
      if ('files' in entry) walk(entry, `${place}${name}/`)
      else files.set(`${place}${name}`, entry.unpacked ? 'outside' : 'inside')
    }
  }
  walk(header, '')
  return files
}

/** Electron's fuses in the order of its wire: https://www.electronjs.org/docs/latest/tutorial/fuses */
const fuses = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeCliInspect',
  'embeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** Which fuses of a binary are on. After the sentinel come a version, a count, and a digit each. */
async function fusesOf(binary: string): Promise<Readonly<Record<(typeof fuses)[number], boolean>>> {
  const bytes = await readFile(binary)
  const wire = bytes.indexOf(sentinel) + sentinel.length + 2
  // Every name of the table gets its value.
  return Object.fromEntries(fuses.map((name, index) => [name, bytes[wire + index] === 0x31])) as never
}
