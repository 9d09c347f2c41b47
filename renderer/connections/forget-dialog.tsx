import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

export interface ForgetDialogProps {
  readonly connection: Connection
  readonly onForgotten: () => void
  readonly onClose: () => void
}

const nothing = { entries: 0, reviewed: 0, conversation_sets: 0, datasets: 0 }

/**
 * Names what goes with a connection before it is forgotten: its secret, and what can be seen through it alone. Of a platform
 * the person chooses whether the sheets go as well. Reviews exist on this computer alone: where there are some, or may be, the
 * name has to be typed.
 */
export function ForgetDialog({ connection, onForgotten, onClose }: ForgetDialogProps) {
  const { id, name, sheets } = connection
  const texts = useMessages().connections
  const { impact, working, failure, loadImpact, forget, dismissFailure } = useStore(useFeature('connections').store)
  const isForms = connection.service === 'forms'
  const [withSheets, setWithSheets] = useState(isForms)
  if (impact.status === 'idle' || impact.status === 'loading') return null
  const isUnknown = impact.status === 'failed'
  const { entries, reviewed, conversation_sets, datasets } = isUnknown ? nothing : impact.value
  const hasSheets = !isForms && sheets > 0
  const lost = [
    texts.forgetLoses,
    isUnknown && (isForms ? texts.forgetLosesForms : texts.forgetLosesPlatform),
    entries > 0 && texts.forgetLosesEntries(entries),
    reviewed > 0 && texts.forgetLosesReviews(reviewed),
    conversation_sets > 0 && texts.forgetLosesConversations(conversation_sets),
    datasets > 0 && texts.forgetLosesDatasets(datasets),
    hasSheets && withSheets && texts.forgetLosesSheets(sheets),
  ].filter((line) => line !== false)
  const keptBeside = hasSheets && !withSheets ? texts.forgetKeepsSheets : texts.forgetKeeps
  return (
    <ConfirmDialog
      opened
      title={texts.forgetTitle(name)}
      lost={lost}
      kept={isForms && (entries + reviewed > 0 || isUnknown) ? texts.forgetKeepsEntries : keptBeside}
      confirm={texts.forgetConfirm}
      typed={isForms && (reviewed > 0 || isUnknown) ? name : undefined}
      busy={working !== null}
      failure={failure}
      onConfirm={async () => {
        if (await forget(id, withSheets)) onForgotten()
      }}
      onClose={() => {
        dismissFailure()
        onClose()
      }}
    >
      {isUnknown ? <FailureNotice failure={impact.failure} onRetry={() => void loadImpact(id)} /> : null}
      {hasSheets ? (
        <Checkbox
          label={texts.forgetSheets(sheets)}
          checked={withSheets}
          onChange={(event) => setWithSheets(event.currentTarget.checked)}
        />
      ) : null}
    </ConfirmDialog>
  )
}
