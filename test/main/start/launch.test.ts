import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { en } from '../../../preload/messages/en/index.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

const launcher = path.resolve('main/hosts/launch.cjs')

/** Starts the launcher as a Node of that version does. */
function launch(words: readonly string[], { version = process.versions.node, LANG = 'pt_BR.UTF-8' } = {}) {
  const disguise = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const script = `${disguise}; process.argv.splice(1, 0, ${JSON.stringify(launcher)}); require(${JSON.stringify(launcher)})`
  const env = { PATH: process.env.PATH, LANG }
  return spawnSync(process.execPath, ['-e', script, '--', ...words], { encoding: 'utf8', env })
}

test.each([
  ['pt_BR.UTF-8', ptBR],
  ['en_US.UTF-8', en],
] as const)('a Node that is too old gets one sentence, which names the one to install (%s)', (LANG, messages) => {
  const { status, stdout, stderr } = launch(['main/hosts/start.ts'], { version: '20.19.4', LANG })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `${messages.start.oldNode.replace('{version}', '20.19.4')}\n`,
  })
})

test('a Node that is new enough runs the script with its words, from any folder', async () => {
  const folder = path.join(await temporaryFolder(), 'Relatórios & ações')
  await mkdir(folder)
  const script = path.join(folder, 'script.ts')
  await writeFile(script, 'const words: string[] = process.argv.slice(1); console.log(JSON.stringify(words))')
  const { status, stdout } = launch([script, '--name=João & Cia', 'b'])
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual([script, '--name=João & Cia', 'b'])
})
