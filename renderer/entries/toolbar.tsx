import { Button, CloseButton, Menu, SegmentedControl, UnstyledButton } from '@mantine/core'
import { IconArrowsJoin, IconChevronDown } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { decisions, isDecided, reviewStates } from '../../preload/values/entries-table.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { selectedCount } from '../tables/selection.ts'
import { reviewColors } from '../ui/mark.tsx'
import { type MenuAction, MenuItems } from '../ui/menu-items.tsx'
import { pickedSelection } from './entries-state.ts'
import { stateColumn, statesOf } from './entry-table.ts'
import { useEntries, useReview, useRows } from './review.ts'

/** Makes a list for cruzar of the picked entries, else of all entries of the filters. */
function useCruzar() {
  const { store } = useReview()
  const { stageRows } = useFeature('cruzar')
  return () => {
    const { ref, rows } = store.getState()
    const select = pickedSelection(store.getState()) ?? { query: rows.getState().query }
    stageRows(ref, 'ids' in select ? select : { ...select, rows: null })
  }
}

/** The states, the choice of list or table, and the actions on all entries. */
export function EntriesToolbar() {
  const messages = useMessages()
  const texts = messages.entries
  const { go } = useNavigation()
  const { store, commands } = useReview()
  const presentation = useEntries((state) => state.presentation)
  const { table, sync, refreshList, present, openDialog } = store.getState()
  const cruzar = useCruzar()
  const blind = table.set !== ''
  // The screen of a form has the pictures beside its entries, and the sync above its tabs.
  const ofAll = table.form_id === null && !blind
  const toPictures = () => go({ screen: 'entries', connection: table.connection_id, part: 'pictures' })
  const actions: readonly (MenuAction | false)[] = [
    { label: texts.actions.undo, shortcut: 'U', onClick: () => void commands.undo() },
    { label: messages.common.refreshList, shortcut: 'L', onClick: () => void refreshList() },
    { label: messages.common.exportMore, shortcut: keyText('mod+e'), onClick: () => openDialog({ kind: 'export' }) },
    ofAll && { label: messages.forms.tabs.pictures, onClick: toPictures },
    ofAll && { label: texts.actions.sync, onClick: () => void sync(false) },
    ofAll && { label: texts.actions.reconcile, onClick: () => void sync(true) },
    !blind && { label: texts.actions.create, onClick: () => openDialog({ kind: 'create' }) },
    !blind && { label: messages.common.deleteOnService, onClick: commands.remove, dangerous: true },
  ]
  return (
    <div className="entries-toolbar bar">
      <StateTabs />
      <span className="grow" />
      <SegmentedControl
        size="xs"
        aria-label={texts.presentations.label}
        value={presentation}
        onChange={(value) => present(value === 'table' ? 'table' : 'list')}
        data={[
          { value: 'list', label: messages.common.fields.list },
          { value: 'table', label: messages.common.fields.table },
        ]}
      />
      {blind ? null : (
        <Button variant="default" leftSection={<IconArrowsJoin size={14} aria-hidden="true" />} onClick={cruzar}>
          {texts.actions.cruzar}
        </Button>
      )}
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
            {messages.common.fields.actions}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItems items={actions.filter((action) => action !== false)} />
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/** The states as quick filters, each with its number of entries under the other filters. */
function StateTabs() {
  const texts = useMessages().entries
  const format = useFormat()
  const { filter } = useReview().store.getState().rows.getState()
  const counts = readyValue(useEntries((state) => state.figures))
  const states = statesOf(useRows((state) => state.query))
  const bar = useTightBar()
  return (
    <div ref={bar} className="entries-tabs" role="toolbar" aria-label={texts.tabs.label}>
      {[null, ...reviewStates].map((state) => {
        const name = state === null ? texts.tabs.all : texts.states[state]
        const count = counts && (state === null ? counts.matching : (counts.tabs[state] ?? 0))
        const label = count === undefined ? name : texts.tabs.tab(name, count)
        return (
          <UnstyledButton
            key={name}
            className="entries-tab hoverable ring-inside row"
            aria-pressed={state === null ? states === null : states?.length === 1 && states[0] === state}
            aria-label={label}
            title={label}
            onClick={() =>
              void filter(stateColumn, state === null ? null : { column: stateColumn, operator: 'in', values: [state] })
            }
          >
            {state === null ? null : (
              <span className="dot" style={{ background: reviewColors[state].bar }} aria-hidden="true" />
            )}
            {name}
            <span className="figures dim">{count === undefined ? '' : format.number(count)}</span>
          </UnstyledButton>
        )
      })}
    </div>
  )
}

/**
 * Marks the bar `data-tight` while its tabs with all their numbers are wider than it. It measures at every render and
 * resize.
 */
function useTightBar() {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bar.current) measure(bar.current)
  })
  useLayoutEffect(() => {
    const { current } = bar
    // The bar itself gets narrower when it is tight, and its parent does not.
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

/** The actions on the picked entries, while there are any. */
export function BulkBar() {
  const texts = useMessages().entries
  const { store, commands } = useReview()
  const cruzar = useCruzar()
  const { table, presentation, list, selected, working, pickAll, pickNone, present, peek } = useStore(store)
  const { selection, view, selectAll, clearSelection } = useRows((state) => state)
  const inList = presentation === 'list'
  const picked = inList ? selected : selection
  const total = inList ? (readyValue(list)?.length ?? 0) : (view?.matching ?? 0)
  const count = selectedCount(picked, total)
  if (count === 0) return null
  const [only] = !inList && picked.kind === 'rows' && count === 1 ? picked.rows.values() : []
  const openInList = (id: number) => {
    present('list')
    peek(id)
  }
  return (
    <div className="entries-bulk row" role="toolbar" aria-label={texts.bulk.bar} aria-busy={working !== null}>
      <CloseButton
        size="sm"
        aria-label={texts.bulk.none}
        title={texts.bulk.none}
        onClick={inList ? pickNone : clearSelection}
      />
      <strong className="figures">{texts.list.picked(count)}</strong>
      {decisions
        .filter(({ state }) => isDecided(state))
        .map(({ state }) => (
          <Button key={state} size="compact-sm" variant="default" onClick={() => commands.decide(state)}>
            {texts.decide.verbs[state]}
          </Button>
        ))}
      {(['tag', 'assign', 'note'] as const).map((kind) => (
        <Button key={kind} size="compact-sm" variant="default" onClick={commands[kind]}>
          {texts.bulk[kind]}
        </Button>
      ))}
      {table.set === '' ? (
        <Button size="compact-sm" variant="default" className="entries-bulk-cruzar" onClick={cruzar}>
          {texts.actions.cruzar}
        </Button>
      ) : null}
      {only === undefined ? null : (
        <Button size="compact-sm" variant="subtle" onClick={() => openInList(only)}>
          {texts.bulk.openInList}
        </Button>
      )}
      <span className="grow" />
      {picked.kind === 'all' || count === total ? null : (
        <Button size="compact-sm" variant="subtle" onClick={inList ? pickAll : selectAll}>
          {texts.bulk.all(total)}
        </Button>
      )}
    </div>
  )
}
