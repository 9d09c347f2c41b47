import { ActionIcon, Button, Collapse, CopyButton, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Conversation, ConversationFilter } from '../../preload/contract/conversations.ts'
import { useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { waitWord } from '../tables/waiting.ts'
import { conversationStatusWord, messageText, nameWord, undeliveredWord } from '../tables/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FactLine } from '../ui/fact-line.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { StatusMark } from '../ui/mark.tsx'
import { priorityWord } from './conversation-filter.ts'
import { useListed } from './conversation-order.ts'

/** Gives a function that writes to the contact of a conversation of the open connection. */
export function useReply() {
  const { store } = useFeature('conversations')
  const sending = useFeature('sending')
  return (conversation: number, contact: number | null) => {
    const { connection } = store.getState()
    if (connection !== null) void sending.getState().open({ connection, conversation, contact })
  }
}

interface ConversationActionsProps {
  readonly id: number
  readonly contact: number | null
  /** More actions. */
  readonly children: ReactNode
}

/** The actions on a conversation of the open connection. */
export function ConversationActions({ id, contact, children }: ConversationActionsProps) {
  const texts = useMessages().conversations.detail
  const PlatformLink = useSlot('platformLink')
  const connection = useStore(useFeature('conversations').store, (state) => state.connection)
  const { go } = useNavigation()
  const reply = useReply()
  return (
    <Group gap="xs">
      <Button onClick={() => reply(id, contact)}>{texts.reply}</Button>
      {contact === null || connection === null ? null : (
        <Button variant="default" onClick={() => go({ screen: 'contact', connection, id: contact })}>
          {texts.contact}
        </Button>
      )}
      {children}
      {connection === null ? null : <PlatformLink connection={connection} record="conversation" id={id} />}
    </Group>
  )
}

interface ConversationPanelProps {
  readonly panel: RefObject<HTMLElement | null>
  /** It was closed from inside: the focus returns to the list. */
  readonly onClose: () => void
}

/** The open conversation, beside the list. Escape closes it. */
export function ConversationPanel({ panel, onClose }: ConversationPanelProps) {
  const { common } = useMessages()
  const texts = useMessages().conversations.detail
  const { opened, reread, openById, search, step } = useStore(useFeature('conversations').store)
  const { now } = useApp()
  const format = useFormat()
  const conversations = useListed()
  if (!opened) return null
  const position = conversations.findIndex(({ id }) => id === opened.id)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <aside
      ref={panel}
      className="conversation-panel column"
      aria-label={texts.label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
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
              disabled={position + 1 === conversations.length}
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
      <div key={opened.id} className="conversation-panel-body scroll">
        <LoadableView of={opened.found} onRetry={() => void openById(opened.id, opened.expected)}>
          {(value) => {
            if (!('conversation' in value)) {
              const isGone = value.state === 'absent'
              return (
                <EmptyState
                  title={isGone ? texts.gone(opened.id) : texts.hidden(opened.id)}
                  text={isGone ? texts.goneText : texts.hiddenText}
                  action={ofContact(opened.expected, texts.ofContact, search)}
                />
              )
            }
            const { conversation } = value
            return (
              <>
                {isOfAnother(conversation, opened.expected) ? (
                  <p className="conversation-warning top warning-note" role="alert">
                    {texts.otherContact(opened.id)}
                  </p>
                ) : null}
                {value.state === 'seen' ? (
                  <p className="conversation-warning top warning-note">
                    {texts.seen(format.moment(Date.parse(value.read_at), now()))}
                  </p>
                ) : null}
                <ConversationDetail
                  conversation={conversation}
                  readAt={value.state === 'seen' ? Date.parse(value.read_at) : now()}
                >
                  <ConversationActions id={conversation.id} contact={conversation.contact.id}>
                    <Button variant="subtle" onClick={() => void reread(conversation.id)}>
                      {common.refresh}
                    </Button>
                  </ConversationActions>
                </ConversationDetail>
              </>
            )
          }}
        </LoadableView>
      </div>
    </aside>
  )
}

/** Whether the conversation belongs to another contact than the row that led to it (docs/services.md §4.8). */
function isOfAnother({ contact }: Conversation, expected: number | null): boolean {
  return expected !== null && contact.id !== null && contact.id !== expected
}
/** A link to all conversations of the contact that a row named, where the row's number found nothing. */
function ofContact(contact: number | null, label: string, search: (filter: ConversationFilter) => Promise<void>) {
  if (contact === null) return undefined
  const filter: ConversationFilter = [{ attribute_key: 'contact_id', filter_operator: 'equal_to', values: [contact] }]
  return { label, onClick: () => void search(filter) }
}
interface ConversationProps {
  readonly conversation: Conversation
}

interface ConversationDetailProps extends ConversationProps {
  /** When it was so, epoch ms. */
  readonly readAt: number
  /** The actions on it. */
  readonly children: ReactNode
}

/** One conversation: its last message, its state, its contact, and its other fields. Texts are shown as plain text. */
export function ConversationDetail({ conversation, readAt, children }: ConversationDetailProps) {
  const connection = useStore(useFeature('conversations').store, (state) => state.connection)
  const Related = useSlot('relatedToPerson')
  const PersonNote = useSlot('personNote')
  const messages = useMessages()
  const texts = messages.conversations.detail
  const { status, can_reply, contact } = conversation
  const wait = waitWord(conversation, readAt, messages)
  return (
    <div className="gap-12 pad-12-16 stack">
      <div className="conversation-detail-signs row wraps gap-4">
        {status === null ? null : <StatusMark status={status} label={conversationStatusWord(messages, status)} />}
        {wait && <span className="pending strong">{wait}</span>}
        {conversation.labels.map((label) => (
          <span key={label} className="conversation-label cut">
            {label}
          </span>
        ))}
      </div>
      {children}
      {connection === null ? null : (
        <PersonNote person={{ connection, contact: contact.id, phones: [contact.phone], emails: [contact.email] }} />
      )}
      {can_reply === false ? (
        <p className="conversation-warning top warning-note">
          <IconAlertTriangle size={16} aria-hidden="true" /> {texts.cannotReply}
        </p>
      ) : null}
      <LastMessage conversation={conversation} />
      <Facts conversation={conversation} />
      {/* Its code may have to be read in first: what is around it stays as it is, with the focus. */}
      <Suspense fallback={null}>
        {connection === null ? null : (
          <Related person={{ connection, contact: contact.id, phone: contact.phone, email: contact.email }} />
        )}
      </Suspense>
      <Raw conversation={conversation} />
    </div>
  )
}

/** The last message that is not a service note, rendered as plain text. */
function LastMessage({ conversation: { last_message, unreported } }: ConversationProps) {
  const { now } = useApp()
  const messages = useMessages()
  const { detail: texts, from } = messages.conversations
  const format = useFormat()
  if (!last_message) {
    return <p className="dim">{unreported.includes('last_message') ? texts.unreportedMessage : texts.noMessage}</p>
  }
  const moment = last_message.at === null ? messages.common.notGiven : format.moment(Date.parse(last_message.at), now())
  const undelivered = undeliveredWord(messages, last_message)
  return (
    <figure className="conversation-message pad-8-12 inset" data-from={last_message.from ?? undefined}>
      <figcaption className="dim figures">
        <FactLine
          items={[
            last_message.from === null ? moment : texts.messageBy(from[last_message.from], moment),
            undelivered && <span className="pending strong">{undelivered}</span>,
          ]}
        />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and the keyboard must be able to */}
      <blockquote tabIndex={0}>
        {messageText(messages, last_message) || <span className="dim">{texts.noContent}</span>}
      </blockquote>
    </figure>
  )
}

