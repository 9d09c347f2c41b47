import './contacts.css'
import { Button, Collapse, CopyButton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Contact, ContactPage } from '../../preload/contract/contacts.ts'
import type { Conversation, LastMessage } from '../../preload/contract/conversations.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { conversationStatusWord, messageText, undeliveredWord } from '../tables/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FactLine } from '../ui/fact-line.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { StatusMark } from '../ui/mark.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import type { ContactStore, RelatedStore } from './contact-stores.ts'
import { type RelatedLinks, RelatedOf } from './related.tsx'

export interface ContactScreenProps {
  readonly store: ContactStore
  readonly related: RelatedStore
  readonly relatedLinks: RelatedLinks
  readonly connection: string
  readonly id: number
  readonly now: () => number
  readonly onBack: () => void
  readonly onConversation: (id: number) => void
  /** All conversations of the contact, by the filter. */
  readonly onConversations: () => void
  readonly onWrite: (conversation: number) => void
}
/** One contact: the service's record, its latest conversations, and the stored rows of the same person. */
export function ContactScreen(props: ContactScreenProps) {
  const { store, connection, id, now, onBack } = props
  const texts = useMessages().contacts
  const format = useFormat()
  const { page, busy, refresh } = useStore(store)
  useEffect(() => {
    void store.getState().open({ connection, id })
    return () => store.getState().close()
  }, [store, connection, id])
  useShortcuts([{ keys: 'mod+r', label: texts.shortcuts.refresh, run: () => void refresh() }])
  const read = readyValue(page)
  const moment = read ? format.moment(Date.parse(read.read_at), now()) : null
  return (
    <>
      <PageHeader
        title={read?.contact?.name ?? texts.number(id)}
        facts={joinFacts([texts.number(id), moment && texts.readAt(moment)])}
        onBack={onBack}
        actions={[{ label: texts.refresh, icon: <IconRefresh size={16} />, busy: busy, onClick: () => void refresh() }]}
      />
      <div className="contact-scroll scroll">
        <LoadableView
          of={page}
          onRetry={() => void refresh()}
          kept={moment === null ? undefined : texts.keptAt(moment)}
        >
          {(value) => (value ? <Opened {...props} page={value} /> : <Nobody {...props} />)}
        </LoadableView>
      </div>
    </>
  )
}
function Opened(props: ContactScreenProps & { readonly page: ContactPage }) {
  const { page, now } = props
  return (
    <div className="contact">
      <ContactFacts contact={page.contact} />
      <div className="contact-main stack words">
        <LatestConversations {...props} conversations={page.conversations} now={now()} />
        <KeptHere {...props} phone={page.contact?.phone ?? null} email={page.contact?.email ?? null} />
      </div>
    </div>
  )
}
/** The service does not know it; what is here of it is still here. */
function Nobody(props: ContactScreenProps) {
  const { id, onBack } = props
  const texts = useMessages().contacts
  return (
    <div className="contact-main stack words">
      <EmptyState
        title={texts.gone(id)}
        text={texts.goneText}
        action={{ label: texts.backToSearch, onClick: onBack }}
      />
      <KeptHere {...props} phone={null} email={null} />
    </div>
  )
}
function KeptHere(props: ContactScreenProps & { readonly phone: string | null; readonly email: string | null }) {
  const { related, relatedLinks, connection, id, phone, email, now } = props
  return (
    <RelatedOf store={related} person={{ connection, contact: id, phone, email }} links={relatedLinks} now={now()} />
  )
}
/** The service's record of a contact: known fields by name, then the rest as received. External pictures are not shown. */
function ContactFacts({ contact }: { readonly contact: Contact | null }) {
  const texts = useMessages().contacts.facts
  const format = useFormat()
  if (!contact) {
    return (
      <section className="contact-facts card" aria-label={texts.title}>
        <p className="dim">{texts.none}</p>
      </section>
    )
  }
  const time = (at: string | null) => (at === null ? '' : format.dateTime(Date.parse(at)))
  const known: readonly (readonly [string, string])[] = [
    [texts.phone, contact.phone ? format.phone(contact.phone) : ''],
    [texts.email, contact.email ?? ''],
    [texts.identifier, contact.identifier ?? ''],
    [texts.created, time(contact.created_at)],
    [texts.activity, time(contact.last_activity_at)],
  ]
  const facts = [...known, ...ownAttributes(contact.raw, format, texts.attributes)].filter(([, value]) => value !== '')
  return (
    <section className="contact-facts card" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <dl>
        {facts.map(([heading, value]) => (
          <div key={heading}>
            <dt>{heading}</dt>
            <dd className="figures">
              {value} <CopyValue value={value} heading={heading} />
            </dd>
          </div>
        ))}
      </dl>
      <Raw contact={contact} />
    </section>
  )
}
function CopyValue({ value, heading }: { readonly value: string; readonly heading: string }) {
  const messages = useMessages()
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="subtle"
          size="compact-xs"
          className="contact-copy"
          aria-label={messages.tables.details.copy(heading)}
          onClick={copy}
        >
          {copied ? messages.common.copied : messages.common.copy}
        </Button>
      )}
    </CopyButton>
  )
}
const attributeKeys = ['custom_attributes', 'additional_attributes'] as const
/** The attributes of a contact: the service's in the person's words, those of an account under their own names; nested ones stay in the whole record. */
function ownAttributes(
  raw: Contact['raw'],
  format: Format,
  words: Readonly<Record<string, string>>,
): (readonly [string, string])[] {
  return attributeKeys.flatMap((key) => {
    const attributes = raw[key]
    if (typeof attributes !== 'object' || attributes === null) return []
    return Object.entries(attributes).flatMap(([name, value]): (readonly [string, string])[] =>
      ['string', 'number', 'boolean'].includes(typeof value)
        ? [
            [
              key === 'additional_attributes' && Object.hasOwn(words, name) ? (words[name] ?? name) : name,
              attributeText(value, format),
            ],
          ]
        : [],
    )
  })
}
/** A date as people write it; a service keeps one that has no time as the midnight of UTC. */
function attributeText(value: unknown, format: Format): string {
  const text = String(value)
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}\S{0,20}))?$/.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(text))) return text
  if (time === undefined || /^00:00(:00(\.0+)?)?(Z|\+00:?00)?$/.test(time)) return format.day(day)
  return format.dateTime(Date.parse(text))
}
function Raw({ contact }: { readonly contact: Contact }) {
  const texts = useMessages().contacts.facts
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        variant="subtle"
        className="contact-more"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {texts.more}
      </Button>
      <Collapse expanded={open} id={id} transitionDuration={100}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to */}
        <pre className="contact-raw verbatim" tabIndex={0}>
          {open ? JSON.stringify(contact.raw, null, 2) : ''}
        </pre>
      </Collapse>
    </>
  )
}
interface LatestConversationsProps {
  readonly conversations: readonly Conversation[]
  /** Epoch ms. */
  readonly now: number
  readonly onConversation: (id: number) => void
  readonly onConversations: () => void
  readonly onWrite: (conversation: number) => void
}
/** The latest conversations of a contact, which may not be all (features.md §8.5). */
function LatestConversations({ conversations, now, ...ways }: LatestConversationsProps) {
  const texts = useMessages().contacts.conversations
  return (
    <section className="contact-section stack">
      <div className="contact-section-head row">
        <h2>{texts.title}</h2>
        <span className="dim">{conversations.length === 0 ? texts.none : texts.capped}</span>
        {conversations.length === 0 ? null : (
          <Button variant="subtle" onClick={ways.onConversations}>
            {texts.all}
          </Button>
        )}
      </div>
      <ul className="contact-lines card plain-list">
        {conversations.map((conversation) => (
          <ConversationLine key={conversation.id} conversation={conversation} now={now} {...ways} />
        ))}
      </ul>
    </section>
  )
}
interface ConversationLineProps extends Omit<LatestConversationsProps, 'conversations' | 'onConversations'> {
  readonly conversation: Conversation
}
function ConversationLine({ conversation, now, onConversation, onWrite }: ConversationLineProps) {
  const messages = useMessages()
  const texts = messages.contacts.conversations
  const format = useFormat()
  const { id, status, inbox, assignee, last_activity_at, last_message, can_reply } = conversation
  const facts = [
    texts.number(id),
    inbox.name,
    assignee.name ?? texts.noAgent,
    last_activity_at ? format.moment(Date.parse(last_activity_at), now) : null,
    can_reply === false ? texts.closed : null,
  ]
  return (
    <li className="contact-line row">
      <div className="words">
        <div className="contact-line-facts row figures">
          {status === null ? null : <StatusMark status={status} label={conversationStatusWord(messages, status)} />}
          <span className="dim">{joinFacts(facts)}</span>
        </div>
        {last_message ? <LastWords message={last_message} /> : null}
      </div>
      <Button variant="default" aria-label={texts.openNamed(id)} onClick={() => onConversation(id)}>
        {texts.open}
      </Button>
      <Button variant="default" aria-label={texts.writeNamed(id)} onClick={() => onWrite(id)}>
        {texts.write}
      </Button>
    </li>
  )
}
/** The last message, with whatever keeps it from being one that the contact has read. */
function LastWords({ message }: { readonly message: LastMessage }) {
  const messages = useMessages()
  const text = messageText(messages, message)
  const sign = message.from === 'note' ? messages.conversations.from.note : undeliveredWord(messages, message)
  if (text === null && sign === null) return null
  return (
    <p className="contact-line-text">
      <FactLine items={[sign && <strong>{sign}</strong>, text]} />
    </p>
  )
}
