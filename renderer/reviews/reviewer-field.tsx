import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { ReviewerStore } from './reviewer-store.ts'
import { say } from './say.ts'

/** Who reviews here; the name stands beside every decision. */
export function ReviewerField({ store }: { readonly store: ReviewerStore }) {
  const { name, load } = useStore(store)
  useEffect(() => void store.getState().load(), [store])
  return (
    <LoadableView of={name} onRetry={() => void load()}>
      {(ready) => <ReviewerForm key={ready} name={ready} store={store} />}
    </LoadableView>
  )
}

function ReviewerForm({ name, store }: { readonly name: string; readonly store: ReviewerStore }) {
  const texts = useMessages().reviews.reviewer
  const { doing, failure, save } = useStore(store)
  const [text, setText] = useState(name)
  const wanted = text.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (wanted === '' || wanted === name) return
    if (await save(wanted)) say(texts.saved)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          maw={360}
          label={texts.label}
          description={texts.hint}
          placeholder={texts.placeholder}
          value={text}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          size="sm"
          loading={doing === 'save'}
          disabled={wanted === '' || wanted === name}
        >
          {texts.save}
        </Button>
      </Group>
      {failure ? <FailureNotice failure={failure} /> : null}
    </form>
  )
}
