import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

export interface RenameDialogProps {
  readonly sheet: Sheet
  readonly working: boolean
  readonly failure: Failure | null
  readonly onRename: (name: string) => void
  readonly onClose: () => void
}

export function RenameDialog({ sheet, working, failure, onRename, onClose }: RenameDialogProps) {
  const messages = useMessages()
  const texts = messages.sheets.rename
  const [name, setName] = useState(sheet.name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onRename(name.trim())
  }
  return (
    <Dialog opened onClose={onClose} title={texts.title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            value={name}
            maxLength={120}
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={onClose}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={!name.trim()} loading={working}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

export interface ForgetSheetDialogProps {
  readonly sheet: Sheet
  readonly working: boolean
  readonly failure: Failure | null
  readonly onForget: () => void
  readonly onClose: () => void
}

/** Names the rows that go; the service keeps its own. */
export function ForgetSheetDialog({ sheet, working, failure, onForget, onClose }: ForgetSheetDialogProps) {
  const texts = useMessages().sheets.forget
  return (
    <ConfirmDialog
      opened
      title={texts.title(sheet.name)}
      lost={[texts.loses(sheet.rows), texts.losesArrangement]}
      kept={texts.keeps}
      confirm={texts.confirm}
      busy={working}
      failure={failure ?? undefined}
      onConfirm={onForget}
      onClose={onClose}
    />
  )
}
