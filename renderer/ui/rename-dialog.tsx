import { Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Failure } from '../../preload/contract/wire.ts'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { FailureNotice } from './failure-notice.tsx'

export interface RenameDialogProps {
  readonly texts: { readonly title: string; readonly name: string; readonly confirm: string }
  /** The present name. */
  readonly name: string
  readonly most?: number
  readonly busy: boolean
  readonly failure: Failure | null | undefined
  /** Receives the trimmed new name, never an empty one. */
  readonly onRename: (name: string) => void
  readonly onClose: () => void
}

/** Asks for another name. */
export function RenameDialog({ texts, name, most = 120, busy, failure, onRename, onClose }: RenameDialogProps) {
  const [typed, setTyped] = useState(name)
  const newName = typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (newName !== '') onRename(newName)
  }
  return (
    <Dialog opened onClose={onClose} title={texts.title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            value={typed}
            maxLength={most}
            autoComplete="off"
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <DialogButtons confirm={texts.confirm} disabled={newName === ''} busy={busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
