import { Button } from '@mantine/core'
import { useStore } from 'zustand'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import type { ServerCsvStore } from './server-csv-store.ts'

/** How much of the service's own file has come, with the way to stop; or why it did not come. */
export function ServerCsvProgress({ store }: { readonly store: ServerCsvStore }) {
  const messages = useMessages()
  const format = useFormat()
  const { received, failure, cancel, dismissFailure } = useStore(store)
  if (failure) return <FailureNotice failure={failure} onClose={dismissFailure} />
  if (received === null) return null
  return (
    <div className="sheet-progress">
      <ProgressLine
        label={messages.sheets.csv.running}
        done={received}
        total={null}
        text={messages.sheets.csv.received(format.bytes(received))}
      />
      <Button size="compact-xs" variant="subtle" onClick={cancel}>
        {messages.common.cancel}
      </Button>
    </div>
  )
}
