import { Button, Group, Menu, Popover, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Recipient, SavedText } from '../../preload/contract/contacts.ts'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import { longestName } from '../../preload/values/names.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { hasMod, keyText } from '../kernel/shortcuts.ts'
import { conversationStatusWord, leadFieldHeading } from '../tables/words.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { fillText, firstNameField, hasFields, messageFields } from './fill-fields.ts'

export interface RecipientProps {
  readonly recipient: Recipient
}

/** Writes a message, with saved texts and fields of the lead, and shows its final text. */
export function ComposeForm({ recipient }: RecipientProps) {
  const messages = useMessages()
  const texts = messages.sending
  const format = useFormat()
  const { draft, failure, write, review, close, dismissFailure } = useStore(useFeature('sending'))
  const field = useRef<HTMLTextAreaElement>(null)
  const words = { format, status: (status: string) => conversationStatusWord(messages, status) }
  const { content, missing } = fillText(draft, recipient.fields, words)
  const ready = content.trim() !== '' && missing.length === 0
  const goOn = () => {
    if (ready) review(content)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event) || event.repeat) return
    event.preventDefault()
    goOn()
  }
  const insert = (text: string) => insertText(field, draft, text, write)
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <TextsMenu onInsert={insert} />
        <FieldsMenu recipient={recipient} fields={messageFields(recipient.fields, words)} onInsert={insert} />
        <SaveText />
      </Group>
      <Textarea
        ref={field}
        label={texts.content}
        description={texts.contentHint(keyText)}
        value={draft}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={10_000}
        data-autofocus
        error={missing.length > 0 ? texts.missing(format.list(missing.map((name) => `{{${name}}}`))) : null}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {hasFields(draft) ? (
        <blockquote className="sending-preview inset verbatim pad-8-12 scrolls">{content}</blockquote>
      ) : null}
      {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      <Group justify="space-between" gap="sm" wrap="nowrap" mt="xs">
        <Text size="sm" c="dimmed">
          {texts.oneByOne}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Button variant="default" size="sm" onClick={close}>
            {messages.common.cancel}
          </Button>
          <Button size="sm" disabled={!ready} onClick={goOn}>
            {texts.review}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

/** Inserts a text at the cursor, and puts the cursor behind it. */
function insertText(
  { current }: RefObject<HTMLTextAreaElement | null>,
  draft: string,
  text: string,
  write: (draft: string) => void,
) {
  const from = current?.selectionStart ?? draft.length
  const to = current?.selectionEnd ?? draft.length
  write(draft.slice(0, from) + text + draft.slice(to))
  // The field has the new text after the next paint; then it takes the focus again.
  requestAnimationFrame(() => {
    current?.focus()
    current?.setSelectionRange(from + text.length, from + text.length)
  })
}

interface InsertMenuProps {
  readonly label: string
  /** In pixels. */
  readonly width: number
  readonly children: ReactNode
}

/** A button with a menu of texts to insert. */
function InsertMenu({ label, width, children }: InsertMenuProps) {
  return (
    <Menu position="bottom-start" width={width}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden="true" />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="sending-menu">{children}</Menu.Dropdown>
    </Menu>
  )
}

function TextsMenu({ onInsert }: { readonly onInsert: (text: string) => void }) {
  const messages = useMessages()
  const texts = messages.sending
  const { texts: saved, forgetText } = useStore(useFeature('sending'))
  const list = readyValue(saved) ?? []
  return (
    <InsertMenu label={texts.texts} width={320}>
      {list.length === 0 ? <Menu.Label className="sending-menu-note">{emptyWords(saved, messages)}</Menu.Label> : null}
      {list.map(({ id, name, text }) => (
        <Menu.Item key={id} onClick={() => onInsert(text)} title={text}>
          {name}
        </Menu.Item>
      ))}
      {list.length > 0 ? <Menu.Divider /> : null}
      {list.map(({ id, name }) => (
        <Menu.Item
          key={id}
          color="var(--outcome-invalida)"
          leftSection={<IconTrash size={14} aria-hidden="true" />}
          closeMenuOnClick={false}
          onClick={() => void forgetText(id)}
        >
          {texts.forgetText(name)}
        </Menu.Item>
      ))}
    </InsertMenu>
  )
}

/** Why no text is offered: there is none, they are being read, or they cannot be read. */
function emptyWords(texts: Loadable<readonly SavedText[]>, messages: Messages): string {
  if (texts.status === 'failed') return failureSentence(messages, texts.failure)
  return texts.status === 'ready' ? messages.sending.textsEmpty : messages.common.loading
}

interface FieldsMenuProps extends RecipientProps {
  readonly fields: ReturnType<typeof messageFields>
  readonly onInsert: (text: string) => void
}

function FieldsMenu({ recipient: { lead }, fields, onInsert }: FieldsMenuProps) {
  const messages = useMessages()
  const texts = messages.sending
  const format = useFormat()
  const { now } = useApp()
  const heading = (key: string) => (key === firstNameField ? texts.firstName : leadFieldHeading(messages, key))
  const origin = () => {
    if (!lead) return texts.fieldsOfContact
    if (lead.read_at === null) return texts.fieldsOfUnread(lead.sheet_name)
    return texts.fieldsOf(lead.sheet_name, format.moment(Date.parse(lead.read_at), now()))
  }
  return (
    <InsertMenu label={messages.common.fields.fields} width={360}>
      <Menu.Label>{origin()}</Menu.Label>
      {fields.map(({ key, value }) => (
        <Menu.Item
          key={key}
          onClick={() => onInsert(`{{${key}}}`)}
          rightSection={<span className="sending-field cut figures dim">{value}</span>}
        >
          {heading(key)}
        </Menu.Item>
      ))}
    </InsertMenu>
  )
}

/** Saves the draft as a text, with its fields not replaced. */
function SaveText() {
  const store = useFeature('sending')
  const { sending: texts, common } = useMessages()
  const hasText = useStore(store, ({ draft }) => draft.trim() !== '')
  const [opened, setOpened] = useState(false)
  const { draft, change, working, submit } = useDraft('saved text', '', () => setOpened(false))
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={280} trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          leftSection={<IconBookmark size={14} aria-hidden="true" />}
          disabled={!hasText}
          onClick={() => setOpened(!opened)}
        >
          {texts.saveText}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.saveText}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            if (draft.trim() !== '') void submit(store.getState().saveText)
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={texts.textName}
              value={draft}
              maxLength={longestName}
              data-autofocus
              autoComplete="off"
              onChange={(event) => change(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={draft.trim() === ''} loading={working}>
                {common.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
