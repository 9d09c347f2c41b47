import type { RecognisedList } from '../../../../preload/contract/cruzar.ts'
import { withoutListEnding } from '../../../../preload/values/list-endings.ts'
import { questionOf } from '../../../../preload/values/same-question.ts'
import { foldText } from '../../../../preload/values/text.ts'
import { hashText, type KeyTable } from '../../../engine/columns/key-index.ts'
import type { RunState } from '../run-file.ts'

/** Keys of a sketch: shares of keys in common are then known to about six points. */
const mostHashes = 256

/** Stands for all keys of a list when lists are compared: the smallest hashes of them (MinHash), as base64. */
export function sketchOf(keys: KeyTable): string {
  return Buffer.from(keys.smallestHashes(mostHashes).buffer).toString('base64')
}

function hashesOf(sketch: string): Uint32Array {
  const bytes = Buffer.from(sketch, 'base64')
  const hashes = new Uint32Array(bytes.length >>> 2)
  new Uint8Array(hashes.buffer).set(bytes.subarray(0, 4 * hashes.length))
  return hashes
}

/**
 * The share of the keys of two lists together that both have, from 0 to 1: exact for lists of up to 256 keys, else
 * estimated.
 */
export function commonShare(one: string, other: string): number {
  const [hashes, others] = [hashesOf(one), hashesOf(other)]
  const both = new Set(others)
  const union = new Set([...hashes, ...others])
  // Beyond the last hash of a full sketch it is unknown which keys its list has.
  const hashSample = Uint32Array.from(union).sort().subarray(0, Math.max(hashes.length, others.length))
  const mine = new Set(hashes)
  const common = hashSample.filter((hash) => mine.has(hash) && both.has(hash)).length
  return hashSample.length === 0 ? 0 : common / hashSample.length
}

/** A file name without its ending, days, numbers of copies and other digits: `Leads 20-11 (2).csv` is `leads`. */
function stem(name: string): string {
  return foldText(withoutListEnding(name))
    .replace(/\p{N}+/gu, ' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

/**
 * The list of a run. Runs of former versions are recognised by the names of their files; one without a name is a list
 * of its own.
 */
export function listIdOf({ id, list_id, list_name }: Pick<RunState, 'id' | 'list_id' | 'list_name'>): string {
  return list_id || (list_name === '' ? id : `file ${hashText(list_name)}`)
}

/**
 * Shares in common from which on a list is the same one: whatever its name is, and where its name differs in digits
 * alone.
 */
const alikeKeys = 0.7
const alikeStem = 0.3

/**
 * Recognises the list that a file is a new version of: one of the same name, else one that has most of its keys. Of
 * several the one that was run last counts. `runs` are those known, the newest first. Those of former versions have no
 * sketch, and are known by name alone. Null for a new list.
 */
export function recogniseList(name: string, sketch: string, runs: readonly RunState[]): RecognisedList | null {
  const candidates = runs.map((run) => ({ run, alike: run.sketch === '' ? null : commonShare(run.sketch, sketch) }))
  const isNamed = ({ list_name }: { readonly list_name: string }) => name !== '' && list_name === name
  const stemOfName = stem(name)
  const match =
    candidates.find(({ run }) => isNamed(run)) ??
    candidates.find(
      ({ run, alike }) => (alike ?? 0) >= alikeStem && stemOfName !== '' && stem(run.list_name) === stemOfName,
    ) ??
    candidates.find(({ alike }) => (alike ?? 0) >= alikeKeys)
  if (!match) return null
  const { run, alike } = match
  const list_id = listIdOf(run)
  const runsOfList = runs.filter((each) => listIdOf(each) === list_id)
  return {
    list_id,
    name: runsOfList[0]?.name ?? run.name,
    runs: runsOfList.length,
    last_at: runsOfList[0]?.started_at ?? run.started_at,
    alike,
    question: questionOf(runsOfList[0] ?? run),
  }
}
