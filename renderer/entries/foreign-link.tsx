import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useContext, useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { OutsideContext, webAddress } from '../ui/outside.tsx'

/** A link that a stranger wrote: it opens in the person's browser once they have seen where it leads. */
export function ForeignLink({ text }: { readonly text: string }) {
  const messages = useMessages()
  const texts = messages.entries.entry
  const open = useContext(OutsideContext)
  const [asking, setAsking] = useState(false)
  const address = webAddress(text.trim())
  if (!address) return <>{text}</>
  return (
    <>
      <UnstyledButton className="entry-link" aria-label={texts.openLink(text)} onClick={() => setAsking(true)}>
        {text}
      </UnstyledButton>
      <Dialog opened={asking} title={texts.linkTitle} onClose={() => setAsking(false)}>
        <Stack gap="md">
          <Text size="md">{texts.linkHint}</Text>
          <div className="entry-address">{address}</div>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" data-autofocus onClick={() => setAsking(false)}>
              {messages.common.cancel}
            </Button>
            <Button
              size="sm"
              onClick={() => {
                setAsking(false)
                open(address)
              }}
            >
              {texts.linkOpen}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
