import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Menu,
  Popover,
  type PopoverProps,
  ScrollArea,
  Text,
  TextInput,
} from '@mantine/core'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowNarrowDown,
  IconArrowNarrowUp,
  IconArrowRight,
  IconArrowsHorizontal,
  IconArrowUp,
  IconChartBar,
  IconColumns3,
  IconCopy,
  IconEyeOff,
  IconFilter,
  IconFilterOff,
  IconPin,
  IconPinnedOff,
  IconStack2,
  IconX,
} from '@tabler/icons-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { foldText } from '../../preload/values/text.ts'
import { useMessages } from '../kernel/messages.ts'
import { hiddenCount, isCollapsed } from './columns.ts'
import { copyColumn } from './copy.tsx'
import { FilterForm } from './filter-form.tsx'
import { groupsBy } from './groups.ts'
import { filterOf, sortOf } from './query.ts'
import { useTable, useTableState } from './table-context.ts'
import type { ArrangedColumn } from './table-state.ts'

/** The menu or the filter of a column, beside the element that opened it. */
export interface ColumnPlace {
  readonly column: string
  readonly part: 'menu' | 'filter'
  readonly anchor: DOMRect
  /** If the focus was on a cell, the position of the row that it returns to. */
  readonly row?: number | undefined
}

export interface ColumnPopoverProps {
  readonly place: ColumnPlace
  readonly onPart: (part: 'menu' | 'filter') => void
  /** Makes columns as wide as their visible cells. */
  readonly onFit: (columns: readonly string[]) => void
  readonly onClose: () => void
}

/** The menu of a column: sort, filter, move, pin, hide. */
export function ColumnPopover(props: ColumnPopoverProps) {
  const { place } = props
  const column = useTableState((state) => state.columns.find((each) => each.key === place.column))
  if (!column) return null
  return place.part === 'menu' ? (
    <ColumnMenu {...props} column={column} />
  ) : (
    <ColumnFilterPopover {...props} column={column} />
  )
}

interface PartProps extends ColumnPopoverProps {
  readonly column: ArrangedColumn
}

/** The style of the popover's target, which lies exactly over the pressed heading or chip. */
function anchorStyle({ left, top, width, height }: DOMRect): CSSProperties {
  return { position: 'fixed', left, top, width, height, opacity: 0, pointerEvents: 'none' }
}

/** Opens after mounting, since Mantine measures the target and moves the focus only on opening. */
function useOpened() {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  return opened
}

