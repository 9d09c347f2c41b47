import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useStore } from 'zustand'
import type { Dataset } from '../../preload/contract/datasets.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { AnswerStore } from './answer-store.ts'

export interface StoreDialogProps {
  /** The call whose answer it is. */
  readonly call: string
  readonly rows: number
  readonly proposed: string
  readonly store: AnswerStore
  readonly onStored: (dataset: Dataset) => void
  readonly onClose: () => void
}

/** Saves the list that is looked at as a data set of its own. */
export function StoreDialog({ call, rows, proposed, store, onStored, onClose }: StoreDialogProps) {
  const messages = useMessages()
  const texts = messages.console.answer
  const failure = useStore(store, (state) => state.failure)
  const expression = useStore(store, (state) => state.expression)
  const key = `data set ${call} ${expression}`
  const { draft, change, working, submit, discard } = useDraft(key, proposed, onClose)
  const name = draft.trim()
  const close = () => {
    discard()
    onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (name === '') return
    void submit(async () => {
      const dataset = await store.getState().store(name)
      if (dataset) onStored(dataset)
      return dataset !== null
    })
  }
  return (
    <Dialog opened onClose={close} title={texts.storeTitle}>
      <form onSubmit={send}>
        <Stack gap="md">
          <Text size="md">{texts.storeText(texts.rows(rows))}</Text>
          <TextInput
            label={texts.storeName}
            value={draft}
            maxLength={120}
            data-autofocus
            onChange={(event) => change(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={close}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" loading={working} disabled={name === ''}>
              {texts.storeConfirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
