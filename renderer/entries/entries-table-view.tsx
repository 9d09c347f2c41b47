import { useMemo } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { TableView } from '../tables/table-view.tsx'
import type { TableWords } from '../tables/words.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { EntriesStore } from './entries-store.ts'
import { QueryTools } from './query-tools.tsx'
import { createReviewCommands, type OpenDialog } from './review-commands.ts'
import { decisionKeys } from './review-keys.ts'
import { useKeptPeriod } from './sync-notices.tsx'

export interface EntriesTableViewProps {
  readonly store: EntriesStore
  readonly words: TableWords
  readonly label: string
  /** A dialog is open: keys are its own. */
  readonly isDialogOpen: boolean
  readonly onOpenDialog: (dialog: OpenDialog) => void
  readonly onCruzar: () => void
}

/** The same query as rows and columns. Keys decide on the selected rows, or on the one that is open. */
export function EntriesTable({ store, words, label, isDialogOpen, onOpenDialog, onCruzar }: EntriesTableViewProps) {
  const { entries: texts, forms } = useMessages()
  const period = useKeptPeriod(store)
  const commands = useMemo(
    () => createReviewCommands({ store, onOpenDialog: onOpenDialog, writeNote: () => false }),
    [store, onOpenDialog],
  )
  const keys = [
    ...decisionKeys({ commands, texts: texts.keys }),
    { keys: 'v', label: texts.keys.present, run: () => store.getState().present('list') },
    { keys: 'mod+e', label: texts.keys.export, run: () => onOpenDialog({ kind: 'export' }) },
  ]
  useShortcuts(isDialogOpen ? [] : keys)
  return (
    <div className="entries-inbox">
      <TableView
        store={store.getState().rows}
        words={words}
        label={label}
        searchPlaceholder={texts.search}
        rowsKey="l"
        partOf={period ? forms.period(period) : null}
        tools={<QueryTools store={store} words={words} onSave={() => onOpenDialog({ kind: 'save-filter' })} />}
      />
      <BulkBar store={store} commands={commands} onCruzar={onCruzar} />
    </div>
  )
}
