import { Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import { useStore } from 'zustand'
import type { ReviewSet } from '../../preload/contract/reviews.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { notifyPackageSaved } from './notify.ts'
import { PassphraseFields, useNewPassphrase } from './passphrase-fields.tsx'
import type { SetsStore } from './sets-store.ts'

export interface AnswerDialogProps {
  readonly store: SetsStore
  /** A blind review that was given to us. */
  readonly set: ReviewSet
  readonly onClose: () => void
}

/** Writes our decisions of a blind review, for the colleague who asked. */
export function AnswerDialog(props: AnswerDialogProps) {
  const texts = useMessages().reviews.blind
  return (
    <Dialog opened onClose={props.onClose} title={texts.answerDialog(props.set.name)} size={480}>
      <AnswerForm {...props} />
    </Dialog>
  )
}

/** The contract takes no longer names. */
const longestName = 150

function AnswerForm({ store, set, onClose }: AnswerDialogProps) {
  const texts = useMessages().reviews.blind
  const { doing, failure } = useStore(store)
  const passphrase = useNewPassphrase()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const taken = passphrase.take()
    if (taken === null) return
    const name = texts.answerName(set.name).slice(0, longestName)
    const saved = await store.getState().answer(set.id, { passphrase: taken, name })
    if (!saved) return
    notifyPackageSaved(saved)
    onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="md" className="figures">
          {texts.answerText(set.decided, set.entries)}
        </Text>
        <PassphraseFields value={passphrase.value} onChange={passphrase.change} />
        {failure ? <FailureNotice failure={failure} /> : null}
        <DialogButtons confirm={texts.answerConfirm} busy={doing === 'answer'} onClose={onClose} />
      </Stack>
    </form>
  )
}
