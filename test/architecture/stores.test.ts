import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const renderer = path.join(import.meta.dirname, '..', '..', 'renderer')

const ownHandling = /new AbortController|\.aborted|\bcatch\b/

test('stores leave abort, failure and late answers to the helpers of the kernel', () => {
  const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('kernel/'))
    .map((file) => ({ file, source: readFileSync(path.join(renderer, file), 'utf8') }))
  const stores = sources.filter(({ source }) => /createStore<|createCollectionStore</.test(source))
  expect(stores.length).toBeGreaterThan(30)
  const own = stores.filter(({ source }) => ownHandling.test(source)).map(({ file }) => file)
  expect(own).toEqual([])
})
