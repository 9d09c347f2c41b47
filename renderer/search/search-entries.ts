import type { Connection } from '../../preload/contract/connections.ts'
import type { KeptPerson } from '../../preload/contract/contacts.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { foldText } from '../../preload/values/text.ts'
import type { Place } from '../kernel/navigation.ts'
import type { ScreenEntry } from '../kernel/screen-entries.ts'
import { keyNames } from '../kernel/shortcuts.ts'
import type { Findable } from './feature.ts'

export type SearchKind =
  | 'recent'
  | 'screen'
  | 'column'
  | 'view'
  | 'sheet'
  | 'run'
  | 'set'
  | 'dataset'
  | 'form'
  | 'action'
  | 'connection'
  | 'person'

/** One line of Ctrl K. */
export interface SearchEntry {
  readonly id: string
  readonly kind: SearchKind
  readonly name: string
  /** Distinguishes it from others of the same name. */
  readonly note: string
  /** As they are written on the keyboard. */
  readonly keys: readonly string[]
  readonly disabled: boolean
  readonly run: () => void
}

export interface SearchGroup {
  readonly kind: SearchKind
  readonly title: string
  readonly entries: readonly SearchEntry[]
}

export interface SearchSources {
  readonly screen: readonly ScreenEntry[]
  readonly commands: readonly { id: string; label: string; keys?: string; run: () => void }[]
  readonly findable: Findable
  readonly connections: readonly Connection[]
  /** Entries that were chosen last, by id. */
  readonly recent: readonly string[]
  readonly go: (place: Place) => void
  readonly onPerson: (person: KeptPerson) => void
}

/**
 * The most entries of a group that a person would read. Without a query only the first of each kind are above the
 * actions.
 */
const shown = { found: 8, unasked: 3, actions: 40 } as const

/**
 * Everything that a query finds, by kind: the best first in each group, and the groups by their best entry. Without a
 * query the last chosen entries are first. `people` were found elsewhere for this query, and keep their order.
 */
export function findEntries(
  query: string,
  people: readonly KeptPerson[],
  sources: SearchSources,
  messages: Messages,
): readonly SearchGroup[] {
  const groups = groupsOf(sources, messages)
  if (query.trim() === '') {
    const all = groups.flatMap(({ entries }) => entries)
    const recent = sources.recent.flatMap((id) => all.find((one) => one.id === id) ?? [])
    // A table has more columns than anybody would choose from without a query.
    const rest = groups
      .filter(({ kind }) => kind !== 'column')
      .map((group) => ({
        ...group,
        entries: group.entries
          .filter(({ id }) => !sources.recent.includes(id))
          .slice(0, group.kind === 'action' ? shown.actions : shown.unasked),
      }))
    const first: SearchGroup = { kind: 'recent', title: messages.app.search.recent, entries: recent }
    return [first, ...rest].filter(({ entries }) => entries.length > 0)
  }
  const ranked = groups.map((group) => rankGroup(group, query))
  const persons: SearchGroup = {
    kind: 'person',
    title: messages.app.search.people,
    entries: people.map((person) => personEntry(person, sources, messages)),
  }
  return [...ranked.toSorted((one, other) => one.best - other.best).map(({ group }) => group), persons].filter(
    ({ entries }) => entries.length > 0,
  )
}

function rankGroup(group: SearchGroup, query: string) {
  const ranked = group.entries.flatMap((one) => {
    const rank = rankOf(query, one.name, one.note)
    return rank === null ? [] : [{ one, rank }]
  })
  // A column and its actions stay together: the sort is stable.
  ranked.sort((one, other) => one.rank - other.rank)
  const entries = ranked.slice(0, shown.found).map(({ one }) => one)
  return { group: { ...group, entries }, best: ranked[0]?.rank ?? Number.POSITIVE_INFINITY }
}

