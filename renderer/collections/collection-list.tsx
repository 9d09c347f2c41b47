import './collections.css'
import { UnstyledButton } from '@mantine/core'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { readyValue } from '../kernel/loadable.ts'
import { ExportDialog, ExportLine } from '../tables/export-dialog.tsx'
import type { TableStore } from '../tables/table-state.ts'
import { useDialogItem } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { type ListColumn, ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { DotsMenu, type MenuAction } from '../ui/menu-items.tsx'
import { type CollectionDialog, CollectionDialogs, type CollectionTexts } from './collection-dialogs.tsx'
import type { CollectionStore, StoredItem } from './collection-store.ts'

/** What a line shows of an item besides its name. */
export interface CollectionLine {
  /** The text below the name; `title` where the pointer shows another text. */
  readonly sentence?: { readonly text: string; readonly title?: string }
  /** The `td` elements between the name and the actions. */
  readonly cells: ReactNode
  /** A button before the menu. */
  readonly button?: ReactNode
  readonly menu: readonly MenuAction[]
  /** A second line, such as while the item is read. */
  readonly progress?: ReactNode
  /** Whether it belongs to a line above. */
  readonly isNested?: boolean
}

export interface CollectionListProps<Item extends StoredItem> {
  readonly store: CollectionStore<Item>
  readonly texts: CollectionTexts<Item>
  readonly caption: string
  /** The name first, the actions last. */
  readonly columns: (items: readonly Item[]) => readonly ListColumn[]
  readonly line: (item: Item, openDialog: (dialog: CollectionDialog) => void) => CollectionLine
  readonly menu: { readonly label: (name: string) => string; readonly width: number }
  readonly empty: ReactNode
  /** The table that is exported; absent where the list has no export. */
  readonly tableOf?: (item: Item) => TableStore
  /** Replaces the dialog that exports a table as it is shown. */
  readonly renderExport?: (item: Item, onClose: () => void) => ReactNode
  /** Renders content around the table, and chooses which items it shows. */
  readonly children?: (items: readonly Item[], renderTable: (items: readonly Item[]) => ReactNode) => ReactNode
  /** Absent where an item has no screen. */
  readonly onOpen?: (item: Item) => void
}

/** The items of a collection, one in each line, with their dialogs. The screen loads the list. */
export function CollectionList<Item extends StoredItem>(props: CollectionListProps<Item>) {
  const { store, texts, empty, tableOf, children } = props
  const { list, failure, load, dismissFailure } = useStore(store)
  const [subject, open, close] = useDialogItem<CollectionDialog, Item>(readyValue(list))
  const [exported, setExported] = useState<TableStore | null>(null)
  const openDialog = (item: Item, dialog: CollectionDialog) => {
    if (dialog === 'export' && tableOf) setExported(tableOf(item))
    open(dialog, item)
  }
  const renderTableExport = (item: Item, onClose: () => void) =>
    tableOf ? <ListExportDialog table={tableOf(item)} name={item.name} onClose={onClose} /> : null
  const renderTable = (items: readonly Item[]) => <CollectionTable {...props} items={items} openDialog={openDialog} />
  return (
    <>
      {failure && !subject ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      {exported ? <ExportLine store={exported} /> : null}
      <LoadableView of={list} onRetry={() => void load()}>
        {(items) => {
          if (items.length === 0) return empty
          return children ? children(items, renderTable) : renderTable(items)
        }}
      </LoadableView>
      {subject ? (
        <CollectionDialogs
          store={store}
          texts={texts}
          item={subject.item}
          dialog={subject.what}
          renderExport={props.renderExport ?? renderTableExport}
          onClose={close}
        />
      ) : null}
    </>
  )
}

function CollectionTable<Item extends StoredItem>({
  items,
  caption,
  columns,
  line,
  menu,
  openDialog,
  onOpen,
}: CollectionListProps<Item> & {
  readonly items: readonly Item[]
  readonly openDialog: (item: Item, dialog: CollectionDialog) => void
}) {
  const headings = columns(items)
  return (
    <ListTable caption={caption} columns={headings}>
      {items.map((item) => {
        const {
          sentence,
          cells,
          button,
          menu: actions,
          progress,
          isNested,
        } = line(item, (dialog) => openDialog(item, dialog))
        return (
          <Fragment key={item.id}>
            <tr data-nested={isNested || undefined}>
              <td>
                {onOpen ? (
                  <UnstyledButton className="list-name cut" title={item.name} onClick={() => onOpen(item)}>
                    {item.name}
                  </UnstyledButton>
                ) : (
                  <div className="cut" title={item.name}>
                    {item.name}
                  </div>
                )}
                {sentence ? (
                  <div className="list-sentence clamp dim" title={sentence.title ?? sentence.text}>
                    {sentence.text}
                  </div>
                ) : null}
              </td>
              {cells}
              <td className="list-actions">
                {button}
                <DotsMenu label={menu.label(item.name)} width={menu.width} items={actions} />
              </td>
            </tr>
            {progress ? (
              <tr className="list-progress">
                <td colSpan={headings.length}>{progress}</td>
              </tr>
            ) : null}
          </Fragment>
        )
      })}
    </ListTable>
  )
}

/** The export of a table that is not on screen. It opens the table for its rows and the person's arrangement. */
function ListExportDialog({
  table,
  name,
  onClose,
}: {
  readonly table: TableStore
  readonly name: string
  readonly onClose: () => void
}) {
  useEffect(() => {
    void table.getState().open()
    return () => table.getState().close()
  }, [table])
  return <ExportDialog store={table} name={name} onClose={onClose} />
}
