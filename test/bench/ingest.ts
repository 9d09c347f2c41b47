import { alternate, compare, type Figure } from './figure.ts'
import { runSide } from './measured.ts'
import type { StoredRows } from './sides/store-rows.ts'
import { storeLeads } from './store-leads.ts'
import type { Workshop } from './workshop.ts'

/** Pages that are here already, into the store: what a pull costs beside the network. */
export async function ingest(workshop: Workshop): Promise<Figure[]> {
  const pages = await workshop.pages()
  const rounds = await alternate(
    workshop.longRounds,
    (round) => storeLeads(workshop.place(`ingest-${round}`), pages),
    (round) => runSide<StoredRows>('store-rows', { path: workshop.place(`ingest-${round}.db`), pages }),
  )
  const rate = (seconds: number) => `${Math.round(pages.rows / seconds / 1000)}k rows/s`
  const [first] = rounds.ours
  return [
    compare({
      job: `pages stored, ${pages.rows} rows`,
      peer: 'the same rows inserted into SQLite, same cipher, a transaction a page',
      rounds,
      ours: ({ value }) => value.stored,
      theirs: ({ value }) => value.stored,
      note: first ? `${rate(first.value.stored)}; ours crosses to the data process` : '',
    }),
    compare({
      job: 'end of the pull: checked for repeats, names put in order',
      peer: 'three indexes over the SQLite rows',
      rounds,
      ours: ({ value }) => value.finished,
      theirs: ({ value }) => value.indexed,
      note: 'pt-BR order, which SQLite does not have',
    }),
    compare({ job: 'both, with the start of the process', peer: 'both', rounds }),
  ]
}
