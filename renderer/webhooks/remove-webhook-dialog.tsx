import { Button, Group, List, Stack, Text } from '@mantine/core'
import type { Webhook } from '../../preload/contract/webhooks.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'

export interface RemoveWebhookDialogProps {
  readonly webhook: Webhook
  readonly working: boolean
  readonly failure: Failure | null
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Names what goes from the service; pausing is the way that loses nothing. */
export function RemoveWebhookDialog({ webhook, working, failure, onRemove, onClose }: RemoveWebhookDialogProps) {
  const messages = useMessages()
  const texts = messages.webhooks.remove
  return (
    <Dialog writes opened onClose={onClose} title={texts.title}>
      <Stack gap="md">
        <div>
          <Text size="md">{texts.willBeLost}</Text>
          <List size="md" mt={4} className="webhook-sentence">
            <List.Item>{texts.loses(webhook.url)}</List.Item>
            <List.Item>{texts.losesSecret}</List.Item>
          </List>
        </div>
        <Text size="sm" c="dimmed">
          {texts.keeps}
        </Text>
        {failure ? <FailureNotice failure={failure} /> : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="sm" onClick={onClose} data-autofocus>
            {messages.common.cancel}
          </Button>
          <Button size="sm" className="dangerous" loading={working} onClick={onRemove}>
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
