import { Button, Group } from '@mantine/core'
import { useMessages } from '../kernel/messages.ts'

export interface DialogButtonsProps {
  /** The verb of the action. */
  readonly confirm: string
  readonly busy: boolean
  readonly disabled?: boolean
  readonly onClose: () => void
}

/** The foot of a dialog that is a form: cancel and submit. */
export function DialogButtons({ confirm, busy, disabled = false, onClose }: DialogButtonsProps) {
  const messages = useMessages()
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" size="sm" onClick={onClose}>
        {messages.common.cancel}
      </Button>
      <Button type="submit" size="sm" disabled={disabled} loading={busy}>
        {confirm}
      </Button>
    </Group>
  )
}
