import { Button } from '@mantine/core'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import type { RunExportStore } from './run-export-store.ts'

/** How far an export is, with the way to stop it, or why it failed. Nothing while there is none. */
export function ExportLine({ store }: { readonly store: RunExportStore }) {
  const messages = useMessages()
  const exporting = useStore(store, (state) => state.exporting)
  const { cancel, dismiss } = store.getState()
  if (!exporting) return null
  if (exporting.state === 'failed') {
    return (
      <div className="run-notice">
        <FailureNotice failure={exporting.failure} onClose={dismiss} />
      </div>
    )
  }
  const texts = messages.tables.export
  const { done, total } = exporting
  return (
    <div className="run-progress">
      <div className="run-progress-line">
        <ProgressLine
          label={texts.running}
          done={done}
          total={total || null}
          text={total ? texts.progress(done, total) : texts.running}
        />
      </div>
      <Button variant="default" onClick={cancel}>
        {messages.common.cancel}
      </Button>
    </div>
  )
}
