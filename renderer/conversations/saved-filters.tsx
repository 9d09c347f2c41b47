import { Button, CloseButton, Group, Menu, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBookmark } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationFilter } from '../../preload/contract/conversations.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useMessages } from '../kernel/messages.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'
import { type ScreenEntry, useScreenEntries } from '../kernel/screen-entries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { builtInFilters, builtInOrder } from './built-in-filters.ts'
import type { ConversationsStore } from './conversations-store.ts'

/** The filters that the app brings and those of the person, and the way to keep the present one. */
export function SavedFilters({ store }: { readonly store: ConversationsStore }) {
  const texts = useMessages().conversations.saved
  const saved = useStore(store, (state) => state.saved)
  const [saving, setSaving] = useState(false)
  const { search, forgetFilter, dismissFailure } = store.getState()
  useScreenEntries(() => [
    ...saved.map(({ name, filter }) => filterEntry(name, filter)),
    ...builtInOrder.map((name) => filterEntry(texts.names[name], builtInFilters[name])),
  ])
  const filterEntry = (label: string, filter: ConversationFilter): ScreenEntry => ({
    kind: 'filter',
    label,
    run: () => void search(filter),
  })
  const forget = async (id: string) => {
    if (await forgetFilter(id)) return
    const { failure } = store.getState()
    if (failure) noticeFailure(failure)
    dismissFailure()
  }
  return (
    <>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={14} aria-hidden="true" />}>
            {texts.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.builtIn}</Menu.Label>
          {builtInOrder.map((name) => (
            <Menu.Item key={name} onClick={() => void search(builtInFilters[name])}>
              {texts.names[name]}
            </Menu.Item>
          ))}
          <Menu.Label>{texts.own}</Menu.Label>
          {saved.length === 0 ? <Menu.Label className="conversation-none">{texts.none}</Menu.Label> : null}
          {saved.map(({ id, name, filter }) => (
            <div key={id} className="conversation-saved">
              <Menu.Item onClick={() => void search(filter)}>{name}</Menu.Item>
              <CloseButton size="sm" iconSize={13} aria-label={texts.forget(name)} onClick={() => void forget(id)} />
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setSaving(true)}>{texts.save}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {saving ? <SaveDialog store={store} onClose={() => setSaving(false)} /> : null}
    </>
  )
}

interface SaveDialogProps {
  readonly store: ConversationsStore
  readonly onClose: () => void
}

function SaveDialog({ store, onClose }: SaveDialogProps) {
  const messages = useMessages()
  const texts = messages.conversations.saved
  const failure = useStore(store, (state) => state.failure)
  const { draft, change, working, submit, discard } = useDraft('conversation filter', '', onClose)
  const wanted = draft.trim()
  const close = () => {
    store.getState().dismissFailure()
    discard()
    onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (wanted === '') return
    void submit(async () => {
      const kept = await store.getState().saveFilter(wanted)
      if (kept) notifications.show({ message: texts.saved(wanted) })
      return kept
    })
  }
  return (
    <Dialog opened onClose={close} title={texts.title}>
      <form onSubmit={send}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            value={draft}
            maxLength={120}
            autoComplete="off"
            data-autofocus
            onChange={(event) => change(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={close}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={wanted === ''} loading={working}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
