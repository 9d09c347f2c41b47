import { Menu } from '@mantine/core'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { useScreenEntries } from '../kernel/screen-entries.ts'
import { keyText, type Shortcut } from '../kernel/shortcuts.ts'
import { arrangementOf, isShownAs } from './arrangement.ts'
import { ConditionsDialog } from './conditions.tsx'
import { GroupDialog } from './group-panel.tsx'
import { filterWords } from './query-bar.tsx'
import { useTable, useTableState } from './table-context.ts'
import type { TableStore } from './table-state.ts'
import { changeSentence } from './view-changes.ts'
import { type BuiltInView, type OfferedViews, ViewsMenu, ViewTabs } from './view-tabs.tsx'
import { fitsTable } from './views.ts'

/** So many changes are listed; each press goes on. */
const mostListed = 8

/** The views of the table's kind that it has the columns for; of groups, those of the table whose rows they group. */
function useTableViews(): OfferedViews & { readonly isNone: boolean } {
  const { store: shownStore, rows: store = shownStore } = useTable()
  const state = useStore(store)
  const offered = state.savedViews.filter((view) => fitsTable(view, state.columns))
  const shown = offered.find(({ id }) => id === state.savedView)
  return {
    store,
    offered,
    isChanged: shown !== undefined && !isShownAs(shown, state),
    isNone: state.savedView === null,
  }
}

export function TableViewTabs() {
  const { all } = useMessages().tables.views
  const { isNone, ...views } = useTableViews()
  return <ViewTabs {...views} first={{ label: all, isShown: isNone }} />
}

interface ViewMenuProps {
  readonly builtIn?: readonly BuiltInView[] | undefined
}

/** Everything about how a table is shown: conditions, groups, views, and what was changed. */
export function ViewMenu({ builtIn }: ViewMenuProps) {
  const { views: texts, overview: overviewTexts } = useMessages().tables
  const [dialog, setDialog] = useState<'conditions' | 'group' | null>(null)
  const { table, undo, redo, future, overview, showOverview } = useTableState((state) => state)
  const changes = useChanges()
  const isOfGroups = table.grouping !== undefined
  const parts = [
    { label: texts.conditions, onClick: () => setDialog('conditions') },
    ...(isOfGroups
      ? []
      : [
          { label: texts.group, onClick: () => setDialog('group') },
          { label: overview ? overviewTexts.close : overviewTexts.open, onClick: () => showOverview(!overview) },
        ]),
  ]
  useScreenEntries(() => parts.map(({ label, onClick }) => ({ kind: 'action', label, run: () => setTimeout(onClick) })))
  const close = () => setDialog(null)
  return (
    <>
      <ViewsMenu
        {...useTableViews()}
        builtIn={builtIn}
        before={parts}
        after={[
          {
            label: texts.undo,
            hint: changes[0],
            shortcut: keyText('mod+z'),
            disabled: changes.length === 0 && texts.noChanges,
            onClick: () => void undo(),
          },
          ...(future.length > 0
            ? [{ label: texts.redo, shortcut: keyText('mod+shift+z'), onClick: () => void redo() }]
            : []),
        ]}
      >
        {changes.length > 1 ? <Menu.Label>{texts.changes}</Menu.Label> : null}
        {changes.slice(1, mostListed).map((sentence, place) => (
          // Changes may be alike; their place tells how many are undone.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Menu.Item key={place} onClick={() => void undoSeveral(place + 2, undo)}>
            <span className="cut">{sentence}</span>
          </Menu.Item>
        ))}
      </ViewsMenu>
      {dialog === 'conditions' ? <ConditionsDialog onClose={close} /> : null}
      {dialog === 'group' ? <GroupDialog onClose={close} /> : null}
    </>
  )
}

/** The keys that undo and redo how a table is shown. */
export function undoKeys(store: TableStore, texts: Messages['tables']['views']): readonly Shortcut[] {
  return [
    { keys: 'mod+z', label: texts.undo, run: () => void store.getState().undo() },
    { keys: 'mod+shift+z', label: texts.redo, run: () => void store.getState().redo() },
  ]
}

async function undoSeveral(count: number, undo: () => Promise<void>) {
  for (let left = count; left > 0; left--) await undo()
}

/** The changes that can be undone, the last first. */
function useChanges(): readonly string[] {
  const { words } = useTable()
  const messages = useMessages()
  const format = useFormat()
  const { past, query, columns, grouping } = useTableState((state) => state)
  const by = filterWords(words, messages, format)
  const all = [...past, arrangementOf({ query, columns, grouping })].slice(-mostListed - 1)
  return all
    .flatMap((from, place) => {
      const to = all[place + 1]
      return to ? [changeSentence(from, to, columns, by)] : []
    })
    .reverse()
}
