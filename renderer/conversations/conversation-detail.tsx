import { Button, Collapse, CopyButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import type { Conversation } from '../../preload/contract/conversations.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { conversationStatusWord, messageText, undeliveredWord } from '../tables/words.ts'
import { FactLine } from '../ui/fact-line.tsx'
import { StatusMark } from '../ui/mark.tsx'
import { priorityWord } from './conversation-words.tsx'

export interface ConversationDetailProps {
  readonly conversation: Conversation
  /** Epoch ms. */
  readonly now: number
  /** What can be done with it. */
  readonly actions: ReactNode
  /** What is kept on this computer of the same person. */
  readonly related: ReactNode
}
/** One conversation: its last message, where it stands, whose it is, and what came beside. Texts are shown as texts. */
export function ConversationDetail({ conversation, now, actions, related }: ConversationDetailProps) {
  const messages = useMessages()
  const texts = messages.conversations.detail
  const { status, can_reply } = conversation
  return (
    <div className="conversation-detail">
      <div className="conversation-detail-signs">
        {status === null ? null : <StatusMark status={status} label={conversationStatusWord(messages, status)} />}
        {conversation.labels.map((label) => (
          <span key={label} className="conversation-label">
            {label}
          </span>
        ))}
      </div>
      {actions}
      {can_reply === false ? (
        <p className="conversation-warning">
          <IconAlertTriangle size={16} aria-hidden="true" /> {texts.cannotReply}
        </p>
      ) : null}
      <LastMessage conversation={conversation} now={now} />
      <Facts conversation={conversation} />
      {/* Its code may have to be read in first: what is around it stays as it is, with the focus. */}
      <Suspense fallback={null}>{related}</Suspense>
      <Raw conversation={conversation} />
    </div>
  )
}
/** Services tell the last message that is none of their own notes; its text is never taken as anything but text. */
function LastMessage({ conversation: { last_message }, now }: Pick<ConversationDetailProps, 'conversation' | 'now'>) {
  const messages = useMessages()
  const { detail: texts, from } = messages.conversations
  const format = useFormat()
  if (!last_message) return <p className="dim">{texts.noMessage}</p>
  const moment = last_message.at === null ? texts.absent : format.moment(Date.parse(last_message.at), now)
  const undelivered = undeliveredWord(messages, last_message)
  return (
    <figure className="conversation-message" data-from={last_message.from}>
      <figcaption className="dim figures">
        <FactLine
          items={[
            texts.messageBy(from[last_message.from], moment),
            undelivered && <span className="conversation-undelivered">{undelivered}</span>,
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
function Facts({ conversation }: Pick<ConversationDetailProps, 'conversation'>) {
  const messages = useMessages()
  const format = useFormat()
  const { detail: texts, filter, columns } = messages.conversations
  const { contact, assignee, team, inbox, labels, priority } = conversation
  const time = (at: string | null) => (at === null ? null : format.dateTime(Date.parse(at)))
  const named = (one: { readonly id: number | null; readonly name: string | null }) =>
    one.name ?? (one.id === null ? null : filter.unnamed(one.id))
  const facts: readonly (readonly [heading: string, value: string | null, absent?: string])[] = [
    [columns.contato, named(contact)],
    [columns.telefone, contact.phone && format.phone(contact.phone)],
    [columns.email, contact.email],
    [columns.contato_criado_em, time(contact.created_at)],
    [columns.agente, named(assignee), texts.noAgent],
    [columns.equipe, named(team), texts.none],
    [columns.caixa, named(inbox)],
    [columns.etiquetas, labels.length === 0 ? null : format.list(labels), texts.none],
    [columns.prioridade, priority && priorityWord(messages, priority), texts.none],
    [columns.criada_em, time(conversation.created_at)],
    [columns.ultima_atividade_em, time(conversation.last_activity_at)],
    [columns.assunto, conversation.subject],
  ]
  return (
    <dl className="conversation-facts">
      {facts.map(([heading, value, absent]) => (
        <div key={heading}>
          <dt>{heading}</dt>
          <dd className="figures">{value || <span className="dim">{absent ?? texts.absent}</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
/** The conversation as it came, for whatever the service tells beside. */
function Raw({ conversation: { raw } }: Pick<ConversationDetailProps, 'conversation'>) {
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
        <div className="conversation-raw-head">
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
        <pre tabIndex={0}>{json}</pre>
      </Collapse>
    </div>
  )
}
