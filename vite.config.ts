import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { EnvironmentOptions, Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const here = (name: string) => path.resolve(import.meta.dirname, name)

/** Native modules and Electron itself stay outside the bundles; everything else is bundled and needs no node_modules. */
const modulesOutside = ['electron', 'keytar', 'better-sqlite3-multiple-ciphers']

/** In ASCII alone, which Node reads and V8 scans several times faster than the same text with one accent in it. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code)
  },
}
const escaped = (code: string) =>
  code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** No runtime and no checks, 128 bits at a time, in memory that the caller gives and threads share. */
const kernelOptions = [
  '--runtime stub --noAssert -O3 --converge --enable simd --use abort=',
  '--enable threads --importMemory --sharedMemory --maximumMemory 65536',
].join(' ')

/**
 * Compiles the files of main/engine/kernels/<name>/ to `out/<name>.wasm`, where programs and sources read it: tests and
 * `npm run dev` read this configuration, too. What was compiled once is copied, by its content.
 */
const kernels: Plugin = {
  name: 'kernels',
  configResolved() {
    const [sources, cache] = [here('main/engine/kernels'), here('.cache/kernels')]
    const compiler = here('node_modules/assemblyscript/bin/asc.js')
    const version = readFileSync(here('node_modules/assemblyscript/package.json'))
    for (const folder of [cache, here('out')]) mkdirSync(folder, { recursive: true })
    const folders = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    for (const { name } of folders) {
      const folder = path.join(sources, name)
      const entries = readdirSync(folder)
        .sort()
        .map((file) => path.join(folder, file))
      const hash = createHash('sha256').update(version).update(kernelOptions)
      for (const entry of entries) hash.update(readFileSync(entry))
      const compiled = path.join(cache, `${hash.digest('hex')}.wasm`)
      // Other processes do the same: each writes a file of its own, and only whole ones get the name.
      const unfinished = `${compiled}.${process.pid}`
      if (!existsSync(compiled)) {
        const words = [compiler, ...entries, '--outFile', unfinished, ...kernelOptions.split(' ')]
        const { status } = spawnSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] })
        if (status !== 0) throw new Error(`${name} does not compile`)
        renameSync(unfinished, compiled)
      }
      const built = here(`out/${name}.wasm`)
      if (existsSync(built) && readFileSync(built).equals(readFileSync(compiled))) continue
      copyFileSync(compiled, unfinished)
      renameSync(unfinished, built)
    }
  },
}

/**
 * One file, `out/<name>.cjs`. CommonJS, because a sandboxed preload can be nothing else, and because what has to happen
 * before Electron is ready needs an entry that is loaded at once. What `import()` names is evaluated when it is first
 * needed.
 */
function bundle(name: string, entry: string, target: string): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: modulesOutside },
    build: {
      outDir: here('out'),
      emptyOutDir: false,
      target,
      minify: false,
      rolldownOptions: {
        input: { [name]: here(entry) },
        external: [...modulesOutside, /^node:/, ...builtinModules],
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  }
}

/**
 * All that the page needs at its start in one file: each of its files is an answer of main, which has its own start to do then.
 * Static imports follow; screens are loaded when they are first shown.
 */
const pageStart = { name: 'start', test: /renderer[\\/]main\.tsx$/ }

/** A busy machine is no reason to give up on a condition that is about to hold. */
const unhurried = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 15_000 } } }

/** What only the machine itself can show (`npm test -- machine`). */
const machine = {
  extends: true as const,
  test: { name: 'machine', root: here('.'), environment: 'node', include: ['test/machine/**/*.test.ts'], ...unhurried },
}

export default defineConfig({
  root: here('renderer'),
  base: './',
  // Not in a folder of sources, whose own date would then say that what is built from it is old (main/hosts/build.ts).
  cacheDir: here('.cache/vite'),
  plugins: [react(), inAscii, kernels],
  // The page comes from this computer's own disk: its size is no matter of a network.
  build: { emptyOutDir: true, chunkSizeWarningLimit: 4000 },
  environments: {
    client: {
      build: {
        outDir: here('out/renderer'),
        rolldownOptions: {
          input: here('renderer/index.html'),
          output: { codeSplitting: { groups: [pageStart] } },
        },
      },
    },
    main: bundle('main', 'main/hosts/electron.ts', 'node20'),
    cli: bundle('cli', 'main/hosts/cli-process.ts', 'node20'),
    browser: bundle('browser', 'main/hosts/serve-browser.ts', 'node20'),
    data: bundle('data', 'main/data-process.ts', 'node20'),
    thread: bundle('thread', 'main/data-thread.ts', 'node20'),
    keychain: bundle('keychain', 'main/kernel/vault/keychain-process.ts', 'node20'),
    preload: bundle('preload', 'preload/preload.ts', 'chrome130'),
  },
  builder: {
    /** Builds the parts that CRUZA_BUILD names (main/hosts/build.ts), or all of them. */
    async buildApp(builder) {
      const wanted = process.env.CRUZA_BUILD?.split(',') ?? ['page', 'programs']
      const environments = Object.values(builder.environments).filter(({ name }) =>
        wanted.includes(name === 'client' ? 'page' : 'programs'),
      )
      await Promise.all(environments.map((environment) => builder.build(environment)))
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          root: here('.'),
          environment: 'node',
          include: ['test/{architecture,main,crash}/**/*.test.ts'],
          ...unhurried,
          maxWorkers: 2,
        },
      },
      // By name alone: it uses what belongs to whoever runs it.
      ...(process.env.CRUZA_TEST_MACHINE ? [machine] : []),
      {
        extends: true,
        test: {
          name: 'renderer',
          root: here('.'),
          environment: 'happy-dom',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          setupFiles: [here('test/kit/renderer-setup.ts')],
          isolate: false,
          ...unhurried,
          maxWorkers: 2,
        },
      },
    ],
  },
})
