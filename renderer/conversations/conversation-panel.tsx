import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useStore } from 'zustand'
import type { Conversation, ConversationFilter } from '../../preload/contract/conversations.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { ConversationDetail } from './conversation-detail.tsx'
import type { ConversationsStore } from './conversations-store.ts'

/** Where a conversation leads to; other features are there. */
export interface ConversationLinks {
  /** Writes to its contact. */
  readonly onReply: (conversation: Pick<Conversation, 'id'> & { readonly contact: number | null }) => void
  readonly onContact: (id: number) => void
  /** What is kept on this computer of the same person: leads, runs, entries. */
  readonly related: (conversation: Conversation) => ReactNode
}

export interface ConversationPanelProps {
  readonly store: ConversationsStore
  readonly links: ConversationLinks
  /** Epoch ms. */
  readonly now: number
  readonly panel: RefObject<HTMLElement | null>
  /** Closed from inside: the keyboard goes back to the list. */
  readonly onClose: () => void
}

/** The conversation that is open, beside the list. Escape closes. */
export function ConversationPanel({ store, links, now, panel, onClose }: ConversationPanelProps) {
  const texts = useMessages().conversations.detail
  const opened = useStore(store, (state) => state.opened)
  const conversations = useStore(store, (state) => readyValue(state.list)?.conversations)
  if (!opened) return null
  const { reread, openById, search, step } = store.getState()
  const position = conversations?.findIndex(({ id }) => id === opened.id) ?? -1
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <aside ref={panel} className="conversation-panel" aria-label={texts.label} tabIndex={-1} onKeyDown={onKeyDown}>
      <Group className="conversation-panel-head" gap={4} wrap="nowrap">
        <Text size="sm" fw={600} flex={1} truncate>
          {texts.title(opened.id)}
        </Text>
        {position >= 0 ? (
          <>
            <ActionIcon size="sm" aria-label={texts.previous} disabled={position === 0} onClick={() => step(-1)}>
              <IconChevronUp size={16} />
            </ActionIcon>
            <ActionIcon
              size="sm"
              aria-label={texts.next}
              disabled={position + 1 === conversations?.length}
              onClick={() => step(1)}
            >
              <IconChevronDown size={16} />
            </ActionIcon>
          </>
        ) : null}
        <ActionIcon size="sm" aria-label={texts.close} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <div key={opened.id} className="conversation-panel-body">
        <LoadableView of={opened.conversation} onRetry={() => void openById(opened.id, opened.expected)}>
          {(conversation) =>
            conversation === null ? (
              <EmptyState
                title={texts.gone(opened.id)}
                text={texts.goneText}
                action={ofContact(opened.expected, texts.ofContact, search)}
              />
            ) : (
              <>
                {isOfAnother(conversation, opened.expected) ? (
                  <p className="conversation-warning" role="alert">
                    {texts.otherContact(opened.id)}
                  </p>
                ) : null}
                <ConversationDetail
                  conversation={conversation}
                  now={now}
                  related={links.related(conversation)}
                  actions={
                    <ConversationActions
                      conversation={conversation}
                      links={links}
                      onAgain={() => void reread(conversation.id)}
                    />
                  }
                />
              </>
            )
          }
        </LoadableView>
      </div>
    </aside>
  )
}

/** Whether a conversation is of another contact than the row said that led to it (features.md §8.4). */
function isOfAnother({ contact }: Conversation, expected: number | null): boolean {
  return expected !== null && contact.id !== null && contact.id !== expected
}

/** The way to all conversations of the contact that a row named, where the row's number led nowhere. */
function ofContact(contact: number | null, label: string, search: (filter: ConversationFilter) => Promise<void>) {
  if (contact === null) return undefined
  const filter: ConversationFilter = [{ attribute_key: 'contact_id', filter_operator: 'equal_to', values: [contact] }]
  return { label, onClick: () => void search(filter) }
}

interface ConversationActionsProps {
  readonly conversation: Conversation
  readonly links: ConversationLinks
  readonly onAgain: () => void
}

function ConversationActions({ conversation: { id, contact }, links, onAgain }: ConversationActionsProps) {
  const texts = useMessages().conversations.detail
  const contactId = contact.id
  return (
    <Group gap="xs">
      <Button onClick={() => links.onReply({ id, contact: contactId })}>{texts.reply}</Button>
      {contactId === null ? null : (
        <Button variant="default" onClick={() => links.onContact(contactId)}>
          {texts.contact}
        </Button>
      )}
      <Button variant="subtle" onClick={onAgain}>
        {texts.again}
      </Button>
    </Group>
  )
}
