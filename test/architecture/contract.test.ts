import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '../../preload/contract/index.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'preload', 'contract')

/** The records of questions that a file of the contract exports, by the names of their exports. */
async function questionsOf(
  file: string,
): Promise<readonly (readonly [feature: string, questions: readonly string[]])[]> {
  const exported: Record<string, unknown> = await import(path.join(folder, file))
  return Object.entries(exported).map(([feature, value]) => {
    const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
    return [feature, names.filter((name) => /^[a-z]+\.[a-z_]+$/.test(name))]
  })
}

test('every question begins with the name of its feature, and the contract has all of them', async () => {
  const files = readdirSync(folder).filter((name) => name !== 'index.ts')
  const records = (await Promise.all(files.map(questionsOf))).flat()
  for (const [feature, questions] of records) {
    for (const question of questions) expect(question.split('.')[0], question).toBe(feature)
  }
  const named = records.flatMap(([, questions]) => questions)
  expect(named.sort()).toEqual(Object.keys(contract).sort())
  expect(named.length).toBeGreaterThan(30)
})
