import { Button, Checkbox, CloseButton, FileButton, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconPackageExport, IconPackageImport } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { dayOf } from '../tables/day-range.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { PackageDialog } from './package-dialog.tsx'
import type { Merged, PackagesStore } from './packages-store.ts'
import { TeamCard } from './team-card.tsx'

/** Exports the reviews of the forms that are kept here. */
export function SendCard({
  store,
  forms,
  now,
}: {
  readonly store: PackagesStore
  readonly forms: readonly Form[]
  readonly now: () => number
}) {
  const texts = useMessages().reviews.send
  const { exporting, dismissExport } = useStore(store)
  const [opened, setOpened] = useState(false)
  const open = () => {
    dismissExport()
    setOpened(true)
  }
  return (
    <TeamCard
      icon={<IconPackageExport size={18} aria-hidden="true" />}
      title={texts.title}
      action={
        <Button variant="default" disabled={forms.length === 0} onClick={open}>
          {texts.action}
        </Button>
      }
    >
      <p className="dim">{forms.length === 0 ? texts.noForms : texts.text}</p>
      {exporting.failure && !opened ? <FailureNotice failure={exporting.failure} onClose={dismissExport} /> : null}
      {opened ? <ExportDialog store={store} forms={forms} now={now} onClose={() => setOpened(false)} /> : null}
    </TeamCard>
  )
}

/** Writes the reviews of some forms into an encrypted file. Its name holds the day and no personal data. */
function ExportDialog({
  store,
  forms,
  now,
  onClose,
}: Parameters<typeof SendCard>[0] & { readonly onClose: () => void }) {
  const texts = useMessages().reviews.send
  const { exporting, save } = useStore(store)
  const [chosen, setChosen] = useState<readonly number[]>(forms.map(({ id }) => id))
  return (
    <PackageDialog
      title={texts.dialog}
      confirm={texts.confirm}
      mutation={exporting}
      ready={chosen.length > 0}
      note={
        <Text size="sm" c="dimmed">
          {texts.text}
        </Text>
      }
      write={(passphrase) => save({ formIds: chosen, passphrase, name: texts.fileName(dayOf(new Date(now()))) })}
      onClose={onClose}
    >
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
    </PackageDialog>
  )
}

/** Chooses a colleague's file. The whole window takes a drop as well. */
export function ReceiveCard({ store }: { readonly store: PackagesStore }) {
  const texts = useMessages().reviews.receive
  return (
    <TeamCard
      className="receive-card"
      icon={<IconPackageImport size={18} aria-hidden="true" />}
      title={texts.title}
      action={
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
      }
    >
      <p className="dim">{texts.text}</p>
    </TeamCard>
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
  const { opening, open, discard } = useStore(store)
  const { working, failure } = opening
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
          busy={working !== null}
          disabled={passphrase === ''}
          onClose={discard}
        />
      </Stack>
    </form>
  )
}

/** The result of the last merge, with its undo and the way on; nothing before the first. */
export function MergedNotice({
  store,
  onEntries,
  onReview,
  onAgreement,
}: {
  readonly store: PackagesStore
  readonly onEntries: () => void
  readonly onReview: (set: string) => void
  readonly onAgreement: (set: string) => void
}) {
  const messages = useMessages()
  const texts = messages.reviews.merged
  const { merged, merging, undoMerge, dismissMerged } = useStore(store)
  if (!merged) return null
  const { batch, set, kind } = merged
  return (
    <>
      <div className="merged-notice row card" role="status">
        <IconCircleCheck className="merged-sign" size={18} aria-hidden="true" />
        <span className="merged-words figures">{mergedWords(merged, texts)}</span>
        {batch !== null ? (
          <Button variant="default" loading={merging.working === 'undo'} onClick={() => void undoMerge()}>
            {texts.undo}
          </Button>
        ) : null}
        {kind === 'review' && merged.changed > 0 && merged.undone === null ? (
          <Button variant="default" onClick={onEntries}>
            {texts.entries}
          </Button>
        ) : null}
        {set !== null && kind === 'blind_request' ? (
          <Button onClick={() => onReview(set)}>{texts.review_set}</Button>
        ) : null}
        {set !== null && kind === 'blind_answer' ? (
          <Button onClick={() => onAgreement(set)}>{texts.agreement}</Button>
        ) : null}
        <CloseButton aria-label={messages.common.close} onClick={dismissMerged} />
      </div>
      {merging.failure && batch !== null ? <FailureNotice failure={merging.failure} /> : null}
    </>
  )
}

function mergedWords({ kind, changed, undone }: Merged, texts: Messages['reviews']['merged']): string {
  if (undone !== null) return texts.undone(undone)
  return kind === 'review' ? texts.review(changed) : texts[kind]
}
