import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { SavedView } from '../../preload/contract/views.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useMessages } from '../kernel/messages.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'
import { useScreenEntries } from '../kernel/screen-entries.ts'
import { NameDialog } from '../ui/confirm-dialog.tsx'
import { type MenuAction, MenuItems } from '../ui/menu-items.tsx'
import type { ViewsStore } from './views.ts'

/** The contract's limit. */
const longestViewName = 60

/** The views of a screen. */
export interface OfferedViews {
  readonly store: ViewsStore
  /** Those that it can show. */
  readonly offered: readonly SavedView[]
  /** Whether something was changed since the shown view was saved. */
  readonly isChanged: boolean
}

interface ViewTabsProps extends OfferedViews {
  /** What is shown without a view. */
  readonly first: { readonly label: string; readonly isShown: boolean }
}

/** Saved views as tabs. There are none until the person saves one. */
export function ViewTabs({ first, ...views }: ViewTabsProps) {
  const texts = useMessages().tables.views
  const { savedView, showView } = useStore(views.store)
  if (views.offered.length === 0) return null
  return (
    <ul className="table-views row plain-list" aria-label={texts.list}>
      <li className="table-view row" data-shown={first.isShown || undefined}>
        <UnstyledButton className="table-view-name" aria-current={first.isShown} onClick={() => void showView(null)}>
          {first.label}
        </UnstyledButton>
      </li>
      {views.offered.map((view) => (
        <ViewTab key={view.id} view={view} isShown={view.id === savedView} {...views} />
      ))}
    </ul>
  )
}

interface ViewTabProps extends OfferedViews {
  readonly view: SavedView
  readonly isShown: boolean
}

function ViewTab({ store, view, isShown, ...views }: ViewTabProps) {
  const texts = useMessages().tables.views
  const [dialog, setDialog] = useState<'rename' | 'duplicate' | null>(null)
  const { showView, saveView, changeView, forgetView } = useStore(store)
  const { id, name, is_default } = view
  const isChanged = isShown && views.isChanged
  const close = () => setDialog(null)
  const notes = joinFacts([is_default ? texts.isDefault : null, isChanged ? texts.changed : null])
  const items: readonly MenuAction[] = [
    ...(isChanged ? [updateItem(store, view, texts)] : []),
    { label: texts.rename, onClick: () => setDialog('rename') },
    { label: texts.duplicate, onClick: () => setDialog('duplicate') },
    {
      label: is_default ? texts.unmakeDefault : texts.makeDefault,
      onClick: () => void noticed(store, changeView(id, { is_default: !is_default })),
    },
    { label: texts.forget, dangerous: true, onClick: () => void noticed(store, forgetView(id)) },
  ]
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
            <MenuItems items={items} />
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {dialog === 'rename' ? (
        <ViewNameDialog
          store={store}
          title={texts.renameTitle}
          name={name}
          onName={(changed) => changeView(id, { name: changed })}
          onClose={close}
        />
      ) : null}
      {dialog === 'duplicate' ? (
        <ViewNameDialog
          store={store}
          title={texts.saveTitle}
          name={name}
          onName={(changed) => saveView(changed, view)}
          onClose={close}
        />
      ) : null}
    </li>
  )
}

interface ViewNameDialogProps extends Pick<OfferedViews, 'store'> {
  readonly title: string
  readonly name: string
  /** Gives whether the name was taken over; why not is in the store. */
  readonly onName: (name: string) => Promise<boolean>
  readonly onClose: () => void
}

function ViewNameDialog({ store, title, name, onName, onClose }: ViewNameDialogProps) {
  const { tables, common } = useMessages()
  const { viewChange, dismissViewChange } = useStore(store)
  const close = () => {
    dismissViewChange()
    onClose()
  }
  return (
    <NameDialog
      texts={{ title, name: tables.views.name, confirm: common.save }}
      name={name}
      maxLength={longestViewName}
      busy={viewChange.working !== null}
      failure={viewChange.failure}
      onName={async (typed) => {
        if (await onName(typed)) close()
      }}
      onClose={close}
    />
  )
}

export interface BuiltInView {
  readonly label: string
  readonly run: () => void
}

interface ViewsMenuProps extends OfferedViews {
  /** Views that the app has itself. */
  readonly builtIn?: readonly BuiltInView[] | undefined
  /** Further items before and after those that save. */
  readonly before?: readonly MenuAction[]
  readonly after?: readonly MenuAction[]
  /** Shown below the items. */
  readonly children?: ReactNode
}

/** The menu of how something is shown, which saves it as a view. Ctrl K offers the views too. */
export function ViewsMenu({
  store,
  offered,
  isChanged,
  builtIn = [],
  before = [],
  after = [],
  children,
}: ViewsMenuProps) {
  const texts = useMessages().tables.views
  const [isSaving, setIsSaving] = useState(false)
  const { savedView, showView, saveView } = useStore(store)
  const shown = offered.find(({ id }) => id === savedView)
  useScreenEntries(() =>
    [...offered.map(({ id, name }) => ({ label: name, run: () => void showView(id) })), ...builtIn].map((view) => ({
      kind: 'view',
      ...view,
    })),
  )
  const items: readonly MenuAction[] = [
    ...before,
    { label: texts.save, onClick: () => setIsSaving(true) },
    ...(shown && isChanged ? [updateItem(store, shown, texts)] : []),
    ...after,
  ]
  return (
    <>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden="true" />}>
            {texts.menu}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {builtIn.length > 0 ? <Menu.Label>{texts.builtIn}</Menu.Label> : null}
          <MenuItems items={builtIn.map(({ label, run }) => ({ label, onClick: run }))} />
          {builtIn.length > 0 ? <Menu.Divider /> : null}
          <MenuItems items={items} />
          {children}
        </Menu.Dropdown>
      </Menu>
      {isSaving ? (
        <ViewNameDialog
          store={store}
          title={texts.saveTitle}
          name=""
          onName={saveView}
          onClose={() => setIsSaving(false)}
        />
      ) : null}
    </>
  )
}

const updateItem = (store: ViewsStore, { id, name }: SavedView, texts: Messages['tables']['views']): MenuAction => ({
  label: texts.update(name),
  onClick: () => void noticed(store, store.getState().updateView(id)),
})

/** Shows why a change from a menu failed as a notice: no dialog is open that could. */
async function noticed(store: ViewsStore, change: Promise<boolean>): Promise<void> {
  if (await change) return
  const { viewChange, dismissViewChange } = store.getState()
  if (viewChange.failure) noticeFailure(viewChange.failure)
  dismissViewChange()
}
