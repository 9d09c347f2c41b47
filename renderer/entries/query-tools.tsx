import { Button, Popover, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconArrowsSort, IconFilterPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { foldText } from '../../preload/values/text.ts'
import { useMessages } from '../kernel/messages.ts'
import { ColumnPopover } from '../tables/column-menus.tsx'
import { ConditionsDialog } from '../tables/conditions.tsx'
import { sortOf } from '../tables/query.ts'
import { FilterChips, SearchBox } from '../tables/query-bar.tsx'
import { TableContext } from '../tables/table-context.ts'
import type { ArrangedColumn } from '../tables/table-state.ts'
import { TableViewTabs, ViewMenu } from '../tables/view-menu.tsx'
import type { BuiltInView } from '../tables/view-tabs.tsx'
import { takeFocus } from '../ui/dialog.tsx'
import { builtInFilters, withOrder } from './entry-table.ts'
import { useEntryWords, useReview, useRows } from './review.ts'

export function InboxTools() {
  const texts = useMessages().entries
  const { store, search, toList } = useReview()
  const words = useEntryWords()
  const { rows } = store.getState()
  const table = useMemo(() => ({ store: rows, words }), [rows, words])
  const builtIn = useBuiltInViews()
  const [filter, setFilter] = useState<OpenFilter | null>(null)
  const [isConditioning, setIsConditioning] = useState(false)
  return (
    <TableContext value={table}>
      <TableViewTabs />
      <div className="table-tools bar entries-tools">
        <SearchBox field={search} placeholder={texts.search} onLeave={toList} />
        <AddFilter />
        <FilterChips
          onChange={(column, button) => setFilter({ column, button })}
          onConditions={() => setIsConditioning(true)}
        />
        <SortPicker />
        <ViewMenu builtIn={builtIn} />
        {isConditioning ? <ConditionsDialog onClose={() => setIsConditioning(false)} /> : null}
        {filter ? <FilterPopover {...filter} onClose={() => setFilter(null)} /> : null}
      </div>
    </TableContext>
  )
}

/** Senders whom nobody attended, possible spam, and duplicates; a blind review shows what it decides alone. */
export function useBuiltInViews(): readonly BuiltInView[] {
  const { names } = useMessages().entries.filters
  const { rows, table } = useReview().store.getState()
  if (table.set !== '') return []
  return builtInFilters.map(([name, filter]) => ({
    label: names[name],
    run() {
      rows.setState({ savedView: null })
      void rows.getState().apply({ ...emptyQuery, filters: [filter] })
    },
  }))
}

interface OpenFilter {
  readonly column: string
  readonly button: HTMLElement
}

function FilterPopover({ column, button, onClose }: OpenFilter & { readonly onClose: () => void }) {
  const [anchor] = useState(() => button.getBoundingClientRect())
  return (
    <ColumnPopover
      key={column}
      place={{ column, part: 'filter', anchor }}
      onPart={() => undefined}
      onFit={() => undefined}
      onClose={onClose}
    />
  )
}

/** A filter on any column. It needs a table's context. */
export function AddFilter() {
  const texts = useMessages().entries.filters
  const [open, setOpen] = useState(false)
  const [filter, setFilter] = useState<OpenFilter | null>(null)
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
            onPick={(column) => {
              setOpen(false)
              if (button) setFilter({ column, button })
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {filter ? (
        <FilterPopover
          {...filter}
          onClose={() => {
            setFilter(null)
            button?.focus()
          }}
        />
      ) : null}
    </>
  )
}

/** The order of the list, by any column. Picking the same column again reverses it. */
function SortPicker() {
  const texts = useMessages().entries.sort
  const { rows } = useReview().store.getState()
  const words = useEntryWords()
  const columns = useRows((state) => state.columns)
  const query = withOrder(useRows((state) => state.query))
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
  /** A sign beside a column, such as that of its order. */
  readonly sign?: (column: ArrangedColumn) => string
  readonly onPick: (column: string) => void
}

/** Every column by name: answers, metadata, the review, the lead. Typing narrows the list, Enter takes the first. */
function ColumnPicker({ sign, onPick }: ColumnPickerProps) {
  const { tables } = useMessages()
  const words = useEntryWords()
  const columns = useRows((state) => state.columns)
  const [search, setSearch] = useState('')
  const matches = columns.filter((column) => foldText(words.heading(column)).includes(foldText(search)))
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = matches
    if (event.key !== 'Enter' || !first) return
    event.preventDefault()
    onPick(first.key)
  }
  return (
    <>
      <TextInput
        size="xs"
        aria-label={tables.columns.search}
        placeholder={tables.columns.search}
        value={search}
        ref={takeFocus}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ScrollArea.Autosize mah={320} type="auto" mt={8} viewportProps={{ tabIndex: -1 }}>
        {matches.map((column) => (
          <UnstyledButton key={column.key} className="entries-column row" onClick={() => onPick(column.key)}>
            <span>{words.heading(column)}</span>
            {sign ? <span className="dim">{sign(column)}</span> : null}
          </UnstyledButton>
        ))}
        {matches.length === 0 ? (
          <Text size="sm" c="dimmed" py={8}>
            {tables.columns.none}
          </Text>
        ) : null}
      </ScrollArea.Autosize>
    </>
  )
}
