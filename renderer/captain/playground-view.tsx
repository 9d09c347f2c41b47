import { Button, Group, Text, Textarea, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../preload/contract/wire.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { AnswerView } from './answer-view.tsx'
import { useCaptain } from './captain-context.tsx'
import { type ChatMessage, emptyChat } from './chats-store.ts'
import { isObject } from './record-fields.ts'

export interface PlaygroundViewProps {
  readonly assistant: number
  readonly name: string
}

/** A trial conversation with an assistant: no contact sees it. */
export function PlaygroundView({ assistant, name }: PlaygroundViewProps) {
  const texts = useMessages().captain.playground
  const { captain } = useCaptain()
  const chat = useStore(captain.playground, ({ chats }) => chats[assistant]) ?? emptyChat
  const isWaiting = chat.working !== null
  const { send, cancel, clear } = captain.playground.getState()
  return (
    <section className="captain-chat pane" aria-label={texts.title(name)}>
      <p className="captain-chat-note">{texts.text}</p>
      <div className="captain-messages page" role="log" aria-label={texts.title(name)}>
        {chat.messages.length === 0 ? <p className="dim">{texts.empty}</p> : null}
        {chat.messages.map((message, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only appended
          <MessageView key={place} message={message} name={name} />
        ))}
        {isWaiting ? (
          <Group gap="sm" role="status">
            <Text size="sm" c="dimmed">
              {texts.thinking}
            </Text>
            <Button variant="default" onClick={() => cancel(assistant)}>
              {texts.cancel}
            </Button>
          </Group>
        ) : null}
        {chat.failure ? <ChatFailure failure={chat.failure} /> : null}
        <EndOfChat moved={`${chat.messages.length} ${isWaiting}`} />
      </div>
      <Composer
        chat={`assistant ${assistant}`}
        label={texts.message}
        send={texts.send}
        hint={texts.hint(keyText)}
        disabled={isWaiting}
        onSend={(message) => {
          void send(assistant, message)
          return undefined
        }}
      >
        <Button variant="subtle" disabled={chat.messages.length === 0} onClick={() => clear(assistant)}>
          {texts.clear}
        </Button>
      </Composer>
    </section>
  )
}

function ChatFailure({ failure }: { readonly failure: Failure }) {
  const texts = useMessages().captain.playground
  if (failure.code === 'cancelled') return <p className="dim">{texts.cancelled}</p>
  if (failure.code !== 'sent_unknown') return <FailureNotice failure={failure} />
  return (
    <p className="captain-chat-note" role="alert">
      {texts.noAnswer}
    </p>
  )
}

/** Keeps the newest words in sight. */
export function EndOfChat({ moved }: { readonly moved: string }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (moved !== '') end.current?.scrollIntoView?.({ block: 'nearest' })
  }, [moved])
  return <div ref={end} />
}

function MessageView({ message, name }: { readonly message: ChatMessage; readonly name: string }) {
  const texts = useMessages().captain.playground
  const { markdown } = useCaptain()
  const [open, setOpen] = useState(false)
  const mine = message.role === 'user'
  return (
    <div className="captain-message card" data-mine={mine || undefined}>
      <div className="captain-message-author note">{mine ? texts.you : (message.agent ?? name)}</div>
      {mine ? <div className="captain-words verbatim">{message.content}</div> : markdown(message.content)}
      {isObject(message.answer) ? (
        <>
          <UnstyledButton className="captain-link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {texts.whole}
          </UnstyledButton>
          {open ? <AnswerView answer={message.answer} /> : null}
        </>
      ) : null}
    </div>
  )
}

export interface ComposerProps {
  /** The chat that it belongs to, of all chats of the module. */
  readonly chat: string
  readonly label: string
  readonly send: string
  readonly hint: string
  readonly disabled: boolean
  /** May resolve to "not sent": then the text stays in the field. */
  readonly onSend: (message: string) => Promise<boolean> | undefined
  readonly children?: React.ReactNode
}

/** Where a message is written; Enter sends it. */
export function Composer({ chat, label, send, hint, disabled, onSend, children }: ComposerProps) {
  const { captain } = useCaptain()
  const account = useStore(captain.records, ({ connection }) => connection)
  const { draft: message, change } = useDraft(`message ${account} ${chat}`, '')
  const submit = async () => {
    if (disabled || message.trim() === '') return
    change('')
    const sent = await onSend(message)
    if (sent === false) change((now) => (now === '' ? message : now))
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }
  return (
    <form
      className="captain-composer"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Textarea
        aria-label={label}
        placeholder={label}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={message}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={20_000}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={keys}
      />
      <Group gap="sm" justify="flex-end" wrap="nowrap">
        {children}
        <Button type="submit" disabled={disabled || message.trim() === ''}>
          {send}
        </Button>
      </Group>
    </form>
  )
}
