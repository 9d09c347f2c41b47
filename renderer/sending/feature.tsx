import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import type { Failure } from '../../preload/values/failures.ts'
import { defineFeature, lazyComponent, type Slots, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { failed } from '../kernel/notice-failure.ts'
import type { GridRow } from '../tables/table-state.ts'
import { Account } from '../ui/account.tsx'
import { createSendingStore, type MessageTarget, type SendingStore } from './sending-store.ts'

declare module '../kernel/feature.ts' {
  interface Features {
    sending: SendingStore
  }
  interface Slots {
    /** The dialog that writes a message, over any screen; empty while there is none. */
    messageDialog: object
    /** The actions on a lead's row: a message, its conversation, its contact. Empty for a forgotten connection. */
    leadActions: {
      /** The platform connection that the row was read from. */
      readonly connection: string
      readonly row: GridRow
      /** The prefix of the names of the lead's fields, such as `lead_` in a run. */
      readonly prefix?: string
      /** False where the row may be of another account: a page in the browser would not show that. */
      readonly inPlatform?: boolean
      /** More actions. */
      readonly children?: ReactNode
    }
  }
}

const SendDialog = lazyComponent(async () => (await import('./send-dialog.tsx')).SendDialog)

export const sendingFeature = defineFeature('sending', {
  service: 'platform',
  create({ ask, feature }) {
    const store = createSendingStore({
      ask,
      newId: () => crypto.randomUUID(),
      onSent({ connection, conversation }, to, status) {
        noticeSent(to, status)
        const conversations = feature('conversations').store.getState()
        const contact = feature('contacts').contact.getState()
        if (conversations.connection === connection) void conversations.reread(conversation)
        if (contact.key?.connection === connection) void contact.refresh()
      },
      onUnknownInBackground: noticeUnknown,
      onRefusedInBackground: noticeRefused,
    })
    return { offer: store, reset: () => store.getState().reset(), hasUnsent: () => store.getState().hasDrafts() }
  },
  slots: { messageDialog: MessageDialog, leadActions: LeadActions },
})

function MessageDialog() {
  const target = useStore(useFeature('sending'), (state) => state.target)
  const connections = useFeature('connections').useList()
  if (!target) return null
  // The recipient may be a lead of a sheet, which need not be of the account in use.
  const name = connections.find(({ id }) => id === target.connection)?.name ?? null
  return (
    <Account name={name}>
      <SendDialog />
    </Account>
  )
}

function LeadActions({ connection, row, prefix = '', inPlatform = true, children }: Slots['leadActions']) {
  const { common } = useMessages()
  const sending = useFeature('sending')
  const connections = useFeature('connections').useList()
  const PlatformLink = useSlot('platformLink')
  const { go } = useNavigation()
  const conversation = numberIn(row, `${prefix}conversa_id`)
  const contact = numberIn(row, `${prefix}contato_id`)
  const isConnected = connections.some(({ id }) => id === connection)
  const record = recordOf(conversation, contact)
  if (!record) return null
  if (!isConnected) return children ?? null
  const target = (id: number): MessageTarget => ({ connection, conversation: id, contact })
  return (
    <Group gap="xs">
      {conversation === null ? null : (
        <>
          <Button onClick={() => void sending.getState().open(target(conversation))}>{common.write}</Button>
          <Button
            variant="default"
            onClick={() =>
              go({ screen: 'conversations', connection, conversation, ...(contact === null ? {} : { contact }) })
            }
          >
            {common.seeConversation}
          </Button>
        </>
      )}
      {contact === null ? null : (
        <Button variant="default" onClick={() => go({ screen: 'contact', connection, id: contact })}>
          {common.openContact}
        </Button>
      )}
      {children}
      {inPlatform ? <PlatformLink connection={connection} {...record} /> : null}
    </Group>
  )
}

/** The platform's page for a lead: its conversation, or the contact where there is none. */
function recordOf(conversation: number | null, contact: number | null) {
  if (conversation !== null) return { record: 'conversation', id: conversation } as const
  return contact === null ? null : ({ record: 'contact', id: contact } as const)
}

function numberIn({ cells }: GridRow, key: string): number | null {
  const cell = cells[key]
  return typeof cell === 'number' && cell > 0 ? cell : null
}

/** Shows that the service accepted a message, or its own `failed` (docs/services.md §5.7). */
function noticeSent(to: string | null, status: string | null): void {
  const texts = messagesNow().sending
  const name = to ?? texts.someone
  if (status === 'failed') notifications.show({ ...failed, message: texts.sentFailing(name) })
  else notifications.show({ message: texts.sent(name) })
}

/** Shows an unknown result of a message whose dialog was closed. */
function noticeUnknown(to: string | null): void {
  const texts = messagesNow().sending
  notifications.show({ ...failed, message: texts.unknown(to ?? texts.someone) })
}

/** Shows why a message was refused whose dialog was closed. It is still a draft. */
function noticeRefused(to: string | null, failure: Failure): void {
  const messages = messagesNow()
  const { someone, refused } = messages.sending
  notifications.show({ ...failed, message: refused(to ?? someone, failureSentence(messages, failure)) })
}
