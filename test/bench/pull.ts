import { startDemo } from '../../main/demo/demo.ts'
import { alternate, compare, type Figure, median } from './figure.ts'
import { rowsPerPage } from './lead-pages.ts'
import { runSide } from './measured.ts'
import type { PulledSheet, PullOrder } from './sides/input.ts'
import type { Workshop } from './workshop.ts'

const leads = 100_000
const latencyMs = 50
const inFlight = 4

/** A pull of 200 pages from a service that takes 50 ms for each, until the sheet is whole. */
export async function pull(workshop: Workshop): Promise<Figure[]> {
  const demo = await startDemo({ leads, latencyMs, limits: { platform: 1_000_000 } })
  const side = (name: string, round: number) => {
    const order: PullOrder = { dir: workshop.place(`${name}-${round}`), platform: demo.platform }
    return runSide<PulledSheet>(name, order)
  }
  try {
    const rounds = await alternate(
      3,
      (round) => side('pull-ours', round),
      (round) => side('pull-one-by-one', round),
    )
    for (const { value } of [...rounds.ours, ...rounds.peer]) {
      if (value.badge !== 'complete' || value.rows < leads) throw new Error(`a sheet is ${value.badge}`)
    }
    const pages = Math.ceil((rounds.ours[0]?.value.rows ?? 0) / rowsPerPage)
    const floor = (pages * latencyMs) / 1000 / inFlight
    const ours = median(rounds.ours.map(({ value }) => value.seconds))
    return [
      compare({
        job: `pull of ${pages} pages of ${rowsPerPage} rows, ${latencyMs} ms each`,
        peer: 'the documented loop, one page after another, into the same store',
        rounds,
        ours: ({ value }) => value.seconds,
        theirs: ({ value }) => value.seconds,
        note: `until the sheet is whole; ${(ours / floor).toFixed(2)} of the floor of latency × pages / ${inFlight} = ${floor} s, which leaves out that the service too must work, on the same cores`,
      }),
    ]
  } finally {
    await demo.close()
  }
}
