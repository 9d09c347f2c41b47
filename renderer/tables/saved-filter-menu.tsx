import { Button, CloseButton, type FloatingPosition, Group, Menu, Stack, TextInput } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDraft } from '../kernel/drafts.ts'
import { useMessages } from '../kernel/messages.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'
import { useScreenEntries } from '../kernel/screen-entries.ts'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { SavedFiltersStore } from './saved-filters.ts'

interface Filter {
  readonly id: string
  readonly name: string
}

/** The menu of built-in and saved filters, which also saves the current one. Ctrl K offers them too. */
export function SavedFilterMenu<F extends Filter>({
  store,
  filters,
  builtIn,
  texts,
  position,
  canSave = true,
  onApply,
  onSave,
  children,
}: {
  store: SavedFiltersStore<F>
  /** The saved filters that apply to this screen. */
  filters: readonly F[]
  builtIn: readonly { readonly label: string; readonly run: () => void }[]
  texts: { button: string; builtIn: string; own: string; none: string; save: string; forget: (name: string) => string }
  position: FloatingPosition
  canSave?: boolean
  onApply: (filter: F) => void
  onSave: () => void
  /** Further items of the menu. */
  children?: ReactNode
}) {
  useScreenEntries(() => [
    ...filters.map((filter) => ({ kind: 'view' as const, label: filter.name, run: () => onApply(filter) })),
    ...builtIn.map((filter) => ({ kind: 'view' as const, ...filter })),
  ])
  const remove = async (id: string) => {
    await store.getState().remove(id)
    const { failure, dismissFailure } = store.getState()
    if (failure) noticeFailure(failure)
    dismissFailure()
  }
  return (
    <Menu position={position} width={300}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={14} aria-hidden="true" />}>
          {texts.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.builtIn}</Menu.Label>
        {builtIn.map(({ label, run }) => (
          <Menu.Item key={label} onClick={run}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Label>{texts.own}</Menu.Label>
        {filters.length === 0 ? <Menu.Label fw={400}>{texts.none}</Menu.Label> : null}
        {filters.map((filter) => (
          <Group key={filter.id} gap={0} pr={4} wrap="nowrap">
            <Menu.Item onClick={() => onApply(filter)}>{filter.name}</Menu.Item>
            <CloseButton
              size="sm"
              iconSize={13}
              aria-label={texts.forget(filter.name)}
              onClick={() => void remove(filter.id)}
            />
          </Group>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!canSave} onClick={onSave}>
          {texts.save}
        </Menu.Item>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks for the name of a filter. `onSave` returns whether it was saved. */
export function SaveFilterDialog<F extends Filter>({
  store,
  draftKey,
  maxLength,
  texts,
  onSave,
  onClose,
}: {
  store: SavedFiltersStore<F>
  draftKey: string
  maxLength: number
  texts: { title: string; name: string; nameHint: string; confirm?: string }
  onSave: (name: string) => Promise<boolean>
  onClose: () => void
}) {
  const { common } = useMessages()
  const failure = useStore(store, (state) => state.failure)
  const { draft, change, working, submit, discard } = useDraft(draftKey, '', onClose)
  const name = draft.trim()
  const close = () => {
    store.getState().dismissFailure()
    discard()
    onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (name !== '') void submit(() => onSave(name))
  }
  return (
    <Dialog onClose={close} title={texts.title}>
      <form onSubmit={send}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            value={draft}
            maxLength={maxLength}
            autoComplete="off"
            ref={takeFocus}
            data-autofocus
            onChange={(event) => change(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={name === ''} loading={working}>
              {texts.confirm ?? common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
