import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { ExportDialog } from '../tables/export-dialog.tsx'
import type { TableStore } from '../tables/table-state.ts'
import { useDialogSubject } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { useWhileMounted } from '../ui/use-is-mounted.ts'
import { type CollectionDialog, CollectionDialogs, type CollectionTexts } from './collection-dialogs.tsx'
import type { CollectionStore, StoredItem } from './collection-store.ts'

export interface OpenItem<Item> {
  readonly item: Item
  readonly openDialog: (dialog: CollectionDialog) => void
  /** The failure of the last mutation, unless a dialog shows it. */
  readonly notice: ReactNode
}

export interface CollectionScreenProps<Item extends StoredItem> {
  readonly store: CollectionStore<Item>
  readonly texts: CollectionTexts<Item>
  /** The table that is exported; absent where the item has its own exports. */
  readonly table?: TableStore
  /** Absent where all connections share one list. */
  readonly connection?: string
  readonly id: string
  /** The text shown when there is no such item. */
  readonly gone: { readonly gone: string; readonly goneText: string; readonly backToList: string }
  /** Replaces the dialog that exports the table as it is shown. */
  readonly renderExport?: (item: Item, onClose: () => void) => ReactNode
  readonly children: (open: OpenItem<Item>) => ReactNode
  readonly onBack: () => void
}

/** Before the list of this connection is opened. */
const idle = { status: 'idle' } as const

/** One item of a collection, with its dialogs. After the item was forgotten it leads back to the list. */
export function CollectionScreen<Item extends StoredItem>(props: CollectionScreenProps<Item>) {
  const { store, connection, id, gone, onBack } = props
  const list = useStore(store, (state) => (state.connection === (connection ?? null) ? state.list : idle))
  const onForgotten = useWhileMounted(onBack)
  useEffect(() => {
    const { open, load } = store.getState()
    void (connection === undefined ? load() : open(connection))
  }, [store, connection])
  return (
    <LoadableView of={list} onRetry={() => void store.getState().load()}>
      {(items) => {
        const item = items.find((each) => each.id === id)
        return item ? (
          <ItemScreen {...props} item={item} onForgotten={onForgotten} />
        ) : (
          <EmptyState title={gone.gone} text={gone.goneText} action={{ label: gone.backToList, onClick: onBack }} />
        )
      }}
    </LoadableView>
  )
}

function ItemScreen<Item extends StoredItem>({
  store,
  texts,
  table,
  item,
  renderExport = (exported, onClose) =>
    table ? <ExportDialog store={table} name={exported.name} onClose={onClose} /> : null,
  children,
  onForgotten,
}: CollectionScreenProps<Item> & { readonly item: Item; readonly onForgotten: () => void }) {
  const { failure, dismissFailure } = useStore(store)
  const [subject, open, close] = useDialogSubject<{ readonly dialog: CollectionDialog }>()
  const notice = failure && !subject ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null
  return (
    <>
      {children({ item, notice, openDialog: (dialog) => open({ dialog }) })}
      {subject ? (
        <CollectionDialogs
          store={store}
          texts={texts}
          item={item}
          dialog={subject.dialog}
          renderExport={renderExport}
          onForgotten={onForgotten}
          onClose={close}
        />
      ) : null}
    </>
  )
}