function Facts({ conversation }: ConversationProps) {
  const messages = useMessages()
  const format = useFormat()
  const { detail: texts, columns } = messages.conversations
  const { contact, assignee, team, inbox, labels, priority, unreported } = conversation
  const time = (at: string | null) => (at === null ? null : format.dateTime(Date.parse(at)))
  /** The word for "none", which is correct only where the service says so. */
  const none = (part: (typeof unreported)[number], word: string) => (unreported.includes(part) ? undefined : word)
  const facts: readonly (readonly [heading: string, value: string | null, absent?: string | undefined])[] = [
    [columns.contato, nameWord(messages, contact)],
    [columns.telefone, contact.phone && format.phone(contact.phone)],
    [columns.email, contact.email],
    [columns.contato_criado_em, time(contact.created_at)],
    [columns.agente, nameWord(messages, assignee), none('assignee', messages.common.nobody)],
    [columns.equipe, nameWord(messages, team), none('team', texts.none)],
    [columns.caixa, nameWord(messages, inbox)],
    [columns.etiquetas, labels.length === 0 ? null : format.list(labels), none('labels', texts.none)],
    [columns.prioridade, priority && priorityWord(messages, priority), none('priority', texts.none)],
    [columns.criada_em, time(conversation.created_at)],
    [columns.ultima_atividade_em, time(conversation.last_activity_at)],
    [columns.assunto, conversation.subject],
  ]
  return (
    <dl className="conversation-facts">
      {facts.map(([heading, value, absent]) => (
        <div key={heading}>
          <dt>{heading}</dt>
          <dd className="figures">{value || <span className="dim">{absent ?? messages.common.notGiven}</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The raw conversation, for fields that are not shown above. */
function Raw({ conversation: { raw } }: ConversationProps) {
  const messages = useMessages()
  const texts = messages.conversations.detail
  const [open, setOpen] = useState(false)
  const id = useId()
  const json = open ? JSON.stringify(raw, null, 2) : ''
  return (
    <div className="conversation-raw">
      <Button variant="subtle" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? texts.hideRaw : texts.showRaw}
      </Button>
      <Collapse expanded={open} id={id} transitionDuration={100}>
        <div className="row between my-4 text-12">
          <span className="dim">{texts.raw}</span>
          <CopyButton value={json}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-xs" onClick={copy}>
                {copied ? messages.common.copied : messages.common.copy}
              </Button>
            )}
          </CopyButton>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to */}
        <pre className="inset verbatim pad-8-12 scrolls text-12" tabIndex={0}>
          {json}
        </pre>
      </Collapse>
    </div>
  )
}
