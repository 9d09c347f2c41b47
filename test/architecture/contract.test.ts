import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '../../preload/contract/index.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'preload', 'contract')

/** The questions that a file of the contract names, by its own exports. */
async function questionsOf(file: string): Promise<readonly string[]> {
  const exported: Record<string, unknown> = await import(path.join(folder, file))
  return Object.values(exported)
    .filter((value) => typeof value === 'object' && value !== null)
    .flatMap((value) => Object.keys(value))
    .filter((name) => /^[a-z]+\.[a-z_]+$/.test(name))
}

test('every question begins with the name of the file of its feature', async () => {
  const named = new Set<string>()
  for (const file of readdirSync(folder).filter((name) => name !== 'index.ts')) {
    for (const question of await questionsOf(file)) {
      expect(question.split('.')[0], question).toBe(path.basename(file, '.ts'))
      named.add(question)
    }
  }
  expect([...named].sort()).toEqual(Object.keys(contract).sort())
  expect(named.size).toBeGreaterThan(30)
})