function groupsOf(
  sources: SearchSources,
  { app: { search: texts }, common, sheets, tables, connections: connectionTexts }: Messages,
): readonly SearchGroup[] {
  const { screen, commands, findable, connections, go } = sources
  const nameOf = (id: string) => connections.find((each) => each.id === id)?.name ?? ''
  const goTo = (place: Place) => () => go(place)
  // A button that does the same as a command of the app is offered as the command, with its key.
  const isCommand = ({ label }: ScreenEntry) => commands.some((command) => command.label === label)
  const ofScreen = (kind: ScreenEntry['kind'], as: SearchKind) =>
    withoutRepeats(
      screen
        .filter((one) => one.kind === kind && !isCommand(one))
        .map(({ label, note = '', shortcut, disabled, run }) => ({
          ...entry(as, `${label} ${note}`, label, joinFacts([note, disabled || null]), run),
          keys: shortcut === undefined ? [] : shortcut.split(' '),
          disabled: Boolean(disabled),
        })),
    )
  return [
    { kind: 'screen', title: texts.screen, entries: ofScreen('action', 'screen') },
    { kind: 'view', title: tables.views.list, entries: ofScreen('view', 'view') },
    { kind: 'column', title: texts.columns, entries: ofScreen('column', 'column') },
    {
      kind: 'sheet',
      title: sheets.title,
      entries: findable.sheets.map(({ id, name, connection_name }) =>
        entry('sheet', id, name, connection_name, goTo({ screen: 'sheet', id })),
      ),
    },
    {
      kind: 'run',
      title: texts.runs,
      entries: findable.runs.map(({ id, name, list_name }) =>
        entry('run', id, name, list_name, goTo({ screen: 'run', id })),
      ),
    },
    {
      kind: 'set',
      title: texts.sets,
      entries: findable.sets.map(({ id, name, connection_id: connection }) =>
        entry('set', id, name, nameOf(connection), goTo({ screen: 'conversation-set', connection, id })),
      ),
    },
    {
      kind: 'dataset',
      title: texts.datasets,
      entries: findable.datasets.map(({ id, name, connection_id: connection }) =>
        entry('dataset', id, name, nameOf(connection), goTo({ screen: 'dataset', connection, id })),
      ),
    },
    {
      kind: 'form',
      title: texts.forms,
      entries: findable.forms.map(({ id, name, connection_id: connection }) =>
        entry('form', `${connection} ${id}`, name, nameOf(connection), goTo({ screen: 'form', connection, id })),
      ),
    },
    {
      kind: 'action',
      title: common.fields.actions,
      entries: commands.map(({ id, label, keys, run }) => ({
        ...entry('action', id, label, '', run),
        keys: keys === undefined ? [] : keyNames(keys),
      })),
    },
    {
      kind: 'connection',
      title: connectionTexts.title,
      entries: connections.map(({ id, name, base_url }) =>
        entry('connection', id, name, base_url, goTo({ screen: 'connections' })),
      ),
    },
  ]
}

function personEntry(person: KeptPerson, { onPerson }: SearchSources, { common }: Messages): SearchEntry {
  const { sheet_id, sheet_name, row, name, phone } = person
  const note = joinFacts([name === null ? null : phone, sheet_name])
  return entry('person', `${sheet_id} ${row}`, name ?? phone ?? common.noName, note, () => onPerson(person))
}

function entry(kind: SearchKind, id: string, name: string, note: string, run: () => void): SearchEntry {
  return { id: `${kind} ${id}`, kind, name, note, keys: [], disabled: false, run }
}

/** A shortcut with the name of a button is that button's key. */
function withoutRepeats(entries: readonly SearchEntry[]): readonly SearchEntry[] {
  const once = new Map<string, SearchEntry>()
  for (const one of entries) {
    const previous = once.get(one.id)
    once.set(one.id, previous ? { ...previous, keys: previous.keys.length > 0 ? previous.keys : one.keys } : one)
  }
  return [...once.values()]
}

/**
 * How well a query finds a name. 0: it is the name. 1: the name starts with it. 2: each of its words starts a word of
 * the name. 3: each is within the name. 4: some of its words are in the note. Null where one of them is nowhere.
 */
export function rankOf(query: string, name: string, note = ''): number | null {
  const term = foldText(query).trim()
  const text = foldText(name).trim()
  if (term === '' || term === text) return 0
  if (text.startsWith(term)) return 1
  const words = term.split(/\s+/)
  const starts = text.split(/[^\p{L}\p{N}]+/u)
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 2
  if (words.every((word) => text.includes(word))) return 3
  const all = `${text} ${foldText(note)}`
  return words.every((word) => all.includes(word)) ? 4 : null
}
