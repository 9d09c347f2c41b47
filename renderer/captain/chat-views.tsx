import { Button, Group, NumberInput, Select, UnstyledButton } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../preload/values/failures.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { AnswerView, textIn, timeOf } from './answer-view.tsx'
import { useList, useNamed } from './captain-context.tsx'
import { ChatLog, ChatState, Composer, Message } from './chat.tsx'
import { emptyChat, isPerson, isWaiting, noThread, type Thread } from './chats-store.ts'
import { isObject, titleOf } from './record-fields.ts'
import type { Kind } from './records-store.ts'
import { ReadFailure } from './resource-view.tsx'

const threads: Kind = { resource: 'threads', parent: null }

/** A trial conversation with an assistant: no contact sees it. */
export function PlaygroundView({ assistant, name }: { readonly assistant: number; readonly name: string }) {
  const { common } = useMessages()
  const texts = useMessages().captain.playground
  const captain = useFeature('captain')
  const chat = useStore(captain.playground, ({ chats }) => chats[assistant]) ?? emptyChat
  const isWaiting = chat.working !== null
  const { send, cancel, clear } = captain.playground.getState()
  return (
    <section className="captain-chat pane" aria-label={texts.title(name)}>
      <p className="captain-chat-note dim text-13">{texts.text}</p>
      <ChatLog label={texts.title(name)} moved={`${chat.messages.length} ${isWaiting}`}>
        {chat.messages.length === 0 ? <p className="spaced dim">{texts.empty}</p> : null}
        {chat.messages.map(({ role, content, agent, answer }, index) => (
          <Message
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only appended
            key={index}
            mine={role === 'user'}
            author={role === 'user' ? common.you : (agent ?? name)}
            words={content}
          >
            {isObject(answer) ? <WholeAnswer answer={answer} /> : null}
          </Message>
        ))}
        {isWaiting ? <ChatState text={texts.thinking} action={texts.cancel} onClick={() => cancel(assistant)} /> : null}
        {chat.failure ? <ChatFailure failure={chat.failure} /> : null}
      </ChatLog>
      <Composer
        chat={`assistant ${assistant}`}
        texts={{ message: texts.message, send: common.send }}
        disabled={isWaiting}
        onSend={async (message) => {
          void send(assistant, message)
          return true
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
  if (failure.code === 'cancelled') return <p className="spaced dim">{texts.cancelled}</p>
  if (failure.code !== 'sent_unknown') return <FailureNotice failure={failure} />
  return (
    <p className="captain-chat-note dim text-13" role="alert">
      {texts.noAnswer}
    </p>
  )
}

interface CopilotViewProps {
  /** The open thread; undefined for a new one. */
  readonly thread: number | undefined
  readonly onThread: (thread: number | undefined) => void
}

export function CopilotView({ thread, onThread }: CopilotViewProps) {
  const captain = useFeature('captain')
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
  const { captain: messages, common } = useMessages()
  const texts = messages.copilot
  const format = useFormat()
  const captain = useFeature('captain')
  const { now } = useApp()
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
          {common.refresh}
        </Button>
      </Group>
      <ReadFailure kind={threads} />
      {records.length === 0 && readAt !== null ? <p className="spaced dim">{messages.empty.threads}</p> : null}
      {records.map((record, index) => {
        const at = timeOf('created_at', record.fields.created_at)
        return (
          <UnstyledButton
            key={record.id ?? `line ${index}`}
            className="captain-thread hoverable"
            disabled={record.id === null}
            onClick={() => record.id !== null && onThread(record.id)}
            {...(record.id === thread && thread !== undefined ? { 'aria-current': 'page' as const } : {})}
          >
            <span className="block cut">{titleOf('threads', record) ?? texts.unnamed}</span>
            {at === null ? null : <span className="dim">{format.moment(at, now())}</span>}
          </UnstyledButton>
        )
      })}
      {more ? (
        <Button variant="default" loading={loading} onClick={() => void readMore(threads)}>
          {common.showMore}
        </Button>
      ) : null}
    </nav>
  )
}

function NewThread({ onThread }: Pick<CopilotViewProps, 'onThread'>) {
  const texts = useMessages().captain.copilot
  const captain = useFeature('captain')
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
      <div className="pad-16 page">
        <p className="captain-chat-note dim text-13">{texts.newText}</p>
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
      <Composer chat="new thread" texts={texts} disabled={working !== null} onSend={send} />
    </section>
  )
}

function ThreadView({ id }: { readonly id: number }) {
  const { captain: messages, common } = useMessages()
  const texts = messages.copilot
  const captain = useFeature('captain')
  const thread = useStore(captain.copilot, (state) => state.threads[id]) ?? noThread
  const { read, send } = captain.copilot.getState()
  useEffect(() => void captain.copilot.getState().read(id), [captain, id])
  return (
    <section className="captain-chat pane" aria-label={texts.copilot}>
      <ChatLog label={texts.copilot} moved={`${thread.messages.length} ${isWaiting(thread)}`}>
        {thread.working === 'read' && thread.messages.length === 0 ? <p role="status">{common.asking}</p> : null}
        {thread.messages.map((message, index) => (
          <Message
            key={message.id ?? `line ${index}`}
            mine={isPerson(message)}
            author={isPerson(message) ? common.you : texts.copilot}
            words={textIn(message.fields) ?? JSON.stringify(message.fields, null, 2)}
          />
        ))}
        {thread.pending === null ? null : <Message mine author={common.you} words={thread.pending} />}
        <ThreadState thread={thread} id={id} />
        {thread.failure ? <FailureNotice failure={thread.failure} onRetry={() => void read(id)} /> : null}
      </ChatLog>
      <Composer
        chat={`thread ${id}`}
        texts={texts}
        disabled={isWaiting(thread)}
        onSend={(message) => send(id, message)}
      />
    </section>
  )
}

/** Whether an answer is still expected, and what the person can do. */
function ThreadState({ thread, id }: { readonly thread: Thread; readonly id: number }) {
  const texts = useMessages().captain.copilot
  const { checkAgain, stopWaiting } = useFeature('captain').copilot.getState()
  const last = thread.messages.at(-1)
  const isOpen = thread.pending !== null || (last !== undefined && isPerson(last))
  if (isWaiting(thread)) return <ChatState text={texts.waiting} action={texts.stop} onClick={stopWaiting} />
  if (!isOpen || thread.working === 'read') return null
  return <ChatState text={texts.late} action={texts.look} onClick={() => void checkAgain(id)} />
}

/** The whole of an answer that has more than its text, shown on request. */
function WholeAnswer({ answer }: { readonly answer: unknown }) {
  const texts = useMessages().captain.playground
  const [open, setOpen] = useState(false)
  return (
    <>
      <UnstyledButton className="captain-link mt-4 accent text-12" aria-expanded={open} onClick={() => setOpen(!open)}>
        {texts.whole}
      </UnstyledButton>
      {open ? <AnswerView answer={answer} /> : null}
    </>
  )
}
