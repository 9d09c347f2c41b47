import { createKeyCollector, type KeyCollector, type KeyPart, recogniseKeys } from './keys.ts'
import { type ListPlan, listLimits, type ReadOptions, type ReadPlace } from './plan.ts'
import { readTextList, startOfList } from './read-text.ts'
import { maxOpenQuotes } from './separated.ts'

/** The rest of a list from a byte on, as `readTextList` asks for it: what is read of it goes to the collector, where it may. */
export function takeRest(
  at: number,
  reading: Promise<RestKeys>,
  plan: ListPlan,
  place: ReadPlace,
  collector: KeyCollector,
): NonNullable<ReadOptions['rest']> {
  const found = reading.catch(() => null)
  return {
    at,
    async isTaken() {
      const rest = await found
      if (!rest || place.row <= plan.titleRows + 1) return false
      const width = Math.max(place.width, rest.place.width)
      if (place.openQuotes + rest.place.openQuotes >= maxOpenQuotes) return false
      if (width * (collector.rows() + rest.part.rows) > listLimits.cells) return false
      collector.append(rest.part, place.row)
      return true
    },
  }
}

export interface RestKeys {
  readonly part: KeyPart
  readonly place: ReadPlace
}

export interface RestOfList {
  readonly bytes: Uint8Array
  /** Where a row begins. */
  readonly from: number
  readonly plan: ListPlan
  /** Shared: gets how many rows were read so far. */
  readonly counter: Uint32Array
}

/** The keys of all rows from one on, as a part. */
export async function readRestOfList({ bytes, from, plan, counter }: RestOfList): Promise<RestKeys> {
  const collector = createKeyCollector(plan, bytes.length - from)
  const place = startOfList(plan)
  const blocks = readTextList({ name: '', bytes }, { ...plan, header: false, titleRows: 0 }, { from, place })
  const progress = (rows: number) => {
    counter[0] = rows
  }
  await recogniseKeys(blocks, plan, { collector, progress })
  return { part: collector.part(), place }
}
