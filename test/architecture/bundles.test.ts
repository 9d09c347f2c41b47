import { readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { resolveConfig } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { build, staleParts } from '../../main/hosts/build.ts'
import { root } from './sources.ts'

const out = path.join(root, 'out')

beforeAll(async () => {
  expect(await build(staleParts())).toBe(true)
}, 120_000)

/** What a bundle loads at run time, other than Node's own modules. */
function outsideModules(bundle: string): readonly string[] {
  // The types that a comment names are not loaded.
  const text = readFileSync(path.join(out, bundle), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  const named = [...text.matchAll(/\b(?:require|import)\((?:"([^"]+)"|'([^']+)')\)/g)].map(([, a, b]) => a ?? b ?? '')
  return [...new Set(named)].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)).sort()
}

/** The scripts of the page, by name. */
function pageScripts(): [name: string, text: string][] {
  const assets = path.join(out, 'renderer', 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  return scripts.map((name) => [name, readFileSync(path.join(assets, name), 'utf8')])
}

test('the page holds no schemas: what it shows was checked by main', () => {
  for (const [script, text] of pageScripts()) expect(text, script).not.toMatch(/ZodError|\b_zod\b/)
})

test('the page starts without the code of charts, which is read when one is first shown', () => {
  const scripts = pageScripts().filter(([, text]) => text.includes('recharts-'))
  // The hash behind the name may have a hyphen itself.
  expect(scripts.map(([name]) => name.replace(/-.{8}\.js$/, ''))).toEqual(['chart-picture'])
})

test('the page is built for production, also by tests: it names no source as builds for development do', () => {
  for (const [script, text] of pageScripts()) expect(text.includes(root), script).toBe(false)
})

test('the preload is one small file that loads nothing but electron', () => {
  expect(statSync(path.join(out, 'preload.cjs')).size).toBeLessThan(4096)
  expect(outsideModules('preload.cjs')).toEqual(['electron'])
})

test('each process carries all it needs, but for Electron and its one native module', () => {
  expect(outsideModules('cli.cjs')).toEqual([])
  expect(outsideModules('browser.cjs')).toEqual([])
  expect(outsideModules('main.cjs')).toEqual(['electron'])
  expect(outsideModules('data.cjs')).toEqual(['better-sqlite3-multiple-ciphers'])
  expect(outsideModules('keychain.cjs')).toEqual(['keytar'])
})

test('no source map is built', () => {
  expect(readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'))).toEqual([])
})

test('nothing is cached among the sources, whose date says what must be built again', async () => {
  const { cacheDir } = await resolveConfig({ configFile: path.join(root, 'vite.config.ts') }, 'serve')
  expect(path.relative(root, cacheDir)).toBe(path.join('.cache', 'vite'))
})
