import { List, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Failure } from '../../preload/contract/wire.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { useTexts } from './texts.tsx'

export interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  /** Above what will be lost, where it is not on this computer. */
  readonly willBeLost?: string
  /** What will be lost, a sentence each, in numbers: "18.204 linhas baixadas". */
  readonly lost: readonly ReactNode[]
  /** What stays, so that nobody has to wonder. */
  readonly kept?: ReactNode
  /** The verb of the action, never "OK". */
  readonly confirm: string
  /** A word that the person must type first, where nothing brings it back. */
  readonly typed?: string | undefined
  readonly busy?: boolean | undefined
  readonly disabled?: boolean
  readonly failure?: Failure | null | undefined
  /** It changes something on a service, and not only on this computer: the account is named. */
  readonly writes?: boolean | undefined
  /** Options of the action. */
  readonly children?: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is lost, and names it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title} writes={props.writes}>
      {props.opened ? <ConfirmForm {...props} /> : null}
    </Dialog>
  )
}

function ConfirmForm(props: ConfirmDialogProps) {
  const texts = useTexts()
  const { willBeLost = texts.common.willBeLost, lost, kept, confirm, typed, busy, failure, children } = props
  const { disabled = false, onConfirm, onClose } = props
  const [word, setWord] = useState('')
  const isTyped = typed === undefined || word.trim().toLocaleLowerCase() === typed.toLocaleLowerCase()
  const ready = isTyped && !disabled
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onConfirm()
      }}
    >
      <Stack gap="md">
        {lost.length > 0 ? (
          <div>
            <Text size="md">{willBeLost}</Text>
            <List size="md" mt={4} className="figures" style={{ overflowWrap: 'anywhere' }}>
              {lost.map((sentence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of one dialog never change places
                <List.Item key={index}>{sentence}</List.Item>
              ))}
            </List>
          </div>
        ) : null}
        {children}
        {kept ? (
          <Text size="sm" c="dimmed">
            {kept}
          </Text>
        ) : null}
        {typed === undefined ? null : (
          <TextInput
            label={texts.common.typeToConfirm(typed)}
            value={word}
            autoComplete="off"
            onChange={(event) => setWord(event.currentTarget.value)}
          />
        )}
        {failure ? <FailureNotice failure={failure} /> : null}
        <DialogButtons dangerous confirm={confirm} disabled={!ready} busy={busy ?? false} onClose={onClose} />
      </Stack>
    </form>
  )
}

export interface RenameDialogProps {
  readonly texts: { readonly title: string; readonly name: string; readonly confirm: string }
  /** The present name. */
  readonly name: string
  readonly most?: number
  readonly busy: boolean
  readonly failure: Failure | null | undefined
  /** Receives the trimmed new name, never an empty one. */
  readonly onRename: (name: string) => void
  readonly onClose: () => void
}

/** Asks for another name. */
export function RenameDialog({ texts, name, most = 120, busy, failure, onRename, onClose }: RenameDialogProps) {
  const [typed, setTyped] = useState(name)
  const newName = typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (newName !== '') onRename(newName)
  }
  return (
    <Dialog opened onClose={onClose} title={texts.title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            value={typed}
            maxLength={most}
            autoComplete="off"
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <DialogButtons confirm={texts.confirm} disabled={newName === ''} busy={busy} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
