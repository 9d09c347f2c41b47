import { entriesTable } from '../../preload/contract/entries-table.ts'
import { approvals, entryCount, entryPages, type ReviewTimes } from './entry-pages.ts'
import { alternate, compare, type Figure, percentile, startLaps } from './figure.ts'
import { type Measured, runSide, withData } from './measured.ts'
import type { Workshop } from './workshop.ts'

const connection_id = 'bench'
const form_id = 1
const table = entriesTable({ connection_id, form_id, set: '' })
const newestFirst = { search: '', sort: [{ column: 'created_at', descending: true }], filters: [] }
const approved = { kind: 'state', state: 'aprovada', comment: '' } as const
const zone = 'America/Sao_Paulo'

/** A form's entries stored, opened, approved one by one as by keyboard, the rest at once. */
function reviewEntries(dir: string): Promise<Measured<ReviewTimes>> {
  return withData(dir, async (data) => {
    await data.ask('forms.store', { connection_id, forms: [{ id: form_id, name: 'Contato' }] })
    await data.ask('forms.keep', { connection_id, form_id, keep: true })
    const lap = startLaps()
    await data.ask('entries.begin', { connection_id, form_id, mode: 'auto', now: '2026-11-20T12:00:00.000Z' })
    for (const [index, body] of entryPages().entries()) {
      await data.ask('entries.page', { connection_id, form_id, page: index + 1, body })
    }
    await data.ask('entries.finish', { connection_id, form_id, total: entryCount })
    const stored = lap()
    const { ids } = await data.ask('entries.ids', { table, query: newestFirst })
    await data.ask('entries.briefs', { connection_id, set: '', ids: ids.slice(0, 50) })
    await data.ask('entries.counts', { table, query: newestFirst, zone })
    const opened = lap()
    const singles: number[] = []
    for (let index = 0; index < approvals; index++) {
      lap()
      await data.ask('reviews.change', {
        table,
        select: { ids: ids.slice(index, index + 1) },
        change: approved,
        who: 'Ana',
      })
      await data.ask('entries.read', { connection_id, set: '', id: ids[index + 1] ?? 0 })
      await data.ask('entries.counts', { table, query: newestFirst, zone })
      singles.push(lap())
    }
    await data.ask('reviews.change', { table, select: { query: newestFirst }, change: approved, who: 'Ana' })
    return { stored, opened, singles, bulk: lap() }
  })
}

const peer = 'encrypted SQLite rows, same cipher, a state column, no trail'

export async function reviews(workshop: Workshop): Promise<Figure[]> {
  const rounds = await alternate(
    3,
    (round) => reviewEntries(workshop.place(`reviews-${round}`)),
    (round) => runSide<ReviewTimes>('review-rows', { path: workshop.place(`review-rows-${round}.db`) }),
  )
  const step = (job: string, part: (times: ReviewTimes) => number, note: string) =>
    compare({ job, peer, rounds, ours: ({ value }) => part(value), theirs: ({ value }) => part(value), note })
  return [
    step(
      `${entryCount} entries stored, a transaction a page`,
      ({ stored }) => stored,
      'ours keeps every id that it has seen',
    ),
    step(
      'the newest fifty and the counts',
      ({ opened }) => opened,
      'ours with every answer, hint and duplicate in memory',
    ),
    ...[0.5, 0.99].map((share) =>
      step(
        `approve one, read the next, count: p${share * 100}`,
        ({ singles }) => percentile(singles, share),
        `${approvals} in a row; ours with trail, hints, duplicates, across the process border`,
      ),
    ),
    step('all others approved at once', ({ bulk }) => bulk, 'ours writes an event each, so that it can be undone'),
  ]
}
