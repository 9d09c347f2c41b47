import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import type { ListLock } from './list-state.ts'

interface PasswordDialogProps {
  readonly lock: ListLock
  readonly onPassword: (password: string) => void
  readonly onClose: () => void
}

/** Asks for the password of a list. The field is emptied when the password is sent, whatever the result. */
export function PasswordDialog({ lock: { name, isWrong, isBusy }, onPassword, onClose }: PasswordDialogProps) {
  const { cruzar, common } = useMessages()
  const texts = cruzar.password
  const [password, setPassword] = useState('')
  const submit = () => {
    if (password === '' || isBusy) return
    setPassword('')
    onPassword(password)
  }
  return (
    <Dialog onClose={onClose} title={texts.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {texts.text(name)}
          </Text>
          <SecretInput
            label={texts.label}
            value={password}
            maxLength={255}
            autoComplete="off"
            error={isWrong && password === '' ? texts.wrong : null}
            data-autofocus
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" size="sm" loading={isBusy} disabled={password === '' && !isBusy}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
