import { listSettings } from '../../preload/contract/cruzar.ts'
import { alternate, compare, type Figure } from './figure.ts'
import { type Measured, runSide, withData } from './measured.ts'
import type { PapaparseKeys } from './sides/papaparse-keys.ts'
import type { Workshop } from './workshop.ts'

export const recognised = listSettings.parse({})
const shortList = 100_000

interface ListKeys {
  readonly rows: number
  readonly keys: number
  readonly seconds: number
}

/** As the cruzar screen does: the list is staged and understood, then read whole for its keys. */
function budgetOf(dir: string, path: string): Promise<Measured<ListKeys>> {
  return withData(dir, async (data) => {
    // The process is there when a list is dropped; starting it is not part of the job.
    await data.ask('sheets.list', {})
    const start = performance.now()
    await data.ask('lists.stage', { list: 'bench', name: 'lista.csv', source: { path } })
    const { rows, keys } = await data.ask('lists.budget', { list: 'bench', settings: recognised })
    return { rows, keys, seconds: (performance.now() - start) / 1000 }
  })
}

/** A list to its distinct keys. */
export async function list(workshop: Workshop): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const lines of new Set([shortList, workshop.rows])) {
    const path = await workshop.list(lines)
    const rounds = await alternate(
      3,
      (round) => budgetOf(workshop.place(`list-${lines}-${round}`), path),
      () => runSide<PapaparseKeys>('papaparse-keys', { path }),
    )
    const [ours] = rounds.ours
    const [theirs] = rounds.peer
    if (ours?.value.rows !== theirs?.value.rows) throw new Error('the sides read different numbers of rows')
    figures.push(
      compare({
        job: `list of ${lines} lines to distinct keys`,
        peer: 'papaparse `chunk` and a Set of bare digits',
        rounds,
        ours: ({ value }) => value.seconds,
        theirs: ({ value }) => value.seconds,
        note: `ours: encoding, delimiter and columns recognised, ${ours?.value.keys} valid keys with reasons for the rest; peer: ${theirs?.value.keys} texts of digits`,
      }),
    )
  }
  return figures
}
