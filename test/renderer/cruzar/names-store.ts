import { createStore } from 'zustand'
import type { Names, NamesStore } from '../../../renderer/cruzar/run-words.ts'

/** What the store of sheets knows of names. */
export function namesStore(names: Partial<Names> = {}): NamesStore {
  return createStore<Names>()(() => ({ known: {}, loadNames: async () => undefined, ...names }))
}
