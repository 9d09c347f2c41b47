import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserWindow, MenuItemConstructorOptions } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import { menuTemplate } from '../../../main/hosts/electron-menu.ts'
import { appId, followPower } from '../../../main/hosts/electron-system.ts'
import { keepWindowState, readWindowState, showRestored } from '../../../main/hosts/electron-window-state.ts'
import { startingPage } from '../../../main/hosts/starting-page.ts'
import { catalogues } from '../../../preload/messages/catalogue.ts'

const folder = () => mkdtemp(path.join(tmpdir(), 'cruza-life-'))
const project = (file: string) => readFileSync(path.join(import.meta.dirname, '..', '..', '..', file), 'utf8')

test('one id names the app on Windows, macOS and Linux', () => {
  expect(project('electron-builder.yml')).toMatch(new RegExp(`^appId: ${appId}$`, 'm'))
  expect(project('electron-builder.yml')).toMatch(/^ {2}syncDesktopName: true$/m)
  expect(JSON.parse(project('package.json')).desktopName).toBe(`${appId}.desktop`)
})

test('the page comes in the language of the person and in the theme that they chose', () => {
  const html = project('renderer/index.html')
  expect(startingPage(html, { language: 'en', theme: 'dark' })).toContain(
    '<html lang="en" data-mantine-color-scheme="dark">',
  )
  expect(startingPage(html, { language: 'pt-BR', theme: 'system' })).toContain('<html lang="pt-BR">')
})

describe('the menu', () => {
  const menuOn = (platform: NodeJS.Platform) =>
    menuTemplate({ language: 'en', platform, isPackaged: true, isOpen: true, command: () => {} }).map(
      ({ label, submenu }) => [
        label,
        ...(submenu as MenuItemConstructorOptions[]).map((item) => item.role ?? item.accelerator ?? item.label ?? '-'),
      ],
    )

  test('of macOS begins with the app, and has what every window of macOS has', () => {
    const [app, file, edit, , window] = menuOn('darwin')
    expect(app?.filter((item) => item !== undefined)).toEqual([
      ...['Cruza', 'about', '-', 'CmdOrCtrl+,', '-', 'services', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'],
    ])
    expect(file?.at(-1)).toBe('close')
    expect(edit).toEqual(['Edit', 'undo', 'redo', '-', 'cut', 'copy', 'paste', 'selectAll'])
    expect(window).toEqual(['Window', 'minimize', 'zoom', '-', 'front'])
  })

  test('of Windows and Linux has settings and the end under File', () => {
    expect(menuOn('win32')).toEqual(menuOn('linux'))
    expect(menuOn('win32')[0]?.slice(-3)).toEqual(['CmdOrCtrl+,', '-', 'close'])
  })

  test.each(['darwin', 'win32'] as const)('of %s leads to screens only while data are open', (platform) => {
    const offered = (isOpen: boolean) =>
      menuTemplate({ language: 'en', platform, isPackaged: true, isOpen, command: () => {} })
        .flatMap(({ submenu }) => submenu as MenuItemConstructorOptions[])
        .flatMap(({ click, enabled, label }) => (click && enabled ? [label] : []))
    const { newSheet, openList, connections, settings, search, shortcuts } = catalogues.en.menu
    expect(new Set(offered(true))).toEqual(new Set([newSheet, openList, connections, settings, search, shortcuts]))
    expect(offered(false)).toEqual([])
  })
})

describe('the window', () => {
  const place = { x: 200, y: 120, width: 1100, height: 640 }
  const area = { x: 0, y: 0, width: 1920, height: 1040 }

  /** Of a window, what the state of it is taken from. */
  function createWindow() {
    const window = Object.assign(new EventEmitter(), { getNormalBounds: () => place })
    return window as unknown as BrowserWindow & EventEmitter
  }

  test.each(['close', 'session-end'])(
    'that was maximised and then minimised at its %s comes back maximised',
    async (end) => {
      const dir = await folder()
      const window = createWindow()
      keepWindowState(window, dir, undefined)
      window.emit('maximize')
      window.emit('minimize')
      window.emit(end)
      expect(readWindowState(dir, [area])).toEqual({ bounds: place, maximized: true })
      window.emit('unmaximize')
      window.emit(end)
      expect(readWindowState(dir, [area])).toEqual({ bounds: place, maximized: false })
    },
  )

  test.each(['close', 'session-end'])('whose place cannot be written goes on with its %s', async (end) => {
    const dir = path.join(await folder(), 'data')
    const window = createWindow()
    let quits = 0
    keepWindowState(window, dir, undefined)
    window.on(end, () => {
      quits += 1
    })
    // Where the folder of data was, a file is.
    await writeFile(dir, '')
    window.emit(end)
    expect(quits).toBe(1)
    expect(readFileSync(dir, 'utf8')).toBe('')
  })

  test('on a display that is gone comes into sight, no larger than the display that is there', async () => {
    const dir = await folder()
    const far = { x: 4000, y: 300, width: 2000, height: 900 }
    await writeFile(path.join(dir, 'window.json'), JSON.stringify({ bounds: far, maximized: true }))
    expect(readWindowState(dir, [area])).toEqual({
      bounds: { x: 0, y: 70, width: 1920, height: 900 },
      maximized: true,
    })
    expect(readWindowState(dir, [area, { ...area, x: 3840 }])?.bounds).toEqual(far)
  })

  test('is maximised when it is shown and never shown at its normal size', () => {
    const calls: string[] = []
    const window = { maximize: () => void calls.push('maximize'), show: () => void calls.push('show') }
    showRestored(window, { bounds: place, maximized: true })
    expect(calls).toEqual(['maximize', 'show'])
  })
})

describe('the power of the computer', () => {
  function createPower() {
    const powerMonitor = new EventEmitter()
    const blocked = new Set<number>()
    const powerSaveBlocker = {
      start: vi.fn(() => {
        blocked.add(blocked.size + 1)
        return blocked.size
      }),
      stop: (id: number) => blocked.delete(id),
    }
    const signals: string[] = []
    const app = { quit: () => void signals.push('quit') }
    const power = followPower({
      powerMonitor: powerMonitor as never,
      powerSaveBlocker,
      app,
      woke: () => void signals.push('woke'),
    })
    return { powerMonitor, powerSaveBlocker, blocked, signals, power }
  }

  test('does not suspend itself while work is under way, by one request to the system, and not a moment longer', () => {
    const { power, blocked, powerSaveBlocker } = createPower()
    power.work(false)
    expect(blocked.size).toBe(0)
    power.work(true)
    power.work(true)
    expect(powerSaveBlocker.start.mock.calls).toEqual([['prevent-app-suspension']])
    power.work(false)
    expect(blocked.size).toBe(0)
  })

  test('is reported when it wakes up, and its shutdown closes the app while the system waits', () => {
    const { powerMonitor, signals } = createPower()
    powerMonitor.emit('resume')
    let waits = false
    powerMonitor.emit('shutdown', { preventDefault: () => (waits = true) })
    expect(signals).toEqual(['woke', 'quit'])
    expect(waits).toBe(true)
  })
})
