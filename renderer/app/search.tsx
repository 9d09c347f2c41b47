import { Combobox, Input, Kbd, useCombobox } from '@mantine/core'
import { IconBolt, IconCirclesRelation, IconForms, IconPlugConnected, IconSearch, IconTable } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { keyNames } from '../kernel/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { takeFocus } from '../ui/take-focus.ts'
import { findEntries, type SearchEntry, type SearchSources } from './search-entries.ts'

export interface SearchProps extends SearchSources {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Ctrl K: every action and every sheet, list and connection by its name, whatever the accents. */
export function Search({ opened, onClose, ...sources }: SearchProps) {
  const texts = useMessages().app.search
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.label} titleHidden size={600}>
      {opened ? <SearchField sources={sources} onClose={onClose} /> : null}
    </Dialog>
  )
}

function SearchField({ sources, onClose }: { readonly sources: SearchSources; readonly onClose: () => void }) {
  const messages = useMessages()
  const texts = messages.app.search
  const [query, setQuery] = useState('')
  const combobox = useCombobox({ opened: true })
  const groups = findEntries(query, sources, messages)
  const entries = groups.flatMap((group) => group.entries)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new query begins again at the first line
  useEffect(() => {
    combobox.selectFirstOption()
  }, [query])

  const run = (id: string) => {
    onClose()
    entries.find((entry) => entry.id === id)?.run()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={run}>
      <div className="search-field">
        <Combobox.EventsTarget>
          <Input
            variant="unstyled"
            size="md"
            ref={takeFocus}
            data-autofocus
            aria-label={texts.label}
            placeholder={texts.placeholder}
            leftSection={<IconSearch size={18} aria-hidden="true" />}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
      </div>
      <Combobox.Options className="search-options" aria-label={texts.label} tabIndex={0}>
        {groups.map((group) => (
          <Combobox.Group key={group.title} label={group.title}>
            {group.entries.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </Combobox.Group>
        ))}
        {entries.length === 0 ? <Combobox.Empty>{texts.nothing}</Combobox.Empty> : null}
      </Combobox.Options>
    </Combobox>
  )
}

function Line({ entry }: { readonly entry: SearchEntry }) {
  return (
    <Combobox.Option value={entry.id} className="search-option">
      <EntryIcon kind={entry.kind} />
      <span className="search-option-name">{entry.name}</span>
      <span className="search-option-note">{entry.note}</span>
      {entry.keys === undefined ? null : (
        <span className="search-keys">
          {keyNames(entry.keys).map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </span>
      )}
    </Combobox.Option>
  )
}

function EntryIcon({ kind }: { readonly kind: SearchEntry['kind'] }) {
  const size = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
  switch (kind) {
    case 'action':
      return <IconBolt {...size} />
    case 'sheet':
      return <IconTable {...size} />
    case 'run':
      return <IconCirclesRelation {...size} />
    case 'form':
      return <IconForms {...size} />
    case 'connection':
      return <IconPlugConnected {...size} />
  }
}
