import { Checkbox, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import type { SavedFile } from '../../preload/contract/saved-files.ts'
import { useApp } from '../kernel/feature.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import type { MutationState } from '../kernel/mutation.ts'
import { dayOf } from '../tables/day-range.ts'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { noticeSaved } from '../ui/saved-notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { useTeam } from './team.ts'

/** The contract's own bound (preload/contract/reviews.ts, `passphrase`). */
const shortestPassphrase = 8

/** Asks what is written into an encrypted file and for a new passphrase, which exists only in this dialog. */
export function PackageDialog({
  title,
  confirm,
  mutation: { working, failure },
  ready = true,
  note,
  children,
  write,
  onClose,
}: {
  readonly title: string
  readonly confirm: string
  readonly mutation: MutationState<string>
  /** Whether the rest of the dialog is complete. */
  readonly ready?: boolean
  /** Below the passphrase. */
  readonly note?: ReactNode
  readonly children: ReactNode
  /** Gives the saved file; null when nothing was saved. */
  readonly write: (passphrase: string) => Promise<SavedFile | null>
  readonly onClose: () => void
}) {
  const [passphrase, setPassphrase] = useState('')
  const [repeated, setRepeated] = useState('')
  const [tried, setTried] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!ready || passphrase.length < shortestPassphrase || passphrase !== repeated) return
    const saved = await write(passphrase)
    if (!saved) return
    // The passphrase must reach the colleague another way than the file.
    const texts = messagesNow().reviews.saved
    noticeSaved({ title: texts.title, message: texts.text(saved.name, saved.rows), file: saved.file })
    onClose()
  }
  const { common } = useMessages()
  const texts = useMessages().reviews.passphrase
  const missing = Math.max(0, shortestPassphrase - passphrase.length)
  return (
    <Dialog onClose={onClose} title={title} size={480}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {children}
          <div>
            <SecretInput
              label={texts.label}
              description={texts.hint}
              value={passphrase}
              autoComplete="new-password"
              error={tried && missing > 0 ? common.passphrase.tooShort(missing) : null}
              onChange={(event) => setPassphrase(event.currentTarget.value)}
            />
            <StrengthLine passphrase={passphrase} />
          </div>
          <SecretInput
            label={common.passphrase.repeat}
            value={repeated}
            autoComplete="new-password"
            error={tried && missing === 0 && passphrase !== repeated ? texts.different : null}
            onChange={(event) => setRepeated(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            {texts.lost}
          </Text>
          {note}
          {failure ? <FailureNotice failure={failure} /> : null}
          <DialogButtons confirm={confirm} busy={working !== null} disabled={!ready} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** Writes the reviews of some forms into an encrypted file. Its name has the day and no personal data. */
export function ExportDialog({ forms, onClose }: { readonly forms: readonly Form[]; readonly onClose: () => void }) {
  const messages = useMessages()
  const texts = messages.reviews.send
  const { now } = useApp()
  const { exporting, save } = useStore(useTeam().packages)
  const [chosen, setChosen] = useState<readonly number[]>(forms.map(({ id }) => id))
  const [withNotes, setWithNotes] = useState(false)
  return (
    <PackageDialog
      title={texts.dialog}
      confirm={messages.common.export}
      mutation={exporting}
      ready={chosen.length > 0}
      note={
        <Text size="sm" c="dimmed">
          {texts.text}
        </Text>
      }
      write={(passphrase) =>
        save({
          form_ids: [...chosen],
          person_notes: withNotes,
          passphrase,
          name: texts.fileName(dayOf(new Date(now()))),
        })
      }
      onClose={onClose}
    >
      <Checkbox.Group
        label={messages.forms.title}
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
      <Checkbox
        label={texts.personNotes}
        checked={withNotes}
        onChange={(event) => setWithNotes(event.currentTarget.checked)}
      />
    </PackageDialog>
  )
}

/** Asks for the passphrase of the chosen file, while one is chosen. */
export function OpenDialog() {
  const { common } = useMessages()
  const { file, discard } = useStore(useTeam().packages)
  if (!file) return null
  return (
    <Dialog onClose={discard} title={common.openNamed(file.name)}>
      <OpenForm key={`${file.name} ${file.size} ${file.lastModified}`} />
    </Dialog>
  )
}

function OpenForm() {
  const { common } = useMessages()
  const { passphrase: texts, opened: packages } = useMessages().reviews
  const {
    opening: { working, failure },
    pace,
    open,
    discard,
  } = useStore(useTeam().packages)
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
        {working !== null && pace.rows > 0 ? (
          <ProgressLine label={common.open} done={pace.rows} total={null} text={packages.read(pace.rows)} />
        ) : null}
        <DialogButtons confirm={common.open} busy={working !== null} disabled={passphrase === ''} onClose={discard} />
      </Stack>
    </form>
  )
}

const levels = ['weak', 'fair', 'good', 'strong'] as const

/** Four steps and a word: colour is never the only sign. */
function StrengthLine({ passphrase }: { readonly passphrase: string }) {
  const texts = useMessages().reviews.passphrase
  const strength = passphrase === '' ? null : strengthOf(passphrase)
  const level = strength === null ? -1 : levels.indexOf(strength)
  return (
    <div
      className="passphrase-strength row note"
      role="status"
      aria-label={texts.strength}
      data-strength={strength ?? undefined}
    >
      <span className="passphrase-steps" aria-hidden="true">
        {levels.map((each, index) => (
          <span key={each} data-full={index <= level || undefined} />
        ))}
      </span>
      <span>{strength === null ? null : texts.strengths[strength]}</span>
    </div>
  )
}

/**
 * A rough estimate of how hard a passphrase is to guess. It only advises. It counts what must be tried: letters that
 * repeat or follow one another add little, another word adds much.
 */
export function strengthOf(passphrase: string): (typeof levels)[number] {
  const words = passphrase
    .trim()
    .split(/[\s\-_.]+/)
    .filter((word) => word.length >= 3)
  // A letter that repeats the one before, or is its neighbour in the alphabet or among the digits, adds nothing.
  const codes = [...passphrase].map((letter) => letter.codePointAt(0) ?? 0)
  const telling = codes.filter((code, index) => !(Math.abs(code - (codes[index - 1] ?? Number.NaN)) <= 1)).length
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d\s]/].filter((kind) => kind.test(passphrase)).length
  // About 11 bits for a word of a language, about 2 for a letter beyond them. Kinds of characters add a little.
  const bits = Math.max(words.length * 11, telling * 2) + kinds * 4
  if (telling < 6 || bits < 28) return 'weak'
  if (bits < 40) return 'fair'
  return bits < 52 ? 'good' : 'strong'
}
