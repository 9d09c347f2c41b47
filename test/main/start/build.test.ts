import { spawn } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { exitCodeOf } from '../../../main/kernel/child-process.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

const vite = `
const { appendFileSync } = require('node:fs')
appendFileSync('builds', process.env.CRUZA_BUILD + '\\n')
require('node:timers').setTimeout(() => {}, 300)`

/** A project with a Vite that only notes what it was started to build. */
async function project() {
  const root = await temporaryFolder()
  for (const folder of ['main/hosts', 'main/kernel']) await cp(folder, path.join(root, folder), { recursive: true })
  for (const folder of ['renderer', 'preload', 'out', 'node_modules/vite/bin']) {
    await mkdir(path.join(root, folder), { recursive: true })
  }
  await writeFile(path.join(root, 'package.json'), '{"type":"module"}')
  await writeFile(path.join(root, 'node_modules/vite/package.json'), '{"type":"commonjs"}')
  await writeFile(path.join(root, 'node_modules/vite/bin/vite.js'), vite)
  const module = pathToFileURL(path.join(root, 'main/hosts/build.ts')).href
  const script = `const { build, staleParts } = await import('${module}'); process.exit(await build(staleParts()) ? 0 : 1)`
  return {
    start: () => exitCodeOf(spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })),
    builds: async () => (await readFile(path.join(root, 'builds'), 'utf8')).trim().split('\n'),
    change: (file: string) => writeFile(path.join(root, file), 'export {}'),
  }
}

test('programs that start at once after an update build once, and again after the next change', async () => {
  const { start, builds, change } = await project()
  expect(await Promise.all([start(), start(), start()])).toEqual([0, 0, 0])
  expect(await builds()).toEqual(['page,programs'])
  await change('renderer/screen.tsx')
  expect(await Promise.all([start(), start()])).toEqual([0, 0])
  expect(await builds()).toEqual(['page,programs', 'page'])
})
