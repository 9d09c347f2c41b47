import { Button, Group, NumberInput, Select, Text, UnstyledButton } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { textIn, timeOf } from './answer-view.tsx'
import { useCaptain, useList, useNamed } from './captain-context.tsx'
import { isPerson, isWaiting, noThread, type Thread } from './chats-store.ts'
import { Composer, EndOfChat } from './playground-view.tsx'
import { titleOf } from './record-fields.ts'
import type { Kind } from './records-store.ts'
import { ReadFailure } from './resource-view.tsx'

const threads: Kind = { resource: 'threads', parent: null }

export interface CopilotViewProps {
  /** The thread that is open; a new one is offered when there is none. */
  readonly thread: number | undefined
  readonly onThread: (thread: number | undefined) => void
}

/** Conversations with the copilot, who answers after a while. */
export function CopilotView({ thread, onThread }: CopilotViewProps) {
  const { captain } = useCaptain()
  useEffect(() => {
    void captain.records.getState().show(threads)
    return () => captain.copilot.getState().stopWaiting()
  }, [captain])
  return (
    <div className="captain-copilot">
      <ThreadList thread={thread} onThread={onThread} />
      {thread === undefined ? <NewThread onThread={onThread} /> : <ThreadView key={thread} id={thread} />}
    </div>
  )
}

function ThreadList({ thread, onThread }: CopilotViewProps) {
  const messages = useMessages().captain
  const texts = messages.copilot
  const format = useFormat()
  const { captain, now } = useCaptain()
  const { records, loading, more, readAt } = useList(threads)
  const { refresh, more: readMore } = captain.records.getState()
  return (
    <nav className="captain-threads stack" aria-label={texts.threads}>
      <Group gap="sm" wrap="nowrap">
        <Button leftSection={<IconPlus size={16} />} onClick={() => onThread(undefined)}>
          {texts.create}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={loading && readAt !== null}
          onClick={() => void refresh(threads)}
        >
          {messages.refresh}
        </Button>
      </Group>
      <ReadFailure kind={threads} />
      {records.length === 0 && readAt !== null ? <p className="dim">{messages.empty.threads}</p> : null}
      {records.map((record, place) => {
        const at = timeOf('created_at', record.fields.created_at)
        return (
          <UnstyledButton
            key={record.id ?? `line ${place}`}
            className="captain-thread"
            disabled={record.id === null}
            onClick={() => record.id !== null && onThread(record.id)}
            {...(record.id === thread && thread !== undefined ? { 'aria-current': 'page' as const } : {})}
          >
            <span className="captain-thread-title cut">{titleOf('threads', record) ?? texts.unnamed}</span>
            {at === null ? null : <span className="dim">{format.moment(at, now())}</span>}
          </UnstyledButton>
        )
      })}
      {more ? (
        <Button variant="default" loading={loading} onClick={() => void readMore(threads)}>
          {messages.more}
        </Button>
      ) : null}
    </nav>
  )
}

function NewThread({ onThread }: Pick<CopilotViewProps, 'onThread'>) {
  const messages = useMessages().captain
  const texts = messages.copilot
  const { captain } = useCaptain()
  const { working, failure, start, dismissFailure } = useStore(captain.copilot)
  const assistants = useNamed('assistants')
  const [assistant, setAssistant] = useState<string | null>(null)
  const [conversation, setConversation] = useState<number | null>(null)
  const isMounted = useIsMounted()
  const chosen = assistant ?? assistants[0]?.value ?? null
  const send = async (message: string) => {
    const id = await start({ message, assistant: chosen === null ? null : Number(chosen), conversation })
    if (id !== null && isMounted()) onThread(id)
    return captain.copilot.getState().failure === null
  }
  return (
    <section className="captain-chat pane" aria-label={texts.create}>
      <div className="captain-messages page">
        <p className="captain-chat-note">{texts.newText}</p>
        <Group gap="sm" align="flex-end">
          <Select
            label={texts.assistant}
            w={240}
            data={[...assistants]}
            value={chosen}
            allowDeselect={false}
            onChange={setAssistant}
          />
          <NumberInput
            label={texts.conversation}
            w={240}
            value={conversation ?? ''}
            min={1}
            allowDecimal={false}
            hideControls
            onChange={(value) => setConversation(typeof value === 'number' ? value : null)}
          />
        </Group>
        {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      </div>
      <Composer
        chat="new thread"
        label={texts.message}
        send={texts.send}
        hint={messages.playground.hint(keyText)}
        disabled={working !== null}
        onSend={send}
      />
    </section>
  )
}

function ThreadView({ id }: { readonly id: number }) {
  const messages = useMessages().captain
  const texts = messages.copilot
  const { captain } = useCaptain()
  const thread = useStore(captain.copilot, (state) => state.threads[id]) ?? noThread
  const { read, send, checkAgain, stopWaiting } = captain.copilot.getState()
  useEffect(() => void captain.copilot.getState().read(id), [captain, id])
  return (
    <section className="captain-chat pane" aria-label={texts.copilot}>
      <div className="captain-messages page" role="log" aria-label={texts.copilot}>
        {thread.working === 'read' && thread.messages.length === 0 ? <p role="status">{messages.reading}</p> : null}
        {thread.messages.map((message, place) => (
          <MessageView key={message.id ?? `line ${place}`} message={message} />
        ))}
        {thread.pending === null ? null : <Bubble mine words={thread.pending} />}
        <ThreadState thread={thread} onLook={() => void checkAgain(id)} onLeave={stopWaiting} />
        {thread.failure ? <FailureNotice failure={thread.failure} onRetry={() => void read(id)} /> : null}
        <EndOfChat moved={`${thread.messages.length} ${isWaiting(thread)}`} />
      </div>
      <Composer
        chat={`thread ${id}`}
        label={texts.message}
        send={texts.send}
        hint={messages.playground.hint(keyText)}
        disabled={isWaiting(thread)}
        onSend={(message) => send(id, message)}
      />
    </section>
  )
}

interface ThreadStateProps {
  readonly thread: Thread
  readonly onLook: () => void
  readonly onLeave: () => void
}

/** Whether an answer is still to come, and what can be done about it. */
function ThreadState({ thread, onLook, onLeave }: ThreadStateProps) {
  const texts = useMessages().captain.copilot
  const last = thread.messages.at(-1)
  const open = thread.pending !== null || (last !== undefined && isPerson(last))
  if (isWaiting(thread)) {
    return (
      <Group gap="sm" role="status">
        <Text size="sm" c="dimmed">
          {texts.waiting}
        </Text>
        <Button variant="default" onClick={onLeave}>
          {texts.stop}
        </Button>
      </Group>
    )
  }
  if (!open || thread.working === 'read') return null
  return (
    <Group gap="sm" role="status">
      <Text size="sm" c="dimmed">
        {texts.late}
      </Text>
      <Button variant="default" onClick={onLook}>
        {texts.look}
      </Button>
    </Group>
  )
}

function MessageView({ message }: { readonly message: CaptainRecord }) {
  const words = textIn(message.fields) ?? JSON.stringify(message.fields, null, 2)
  return <Bubble mine={isPerson(message)} words={words} />
}

function Bubble({ mine, words }: { readonly mine: boolean; readonly words: string }) {
  const texts = useMessages().captain.copilot
  const { markdown } = useCaptain()
  return (
    <div className="captain-message card" data-mine={mine || undefined}>
      <div className="captain-message-author note">{mine ? texts.you : texts.copilot}</div>
      {mine ? <div className="captain-words verbatim">{words}</div> : markdown(words)}
    </div>
  )
}
