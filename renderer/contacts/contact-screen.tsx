import './contacts.css'
import { Button, Collapse, CopyButton } from '@mantine/core'
import { IconExternalLink, IconRefresh } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Contact } from '../../preload/contract/contacts.ts'
import type { Conversation, LastMessage } from '../../preload/contract/conversations.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { waitWord } from '../tables/waiting.ts'
import { conversationStatusWord, messageText, nameWord, undeliveredWord } from '../tables/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FactLine } from '../ui/fact-line.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { StatusMark } from '../ui/mark.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { RelatedToPerson } from './related.tsx'

interface ContactScreenProps {
  readonly place: PlaceOf<'contact'>
}

/** One contact: the service's record, its latest conversations, and the stored rows of the same person. */
export function ContactScreen({ place: { connection, id } }: ContactScreenProps) {
  const store = useFeature('contacts').contact
  const PersonNote = useSlot('personNote')
  const inPlatform = useFeature('connections').useRecordLink({ connection, record: 'contact', id })
  const { now } = useApp()
  const { goInstead } = useNavigation()
  const { contacts: texts, common } = useMessages()
  const format = useFormat()
  const { page, busy, refresh } = useStore(store)
  useEffect(() => {
    void store.getState().open({ connection, id })
    return () => store.getState().close()
  }, [store, connection, id])
  useShortcuts([{ keys: 'mod+r', label: texts.shortcuts.refresh, run: () => void refresh() }])
  const onBack = () => goInstead({ screen: 'contacts', connection })
  const read = readyValue(page)
  const moment = read ? format.moment(Date.parse(read.read_at), now()) : null
  return (
    <>
      <PageHeader
        title={read?.contact?.name ?? texts.number(id)}
        facts={joinFacts([texts.number(id), moment && common.readAt(moment)])}
        onBack={onBack}
        actions={[
          ...(inPlatform ? [{ ...inPlatform, icon: <IconExternalLink size={16} /> }] : []),
          { label: common.refresh, icon: <IconRefresh size={16} />, busy, onClick: () => void refresh() },
        ]}
      />
      <div className="contact-scroll scroll">
        <LoadableView
          of={page}
          onRetry={() => void refresh()}
          kept={moment === null ? undefined : texts.keptAt(moment)}
        >
          {(value) => {
            const { phone = null, email = null } = value?.contact ?? {}
            const note = <PersonNote person={{ connection, contact: id, phones: [phone], emails: [email] }} />
            const kept = <RelatedToPerson person={{ connection, contact: id, phone, email }} />
            return value ? (
              <div className="contact">
                <ContactFacts contact={value.contact} />
                <div className="contact-main gap-24 stack words">
                  {note}
                  <LatestConversations connection={connection} id={id} conversations={value.conversations} />
                  {kept}
                </div>
              </div>
            ) : (
              // The service does not have it. What is stored here is still shown.
              <div className="contact-main gap-24 stack words">
                <EmptyState
                  title={texts.gone(id)}
                  text={texts.goneText}
                  action={{ label: texts.title, onClick: onBack }}
                />
                {note}
                {kept}
              </div>
            )
          }}
        </LoadableView>
      </div>
    </>
  )
}

/**
 * The service's record of a contact: known fields by name, then the rest as received. External pictures are not shown.
 */
