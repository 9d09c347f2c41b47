import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Recipient } from '../../preload/contract/sending.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { SendingStore } from './sending-store.ts'

export interface ReviewFormProps {
  readonly store: SendingStore
  readonly recipient: Recipient
}

/** Exactly what the person will get, and their name on the button that sends it. */
export function ReviewForm({ store, recipient }: ReviewFormProps) {
  const texts = useMessages().sending
  const { reviewing, sending, insist, failure, back, send } = useStore(store)
  const first = useRef<HTMLButtonElement>(null)
  // The way back has the keyboard: Enter held a little too long must not send.
  useEffect(() => first.current?.focus(), [])
  const name = recipient.conversation.contact.name ?? texts.someone
  const closed = recipient.conversation.can_reply === false && !insist
  return (
    <Stack gap="md">
      <div>
        <Text size="md" fw={600}>
          {texts.reviewTitle}
        </Text>
        <Text size="md">{texts.reviewText(name)}</Text>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and the keyboard must be able to */}
      <blockquote className="sending-preview" tabIndex={0}>
        {reviewing?.content}
      </blockquote>
      {failure ? <FailureNotice failure={failure} /> : null}
      <Group justify="flex-end" gap="sm">
        <Button ref={first} variant="default" size="sm" disabled={sending} onClick={back}>
          {texts.back}
        </Button>
        <Button size="sm" loading={sending} disabled={closed} onClick={() => void send()}>
          {texts.send(name)}
        </Button>
      </Group>
    </Stack>
  )
}
