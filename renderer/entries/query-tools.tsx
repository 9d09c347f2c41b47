import { Button, Menu, Popover, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowsSort, IconFilterPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { TableQuery } from '../../preload/contract/tables.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { type ColumnPlace, ColumnPopover } from '../tables/column-menus.tsx'
import { narrows, sortOf } from '../tables/query.ts'
import { SavedFilterMenu } from '../tables/saved-filter-menu.tsx'
import type { ArrangedColumn } from '../tables/table-state.ts'
import { foldText, type TableWords } from '../tables/words.ts'
import { takeFocus } from '../ui/take-focus.ts'
import type { EntriesStore } from './entries-state.ts'
import { builtInFilters, builtInQuery, fitsTable, withOrder } from './entry-columns.ts'

export interface QueryToolsProps {
  readonly store: EntriesStore
  readonly words: TableWords
  readonly onSave: () => void
}

/** Saved filters, and a filter on any column. */
export function QueryTools({ store, words, onSave }: QueryToolsProps) {
  return (
    <>
      <SavedFilters store={store} onSave={onSave} />
      <AddFilter store={store} words={words} />
    </>
  )
}

function SavedFilters({ store, onSave }: Omit<QueryToolsProps, 'words'>) {
  const texts = useMessages().entries.filters
  const { rows, saved, table } = store.getState()
  const filters = readyValue(useStore(saved, (state) => state.filters)) ?? []
  const columns = useStore(rows, (state) => state.columns)
  const query = useStore(rows, (state) => state.query)
  const keys = columns.map(({ key }) => key)
  const apply = (query: TableQuery) => void rows.getState().apply(query)
  return (
    <SavedFilterMenu
      store={saved}
      filters={filters.filter((filter) => fitsTable(filter, table.form_id, keys))}
      builtIn={builtInFilters.map((name) => ({ label: texts.names[name], run: () => apply(builtInQuery(name)) }))}
      texts={texts}
      position="bottom-start"
      canSave={narrows(query) || query.sort.length > 0}
      onApply={(filter) => apply(filter.query)}
      onSave={onSave}
    >
      <Menu.Item disabled={!narrows(query)} onClick={() => void rows.getState().clearFilters()}>
        {texts.clear}
      </Menu.Item>
    </SavedFilterMenu>
  )
}

function AddFilter({ store, words }: Omit<QueryToolsProps, 'onSave'>) {
  const texts = useMessages().entries.filters
  const { rows } = store.getState()
  const columns = useStore(rows, (state) => state.columns)
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState<ColumnPlace | null>(null)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  return (
    <>
      <Popover opened={open} onChange={setOpen} position="bottom-start" width={280} trapFocus returnFocus>
        <Popover.Target>
          <Button
            ref={setButton}
            variant="default"
            leftSection={<IconFilterPlus size={14} aria-hidden="true" />}
            onClick={() => setOpen(!open)}
          >
            {texts.add}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.add}>
          <ColumnPicker
            columns={columns}
            words={words}
            onPick={(column) => {
              setOpen(false)
              if (button) setPlace({ column, part: 'filter', anchor: button.getBoundingClientRect() })
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {place ? (
        <ColumnPopover
          key={place.column}
          store={rows}
          words={words}
          place={place}
          onPart={() => undefined}
          onFit={() => undefined}
          onClose={() => {
            setPlace(null)
            button?.focus()
          }}
        />
      ) : null}
    </>
  )
}

/** The order of the list, by any column. Picking the same column again turns it round. */
export function SortPicker({ store, words }: Omit<QueryToolsProps, 'onSave'>) {
  const texts = useMessages().entries.sort
  const { rows } = store.getState()
  const columns = useStore(rows, (state) => state.columns)
  const query = withOrder(useStore(rows, (state) => state.query))
  const [open, setOpen] = useState(false)
  const [first] = query.sort
  const column = columns.find(({ key }) => key === first?.column)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className="entries-sort"
          leftSection={<IconArrowsSort size={14} aria-hidden="true" />}
          title={texts.label}
          onClick={() => setOpen(!open)}
        >
          {column && first ? texts.button(words.heading(column), first.descending) : texts.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.label}>
        <ColumnPicker
          columns={columns}
          words={words}
          sign={({ key }) => {
            const sort = sortOf(query, key)
            return sort ? texts.direction(sort.descending) : ''
          }}
          onPick={(key) => {
            const turned = first?.column === key ? !first.descending : false
            void rows.getState().sort(key, turned ? 'descending' : 'ascending', false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface ColumnPickerProps {
  readonly columns: readonly ArrangedColumn[]
  readonly words: TableWords
  /** What stands beside a column, such as the sign of its order. */
  readonly sign?: (column: ArrangedColumn) => string
  readonly onPick: (column: string) => void
}

/** Every column by name: answers, metadata, the review, the lead. Typing narrows, Enter takes the first. */
function ColumnPicker({ columns, words, sign, onPick }: ColumnPickerProps) {
  const texts = useMessages().entries
  const [search, setSearch] = useState('')
  const found = columns.filter((column) => foldText(words.heading(column)).includes(foldText(search)))
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = found
    if (event.key !== 'Enter' || !first) return
    event.preventDefault()
    onPick(first.key)
  }
  return (
    <>
      <TextInput
        size="xs"
        aria-label={texts.columnSearch}
        placeholder={texts.columnSearch}
        value={search}
        ref={takeFocus}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ScrollArea.Autosize mah={320} type="auto" mt={8} viewportProps={{ tabIndex: -1 }}>
        {found.map((column) => (
          <UnstyledButton key={column.key} className="entries-column row" onClick={() => onPick(column.key)}>
            <span>{words.heading(column)}</span>
            {sign ? <span className="dim">{sign(column)}</span> : null}
          </UnstyledButton>
        ))}
        {found.length === 0 ? (
          <Text size="sm" c="dimmed" py={8}>
            {texts.noColumn}
          </Text>
        ) : null}
      </ScrollArea.Autosize>
    </>
  )
}
