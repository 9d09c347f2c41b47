import type { Connection } from '../../preload/contract/connections.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { type Findable, matchesName } from './search-store.ts'

/** One line of Ctrl K. */
export interface SearchEntry {
  readonly id: string
  readonly kind: 'action' | 'sheet' | 'run' | 'form' | 'connection'
  readonly name: string
  /** What tells it from others of the same name. */
  readonly note: string
  readonly keys: string | undefined
  readonly run: () => void
}

export interface SearchGroup {
  readonly title: string
  readonly entries: readonly SearchEntry[]
}

export interface SearchSources {
  readonly commands: readonly { id: string; label: string; keys?: string; run: () => void }[]
  readonly findable: Findable
  readonly connections: readonly Connection[]
  readonly onSheet: (id: string) => void
  readonly onRun: (id: string) => void
  readonly onForm: (form: Form) => void
  readonly onConnection: (id: string) => void
}

/** No list is longer than a person reads; before a word is typed, only the first of each kind stand above the actions. */
const shownOfAKind = { found: 30, unasked: 5 } as const

/** Everything that a name finds, by kind. */
export function findEntries(query: string, sources: SearchSources, messages: Messages): readonly SearchGroup[] {
  const texts = messages.app.search
  const { commands, findable, connections } = sources
  const groups: readonly SearchGroup[] = [
    {
      title: texts.sheets,
      entries: findable.sheets.map((sheet) =>
        entry('sheet', sheet.id, sheet.name, sheet.connection_name, () => sources.onSheet(sheet.id)),
      ),
    },
    {
      title: texts.runs,
      entries: findable.runs.map((run) => entry('run', run.id, run.name, run.list_name, () => sources.onRun(run.id))),
    },
    {
      title: texts.forms,
      entries: findable.forms.map((form) =>
        entry('form', `${form.connection_id} ${form.id}`, form.name, connectionName(form, connections), () =>
          sources.onForm(form),
        ),
      ),
    },
    {
      title: texts.actions,
      entries: commands.map(({ id, label, keys, run }) => entry('action', id, label, '', run, keys)),
    },
    {
      title: texts.connections,
      entries: connections.map((connection) =>
        entry('connection', connection.id, connection.name, connection.base_url, () =>
          sources.onConnection(connection.id),
        ),
      ),
    },
  ]
  const most = (kind: SearchEntry['kind']) =>
    query.trim() === '' && kind !== 'action' ? shownOfAKind.unasked : shownOfAKind.found
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries
        .filter(({ name, note }) => matchesName(`${name} ${note}`, query))
        .filter(({ kind }, index) => index < most(kind)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Which account a form is of. */
function connectionName({ connection_id }: Form, connections: readonly Connection[]): string {
  return connections.find(({ id }) => id === connection_id)?.name ?? ''
}

function entry(
  kind: SearchEntry['kind'],
  id: string,
  name: string,
  note: string,
  run: () => void,
  keys?: string,
): SearchEntry {
  return { id: `${kind} ${id}`, kind, name, note, keys, run }
}
