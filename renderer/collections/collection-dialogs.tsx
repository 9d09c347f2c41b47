import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { ConfirmDialog, NameDialog } from '../ui/confirm-dialog.tsx'
import type { CollectionStore, StoredItem } from './collection-store.ts'

export type CollectionDialog = 'rename' | 'forget' | 'export'

/** The texts of the dialogs of one kind of items. */
export interface CollectionTexts<Item> {
  readonly rename: { readonly title: string; readonly name: string; readonly confirm: string }
  /** The longest name in characters, where it is not the usual one. */
  readonly longestName?: number
  readonly forget: {
    readonly title: (name: string) => string
    /** What is lost with an item, one sentence each. */
    readonly lost: (item: Item) => readonly string[]
    readonly kept: string | ((item: Item) => string)
    readonly confirm: string
  }
}

export interface CollectionDialogsProps<Item extends StoredItem> {
  readonly store: CollectionStore<Item>
  readonly texts: CollectionTexts<Item>
  readonly item: Item
  readonly dialog: CollectionDialog
  readonly renderExport: (item: Item, onClose: () => void) => ReactNode
  readonly onForgotten?: (() => void) | undefined
  readonly onClose: () => void
}

/** Renames, forgets or exports an item, wherever it is shown. */
export function CollectionDialogs<Item extends StoredItem>(props: CollectionDialogsProps<Item>) {
  const { store, texts, item, dialog, renderExport, onForgotten, onClose } = props
  const { working, failure, rename, forget, dismissFailure } = useStore(store)
  const close = () => {
    dismissFailure()
    onClose()
  }
  const then = async (success: Promise<boolean>, next: () => void) => {
    if (await success) next()
  }
  const busy = working === item.id
  switch (dialog) {
    case 'rename':
      return (
        <NameDialog
          texts={texts.rename}
          name={item.name}
          {...(texts.longestName ? { maxLength: texts.longestName } : {})}
          busy={busy}
          failure={failure}
          onName={(name) => void then(rename(item.id, name), close)}
          onClose={close}
        />
      )
    case 'forget':
      return (
        <ConfirmDialog
          {...texts.forget}
          title={texts.forget.title(item.name)}
          lost={texts.forget.lost(item)}
          kept={typeof texts.forget.kept === 'string' ? texts.forget.kept : texts.forget.kept(item)}
          busy={busy}
          failure={failure ?? undefined}
          onConfirm={() => void then(forget(item.id), onForgotten ?? close)}
          onClose={close}
        />
      )
    case 'export':
      return renderExport(item, close)
  }
}
