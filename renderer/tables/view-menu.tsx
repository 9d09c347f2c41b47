import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedView } from '../../preload/contract/tables.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { useScreenEntries } from '../kernel/screen-entries.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { NameDialog } from '../ui/confirm-dialog.tsx'
import { type MenuAction, MenuItems } from '../ui/menu-items.tsx'
import { arrangementOf, fitsTable, isShownAs } from './arrangement.ts'
import { ConditionsDialog } from './conditions.tsx'
import { GroupDialog } from './group-panel.tsx'
import { filterWords } from './query-bar.tsx'
import { useTable, useTableState } from './table-context.ts'
import { changeSentence } from './view-changes.ts'

/** The contract's limit. */
const longestViewName = 60
/** So many changes are listed; each press goes on. */
const mostListed = 8

type ViewDialog = 'conditions' | 'group' | 'save' | null

/** Everything about how a table is shown: conditions, groups, views, and what was changed. */
export function ViewMenu() {
  const { store } = useTable()
  const { views: texts, overview: overviewTexts } = useMessages().tables
  const [dialog, setDialog] = useState<ViewDialog>(null)
  const state = useTableState((all) => all)
  const { table, savedViews, savedView, undo, redo, future, changeView, overview, showOverview } = state
  const overviewText = overview ? overviewTexts.close : overviewTexts.open
  const changes = useChanges()
  const isOfGroups = table.grouping !== undefined
  const shown = savedViews.find(({ id }) => id === savedView)
  const isChanged = shown !== undefined && !isShownAs(shown, state)
  useScreenEntries(() => [
    { kind: 'action', label: texts.conditions, run: () => setTimeout(() => setDialog('conditions')) },
    ...(isOfGroups
      ? []
      : [
          { kind: 'action' as const, label: texts.group, run: () => setTimeout(() => setDialog('group')) },
          { kind: 'action' as const, label: overviewText, run: () => showOverview(!overview) },
        ]),
    ...savedViews
      .filter((view) => fitsTable(view, state.columns))
      .map((view) => ({
        kind: 'filter' as const,
        label: view.name,
        run: () => void store.getState().showView(view.id),
      })),
  ])
  const items: readonly MenuAction[] = [
    { label: texts.conditions, onClick: () => setDialog('conditions') },
    ...(isOfGroups
      ? []
      : [
          { label: texts.group, onClick: () => setDialog('group') },
          { label: overviewText, onClick: () => showOverview(!overview) },
          { label: texts.save, onClick: () => setDialog('save') },
        ]),
    ...(shown && isChanged
      ? [{ label: texts.update(shown.name), onClick: () => void changeView(shown.id, arrangementOf(store.getState())) }]
      : []),
    {
      label: texts.undo,
      hint: changes[0],
      shortcut: keyText('mod+z'),
      disabled: changes.length === 0 && texts.noChanges,
      onClick: () => void undo(),
    },
    ...(future.length > 0 ? [{ label: texts.redo, shortcut: keyText('mod+shift+z'), onClick: () => void redo() }] : []),
  ]
  const close = () => setDialog(null)
  return (
    <>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden="true" />}>
            {texts.menu}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItems items={items} />
          {changes.length > 1 ? <Menu.Label>{texts.changes}</Menu.Label> : null}
          {changes.slice(1, mostListed).map((sentence, place) => (
            // Changes may be alike; their place tells how many are undone.
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Menu.Item key={place} onClick={() => void undoSeveral(place + 2, undo)}>
              <span className="cut">{sentence}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'conditions' ? <ConditionsDialog onClose={close} /> : null}
      {dialog === 'group' ? <GroupDialog onClose={close} /> : null}
      {dialog === 'save' ? <SaveViewDialog onClose={close} /> : null}
    </>
  )
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

interface SaveViewProps {
  /** The view that is saved under another name; absent for how the table is shown. */
  readonly copied?: SavedView
  readonly onClose: () => void
}

function SaveViewDialog({ copied, onClose }: SaveViewProps) {
  const texts = useMessages().tables.views
  const { common } = useMessages()
  const { viewChange, saveView, showView, dismissViewChange } = useTableState((state) => state)
  const close = () => {
    dismissViewChange()
    onClose()
  }
  const save = async (name: string) => {
    if (copied) await showView(copied.id)
    if (await saveView(name)) close()
  }
  return (
    <NameDialog
      texts={{ title: texts.saveTitle, name: texts.name, confirm: common.save }}
      name={copied?.name ?? ''}
      maxLength={longestViewName}
      busy={viewChange.working !== null}
      failure={viewChange.failure}
      onName={(name) => void save(name)}
      onClose={close}
    />
  )
}

function RenameViewDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const texts = useMessages().tables.views
  const { common } = useMessages()
  const { viewChange, changeView, dismissViewChange } = useTableState((state) => state)
  const close = () => {
    dismissViewChange()
    onClose()
  }
  const rename = async (name: string) => {
    if (await changeView(view.id, { name })) close()
  }
  return (
    <NameDialog
      texts={{ title: texts.renameTitle, name: texts.name, confirm: common.save }}
      name={view.name}
      maxLength={longestViewName}
      busy={viewChange.working !== null}
      failure={viewChange.failure}
      onName={(name) => void rename(name)}
      onClose={close}
    />
  )
}

/** The views of the table's kind as tabs. There are none until the person saves one. */
export function ViewTabs() {
  const texts = useMessages().tables.views
  const state = useTableState((all) => all)
  const { savedView, showView } = state
  const savedViews = state.savedViews.filter((view) => fitsTable(view, state.columns))
  if (savedViews.length === 0) return null
  return (
    <ul className="table-views row plain-list" aria-label={texts.list}>
      <li className="table-view row" data-shown={savedView === null || undefined}>
        <UnstyledButton
          className="table-view-name"
          aria-current={savedView === null}
          onClick={() => void showView(null)}
        >
          {texts.all}
        </UnstyledButton>
      </li>
      {savedViews.map((view) => (
        <ViewTab
          key={view.id}
          view={view}
          isShown={view.id === savedView}
          isChanged={view.id === savedView && !isShownAs(view, state)}
        />
      ))}
    </ul>
  )
}

interface ViewTabProps {
  readonly view: SavedView
  readonly isShown: boolean
  readonly isChanged: boolean
}

function ViewTab({ view, isShown, isChanged }: ViewTabProps) {
  const { store } = useTable()
  const texts = useMessages().tables.views
  const [dialog, setDialog] = useState<'rename' | 'duplicate' | null>(null)
  const { showView, changeView, forgetView } = useTableState((state) => state)
  const { id, name, is_default } = view
  const close = () => setDialog(null)
  const notes = joinFacts([is_default ? texts.isDefault : null, isChanged ? texts.changed : null])
  return (
    <li className="table-view row" data-shown={isShown || undefined}>
      <UnstyledButton
        className="table-view-name"
        aria-current={isShown}
        title={notes === '' ? name : `${name} (${notes})`}
        onClick={() => void showView(id)}
      >
        {name}
        {isChanged ? <span aria-hidden="true"> •</span> : null}
      </UnstyledButton>
      {isShown ? (
        <Menu position="bottom-start" width={300}>
          <Menu.Target>
            <ActionIcon size={18} aria-label={texts.actions(name)}>
              <IconChevronDown size={12} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuItems
              items={[
                ...(isChanged
                  ? [
                      {
                        label: texts.update(name),
                        onClick: () => void changeView(id, arrangementOf(store.getState())),
                      },
                    ]
                  : []),
                { label: texts.rename, onClick: () => setDialog('rename') },
                { label: texts.duplicate, onClick: () => setDialog('duplicate') },
                {
                  label: is_default ? texts.unmakeDefault : texts.makeDefault,
                  onClick: () => void changeView(id, { is_default: !is_default }),
                },
                { label: texts.forget, dangerous: true, onClick: () => void forgetView(id) },
              ]}
            />
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {dialog === 'rename' ? <RenameViewDialog view={view} onClose={close} /> : null}
      {dialog === 'duplicate' ? <SaveViewDialog copied={view} onClose={close} /> : null}
    </li>
  )
}
