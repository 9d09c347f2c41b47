import { builtinModules } from 'node:module'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const here = (name: string) => path.resolve(import.meta.dirname, name)

/** Native modules and Electron itself stay outside the bundles; everything else is bundled and needs no node_modules. */
const external = ['electron', 'keytar', 'better-sqlite3-multiple-ciphers', /^node:/, ...builtinModules]

export default defineConfig({
  root: here('renderer'),
  base: './',
  plugins: [react()],
  build: { emptyOutDir: true },
  environments: {
    client: { build: { outDir: here('out/renderer'), rolldownOptions: { input: here('renderer/index.html') } } },
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron', 'keytar', 'better-sqlite3-multiple-ciphers'] },
      build: {
        outDir: here('out/main'),
        target: 'node20',
        minify: false,
        rolldownOptions: {
          input: {
            electron: here('main/hosts/electron.ts'),
            data: here('main/data/process.ts'),
            keychain: here('main/kernel/vault/keychain-process.ts'),
          },
          external,
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron'] },
      build: {
        outDir: here('out/preload'),
        target: 'chrome130',
        minify: false,
        rolldownOptions: {
          input: { preload: here('preload/preload.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      await Promise.all(Object.values(builder.environments).map((environment) => builder.build(environment)))
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
          include: ['test/{architecture,main}/**/*.test.ts'],
          testTimeout: 20_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          root: here('.'),
          environment: 'happy-dom',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          maxWorkers: 2,
        },
      },
    ],
  },
})
