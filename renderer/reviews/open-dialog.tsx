import { Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import type { PackagesStore } from './packages-store.ts'

/** Asks for the passphrase of the chosen file; there while one is chosen. */
export function OpenDialog({ store }: { readonly store: PackagesStore }) {
  const texts = useMessages().reviews.receive
  const file = useStore(store, (state) => state.file)
  if (!file) return null
  return (
    <Dialog opened onClose={store.getState().discard} title={texts.dialog(file.name)}>
      <OpenForm key={`${file.name} ${file.size} ${file.lastModified}`} store={store} />
    </Dialog>
  )
}

function OpenForm({ store }: { readonly store: PackagesStore }) {
  const { receive, passphrase: texts } = useMessages().reviews
  const { doing, failure, open, discard } = useStore(store)
  const [passphrase, setPassphrase] = useState('')
  const wrong = failure?.code === 'wrong_passphrase'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (passphrase !== '') void open(passphrase)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <SecretInput
          data-autofocus
          label={texts.open}
          value={passphrase}
          autoComplete="off"
          error={wrong ? texts.wrong : null}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        {failure && !wrong ? <FailureNotice failure={failure} /> : null}
        <DialogButtons
          confirm={receive.confirm}
          busy={doing === 'open'}
          disabled={passphrase === ''}
          onClose={discard}
        />
      </Stack>
    </form>
  )
}
