import { Button, Group, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useDraft } from '../kernel/drafts.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { Markdown } from './captain-context.tsx'

/** The parts of every chat of the module. */

interface ChatLogProps {
  readonly label: string
  /** Changes with every message that comes, and scrolls to it. */
  readonly moved: string
  readonly children: ReactNode
}

export function ChatLog({ label, moved, children }: ChatLogProps) {
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the messages, which it does not read
  useEffect(() => {
    // Chromium returns a promise, which an effect must not return.
    end.current?.scrollIntoView?.({ block: 'nearest' })
  }, [moved])
  return (
    <div className="pad-16 page" role="log" aria-label={label}>
      {children}
      <div ref={end} />
    </div>
  )
}

interface ComposerProps {
  readonly chat: string
  readonly texts: { readonly message: string; readonly send: string }
  readonly disabled: boolean
  /** Whether the message was sent. A message that was not sent stays in the field. */
  readonly onSend: (message: string) => Promise<boolean>
  readonly children?: ReactNode
}

/** The field for a message; Enter sends it. */
export function Composer({ chat, texts, disabled, onSend, children }: ComposerProps) {
  const { hint } = useMessages().captain.playground
  const captain = useFeature('captain')
  const account = useStore(captain.records, ({ connection }) => connection)
  const { draft: message, change } = useDraft(`message ${account} ${chat}`, '')
  const submit = async () => {
    if (disabled || message.trim() === '') return
    change('')
    if (!(await onSend(message))) change((now) => (now === '' ? message : now))
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
        aria-label={texts.message}
        placeholder={texts.message}
        description={hint(keyText)}
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
          {texts.send}
        </Button>
      </Group>
    </form>
  )
}

interface MessageProps {
  readonly mine: boolean
  readonly author: string
  readonly words: string
  readonly children?: ReactNode
}

/** One message of a chat: the person's own as plain text, another's as markdown. */
export function Message({ mine, author, words, children }: MessageProps) {
  return (
    <div className="captain-message card" data-mine={mine || undefined}>
      <div className="captain-message-author note">{author}</div>
      {mine ? <div className="captain-words verbatim">{words}</div> : <Markdown text={words} />}
      {children}
    </div>
  )
}

interface ChatStateProps {
  readonly text: string
  readonly action: string
  readonly onClick: () => void
}

/** What a chat waits for, and what the person can do. */
export function ChatState({ text, action, onClick }: ChatStateProps) {
  return (
    <Group gap="sm" role="status">
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <Button variant="default" onClick={onClick}>
        {action}
      </Button>
    </Group>
  )
}
