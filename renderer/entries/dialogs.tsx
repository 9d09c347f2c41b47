import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { nameWithPeriod } from '../../preload/messages/catalogue.ts'
import { longestFileName } from '../../preload/values/names.ts'
import { useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { ExportDialog } from '../tables/export-dialog.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { RemoveDialog } from './deletion.tsx'
import { selectRows } from './entry-table.ts'
import { useTableForms } from './notices.tsx'
import { useEntries, useReview } from './review.ts'
import { AssignDialog, NoteDialog, StateDialog, TagDialog } from './review-dialogs.tsx'

export function EntriesDialog(): ReactNode {
  const dialog = useEntries((state) => state.dialog)
  const { store } = useReview()
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'create':
      return <CreateDialog />
    case 'remove':
      return <RemoveDialog store={store} ids={dialog.ids} />
    case 'export':
      return <EntriesExport />
    case 'state':
      return <StateDialog {...dialog} />
    case 'assign':
      return <AssignDialog {...dialog} />
    case 'tag':
      return <TagDialog {...dialog} />
    case 'note':
      return <NoteDialog {...dialog} />
  }
}

/** The export of the table. What is picked in the list is first selected in the table's rows. */
function EntriesExport() {
  const messages = useMessages()
  const { store } = useReview()
  const { rows, table, presentation, selected, openDialog } = useStore(store)
  const [form] = useTableForms()
  const only = table.form_id === null ? undefined : form
  const selecting = useLatest(async () => {
    if (presentation === 'list') await selectRows(store.getState(), selected)
  }, [store, presentation, selected])
  const name = nameWithPeriod(only?.name ?? messages.common.fields.entries, only?.sync.period ?? null, messages)
  if (selecting.status !== 'ready') return null
  return <ExportDialog store={rows} name={name.slice(0, longestFileName)} onClose={() => openDialog(null)} />
}
