import type { Command } from 'commander'
import type { TableRef } from '../../preload/contract/table-queries.ts'
import type { SavedView } from '../../preload/contract/views.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { entriesTable } from '../../preload/values/entries-table.ts'
import { withinColumns } from '../../preload/values/within-columns.ts'
import { querySentences } from '../tables/query-sentences.ts'
import { connectionOf } from './connections.ts'
import { formOfHere } from './entries.ts'
import { runNamed } from './runs.ts'
import type { CommandDeps, Session } from './session.ts'
import { sheetNamed } from './sheets.ts'
import { everyColumn } from './table-options.ts'

export function addViewsCommand(program: Command, { messages, start }: CommandDeps): void {
  program.command('views <table>').description(messages.cli.tables.command).action(start(listViews))
}

/** Lists the views of a table's kind and account, with what each filters. */
async function listViews(session: Session, name: string): Promise<number> {
  const { ask, messages, print } = session
  const table = await tableNamed(session, name)
  const columns = everyColumn(await ask('tables.shape', { table, query: {} }))
  const sentences = ({ query, grouping }: SavedView): string[] => {
    const within = withinColumns({ ...emptyQuery, ...query }, columns)
    const { sort: _, ...rows } = within
    const queried = grouping ? { ...table, grouping: { ...grouping, query: rows } } : table
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const { search } = within
    return [
      ...(search === '' ? [] : [messages.tables.views.change.search(search)]),
      ...querySentences({ table: queried, all: columns, ofRows: columns }, grouping ? emptyQuery : within, {
        messages,
        zone,
        language: session.language,
      }),
    ]
  }
  const views = (await ask('views.list', { of: table })).map((view) => ({ ...view, sentences: sentences(view) }))
  const lines = views.map((view) =>
    joinFacts([view.name, view.is_default ? messages.tables.views.isDefault : null, ...view.sentences]),
  )
  print.result({ views }, lines.length > 0 ? lines : [messages.cli.tables.noViews])
  return 0
}

/** A sheet by its name, a run as `run:NAME`, a form as `form:NAME`. Throws a sentence when there is none. */
async function tableNamed(session: Session, name: string): Promise<TableRef> {
  const [, kind, rest = ''] = /^(run|form):(.+)$/s.exec(name) ?? []
  if (kind === 'run') return { kind, id: (await runNamed(session, rest)).id }
  if (kind !== 'form') return { kind: 'sheet', id: (await sheetNamed(session, name)).id }
  const { id: connection_id } = await connectionOf(session, undefined, 'forms')
  const { id: form_id } = await formOfHere(session, connection_id, rest)
  return entriesTable({ connection_id, form_id, set: '' })
}
