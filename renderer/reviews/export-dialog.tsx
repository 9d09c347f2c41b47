import { Checkbox, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import { useMessages } from '../kernel/messages.ts'
import { dayOf } from '../tables/day-range.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { notifyPackageSaved } from './notify.ts'
import type { PackagesStore } from './packages-store.ts'
import { PassphraseFields, useNewPassphrase } from './passphrase-fields.tsx'

export interface ExportDialogProps {
  readonly store: PackagesStore
  /** Those that are kept here, at least one. */
  readonly forms: readonly Form[]
  readonly now: () => number
  readonly onClose: () => void
}

/** Writes what was reviewed of some forms into an encrypted file. Its name tells the day and nothing of a person. */
export function ExportDialog(props: ExportDialogProps) {
  const texts = useMessages().reviews.send
  return (
    <Dialog opened onClose={props.onClose} title={texts.dialog} size={480}>
      <ExportForm {...props} />
    </Dialog>
  )
}

function ExportForm({ store, forms, now, onClose }: ExportDialogProps) {
  const texts = useMessages().reviews.send
  const { doing, failure } = useStore(store)
  const [chosen, setChosen] = useState<readonly number[]>(forms.map(({ id }) => id))
  const passphrase = useNewPassphrase()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const taken = passphrase.take()
    if (taken === null || chosen.length === 0) return
    const name = texts.fileName(dayOf(new Date(now())))
    const saved = await store.getState().save({ formIds: chosen, passphrase: taken, name })
    if (!saved) return
    notifyPackageSaved(saved)
    onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Checkbox.Group
          label={texts.forms}
          value={chosen.map(String)}
          onChange={(values) => setChosen(values.map(Number))}
          error={chosen.length === 0 ? texts.choose : null}
        >
          <Stack gap="xs" mt="xs" className="package-forms">
            {forms.map(({ id, name, entries }) => (
              <Checkbox key={id} value={String(id)} label={name} description={texts.formHint(entries)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <PassphraseFields value={passphrase.value} onChange={passphrase.change} />
        <Text size="sm" c="dimmed">
          {texts.text}
        </Text>
        {failure ? <FailureNotice failure={failure} /> : null}
        <DialogButtons
          confirm={texts.confirm}
          busy={doing === 'export'}
          disabled={chosen.length === 0}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}
