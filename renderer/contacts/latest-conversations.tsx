import { Button } from '@mantine/core'
import type { Conversation, LastMessage } from '../../preload/contract/conversations.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { conversationStatusWord, messageText, undeliveredWord } from '../tables/words.ts'
import { FactLine } from '../ui/fact-line.tsx'
import { StatusMark } from '../ui/mark.tsx'

export interface LatestConversationsProps {
  readonly conversations: readonly Conversation[]
  /** Epoch ms. */
  readonly now: number
  readonly onConversation: (id: number) => void
  readonly onConversations: () => void
  readonly onWrite: (conversation: number) => void
}
/** The conversations that the service tells of a contact: the latest, which may not be all (features.md §8.5). */
export function LatestConversations({ conversations, now, ...ways }: LatestConversationsProps) {
  const texts = useMessages().contacts.conversations
  return (
    <section className="contact-section">
      <div className="contact-section-head">
        <h2>{texts.title}</h2>
        <span className="dim">{conversations.length === 0 ? texts.none : texts.capped}</span>
        {conversations.length === 0 ? null : (
          <Button variant="subtle" onClick={ways.onConversations}>
            {texts.all}
          </Button>
        )}
      </div>
      <ul className="contact-lines">
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
    <li className="contact-line">
      <div className="contact-line-words">
        <div className="contact-line-facts figures">
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
