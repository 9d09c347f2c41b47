import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { staleParts } from '../../../main/hosts/build.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { callHeaders, enterHost } from '../../kit/host-process.ts'
import { npmStart, type Started, stillAlive } from '../../kit/processes.ts'
import { closedPort, startService } from '../../kit/service.ts'
import { linuxOnly, posixOnly, runsAll } from '../../kit/systems.ts'

const messages = ptBR.start
/** What ends the app, and the exit code of npm as a shell shows it. */
const endings = [
  ['Ctrl+C', 'interrupt', 130],
  ['an interrupt of npm alone', 'interruptNpm', 130],
  ['the end of npm', 'terminate', 0],
] as const
const ready = /Cruza ready: http:\/\/127\.0\.0\.1:\d+\/\S+/
/** Building may come first; the app itself starts in a second. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 })

let folder: string
let started: Started[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'cruza-start-'))
})
afterEach(async () => {
  for (const each of started) await each.end()
  started = []
  await rm(folder, { recursive: true, force: true })
})

/** On a machine without display and keychain, unless `environment` brings one. */
function start(words: readonly string[], environment: Readonly<Record<string, string | undefined>> = {}): Started {
  const bare = { LANG: 'pt_BR.UTF-8', LC_ALL: undefined, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }
  const bus = { DBUS_SESSION_BUS_ADDRESS: undefined, ELECTRON_OVERRIDE_DIST_PATH: undefined }
  const app = npmStart([`--data-dir=${path.join(folder, 'data')}`, ...words], { ...bare, ...bus, ...environment })
  started.push(app)
  return app
}

async function addressOf(app: Started): Promise<URL> {
  return new URL((await app.waitForOutput(ready)).replace('Cruza ready: ', ''))
}

/** A program of this folder under the name and behaviour that a test needs. */
async function program(name: string, body: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, `#!${process.execPath}\n${body}`)
  await chmod(file, 0o755)
  return file
}

