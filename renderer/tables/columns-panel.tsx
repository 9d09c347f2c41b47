import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useMessages } from '../kernel/messages.ts'
import type { ArrangedColumn } from './columns.ts'
import { foldText } from './fold-text.ts'
import type { TableStore } from './table-store.ts'
import type { TableWords } from './words.ts'

export interface ColumnsPanelProps {
  readonly store: TableStore
  readonly words: TableWords
}

/** Every column by name: show, hide, move. */
export function ColumnsPanel({ store, words }: ColumnsPanelProps) {
  const texts = useMessages().tables.columns
  const hidden = useStore(store, (state) => state.columns.filter((column) => column.hidden).length)
  return (
    <Popover position="bottom-end" width={300} trapFocus transitionProps={{ duration: 80 }}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} aria-hidden="true" />}>
          {joinFacts([texts.button, hidden > 0 ? texts.hiddenCount(hidden) : null])}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.button}>
        <ColumnList store={store} words={words} />
      </Popover.Dropdown>
    </Popover>
  )
}

function ColumnList({ store, words }: ColumnsPanelProps) {
  const texts = useMessages().tables.columns
  const columns = useStore(store, (state) => state.columns)
  const [search, setSearch] = useState('')
  const found = columns.filter((column) => foldText(words.heading(column)).includes(foldText(search)))
  const { showAllColumns, restoreColumns } = store.getState()
  return (
    <>
      <TextInput
        size="xs"
        aria-label={texts.search}
        placeholder={texts.search}
        value={search}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={360} type="auto" my={8} viewportProps={{ tabIndex: -1 }}>
        {found.map((column) => (
          <ColumnLine key={column.key} column={column} heading={words.heading(column)} store={store} />
        ))}
        {found.length === 0 ? (
          <Text size="sm" c="dimmed" py={8}>
            {texts.none}
          </Text>
        ) : null}
      </ScrollArea.Autosize>
      <Group justify="space-between">
        <Button variant="subtle" size="compact-xs" onClick={showAllColumns}>
          {texts.showAll}
        </Button>
        <Button variant="subtle" size="compact-xs" onClick={restoreColumns}>
          {texts.restore}
        </Button>
      </Group>
    </>
  )
}

interface ColumnLineProps {
  readonly column: ArrangedColumn
  readonly heading: string
  readonly store: TableStore
}

function ColumnLine({ column, heading, store }: ColumnLineProps) {
  const texts = useMessages().tables.columns
  const { arrange, move } = store.getState()
  return (
    <div className="table-column-line">
      <Checkbox
        size="xs"
        label={heading}
        aria-label={texts.show(heading)}
        checked={!column.hidden}
        onChange={(event) => arrange(column.key, { hidden: !event.currentTarget.checked })}
      />
      <ActionIcon size="sm" aria-label={texts.moveUp(heading)} onClick={() => move(column.key, -1)}>
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon size="sm" aria-label={texts.moveDown(heading)} onClick={() => move(column.key, 1)}>
        <IconArrowDown size={14} />
      </ActionIcon>
    </div>
  )
}
