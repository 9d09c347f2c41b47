import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { SecretInput } from '../ui/secret-input.tsx'

/** The contract's own bound (preload/contract/app.ts, `app.create_vault`). */
const shortest = 8

export interface CreateVaultFormProps {
  readonly working: boolean
  readonly onCreate: (passphrase: string) => void
}

/** Two fields that must agree. Both are emptied the moment the passphrase is handed on, whatever comes of it. */
export function CreateVaultForm({ working, onCreate }: CreateVaultFormProps) {
  const { vault: texts } = useMessages().app
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const missing = Math.max(0, shortest - passphrase.length)
  const different = passphrase !== again
  const submit = () => {
    setTried(true)
    if (missing > 0 || different) return
    setPassphrase('')
    setAgain('')
    setTried(false)
    onCreate(passphrase)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <SecretInput
          label={texts.passphrase}
          description={texts.passphraseHint}
          value={passphrase}
          autoComplete="new-password"
          autoFocus
          error={tried && missing > 0 ? texts.tooShort(missing) : null}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <SecretInput
          label={texts.repeat}
          value={again}
          autoComplete="new-password"
          error={tried && missing === 0 && different ? texts.different : null}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {texts.ifLost}
        </Text>
        <Group>
          <Button type="submit" size="sm" loading={working}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export interface UnlockVaultFormProps {
  readonly working: boolean
  readonly onUnlock: (passphrase: string) => void
}

/** One field, emptied the moment it is handed on. */
export function UnlockVaultForm({ working, onUnlock }: UnlockVaultFormProps) {
  const { vault: texts } = useMessages().app
  const [passphrase, setPassphrase] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (passphrase === '') return
        setPassphrase('')
        onUnlock(passphrase)
      }}
    >
      <Stack gap="md">
        <SecretInput
          label={texts.passphrase}
          value={passphrase}
          autoComplete="current-password"
          autoFocus
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" size="sm" loading={working} disabled={passphrase === ''}>
            {texts.unlock}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
