import { Kbd } from '@mantine/core'
import { Spotlight, type SpotlightActionGroupData, type SpotlightStore } from '@mantine/spotlight'
import { IconBolt, IconCirclesRelation, IconPlugConnected, IconSearch, IconTable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Connection } from '../../preload/contract/connections.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyNames } from '../kernel/shortcuts.ts'
import { type Findable, matchesName } from './search-store.ts'

export interface SearchProps {
  readonly store: SpotlightStore
  readonly commands: readonly { id: string; label: string; keys?: string; run: () => void }[]
  readonly findable: Findable
  readonly connections: readonly Connection[]
  readonly onSheet: (id: string) => void
  readonly onRun: (id: string) => void
  readonly onConnection: (id: string) => void
  readonly onOpen: () => void
}

/** Ctrl K: every action and every sheet, list and connection by its name, whatever the accents. */
export function Search({ store, onOpen, ...sources }: SearchProps) {
  const texts = useMessages().app.search
  const groups = useGroups(sources)
  return (
    <Spotlight
      store={store}
      actions={groups}
      filter={(query, actions) => filterGroups(query, actions as SpotlightActionGroupData[])}
      nothingFound={texts.nothing}
      shortcut={null}
      onSpotlightOpen={onOpen}
      scrollable
      maxHeight={420}
      radius="md"
      transitionProps={{ duration: 80 }}
      searchProps={{
        placeholder: texts.placeholder,
        'aria-label': texts.label,
        leftSection: <IconSearch size={18} aria-hidden="true" />,
      }}
    />
  )
}

function useGroups(sources: Omit<SearchProps, 'store' | 'onOpen'>): SpotlightActionGroupData[] {
  const texts = useMessages().app.search
  const { commands, findable, connections } = sources
  return [
    {
      group: texts.actions,
      actions: commands.map((command) => ({
        id: `command ${command.id}`,
        label: command.label,
        leftSection: <IconBolt size={16} aria-hidden="true" />,
        rightSection: command.keys ? <Keys keys={command.keys} /> : null,
        onClick: command.run,
      })),
    },
    {
      group: texts.sheets,
      actions: findable.sheets.map((sheet) => ({
        id: `sheet ${sheet.id}`,
        label: sheet.name,
        description: sheet.connection_name,
        leftSection: <IconTable size={16} aria-hidden="true" />,
        onClick: () => sources.onSheet(sheet.id),
      })),
    },
    {
      group: texts.runs,
      actions: findable.runs.map((run) => ({
        id: `run ${run.id}`,
        label: run.name,
        description: run.list_name,
        leftSection: <IconCirclesRelation size={16} aria-hidden="true" />,
        onClick: () => sources.onRun(run.id),
      })),
    },
    {
      group: texts.connections,
      actions: connections.map((connection) => ({
        id: `connection ${connection.id}`,
        label: connection.name,
        description: connection.base_url,
        leftSection: <IconPlugConnected size={16} aria-hidden="true" />,
        onClick: () => sources.onConnection(connection.id),
      })),
    },
  ]
}

function Keys({ keys }: { readonly keys: string }): ReactNode {
  return (
    <span className="search-keys">
      {keyNames(keys).map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </span>
  )
}

function filterGroups(query: string, groups: readonly SpotlightActionGroupData[]): SpotlightActionGroupData[] {
  return groups
    .map((group) => ({
      ...group,
      actions: group.actions.filter((action) => matchesName(`${action.label} ${action.description ?? ''}`, query)),
    }))
    .filter((group) => group.actions.length > 0)
}
