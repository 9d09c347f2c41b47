import { openEncryptedFile } from '../../../main/data/store/encrypted-file.ts'
import { approvals, entryPages, type ReviewTimes } from '../entry-pages.ts'
import { fileKey, readInput, report } from './input.ts'

/** The steps of a review over plain rows: what a first version of such a program would do. */
const { path } = readInput<{ path: string }>()
const schema = [
  `create table entries (id integer primary key, created_at text, body text, state text not null default 'nova');
  create index entries_by_date on entries (created_at); create index entries_by_state on entries (state);`,
]
const database = openEncryptedFile({ path, key: fileKey, schema })
let last = performance.now()
const lap = () => {
  const before = last
  last = performance.now()
  return (last - before) / 1000
}

const insert = database.prepare('insert or replace into entries (id, created_at, body) values (?, ?, ?)')
const storePage = database.transaction((body: string) => {
  // Written by `entryPages`.
  const { data } = JSON.parse(body) as { data: { id: number; created_at: string }[] }
  for (const entry of data) insert.run(entry.id, entry.created_at, JSON.stringify(entry))
})
for (const body of entryPages()) storePage(body)
const stored = lap()

const newest = database.prepare<[], { id: number; body: string }>(
  'select id, body from entries order by created_at desc limit 50',
)
const counts = database.prepare('select state, count(*) from entries group by state')
for (const { body } of newest.all()) JSON.parse(body)
counts.all()
const opened = lap()

const ids = database.prepare<[], number>('select id from entries order by created_at desc').pluck().all()
const approve = database.prepare(`update entries set state = 'aprovada' where id = ?`)
const read = database.prepare<[number], string>('select body from entries where id = ?').pluck()
const singles: number[] = []
for (let index = 0; index < approvals; index++) {
  lap()
  approve.run(ids[index])
  JSON.parse(read.get(ids[index + 1] ?? 0) ?? '{}')
  counts.all()
  singles.push(lap())
}
database.exec(`update entries set state = 'aprovada' where state <> 'aprovada'`)
const bulk = lap()
database.close()
report({ stored, opened, singles, bulk } satisfies ReviewTimes)
