import './webhooks.css'
import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'

/** The secret itself, this once, with the way to take it along. */
export function SecretView({ secret, onCopied }: { readonly secret: string | null; readonly onCopied: () => void }) {
  const messages = useMessages()
  const texts = messages.webhooks.shown
  if (secret === null) return <Text size="md">{texts.none}</Text>
  return (
    <div className="webhook-secret">
      <TextInput
        flex={1}
        label={texts.label}
        value={secret}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={secret} timeout={4000}>
        {({ copied, copy }) => (
          <Button
            size="sm"
            leftSection={
              copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
            }
            onClick={() => {
              copy()
              onCopied()
            }}
          >
            {copied ? messages.common.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

export interface SecretDialogProps {
  readonly secret: string | null
  /** The name of the account that the webhook is in, where the screen shows several. */
  readonly account?: string
  readonly onClose: () => void
}

/** Shows the secret of a new webhook once. Leaving without having copied it is asked about. */
export function SecretDialog({ secret, account, onClose }: SecretDialogProps) {
  const texts = useMessages().webhooks.shown
  const [copied, setCopied] = useState(secret === null)
  const [warned, setWarned] = useState(false)
  const leave = () => (copied || warned ? onClose() : setWarned(true))
  return (
    <Dialog opened onClose={leave} title={account === undefined ? texts.title : texts.titleIn(account)} size={520}>
      <Stack gap="md">
        <Text size="md">{texts.text}</Text>
        <SecretView secret={secret} onCopied={() => setCopied(true)} />
        {warned && !copied ? <NotCopied /> : null}
        <Group justify="flex-end" gap="sm">
          {warned && !copied ? (
            <Button variant="default" size="sm" onClick={onClose}>
              {texts.leave}
            </Button>
          ) : null}
          <Button variant={copied ? 'filled' : 'default'} size="sm" onClick={leave}>
            {texts.done}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function NotCopied() {
  const texts = useMessages().webhooks.shown
  return (
    <div className="warning-note" role="alert">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <Text size="md">{texts.notCopied}</Text>
    </div>
  )
}
