import { entriesTable } from '../../preload/contract/entries-table.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { everything } from './figures-store.ts'
import type { RequestedEntries } from './sets-store.ts'
import type { Sources } from './sources-store.ts'

/** Entries that a second review can be asked for, with the words of the choice. */
export interface RequestChoice {
  readonly key: string
  readonly label: string
  readonly filter: boolean
  readonly entries: RequestedEntries
}

/** What can be asked for: all entries of a form, of all forms, or those of a saved filter. */
export function requestChoices(
  connection: string,
  { forms, filters }: Sources,
  messages: Messages,
): readonly RequestChoice[] {
  const texts = messages.reviews.blind
  const tableOf = (form_id: number | null) => entriesTable({ connection_id: connection, form_id, set: '' })
  const all = {
    key: 'all',
    label: texts.ofAll,
    filter: false,
    entries: { table: tableOf(null), select: { query: everything } },
  }
  return [
    ...forms.map(({ id, name }) => ({
      key: `form ${id}`,
      label: texts.ofForm(name),
      filter: false,
      entries: { table: tableOf(id), select: { query: everything } },
    })),
    ...(forms.length > 1 ? [all] : []),
    ...filters.map(({ id, name, form_id, query }) => ({
      key: `filter ${id}`,
      label: name,
      filter: true,
      entries: { table: tableOf(form_id), select: { query } },
    })),
  ]
}
