import { factsOf } from '../../preload/values/failures.ts'
import './sending.css'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { conversationStatusWord, messageText, nameWord, undeliveredWord } from '../tables/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FactLine } from '../ui/fact-line.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { StatusMark } from '../ui/mark.tsx'
import { WarningNote } from '../ui/warning-note.tsx'
import { ComposeForm, type RecipientProps } from './compose-form.tsx'

/** A message to one person: written, previewed, confirmed by name, sent once. */
export function SendDialog() {
  const store = useFeature('sending')
  const texts = useMessages().sending
  const target = useStore(store, (state) => state.target)
  const recipient = useStore(store, (state) => state.recipient)
  const name = readyValue(recipient)?.conversation.contact.name
  const title = recipient.status === 'ready' ? texts.title(name ?? texts.someone) : texts.unnamedTitle
  return target ? (
    <Dialog writes onClose={store.getState().close} title={title} size={620}>
      <Opened />
    </Dialog>
  ) : null
}

function Opened() {
  const { go } = useNavigation()
  const { sending: texts, common } = useMessages()
  const { target, recipient, load, close } = useStore(useFeature('sending'))
  const contact = target?.contact ?? null
  if (recipient.status === 'failed') {
    const { code } = recipient.failure
    const leadsToContact = contact !== null && (code === 'not_found' || factsOf(code).about === 'conversation')
    const open = () => {
      close()
      if (target && contact !== null) go({ screen: 'contact', connection: target.connection, id: contact })
    }
    return (
      <Stack gap="md">
        {code === 'not_found' ? (
          <Text size="md">
            {texts.gone}. {texts.goneText}
          </Text>
        ) : (
          <FailureNotice failure={recipient.failure} onRetry={leadsToContact ? undefined : () => void load()} />
        )}
        {leadsToContact ? (
          <Group justify="flex-end">
            <Button onClick={open}>{common.openContact}</Button>
          </Group>
        ) : null}
      </Stack>
    )
  }
  return (
    <LoadableView of={recipient} onRetry={() => void load()}>
      {(value) => <Writing recipient={value} />}
    </LoadableView>
  )
}

function Writing({ recipient }: RecipientProps) {
  const { reviewing, unknown } = useStore(useFeature('sending'))
  if (unknown) return <UnknownOutcome recipient={recipient} />
  return (
    <Stack gap="sm">
      <RecipientFacts recipient={recipient} />
      <Warnings recipient={recipient} />
      {reviewing ? <ReviewForm recipient={recipient} /> : <ComposeForm recipient={recipient} />}
    </Stack>
  )
}

/** The recipient and the channel, so that nobody writes to the wrong person. */
function RecipientFacts({ recipient }: RecipientProps) {
  const { now } = useApp()
  const messages = useMessages()
  const texts = messages.sending
  const format = useFormat()
  const { id, contact, inbox, status, assignee, last_message: last } = recipient.conversation
  const facts = [
    contact.phone && format.phone(contact.phone),
    nameWord(messages, inbox),
    nameWord(messages, assignee),
    messages.common.conversation(id),
  ]
  const moment = last?.at ? format.moment(Date.parse(last.at), now()) : ''
  const lastText = last && messageText(messages, last)
  const undelivered = last && undeliveredWord(messages, last)
  return (
    <>
      <div className="sending-facts row figures">
        {status === null ? null : <StatusMark status={status} label={conversationStatusWord(messages, status)} />}
        <span>{joinFacts(facts)}</span>
      </div>
      {last && lastText !== null ? (
        <figure className="text-13">
          <figcaption className="dim figures">
            <FactLine
              items={[
                texts.last(joinFacts([last.from && texts.from[last.from], moment])),
                undelivered && <strong>{undelivered}</strong>,
              ]}
            />
          </figcaption>
          <blockquote className="sending-quote inset verbatim pad-8-12 scrolls">{lastText}</blockquote>
        </figure>
      ) : null}
    </>
  )
}

/** Closes the dialog and opens the activity, where the result can be checked. */
function useSeeActivity(): () => void {
  const { target, close } = useStore(useFeature('sending'))
  const { go } = useNavigation()
  return () => {
    close()
    if (target) go({ screen: 'activity' })
  }
}

function Warnings({ recipient }: RecipientProps) {
  const texts = useMessages().sending
  const format = useFormat()
  const { now } = useApp()
  const { insist, setInsist } = useStore(useFeature('sending'))
  const { unknown, conversation, seen_at } = recipient
  const see = useSeeActivity()
  return (
    <>
      {unknown.length > 0 ? (
        <WarningNote
          className="gap-12"
          action={
            <Button variant="default" onClick={see}>
              {texts.seeActivity}
            </Button>
          }
        >
          {texts.earlier(unknown.length)}
        </WarningNote>
      ) : null}
      {seen_at === null ? null : (
        <WarningNote className="gap-12">{texts.seen(format.moment(Date.parse(seen_at), now()))}</WarningNote>
      )}
      {conversation.can_reply === false ? (
        <WarningNote
          className="gap-12"
          action={
            <Checkbox
              label={texts.insist}
              checked={insist}
              onChange={(event) => setInsist(event.currentTarget.checked)}
            />
          }
        >
          {texts.closed}
        </WarningNote>
      ) : null}
    </>
  )
}

/** The message may have been sent; this dialog does not send it again. */
function UnknownOutcome({ recipient }: RecipientProps) {
  const messages = useMessages()
  const texts = messages.sending
  const { close } = useStore(useFeature('sending'))
  const see = useSeeActivity()
  return (
    <Stack gap="md">
      <WarningNote role="alert" className="gap-12">
        <Text size="md" fw={600}>
          {texts.unknownTitle}
        </Text>
        {texts.unknown(recipient.conversation.contact.name ?? texts.someone)}
      </WarningNote>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" size="sm" onClick={close}>
          {messages.common.close}
        </Button>
        <Button size="sm" onClick={see} data-autofocus>
          {texts.seeActivity}
        </Button>
      </Group>
    </Stack>
  )
}

/** Exactly what the person will get, with their name on the button that sends it. */
function ReviewForm({ recipient }: RecipientProps) {
  const texts = useMessages().sending
  const { reviewing, sending, insist, failure, back, send } = useStore(useFeature('sending'))
  const first = useRef<HTMLButtonElement>(null)
  // The focus is on "back": Enter held a little too long must not send.
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
      <blockquote className="sending-preview inset verbatim pad-8-12 scrolls" tabIndex={0}>
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
