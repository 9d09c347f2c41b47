import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useCaptain } from './captain-context.tsx'
import { DeedFailure } from './deed-failure.tsx'
import type { Kind } from './lists-store.ts'

export interface RemoveDialogProps {
  readonly kind: Kind
  readonly record: CaptainRecord
  readonly title: string
  readonly onDone: (said: string) => void
  readonly onClose: () => void
}

/** Names what goes from the service, before it goes. */
export function RemoveDialog({ kind, record, title, onDone, onClose }: RemoveDialogProps) {
  const messages = useMessages()
  const texts = messages.captain.remove
  const { captain } = useCaptain()
  const { working, failure, remove } = useStore(captain.deeds)
  const linked = kind.resource === 'inboxes' || kind.resource === 'assistant_mcp_servers'
  const send = async () => {
    if (record.id !== null && (await remove(kind, record.id)) === 'done') onDone(linked ? texts.unlinked : texts.done)
  }
  return (
    <Dialog writes opened onClose={onClose} title={linked ? texts.unlinkTitle(title) : texts.title(title)}>
      <Stack gap="md">
        <div>
          <Text size="md">{texts.willBeLost}</Text>
          <List size="md" mt={4} className="captain-words">
            <List.Item>{linked ? texts.losesLink : texts.loses(title)}</List.Item>
            {kind.resource === 'assistants' ? <List.Item>{texts.losesAssistant}</List.Item> : null}
          </List>
        </div>
        <DeedFailure />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="sm" onClick={onClose} data-autofocus>
            {messages.common.cancel}
          </Button>
          <Button
            size="sm"
            className="dangerous"
            loading={working !== null}
            disabled={failure?.code === 'sent_unknown'}
            onClick={() => void send()}
          >
            {linked ? texts.unlink : texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
