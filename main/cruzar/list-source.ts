import type { cruzar } from '../../preload/contract/cruzar.ts'
import { entryListColumns } from '../../preload/contract/entries-table.ts'
import type { TableRef } from '../../preload/contract/tables.ts'
import type { ParsedInput } from '../../preload/contract/wire.ts'
import { catalogues, type Messages } from '../../preload/messages/catalogue.ts'
import { nameWithPeriod } from '../../preload/messages/kept-days.ts'
import type { Data } from '../data/calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import { requireEntriesTable } from '../kernel/require-entries-table.ts'
import type { Services } from '../services.ts'

type StageInput = ParsedInput<(typeof cruzar)['cruzar.stage']>
type EntriesInput = Extract<StageInput, { from: 'entries' }>

/** A list as the data process takes it; a text that came without a name has none. */
export interface ListSource {
  readonly name: string
  readonly source: { path: string } | { bytes: Uint8Array } | { run: string }
}

/** Where a list comes from. Throws `file_unreadable` for a ticket that is used up, `not_found` for a run that is gone. */
export async function listSource(from: StageInput, deps: Services): Promise<ListSource> {
  switch (from.from) {
    case 'file': {
      const offer = deps.fileTickets.take(from.ticket)
      if (!offer) throw new AppFailure('file_unreadable')
      return { name: offer.name, source: offer.source }
    }
    case 'text':
      return textSource('', from.text)
    case 'example': {
      const { name, text } = deps.exampleList()
      return textSource(name, text)
    }
    case 'run': {
      const run = await deps.data.ask('runs.read', { id: from.id })
      return { name: run.list_name, source: { run: run.id } }
    }
    case 'entries':
      return entriesSource(from, deps)
  }
}

/** Entries as a list, its headings and its name in the person's language. */
async function entriesSource({ table, select }: EntriesInput, deps: Services): Promise<ListSource> {
  const messages = catalogues[deps.language()]
  const headings = entryListColumns.map((key) => messages.entries.columns[key])
  const { text } = await deps.data.ask('entries.list_text', { table, select, headings })
  return textSource(await entriesName(table, deps.data, messages), text)
}

/** Marks the name of a list of forms that are not kept whole. */
async function entriesName(table: TableRef, data: Data, messages: Messages): Promise<string> {
  const { connection_id, form_id } = requireEntriesTable(table)
  const { allEntries, entriesOf } = messages.cruzar.list
  if (form_id === null) {
    const forms = await data.ask('forms.list', { connection_id })
    return forms.some(({ sync }) => sync.period) ? `${allEntries} (${messages.forms.sync.partial})` : allEntries
  }
  const { body, sync } = await data.ask('forms.read', { connection_id, form_id })
  const name = typeof body.name === 'string' && body.name !== '' ? body.name : String(form_id)
  return nameWithPeriod(entriesOf(name), sync.period, messages)
}

function textSource(name: string, text: string): ListSource {
  return { name, source: { bytes: new TextEncoder().encode(text) } }
}
