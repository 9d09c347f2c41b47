import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Connection, ConnectionDeletionImpact } from '../../preload/contract/connections.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

export interface ForgetDialogProps {
  readonly connection: Connection
  /** What is kept of it. */
  readonly impact: Loadable<ConnectionDeletionImpact>
  readonly working: boolean
  readonly failure: Failure | null
  readonly onLoadImpact: () => void
  /** With true, what was read through it goes as well. */
  readonly onForget: (forgetSheets: boolean) => void
  readonly onClose: () => void
}

/** Names what goes with a connection before it is forgotten. */
export function ForgetDialog(props: ForgetDialogProps) {
  return props.connection.service === 'forms' ? <ForgetForms {...props} /> : <ForgetPlatform {...props} />
}

/**
 * Forgetting takes the secret, and what can be seen through the connection alone; the person chooses whether the sheets
 * go as well.
 */
function ForgetPlatform(props: ForgetDialogProps) {
  const { connection, impact, working, failure, onLoadImpact, onForget, onClose } = props
  const texts = useMessages().connections
  const [sheets, setSheets] = useState(false)
  if (impact.status === 'idle' || impact.status === 'loading') return null
  const has = connection.sheets > 0
  const lost = [texts.forgetLoses]
  if (impact.status === 'failed') lost.push(texts.forgetLosesPlatform)
  const kept = impact.status === 'ready' ? impact.value : { conversation_sets: 0, datasets: 0 }
  if (kept.conversation_sets > 0) lost.push(texts.forgetLosesConversations(kept.conversation_sets))
  if (kept.datasets > 0) lost.push(texts.forgetLosesDatasets(kept.datasets))
  if (sheets) lost.push(texts.forgetLosesSheets(connection.sheets))
  return (
    <ConfirmDialog
      opened
      title={texts.forgetTitle(connection.name)}
      lost={lost}
      kept={has && !sheets ? texts.forgetKeepsSheets : texts.forgetKeeps}
      confirm={texts.forgetConfirm}
      busy={working}
      failure={failure}
      onConfirm={() => onForget(sheets)}
      onClose={onClose}
    >
      {impact.status === 'failed' ? <FailureNotice failure={impact.failure} onRetry={onLoadImpact} /> : null}
      {has ? (
        <Checkbox
          label={texts.forgetSheets(connection.sheets)}
          checked={sheets}
          onChange={(event) => setSheets(event.currentTarget.checked)}
        />
      ) : null}
    </ConfirmDialog>
  )
}

/**
 * Entries and reviews cannot be seen without their connection, so they go with it. Reviews exist on this computer alone:
 * where there are some, the name has to be typed.
 */
function ForgetForms({ connection, impact, working, failure, onLoadImpact, onForget, onClose }: ForgetDialogProps) {
  const texts = useMessages().connections
  if (impact.status === 'idle' || impact.status === 'loading') return null
  const lost = [texts.forgetLoses]
  if (impact.status === 'failed') lost.push(texts.forgetLosesForms)
  const { entries, reviewed, datasets } =
    impact.status === 'ready' ? impact.value : { entries: 0, reviewed: 0, datasets: 0 }
  if (entries > 0) lost.push(texts.forgetLosesEntries(entries))
  if (reviewed > 0) lost.push(texts.forgetLosesReviews(reviewed))
  if (datasets > 0) lost.push(texts.forgetLosesDatasets(datasets))
  return (
    <ConfirmDialog
      opened
      title={texts.forgetTitle(connection.name)}
      lost={lost}
      kept={entries + reviewed > 0 || impact.status === 'failed' ? texts.forgetKeepsEntries : texts.forgetKeeps}
      confirm={texts.forgetConfirm}
      typed={reviewed > 0 || impact.status === 'failed' ? connection.name : undefined}
      busy={working}
      failure={failure}
      onConfirm={() => onForget(true)}
      onClose={onClose}
    >
      {impact.status === 'failed' ? <FailureNotice failure={impact.failure} onRetry={onLoadImpact} /> : null}
    </ConfirmDialog>
  )
}
