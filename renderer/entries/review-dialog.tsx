import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import type { ReviewChange } from '../../preload/contract/reviews.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { EntriesStore } from './entries-store.ts'
import type { Target } from './review-mutations.ts'

export interface ReviewDialogProps {
  readonly store: EntriesStore
  readonly target: Target
  readonly onApply: (change: ReviewChange) => void
  readonly onClose: () => void
}

/** How many entries the deed would reach; null while they are counted. */
function useCount(store: EntriesStore, target: Target): number | null {
  const [count, setCount] = useState<number | null>('one' in target ? 1 : null)
  useEffect(() => {
    if ('one' in target) return
    let isMounted = true
    void store
      .getState()
      .countOf(target.several)
      .then((found) => {
        if (isMounted) setCount(found)
      })
    return () => {
      isMounted = false
    }
  }, [store, target])
  return count
}

interface ReviewFormProps extends Omit<ReviewDialogProps, 'onApply'> {
  readonly title: string
  /** What is done to so many entries, in a sentence. */
  readonly sentence: (count: number) => string
  /** The verb of the deed on one entry. */
  readonly confirm: string
  readonly ready: boolean
  readonly onSubmit: () => void
  readonly children?: ReactNode
}

/** The frame of every deed's dialog: the number first where there are several, then what it needs. */
export function ReviewDialog({
  store,
  target,
  title,
  sentence,
  confirm,
  ready,
  onSubmit,
  onClose,
  children,
}: ReviewFormProps) {
  const messages = useMessages()
  const texts = messages.entries.bulk
  const count = useCount(store, target)
  const several = 'several' in target
  const able = ready && count !== null && count > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (able) onSubmit()
  }
  return (
    <Dialog opened onClose={onClose} title={title} size={460}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {several ? (
            <div role="status" className="figures">
              <Text size="md">{countSentence(count, sentence, texts)}</Text>
              <Text size="sm" c="dimmed">
                {texts.undoable}
              </Text>
            </div>
          ) : null}
          {children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={onClose}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={!able} {...(children ? {} : { 'data-autofocus': true })}>
              {several && count !== null ? texts.confirm(count) : confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function countSentence(
  count: number | null,
  sentence: (count: number) => string,
  texts: { counting: string; nothing: string },
): string {
  if (count === null) return texts.counting
  return count === 0 ? texts.nothing : sentence(count)
}

/** Enter confirms, Shift Enter writes a new line. */
export function submitsOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
