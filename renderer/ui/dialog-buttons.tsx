import { Button, Group } from '@mantine/core'
import { useTexts } from './texts.tsx'

export interface DialogButtonsProps {
  /** The verb of the action, never "OK". */
  readonly confirm: string
  readonly busy: boolean
  readonly disabled?: boolean
  /** Something is lost: the button is red, and the focus starts at cancel. */
  readonly dangerous?: boolean
  /** Without it the button submits the form around it. */
  readonly onConfirm?: (() => void) | undefined
  readonly onClose: () => void
}

/** The foot of a dialog: cancel, and the action. */
export function DialogButtons({ confirm, busy, disabled, dangerous, onConfirm, onClose }: DialogButtonsProps) {
  const { common } = useTexts()
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" size="sm" onClick={onClose} data-autofocus={dangerous || undefined}>
        {common.cancel}
      </Button>
      <Button
        type={onConfirm ? 'button' : 'submit'}
        size="sm"
        className={dangerous ? 'dangerous' : undefined}
        disabled={disabled ?? false}
        loading={busy}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </Group>
  )
}
