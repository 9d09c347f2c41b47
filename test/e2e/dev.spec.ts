import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { environmentWithoutKeychain } from '../kit/host-process.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** A copy of the sources, which the test may change, served by `npm run dev`. */
async function startDevelopment() {
  const folder = await mkdtemp(path.join(tmpdir(), 'cruza-dev-'))
  for (const part of [
    'main',
    'preload',
    'renderer',
    'test/tsconfig.json',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    await cp(path.join(root, part), path.join(folder, part), { recursive: true })
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const child = spawn(process.execPath, [path.join('main', 'hosts', 'dev.ts'), '--no-open'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environmentWithoutKeychain(), CRUZA_DEV_PORT: '0' },
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await expect.poll(() => printed).toContain('Cruza in development: ')
  return {
    address: /http:\S+/.exec(printed)?.[0] ?? '',
    async change(file: string, from: string, to: string) {
      const place = path.join(folder, file)
      const text = await readFile(place, 'utf8')
      expect(text).toContain(from)
      await writeFile(place, text.replace(from, to))
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

test('a change of a screen keeps what was typed, and a change of main shows without loading the page', {
  tag: '@all',
}, async ({ page }) => {
  const development = await startDevelopment()
  try {
    await page.goto(development.address)
    await page.getByText('Leads deste ano').click()
    await page.evaluate(() => Reflect.set(window, 'isFirstPage', true))
    const search = page.getByRole('textbox', { name: 'Buscar nesta tabela' })
    await search.fill('Souza')

    await development.change('renderer/app/workplace.tsx', '<span>{demo.band}</span>', '<span>Changed band</span>')
    await expect(page.getByText('Changed band')).toBeVisible()
    await expect(search).toHaveValue('Souza')

    await page.getByRole('button', { name: 'Planilhas' }).click()
    await development.change('main/demo-account.ts', 'messages.demo.sheetName', "'Changed sheet'")
    await expect(page.getByRole('button', { name: 'Changed sheet', exact: true })).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'isFirstPage'))).toBe(true)
  } finally {
    await development.close()
  }
})