describe('the browser host of npm start', () => {
  it(
    'is taken where there is no display, with one sentence, and prints an address that opens once',
    linuxOnly(),
    async () => {
      const app = start([])
      const address = await addressOf(app)
      expect(app.err().replace(`${messages.building}\n`, '')).toBe(`${messages.noDisplay}\n`)
      expect(app.out().trim().split('\n')).toHaveLength(1)
      expect((await fetch(address)).status).toBe(200)
      expect((await fetch(address)).status).toBe(403)
    },
  )

  it('listens at --port, prints nothing to stderr, and starts in the demonstration', async () => {
    const { port } = new URL(await closedPort())
    const app = start(['--host=browser', `--port=${port}`, '--demo', '--no-open'])
    const address = await addressOf(app)
    expect(address.port).toBe(String(port))
    expect(app.err().replace(`${messages.building}\n`, '')).toBe('')
    const answer = await fetch(new URL('/api/call', address), {
      method: 'POST',
      headers: callHeaders(await enterHost(address), address.origin),
      body: JSON.stringify({ id: '1', name: 'app.state', input: {} }),
    })
    expect(await answer.json()).toMatchObject({ ok: true, value: { demo: true, phase: 'ready', host: 'browser' } })
  })

  it(
    'opens the default browser where there is a display, unless --no-open, by a private file that goes once used',
    linuxOnly(),
    async () => {
      const opened = path.join(folder, 'opened')
      const BROWSER = await program(
        'browser',
        `require('node:fs').writeFileSync(${JSON.stringify(opened)}, process.argv[2])`,
      )
      const runtime = path.join(folder, 'runtime')
      await mkdir(runtime)
      // No desktop that knows a browser of its own: $BROWSER is used.
      const desktop = { XDG_CURRENT_DESKTOP: undefined, XDG_DATA_DIRS: folder, XDG_CONFIG_DIRS: folder, HOME: folder }
      const display = { DISPLAY: ':0', BROWSER, XDG_RUNTIME_DIR: runtime, ...desktop }
      const address = await addressOf(start(['--host=browser'], display))
      const page = await vi.waitFor(
        async () => {
          const file = (await readFile(opened, 'utf8')).replace(/^file:\/\//, '')
          expect(path.dirname(path.dirname(file))).toBe(runtime)
          return file
        },
        { timeout: 20_000 },
      )
      expect(await readFile(page, 'utf8')).toContain(`content="0;url=${address.href}"`)
      expect((await stat(page)).mode & 0o777).toBe(0o600)
      expect((await stat(path.dirname(page))).mode & 0o777).toBe(0o700)
      expect((await fetch(address)).status).toBe(200)
      await vi.waitFor(async () => expect(await readdir(runtime)).toEqual([]), { timeout: 20_000 })
      await rm(opened)
      const silent = start(['--host=browser', '--no-open', `--data-dir=${path.join(folder, 'other')}`], display)
      await addressOf(silent)
      silent.interrupt()
      await silent.exit
      await expect(readFile(opened)).rejects.toThrow()
    },
  )

  it('reports a taken port, and fails', async () => {
    const service = await startService(() => ({ json: null }))
    const port = Number(new URL(service.origin).port)
    const app = start(['--host=browser', `--port=${port}`])
    expect(await app.exit).toBe(1)
    expect(app.err()).toContain(`${messages.portTaken(port)}\n`)
    expect(app.err()).not.toContain('Error')
  })

  it.each(runsAll ? endings : endings.slice(0, 2))(
    'ends with all that it started on %s',
    posixOnly('signals'),
    async (_name, ending, code) => {
      const app = start(['--host=browser', '--demo'])
      await addressOf(app)
      // npm, the host and the data process at the least.
      const family = app.family()
      expect(family.length).toBeGreaterThanOrEqual(3)
      app[ending]()
      expect(await app.exit).toBe(code)
      await vi.waitFor(() => expect(stillAlive(family)).toEqual([]), { timeout: 30_000 })
      expect(app.err()).not.toContain('Error')
    },
  )

  it('leaves no demonstration behind when Ctrl+C comes while it opens', posixOnly('signals'), async () => {
    const app = start(['--host=browser', '--demo'])
    const temporary = path.join(folder, 'data', 'temporary')
    const folders = async () => (await readdir(temporary).catch(() => [])).filter((name) => name.startsWith('cruza-'))
    await vi.waitFor(async () => expect(await folders()).toHaveLength(1), { timeout: 60_000, interval: 5 })
    const family = app.family()
    app.interrupt()
    await app.exit
    expect(await folders()).toEqual([])
    expect(stillAlive(family)).toEqual([])
  })
})

describe('wrong words', () => {
  const wrong = ['--host=firefox', 'now', '--port=70000', '--port=abc', '--data-dir=', '--demo=yes', '--speed']
  it.each(runsAll ? wrong : wrong.slice(0, 2))('%s is answered with the usage and exit code 2', async (word) => {
    const app = start([word])
    expect(await app.exit).toBe(2)
    expect(app.err()).toBe(`${messages.usage}\n`)
    expect(app.out()).toBe('')
  })
})

describe('Electron under npm start', linuxOnly(), () => {
  const display = { DISPLAY: ':0' }

  it('is reported as missing where it cannot be installed, and the browser host starts', async () => {
    const app = start(['--no-open'], { ...display, ELECTRON_OVERRIDE_DIST_PATH: path.join(folder, 'nowhere') })
    await addressOf(app)
    expect(app.err().replace(`${messages.building}\n`, '')).toBe(`${messages.noElectron}\n`)
  })

  it('is reported as failed when it ends before it could open a window', async () => {
    await program('electron', 'process.kill(process.pid, "SIGSEGV")')
    const app = start(['--no-open'], { ...display, ELECTRON_OVERRIDE_DIST_PATH: folder })
    await addressOf(app)
    expect(app.err()).toContain(`${messages.electronFailed}\n`)
  })

  it('gets the folder of data and --demo, and no sandbox as root; its exit code is the exit code', async () => {
    await program(
      'electron',
      'console.log(JSON.stringify(process.argv.slice(2))); process.send("open", () => process.exit(3))',
    )
    const app = start(['--demo'], { ...display, ELECTRON_OVERRIDE_DIST_PATH: folder })
    expect(await app.exit).toBe(3)
    const words: readonly string[] = JSON.parse(app.out())
    expect(words.includes('--no-sandbox')).toBe(process.getuid?.() === 0)
    expect(words).toContain(`--data-dir=${path.join(folder, 'data')}`)
    expect(words).toContain('--demo')
    // What Electron is given has been built.
    expect(staleParts()).toEqual([])
  })

  it.each(endings)('ends on %s', async (_name, ending, code) => {
    await program(
      'electron',
      'process.on("SIGINT", () => {}); process.on("disconnect", () => process.exit(0)); process.send("open"); console.log("up")',
    )
    const app = start([], { ...display, ELECTRON_OVERRIDE_DIST_PATH: folder })
    await app.waitForOutput(/up/)
    const family = app.family()
    app[ending]()
    expect(await app.exit).toBe(code)
    await vi.waitFor(() => expect(stillAlive(family)).toEqual([]), { timeout: 30_000 })
  })
})
