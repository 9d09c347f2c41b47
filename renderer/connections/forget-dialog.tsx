import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export interface ForgetDialogProps {
  readonly connection: Connection
  readonly working: boolean
  readonly failure: Failure | undefined
  readonly onForget: (forgetSheets: boolean) => void
  readonly onClose: () => void
}

/** Forgetting takes the secret; the person chooses whether the sheets go as well (issue 2, section 3). */
export function ForgetDialog({ connection, working, failure, onForget, onClose }: ForgetDialogProps) {
  const texts = useMessages().connections
  const [sheets, setSheets] = useState(false)
  const has = connection.sheets > 0
  const lost = [texts.forgetLoses]
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
