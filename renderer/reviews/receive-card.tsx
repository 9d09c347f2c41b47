import { Button, CloseButton, FileButton, Stack } from '@mantine/core'
import { IconCircleCheck, IconPackageImport } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import type { Merged, PackagesStore } from './packages-store.ts'

/** Chooses a colleague's file. The whole window takes a drop as well. */
export function ReceiveCard({ store }: { readonly store: PackagesStore }) {
  const texts = useMessages().reviews.receive
  const id = useId()
  return (
    <section className="team-card receive-card" aria-labelledby={id}>
      <div className="team-card-head">
        <h2 id={id}>
          <IconPackageImport size={18} aria-hidden="true" />
          {texts.title}
        </h2>
        <FileButton
          onChange={(file) => {
            if (file) store.getState().choose(file)
          }}
        >
          {(props) => (
            <Button {...props} variant="default">
              {texts.action}
            </Button>
          )}
        </FileButton>
      </div>
      <p className="dim">{texts.text}</p>
    </section>
  )
}

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

interface MergedNoticeProps {
  readonly store: PackagesStore
  readonly onEntries: () => void
  readonly onReview: (set: string) => void
  readonly onAgreement: (set: string) => void
}

/** What the last merge came to, with the way back and the way on; nothing while there was none. */
export function MergedNotice({ store, onEntries, onReview, onAgreement }: MergedNoticeProps) {
  const messages = useMessages()
  const texts = messages.reviews.merged
  const { merged, doing, failure, undoMerge, dismissMerged } = useStore(store)
  if (!merged) return null
  return (
    <>
      <div className="merged-notice" role="status">
        <IconCircleCheck className="merged-sign" size={18} aria-hidden="true" />
        <span className="merged-words figures">{mergedWords(merged, texts)}</span>
        {merged.batch !== null ? (
          <Button variant="default" loading={doing === 'undo'} onClick={() => void undoMerge()}>
            {texts.undo}
          </Button>
        ) : null}
        {merged.kind === 'review' && merged.changed > 0 && merged.undone === null ? (
          <Button variant="default" onClick={onEntries}>
            {texts.entries}
          </Button>
        ) : null}
        <SetButton merged={merged} onReview={onReview} onAgreement={onAgreement} />
        <CloseButton aria-label={messages.common.close} onClick={dismissMerged} />
      </div>
      {failure && merged.batch !== null ? <FailureNotice failure={failure} /> : null}
    </>
  )
}

function mergedWords({ kind, changed, undone }: Merged, texts: Messages['reviews']['merged']): string {
  if (undone !== null) return texts.undone(undone)
  return kind === 'review' ? texts.review(changed) : texts[kind]
}

interface SetButtonProps extends Pick<MergedNoticeProps, 'onReview' | 'onAgreement'> {
  readonly merged: Merged
}

function SetButton({ merged, onReview, onAgreement }: SetButtonProps) {
  const texts = useMessages().reviews.merged
  const { kind, set } = merged
  if (set === null || kind === 'review') return null
  const answered = kind === 'blind_answer'
  return (
    <Button onClick={() => (answered ? onAgreement(set) : onReview(set))}>
      {answered ? texts.agreement : texts.review_set}
    </Button>
  )
}
