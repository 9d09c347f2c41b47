import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSource as read, root } from './sources.ts'

/** What package.json, its lock file and the packager's settings say of the project. */

test('no address of the project leads nowhere', () => {
  const { homepage = '', repository = '', bugs = '' } = JSON.parse(read('package.json'))
  expect(JSON.stringify([homepage, repository, bugs])).not.toMatch(/\.(example|invalid|test|localhost)\b/)
})

interface LockedPackage {
  readonly integrity?: string
  readonly os?: string | readonly string[]
  readonly cpu?: string | readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const locked: Readonly<Record<string, LockedPackage>> = JSON.parse(read('package-lock.json')).packages

test('all that npm ci brings is locked with its integrity, for every platform', () => {
  const { '': _project, ...packages } = locked
  expect(Object.keys(packages).length).toBeGreaterThan(400)
  const open = Object.entries(packages).filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))
  expect(open.map(([place]) => place)).toEqual([])
  // npm leaves out of the lock what its registry did not have for another platform, and does not say so.
  const missing = Object.entries(locked).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`${place}/node_modules/${name}` in locked) && !(`node_modules/${name}` in locked),
    ),
  )
  expect(missing).toEqual([])
})

test('no program of a package runs when it is installed, so that none fetches more', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})

const systems = ['linux-x64', 'linux-arm64', 'win32-x64', 'win32-arm64', 'darwin-x64', 'darwin-arm64'] as const

/** The packages of the lock that npm takes on this system alone. */
function ownPackages(system: string): readonly string[] {
  const [os = '', cpu = ''] = system.split('-')
  return Object.entries(locked).flatMap(([place, own]) =>
    [own.os ?? []].flat().includes(os) && [own.cpu ?? []].flat().includes(cpu)
      ? [place.replace('node_modules/', '')]
      : [],
  )
}

test.each(systems)('%s gets a Node that runs the scripts, and the native part of every tool', (system) => {
  const own = ownPackages(system)
  const [node, ...others] = own.filter((name) => /^node-(bin-)?(linux|win|darwin)-/.test(name))
  const version = JSON.parse(read('package.json')).optionalDependencies[node ?? '']
  expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(24)
  expect(others).toEqual([])
  const tools = ['@biomejs/cli-', '@rolldown/binding-', 'lightningcss-', '@oxc-parser/', '@oxc-resolver/']
  expect(tools.filter((tool) => !own.some((name) => name.startsWith(tool)))).toEqual([])
})

/** The files of a native module, as electron-builder.yml chooses among them for one system. */
function packedFiles(module: string, system: string): readonly string[] {
  const [platform = '', arch = ''] = system.split('-')
  const folder = path.join('node_modules', module)
  const files = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
  const patterns = [...read('electron-builder.yml').matchAll(/^ {2}- "!(.*)"$/gm)].map(([, pattern = '']) =>
    pattern.replace(/\$\{platform\}/g, platform).replace(/\$\{arch\}/g, arch),
  )
  return files.filter((file) => !patterns.some((pattern) => path.posix.matchesGlob(file, pattern)))
}

test.each(systems)('a package for %s holds its own library of each native module and no other one', (system) => {
  const libraries = ['better-sqlite3-multiple-ciphers', 'keytar'].flatMap((module) => packedFiles(module, system))
  expect(libraries.filter((file) => file.endsWith('.node')).toSorted()).toEqual([
    `node_modules/better-sqlite3-multiple-ciphers/prebuilds/${system}.node`,
    `node_modules/keytar/prebuilds/${system}/keytar.node`,
  ])
  expect(libraries.filter((file) => /\.(js|node)$/.test(file)).length).toBeGreaterThan(4)
  for (const file of libraries) expect(file).not.toMatch(/\/(src|deps|build)\//)
})

test('only native libraries lie outside the archive whose integrity is checked', () => {
  const settings = read('electron-builder.yml')
  expect(settings).toMatch(/^asar: \{ smartUnpack: false \}$/m)
  expect(settings).toMatch(/^asarUnpack: \["\*\*\/\*\.node"\]$/m)
  for (const fuse of ['enableEmbeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar', 'resetAdHocDarwinSignature']) {
    expect(settings).toMatch(new RegExp(`^ {2}${fuse}: true$`, 'm'))
  }
})

test('every script is one program and its words, which each shell and cmd.exe understand alike', () => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const [name, script] of Object.entries<string>(scripts)) {
    expect(script, name).not.toMatch(/[&|;<>$`'"\\*]/)
    const [, file] = /^exec node main\/hosts\/launch\.cjs (\S+)/.exec(script) ?? []
    if (file) expect(existsSync(path.join(root, file)), script).toBe(true)
    else expect(script).toMatch(/^(vite|vitest|playwright) /)
  }
  // What cmd.exe finds in the folder of the project, where the other shells have it built in.
  expect(read('exec.cmd')).toMatch(/^@%\*\r?$/m)
})

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy: { readonly matrix: { readonly machine: readonly string[] } }
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[]
      }
    >
  >
}

test('the workflow meets each system and processor, and runs nothing that the project does not have', () => {
  const { jobs }: Workflow = parse(read('.github/workflows/systems.yml'))
  const { strategy, steps } = jobs.test ?? {}
  expect(strategy?.matrix.machine).toEqual([
    ...['ubuntu-24.04', 'ubuntu-24.04-arm', 'windows-2025', 'windows-11-arm', 'macos-15', 'macos-15-intel'],
  ])
  const runs = (steps ?? []).flatMap(({ run }) => run ?? [])
  const { scripts } = JSON.parse(read('package.json'))
  const [, suites = ''] = /const suites: [^=]*= \{\s+(.*?),\s+\.\.\./s.exec(read('test/run.ts')) ?? []
  for (const run of runs) {
    expect(run).toMatch(/^(npm (ci|test|run) ?|npx playwright install |sudo apt-get install )/)
    const [, script, suite] = /^npm (?:run )?(\w+)(?: -- (\w+))?/.exec(run) ?? []
    if (script && script !== 'ci') expect(scripts).toHaveProperty([script])
    if (suite) expect(suites.split(/,\s+/)).toContain(suite)
  }
  for (const needed of ['npm ci', 'npm run check', 'npm test -- unit', 'npm test -- e2e', 'npm run pack']) {
    expect(runs).toContain(needed)
  }
})
