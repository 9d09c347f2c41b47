import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { Dataset } from '../../preload/contract/datasets.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { AnswerStore } from './answer-store.ts'

export interface StoreDialogProps {
  readonly rows: number
  readonly proposed: string
  readonly store: AnswerStore
  readonly onStored: (dataset: Dataset) => void
  readonly onClose: () => void
}

/** Saves the list that is looked at as a data set of its own. */
export function StoreDialog({ rows, proposed, store, onStored, onClose }: StoreDialogProps) {
  const messages = useMessages()
  const texts = messages.console.answer
  const failure = useStore(store, (state) => state.failure)
  const [name, setName] = useState(proposed)
  const [working, setWorking] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || working) return
    setWorking(true)
    const dataset = await store.getState().store(name.trim())
    setWorking(false)
    if (dataset) onStored(dataset)
  }
  return (
    <Dialog opened onClose={onClose} title={texts.storeTitle}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text size="md">{texts.storeText(texts.rows(rows))}</Text>
          <TextInput
            label={texts.storeName}
            value={name}
            maxLength={120}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={onClose}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" loading={working} disabled={name.trim() === ''}>
              {texts.storeConfirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
