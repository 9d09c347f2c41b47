import { Button, Group, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useEffect } from 'react'
import { useStore } from 'zustand'
import { longestName } from '../../preload/values/names.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'

/** Who reviews here; the name is shown beside every decision. */
export function ReviewerField() {
  const { name, load } = useStore(useFeature('reviews').reviewer)
  useEffect(() => void load(), [load])
  return (
    <LoadableView of={name} onRetry={() => void load()}>
      {(ready) => <ReviewerForm name={ready} />}
    </LoadableView>
  )
}

function ReviewerForm({ name }: { readonly name: string }) {
  const { save } = useFeature('reviews').reviewer.getState()
  const texts = useMessages().reviews.reviewer
  const { draft, change, working, failure, submit } = useDraft('reviewer', name, () =>
    notifications.show({ message: texts.saved, autoClose: 8000 }),
  )
  const typed = draft.trim()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '' && typed !== name) void submit(() => save(typed))
  }
  return (
    <form onSubmit={send}>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          maw={360}
          label={texts.label}
          description={texts.hint}
          placeholder={texts.placeholder}
          value={draft}
          maxLength={longestName}
          autoComplete="off"
          onChange={(event) => change(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" size="sm" loading={working} disabled={typed === '' || typed === name}>
          {texts.save}
        </Button>
      </Group>
      {failure ? <FailureNotice failure={failure} /> : null}
    </form>
  )
}