function ContactFacts({ contact }: { readonly contact: Contact | null }) {
  const { common } = useMessages()
  const texts = useMessages().contacts.facts
  const format = useFormat()
  if (!contact) {
    return (
      <section className="contact-facts captions card" aria-label={texts.title}>
        <p className="spaced dim">{texts.none}</p>
      </section>
    )
  }
  const time = (at: string | null) => (at === null ? '' : format.dateTime(Date.parse(at)))
  const fields: readonly (readonly [string, string])[] = [
    [common.fields.phone, contact.phone ? format.phone(contact.phone) : ''],
    [common.fields.email, contact.email ?? ''],
    [texts.identifier, contact.identifier ?? ''],
    [texts.created, time(contact.created_at)],
    [common.fields.lastActivity, time(contact.last_activity_at)],
  ]
  const facts = [...fields, ...ownAttributes(contact.raw, format, texts.attributes)].filter(([, value]) => value !== '')
  return (
    <section className="contact-facts captions card" aria-label={texts.title}>
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
          aria-label={messages.common.copyNamed(heading)}
          onClick={copy}
        >
          {copied ? messages.common.copied : messages.common.copy}
        </Button>
      )}
    </CopyButton>
  )
}
const attributeKeys = ['custom_attributes', 'additional_attributes'] as const
/**
 * The attributes of a contact: the service's in the person's language, those of an account under their own names.
 * Nested ones are only in the whole record.
 */
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
/** A date as people write it. A service stores a date without a time as the midnight of UTC. */
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
  readonly connection: string
  /** The id of the contact. */
  readonly id: number
  readonly conversations: readonly Conversation[]
}

/** The latest conversations of a contact, which may not be all (docs/services.md §5.5). */
function LatestConversations({ connection, id, conversations }: LatestConversationsProps) {
  const texts = useMessages().contacts.conversations
  const { find } = useFeature('conversations')
  const none = conversations.length === 0
  const showAll = () => find(connection, [{ attribute_key: 'contact_id', filter_operator: 'equal_to', values: [id] }])
  return (
    <section className="contact-section stack">
      <div className="contact-section-head row">
        <h2>{texts.title}</h2>
        <span className="dim">{none ? texts.none : texts.capped}</span>
        {none ? null : (
          <Button variant="subtle" onClick={showAll}>
            {texts.all}
          </Button>
        )}
      </div>
      <ul className="contact-lines card plain-list">
        {conversations.map((conversation) => (
          <ConversationLine key={conversation.id} connection={connection} contact={id} conversation={conversation} />
        ))}
      </ul>
    </section>
  )
}

interface ConversationLineProps {
  readonly connection: string
  readonly contact: number
  readonly conversation: Conversation
}

function ConversationLine({ connection, contact, conversation }: ConversationLineProps) {
  const messages = useMessages()
  const texts = messages.contacts.conversations
  const format = useFormat()
  const { now } = useApp()
  const { go } = useNavigation()
  const sending = useFeature('sending')
  const { id, status, inbox, assignee, last_activity_at, last_message, can_reply, unreported } = conversation
  const wait = waitWord(conversation, now(), messages)
  const facts = [
    messages.common.numbered(id),
    nameWord(messages, inbox),
    nameWord(messages, assignee) ?? (unreported.includes('assignee') ? null : texts.noAgent),
    last_activity_at ? format.moment(Date.parse(last_activity_at), now()) : null,
    can_reply === false ? texts.closed : null,
  ]
  return (
    <li className="contact-line pad-8-12 row">
      <div className="words">
        <div className="contact-line-facts row figures">
          {status === null ? null : <StatusMark status={status} label={conversationStatusWord(messages, status)} />}
          {wait && <span className="pending strong">{wait}</span>}
          <span className="dim">{joinFacts(facts)}</span>
        </div>
        {last_message ? <LastWords message={last_message} /> : null}
      </div>
      <Button
        variant="default"
        aria-label={texts.openNamed(id)}
        onClick={() => go({ screen: 'conversations', connection, conversation: id, contact })}
      >
        {messages.common.open}
      </Button>
      <Button
        variant="default"
        aria-label={texts.writeNamed(id)}
        onClick={() => void sending.getState().open({ connection, conversation: id, contact })}
      >
        {messages.common.write}
      </Button>
    </li>
  )
}

/** The last message, with a mark where the contact has not read it. */
function LastWords({ message }: { readonly message: LastMessage }) {
  const messages = useMessages()
  const text = messageText(messages, message)
  const sign = message.from === 'note' ? messages.conversations.from.note : undeliveredWord(messages, message)
  if (text === null && sign === null) return null
  return (
    <p className="contact-line-text clamp">
      <FactLine items={[sign && <strong>{sign}</strong>, text]} />
    </p>
  )
}
