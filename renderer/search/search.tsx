import { Combobox, Input, Kbd, useCombobox } from '@mantine/core'
import {
  type Icon,
  IconBolt,
  IconBookmark,
  IconCirclesRelation,
  IconColumns3,
  IconDatabase,
  IconForms,
  IconHistory,
  IconMessages,
  IconPlugConnected,
  IconPointer,
  IconSearch,
  IconTable,
  IconUser,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { type Command, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { ScreenEntry } from '../kernel/screen-entries.ts'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import { nothingFindable } from './feature.ts'
import { findEntries, type SearchEntry, type SearchKind, type SearchSources } from './search-entries.ts'

export interface SearchProps {
  readonly onClose: () => void
  readonly commands: readonly Command[]
  readonly screenEntries: () => readonly ScreenEntry[]
}

/** Ctrl K: the commands of the screen and the app, and everything stored here by its name, with or without accents. */
export function Search(props: SearchProps) {
  const texts = useMessages().app.search
  return (
    <Dialog onClose={props.onClose} title={texts.label} titleHidden size={640}>
      <SearchField {...props} />
    </Dialog>
  )
}

function SearchField({ commands, screenEntries, onClose }: SearchProps) {
  const { findable, recent, load, people, findPeople, remember } = useStore(useFeature('search'))
  const { showPerson } = useFeature('sheets')
  const { go } = useNavigation()
  useEffect(() => {
    void load()
    // No name of a person is kept.
    return () => findPeople('')
  }, [load, findPeople])
  const messages = useMessages()
  const texts = messages.app.search
  const [query, setQuery] = useState('')
  const combobox = useCombobox({ opened: true })
  const format = useFormat()
  const named = (readyValue(people) ?? []).map((person) => ({
    ...person,
    phone: person.phone && format.phone(person.phone),
  }))
  const sources: SearchSources = {
    commands,
    screen: screenEntries(),
    findable: readyValue(findable) ?? nothingFindable,
    connections: useFeature('connections').useList(),
    recent,
    go,
    onPerson: (person) => void showPerson(person),
  }
  const type = (text: string) => {
    setQuery(text)
    findPeople(text)
  }
  const groups = findEntries(query, named, sources, messages)
  const entries = groups.flatMap((group) => group.entries)
  const isEmpty = entries.length === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new query begins again at the first line, and so do the first people where there was nothing
  useEffect(() => {
    combobox.selectFirstOption()
  }, [query, isEmpty])

  const run = (id: string) => {
    const chosen = entries.find((entry) => entry.id === id)
    onClose()
    if (!chosen) return
    const isOfScreen = ['screen', 'column', 'view'].includes(chosen.kind)
    // Items of a screen do not exist after it, and a person's name is not stored.
    if (!isOfScreen && chosen.kind !== 'person') remember(chosen.id)
    // Its target takes the focus after this dialog has returned it.
    if (isOfScreen) setTimeout(chosen.run, focusReturnedMs)
    else chosen.run()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={run}>
      <div className="pad-8-12 line-below">
        <Combobox.EventsTarget>
          <Input
            variant="unstyled"
            size="md"
            ref={takeFocus}
            data-autofocus
            autoComplete="off"
            aria-label={texts.label}
            placeholder={texts.placeholder}
            leftSection={<IconSearch size={18} aria-hidden="true" />}
            value={query}
            onChange={(event) => type(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
      </div>
      <Combobox.Options className="search-options" aria-label={texts.label} tabIndex={0}>
        {groups.map((group) => (
          <Combobox.Group key={group.kind} label={group.title}>
            {group.entries.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </Combobox.Group>
        ))}
        {isEmpty && people.status !== 'loading' ? (
          <Combobox.Empty className="search-empty stack">
            <strong>{texts.nothing}</strong>
            <span>{texts.nothingHint}</span>
          </Combobox.Empty>
        ) : null}
      </Combobox.Options>
    </Combobox>
  )
}

/** Mantine returns the focus 10 ms after a dialog was closed. */
const focusReturnedMs = 20

function Line({ entry }: { readonly entry: SearchEntry }) {
  const EntryIcon = icons[entry.kind]
  return (
    <Combobox.Option value={entry.id} className="search-option row" disabled={entry.disabled}>
      <EntryIcon size={16} stroke={1.75} aria-hidden="true" />
      <span className="cut">{entry.name}</span>
      <span className="grow to-right cut note">{entry.note}</span>
      {entry.keys.length === 0 ? null : (
        <span className="search-keys">
          {entry.keys.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </span>
      )}
    </Combobox.Option>
  )
}

const icons: Readonly<Record<SearchKind, Icon>> = {
  recent: IconHistory,
  screen: IconPointer,
  column: IconColumns3,
  view: IconBookmark,
  sheet: IconTable,
  run: IconCirclesRelation,
  set: IconMessages,
  dataset: IconDatabase,
  form: IconForms,
  action: IconBolt,
  connection: IconPlugConnected,
  person: IconUser,
}
