import { Button, CloseButton, Menu, SegmentedControl, UnstyledButton } from '@mantine/core'
import { IconArrowsJoin, IconChevronDown } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { type ReviewState, reviewStates } from '../../preload/contract/entries-table.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { selectedCount } from '../tables/selection.ts'
import { type MenuAction, MenuItems } from '../ui/menu-items.tsx'
import { reviewColors } from '../ui/review-mark.tsx'
import type { EntriesStore } from './entries-state.ts'
import { stateColumn, statesOf } from './entry-columns.ts'
import type { OpenDialog, ReviewCommands } from './review-commands.ts'
import { pickedCount } from './selection.ts'

export interface EntriesToolbarProps {
  readonly store: EntriesStore
  readonly commands: ReviewCommands
  readonly onOpenDialog: (dialog: OpenDialog) => void
  readonly onCruzar: () => void
  /** The pictures of these entries, where the screen around has no way to them. */
  readonly onPictures?: (() => void) | undefined
}

/** States, list or table, and what can be done with the whole. */
export function EntriesToolbar({ store, commands, onOpenDialog, onCruzar, onPictures }: EntriesToolbarProps) {
  const messages = useMessages()
  const texts = messages.entries
  const presentation = useStore(store, (state) => state.presentation)
  const { table, sync, refreshList, present } = store.getState()
  const blind = table.set !== ''
  const actions: readonly MenuAction[] = [
    { label: texts.actions.undo, shortcut: 'U', onClick: () => void commands.undo() },
    { label: texts.actions.refresh, shortcut: 'L', onClick: () => void refreshList() },
    { label: texts.actions.export, shortcut: keyText('mod+e'), onClick: () => onOpenDialog({ kind: 'export' }) },
    ...(onPictures ? [{ label: messages.forms.tabs.pictures, onClick: onPictures }] : []),
  ]
  // The screen of a form has these above its tabs.
  const syncs: readonly MenuAction[] =
    table.form_id === null
      ? [
          { label: texts.actions.sync, onClick: () => void sync(false) },
          { label: texts.actions.reconcile, onClick: () => void sync(true) },
        ]
      : []
  const own: readonly MenuAction[] = [
    ...syncs,
    { label: texts.actions.create, onClick: () => onOpenDialog({ kind: 'create' }) },
    { label: texts.actions.remove, onClick: commands.remove, dangerous: true },
  ]
  return (
    <div className="entries-toolbar bar">
      <StateTabs store={store} />
      <span className="grow" />
      <SegmentedControl
        size="xs"
        aria-label={texts.presentations.label}
        value={presentation}
        onChange={(value) => present(value === 'table' ? 'table' : 'list')}
        data={[
          { value: 'list', label: texts.presentations.list },
          { value: 'table', label: texts.presentations.table },
        ]}
      />
      <Button variant="default" leftSection={<IconArrowsJoin size={14} aria-hidden="true" />} onClick={onCruzar}>
        {texts.actions.cruzar}
      </Button>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
            {texts.actions.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItems items={blind ? actions : [...actions, ...own]} />
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/** The states as quick filters, each with its number among what the other filters let through. */
function StateTabs({ store }: { readonly store: EntriesStore }) {
  const texts = useMessages().entries
  const format = useFormat()
  const { rows } = store.getState()
  const query = useStore(rows, (state) => state.query)
  const counts = readyValue(useStore(store, (state) => state.figures))
  const states = statesOf(query)
  const only = states?.length === 1 ? states[0] : null
  const show = (state: ReviewState | null) =>
    void rows
      .getState()
      .filter(stateColumn, state === null ? null : { column: stateColumn, operator: 'in', values: [state] })
  const bar = useTightBar()
  const labelOf = (name: string, count: number) => (counts ? texts.tabs.tab(name, count) : name)
  return (
    <div ref={bar} className="entries-tabs" role="toolbar" aria-label={texts.tabs.label}>
      <UnstyledButton
        className="entries-tab row"
        aria-pressed={states === null}
        aria-label={labelOf(texts.tabs.all, counts?.matching ?? 0)}
        title={labelOf(texts.tabs.all, counts?.matching ?? 0)}
        onClick={() => show(null)}
      >
        {texts.tabs.all}
        <span className="figures dim">{counts ? format.number(counts.matching) : ''}</span>
      </UnstyledButton>
      {reviewStates.map((state) => (
        <UnstyledButton
          key={state}
          className="entries-tab row"
          aria-pressed={only === state}
          aria-label={labelOf(texts.states[state], counts?.tabs[state] ?? 0)}
          title={labelOf(texts.states[state], counts?.tabs[state] ?? 0)}
          onClick={() => show(state)}
        >
          <span className="entry-dot" style={{ background: reviewColors[state].bar }} aria-hidden="true" />
          {texts.states[state]}
          <span className="figures dim">{counts ? format.number(counts?.tabs[state] ?? 0) : ''}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}

/** Marks the bar `data-tight` while its tabs with all their numbers are wider than it, measured whenever it is drawn or resized. */
function useTightBar() {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bar.current) measure(bar.current)
  })
  useLayoutEffect(() => {
    const { current } = bar
    // The bar itself becomes narrower when it is tight: what it stands in does not.
    if (!current?.parentElement) return
    const observer = new ResizeObserver(() => measure(current))
    observer.observe(current.parentElement)
    return () => observer.disconnect()
  }, [])
  return bar
}

function measure(bar: HTMLElement) {
  delete bar.dataset.tight
  if (bar.scrollWidth > bar.clientWidth) bar.dataset.tight = ''
}

interface BulkBarProps {
  readonly store: EntriesStore
  readonly commands: ReviewCommands
  readonly onCruzar: () => void
}

/** What can be done with what is picked, while something is. */
export function BulkBar({ store, commands, onCruzar }: BulkBarProps) {
  const texts = useMessages().entries
  const presentation = useStore(store, (state) => state.presentation)
  const listed = useStore(store, (state) => readyValue(state.list)?.length ?? 0)
  const selected = useStore(store, (state) => state.selected)
  const working = useStore(store, (state) => state.working !== null)
  const { rows } = store.getState()
  const selection = useStore(rows, (state) => state.selection)
  const matching = useStore(rows, (state) => state.view?.matching ?? 0)
  const inList = presentation === 'list'
  const count = inList ? pickedCount(selected, listed) : selectedCount(selection, matching)
  const all = inList ? selected.kind === 'all' : selection.kind === 'all'
  const total = inList ? listed : matching
  if (count === 0) return null
  const { pickAll, pickNone } = store.getState()
  const { selectAll, clearSelection } = rows.getState()
  const only =
    !inList && selection.kind === 'rows' && selection.rows.size === 1 ? [...selection.rows.values()][0] : null
  return (
    <div className="entries-bulk row" role="toolbar" aria-label={texts.bulk.bar} aria-busy={working}>
      <CloseButton
        size="sm"
        aria-label={texts.bulk.none}
        title={texts.bulk.none}
        onClick={inList ? pickNone : clearSelection}
      />
      <strong className="figures">{texts.list.picked(count)}</strong>
      <Button size="compact-sm" variant="default" onClick={() => commands.decide('aprovada')}>
        {texts.decide.verbs.aprovada}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => commands.decide('rejeitada')}>
        {texts.decide.verbs.rejeitada}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => commands.decide('duvida')}>
        {texts.decide.verbs.duvida}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => commands.decide('spam')}>
        {texts.decide.verbs.spam}
      </Button>
      <Button size="compact-sm" variant="default" onClick={commands.tag}>
        {texts.bulk.tag}
      </Button>
      <Button size="compact-sm" variant="default" onClick={commands.assign}>
        {texts.bulk.assign}
      </Button>
      <Button size="compact-sm" variant="default" onClick={commands.note}>
        {texts.bulk.note}
      </Button>
      <Button size="compact-sm" variant="default" className="entries-bulk-cruzar" onClick={onCruzar}>
        {texts.actions.cruzar}
      </Button>
      {only === null || only === undefined ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            store.getState().present('list')
            store.getState().peek(only)
          }}
        >
          {texts.bulk.openInList}
        </Button>
      )}
      <span className="grow" />
      {all || count === total ? null : (
        <Button size="compact-sm" variant="subtle" onClick={inList ? pickAll : selectAll}>
          {texts.bulk.all(total)}
        </Button>
      )}
    </div>
  )
}
