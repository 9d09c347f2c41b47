import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ConversationSet } from '../../preload/contract/conversations.ts'
import { useMessages } from '../kernel/messages.ts'
import { ExportDialog } from '../tables/export-dialog.tsx'
import type { TableStore } from '../tables/table-state.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { RenameDialog } from '../ui/rename-dialog.tsx'
import type { SetsStore } from './sets-store.ts'

/** What is being asked about a set. */
export type AskedOfSet = 'rename' | 'forget' | 'export'

export interface SetDialogProps {
  readonly store: SetsStore
  readonly set: ConversationSet
  readonly asking: AskedOfSet
  readonly table: TableStore
  readonly onForgotten?: () => void
  readonly onClose: () => void
}

/** Names a set, forgets it, or exports its rows. */
export function SetDialog({ store, set, asking, table, onForgotten, onClose }: SetDialogProps) {
  const texts = useMessages().conversations.sets
  const { working, failure, rename, forget, dismissFailure } = useStore(store)
  const close = () => {
    dismissFailure()
    onClose()
  }
  const after = async (deed: Promise<boolean>, next: () => void) => {
    if (await deed) next()
  }
  switch (asking) {
    case 'rename':
      return (
        <RenameDialog
          texts={{ title: texts.renameTitle, name: texts.name, confirm: texts.renameConfirm }}
          name={set.name}
          busy={working === set.id}
          failure={failure}
          onRename={(name) => void after(rename(set.id, name), close)}
          onClose={close}
        />
      )
    case 'forget':
      return (
        <ConfirmDialog
          opened
          title={texts.forgetTitle(set.name)}
          lost={[texts.loses(set.rows), texts.losesArrangement]}
          kept={texts.keeps}
          confirm={texts.forgetConfirm}
          busy={working === set.id}
          failure={failure ?? undefined}
          onConfirm={() => void after(forget(set.id), onForgotten ?? close)}
          onClose={close}
        />
      )
    case 'export':
      return <ExportOfSet table={table} name={set.name} onClose={close} />
  }
}

interface ExportOfSetProps {
  readonly table: TableStore
  readonly name: string
  readonly onClose: () => void
}

/** The export of a set that may not be on screen: its table is opened for what is in it and how it is arranged. */
function ExportOfSet({ table, name, onClose }: ExportOfSetProps) {
  useEffect(() => {
    const shown = table.getState().shape.status === 'ready'
    if (shown) return
    void table.getState().open()
    return () => table.getState().close()
  }, [table])
  return <ExportDialog opened store={table} name={name} onClose={onClose} />
}
