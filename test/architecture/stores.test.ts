import { expect, test } from 'vitest'
import { readSource, sourceFiles } from './sources.ts'

const ownHandling = /new AbortController|\.aborted|\bcatch\b/

test('stores leave abort, failure and late answers to the helpers of the kernel', () => {
  const stores = sourceFiles('renderer')
    .filter((file) => !file.startsWith('renderer/kernel/'))
    .filter((file) => /createStore<|createCollectionStore</.test(readSource(file)))
  expect(stores.length).toBeGreaterThan(30)
  expect(stores.filter((file) => ownHandling.test(readSource(file)))).toEqual([])
})
