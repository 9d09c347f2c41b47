import { Button } from '@mantine/core'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import type { TableStore } from './table-store.ts'

/** How far the export of a table is, or why it failed, where the table itself is not on screen. */
export function ExportLine({ store }: { readonly store: TableStore }) {
  const exporting = useStore(store, (state) => state.exporting)
  if (exporting?.state !== 'failed') return <ExportProgress store={store} />
  return <FailureNotice failure={exporting.failure} onClose={store.getState().dismissSave} />
}

/** A running export with its way to stop; nothing while there is none. */
export function ExportProgress({ store }: { readonly store: TableStore }) {
  const messages = useMessages()
  const texts = messages.tables.export
  const exporting = useStore(store, (state) => state.exporting)
  if (exporting?.state !== 'running') return null
  const { done, total } = exporting
  return (
    <div className="table-exporting">
      <ProgressLine
        label={texts.running}
        done={done}
        total={total || null}
        text={total ? texts.progress(done, total) : texts.running}
      />
      <Button size="compact-xs" variant="subtle" onClick={store.getState().cancelSave}>
        {messages.common.cancel}
      </Button>
    </div>
  )
}
