import { createFormsFolder } from '../../../main/entries/data/forms-folder.ts'
import { createReviewHandlers } from '../../../main/entries/data/reviews/review-handlers.ts'
import { entriesTable } from '../../../preload/values/entries-table.ts'
import { connection_id, passphrase, service, testKey } from '../../main/reviews/review-names.ts'

/**
 * `change-reviews.ts DIR change ENTRIES` assigns so many entries to one person after another, without end;
 * `change-reviews.ts DIR merge PACKAGE` merges a package. Writes `begins` before each, and what it did after it.
 */
const [dir = '', what = '', which = ''] = process.argv.slice(2)
const folder = createFormsFolder({ dir, key: testKey })
const ids = Array.from({ length: Number(which) || 0 }, (_, index) => index + 1)
const handlers = createReviewHandlers({
  folder,
  now: () => new Date(),
  idsOf: async () => ids,
  senderOf: () => '',
  personNotes: { pack: async () => [], join: async () => 0 },
})
const who = 'Ana'

if (what === 'change') {
  const table = entriesTable({ connection_id, form_id: 7, set: '' })
  for (;;) {
    const change = { kind: 'assign', assignee: `pessoa ${crypto.randomUUID()}` } as const
    console.log('begins')
    await handlers['reviews.change']({ table, select: { ids }, change, who })
    console.log(change.assignee)
  }
}
const request = { connection_id, source: { path: which }, passphrase, service, who }
const call = { signal: new AbortController().signal, progress() {} }
const { package: handle } = await handlers['reviews.open_package'](request, call)
console.log('begins')
await handlers['reviews.merge_package']({ connection_id, package: handle, choices: [], in_my_name: false, who }, call)
console.log('merged')
