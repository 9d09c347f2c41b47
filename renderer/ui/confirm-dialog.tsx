import { Group, List, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Failure } from '../../preload/values/failures.ts'
import { longestName } from '../../preload/values/names.ts'
import { Dialog, DialogButtons, type DialogButtonsProps } from './dialog.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { useTexts } from './texts.tsx'

export interface SubmitFormProps extends Pick<DialogButtonsProps, 'confirm' | 'busy' | 'dangerous' | 'onClose'> {
  /** Whether Enter and the button submit. */
  readonly ready: boolean
  readonly failure: Failure | null | undefined
  /** At the left of the buttons. */
  readonly beside?: ReactNode
  readonly children: ReactNode
  readonly onSubmit: () => void
}

/** The form of a dialog: its fields, the failure of the last submission, and its buttons. */
export function SubmitForm({ ready, failure, beside, children, onSubmit, ...buttons }: SubmitFormProps) {
  const foot = <DialogButtons {...buttons} disabled={!ready} />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !buttons.busy) onSubmit()
      }}
    >
      <Stack gap="md">
        {children}
        {failure ? <FailureNotice failure={failure} /> : null}
        {beside ? (
          <Group className="dialog-foot" justify="space-between" gap="sm">
            {beside}
            {foot}
          </Group>
        ) : (
          foot
        )}
      </Stack>
    </form>
  )
}

export interface ConfirmDialogProps {
  readonly title: string
  /** The heading above the losses, if they are not on this computer. */
  readonly willBeLost?: string
  /** The losses, each in one sentence with numbers: "18.204 linhas baixadas". */
  readonly lost: readonly ReactNode[]
  /** What stays. */
  readonly kept?: ReactNode
  /** The verb of the action, never "OK". */
  readonly confirm: string
  /** A word that the person must type first, if nothing can undo the action. */
  readonly typed?: string | undefined
  readonly busy?: boolean | undefined
  readonly disabled?: boolean
  readonly failure?: Failure | null | undefined
  /** Whether it changes something on a service. If so, the dialog names the account. */
  readonly writes?: boolean | undefined
  /** Options of the action. */
  readonly children?: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before a loss, and lists the losses. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog onClose={props.onClose} title={props.title} writes={props.writes}>
      <ConfirmForm {...props} />
    </Dialog>
  )
}

function ConfirmForm(props: ConfirmDialogProps) {
  const texts = useTexts()
  const { willBeLost = texts.common.willBeLost, lost, kept, confirm, typed, busy = false, failure, children } = props
  const { disabled = false, onConfirm, onClose } = props
  const [word, setWord] = useState('')
  const isTyped = typed === undefined || word.trim().toLocaleLowerCase() === typed.toLocaleLowerCase()
  return (
    <SubmitForm
      dangerous
      ready={isTyped && !disabled}
      onSubmit={onConfirm}
      confirm={confirm}
      busy={busy}
      failure={failure}
      onClose={onClose}
    >
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
    </SubmitForm>
  )
}

export interface NameDialogProps {
  readonly texts: { readonly title: string; readonly name: string; readonly confirm: string }
  /** The proposed name, such as the current one. */
  readonly name: string
  readonly maxLength?: number
  readonly busy: boolean
  readonly failure: Failure | null | undefined
  /** Whether it changes something on a service. If so, the dialog names the account. */
  readonly writes?: boolean
  /** Shown above the field. */
  readonly children?: ReactNode
  /** Receives the trimmed name, never an empty one. */
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

/** Asks for a name. If a service refuses the name, the field shows why. */
export function NameDialog({
  texts,
  name,
  maxLength = longestName,
  writes,
  failure,
  children,
  onName,
  ...props
}: NameDialogProps) {
  const [typed, setTyped] = useState(name)
  const newName = typed.trim()
  const refused = failure?.fields?.name?.join(' ')
  return (
    <Dialog writes={writes} onClose={props.onClose} title={texts.title}>
      <SubmitForm
        {...props}
        confirm={texts.confirm}
        ready={newName !== ''}
        failure={refused === undefined ? failure : null}
        onSubmit={() => onName(newName)}
      >
        {children}
        <TextInput
          label={texts.name}
          value={typed}
          maxLength={maxLength}
          autoComplete="off"
          data-autofocus
          error={refused}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </SubmitForm>
    </Dialog>
  )
}