function ColumnFilterPopover({ place, column, onClose }: PartProps) {
  const opened = useOpened()
  return (
    <Popover
      opened={opened}
      onDismiss={onClose}
      trapFocus
      width={320}
      position="bottom-start"
      withRoles={false}
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <span style={anchorStyle(place.anchor)} />
      </Popover.Target>
      <Popover.Dropdown
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
      >
        <FilterForm column={column} onDone={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}

function ColumnMenu({ place, column, onPart, onFit, onClose }: PartProps) {
  const { store, words } = useTable()
  const messages = useMessages()
  const texts = messages.tables.menu
  const opened = useOpened()
  const { query, columns, sort, filter, arrange, move, summarize, table, group } = useTableState((state) => state)
  const sorted = sortOf(query, column.key)
  const filtered = filterOf(query, column.key) !== null
  const several = query.sort.some((each) => each.column !== column.key)
  const by = (direction: 'ascending' | 'descending' | null, added: boolean) => () =>
    void sort(column.key, direction, added)
  return (
    <Menu
      opened={opened}
      onClose={onClose}
      position="bottom-start"
      width={240}
      returnFocus={false}
      transitionProps={{ duration: 80 }}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={messages.tables.heading.menu(words.heading(column))}
          style={anchorStyle(place.anchor)}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowNarrowUp size={16} />} onClick={by('ascending', false)}>
          {texts.ascending}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowNarrowDown size={16} />} onClick={by('descending', false)}>
          {texts.descending}
        </Menu.Item>
        {several ? (
          <>
            <Menu.Item leftSection={<IconArrowNarrowUp size={16} />} onClick={by('ascending', true)}>
              {texts.addAscending}
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowNarrowDown size={16} />} onClick={by('descending', true)}>
              {texts.addDescending}
            </Menu.Item>
          </>
        ) : null}
        {sorted ? (
          <Menu.Item leftSection={<IconX size={16} />} onClick={by(null, true)}>
            {texts.unsort}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item leftSection={<IconFilter size={16} />} closeMenuOnClick={false} onClick={() => onPart('filter')}>
          {filtered ? texts.changeFilter : texts.filter}
        </Menu.Item>
        {filtered ? (
          <Menu.Item leftSection={<IconFilterOff size={16} />} onClick={() => void filter(column.key, null)}>
            {texts.unfilter}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        {table.grouping ? null : (
          <Menu.Item leftSection={<IconStack2 size={16} />} onClick={() => group(groupsBy(column))}>
            {texts.group}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconChartBar size={16} />} onClick={() => summarize(column.key)}>
          {texts.summary}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copyColumn(store, column.key)}>
          {texts.copy}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconArrowLeft size={16} />} onClick={() => move(column.key, -1)}>
          {texts.moveLeft}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowRight size={16} />} onClick={() => move(column.key, 1)}>
          {texts.moveRight}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsHorizontal size={16} />} onClick={() => onFit([column.key])}>
          {texts.fit}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowsHorizontal size={16} />}
          onClick={() => onFit(columns.filter(({ hidden }) => !hidden).map(({ key }) => key))}
        >
          {texts.fitAll}
        </Menu.Item>
        <Menu.Item
          leftSection={column.pinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
          onClick={() => arrange(column.key, { pinned: column.pinned ? null : 'left' })}
        >
          {column.pinned ? texts.unpin : texts.pin}
        </Menu.Item>
        <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={() => arrange(column.key, { hidden: true })}>
          {texts.hide}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Sets the available height as a CSS variable of the floating element. */
const fitting: NonNullable<PopoverProps['middlewares']> = {
  size: {
    apply: ({ availableHeight, elements }) => elements.floating.style.setProperty('--room', `${availableHeight}px`),
  },
}

/** Every column by name: show, hide, move. */
export function ColumnsPanel() {
  const texts = useMessages().tables.columns
  const hidden = useTableState((state) => hiddenCount(state.columns))
  const empty = useTableState((state) => state.columns.filter(isCollapsed).length)
  return (
    <Popover position="bottom-end" width={320} trapFocus middlewares={fitting} transitionProps={{ duration: 80 }}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={14} aria-hidden="true" />}>
          {joinFacts([
            texts.button,
            hidden > 0 ? texts.hiddenCount(hidden) : null,
            empty > 0 ? texts.emptyCount(empty) : null,
          ])}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.button}>
        <ColumnList />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The space below the button without the panel's other parts, in CSS pixels. */
const listHeight = 'clamp(120px, var(--room) - 160px, 360px)'

function ColumnList() {
  const { words } = useTable()
  const texts = useMessages().tables.columns
  const { columns, showAllColumns, showEmptyColumns, restoreColumns } = useTableState((state) => state)
  const [search, setSearch] = useState('')
  const matches = columns.filter((column) => foldText(words.heading(column)).includes(foldText(search)))
  const empty = matches.filter(isCollapsed)
  const derived = matches.filter((column) => column.derived)
  const isCollapsing = columns.some(isCollapsed)
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
      {isCollapsing ? (
        <Group justify="space-between" align="start" wrap="nowrap" mt={8}>
          <p className="note">{texts.emptyHint}</p>
          <Button variant="default" size="compact-xs" className="rigid" onClick={showEmptyColumns}>
            {texts.showEmpty}
          </Button>
        </Group>
      ) : null}
      <ScrollArea.Autosize mah={listHeight} type="auto" my={8} viewportProps={{ tabIndex: -1 }}>
        {matches.map((column) =>
          isCollapsed(column) || column.derived ? null : (
            <ColumnLine key={column.key} column={column} heading={words.heading(column)} />
          ),
        )}
        {derived.length > 0 ? (
          <section aria-label={texts.derived}>
            <h3 className="mt-8 strong note">{texts.derived}</h3>
            <p className="note">{texts.derivedHint}</p>
            {derived.map((column) => (
              <ColumnLine key={column.key} column={column} heading={words.heading(column)} />
            ))}
          </section>
        ) : null}
        {empty.length > 0 ? (
          <section aria-label={texts.empty}>
            <h3 className="mt-8 strong note">{texts.empty}</h3>
            {empty.map((column) => (
              <ColumnLine key={column.key} column={column} heading={words.heading(column)} />
            ))}
          </section>
        ) : null}
        {matches.length === 0 ? (
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

function ColumnLine({ column, heading }: { readonly column: ArrangedColumn; readonly heading: string }) {
  const { common } = useMessages()
  const texts = useMessages().tables.columns
  const { arrange, move } = useTable().store.getState()
  return (
    <div className="table-column-line row">
      <Checkbox
        size="xs"
        label={heading}
        aria-label={common.showNamed(heading)}
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
