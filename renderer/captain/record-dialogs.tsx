import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { type CaptainResourceName, captainResource } from '../../preload/values/captain-resources.ts'
import { useFeature } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { AnswerView, FieldsView } from './answer-view.tsx'
import { MutationFailure, useNameOf, useOpened, useTitle, useUnconfirmed } from './captain-context.tsx'
import { isBare, withConfigPaths } from './record-fields.ts'
import { RecordForm } from './record-form.tsx'
import type { Kind } from './records-store.ts'

/** The open dialog: of a record, or of a new one. */
export type RecordDialog =
  | { readonly what: 'create' }
  | { readonly what: 'open' | 'edit' | 'remove' | 'act' | 'test'; readonly record: CaptainRecord }

interface RecordDialogsProps {
  readonly kind: Kind
  readonly dialog: RecordDialog | null
  readonly onOpenDialog: (dialog: RecordDialog) => void
  readonly onClose: () => void
}

/** The dialogs of a list: they create, show, change, delete or act on a record. */
export function RecordDialogs({ kind, dialog, onOpenDialog, onClose }: RecordDialogsProps): ReactNode {
  const { captain: texts, common } = useMessages()
  const captain = useFeature('captain')
  const title = useTitle(kind)
  const close = () => {
    captain.mutations.getState().detach()
    onClose()
  }
  const finish = (notice: string) => {
    notifications.show({ message: notice })
    close()
  }
  const ofRecord = (record: CaptainRecord) => ({ kind, record, title: title(record), onClose: close })
  switch (dialog?.what) {
    case undefined:
      return null
    case 'create':
      return (
        <RecordForm
          title={texts.form.newTitle[kind.resource]}
          kind={kind}
          record={null}
          onDone={() => finish(messagesNow().captain.form.created)}
          onClose={close}
        />
      )
    case 'open':
      return (
        <Dialog onClose={close} title={title(dialog.record)} size={720}>
          <RecordDetails kind={kind} record={dialog.record} />
          <OpenActions kind={kind} record={dialog.record} onOpenDialog={onOpenDialog} />
        </Dialog>
      )
    case 'edit':
      return (
        <RecordForm
          title={common.editNamed(title(dialog.record))}
          kind={kind}
          record={dialog.record}
          onDone={() => finish(messagesNow().captain.form.saved)}
          onClose={close}
        />
      )
    case 'remove':
      return <RemoveDialog {...ofRecord(dialog.record)} onDone={finish} />
    case 'act':
      return <ActDialog {...ofRecord(dialog.record)} />
    case 'test':
      return <TestDialog {...ofRecord(dialog.record)} />
  }
}

interface OpenActionsProps {
  readonly kind: Kind
  readonly record: CaptainRecord
  readonly onOpenDialog: (dialog: RecordDialog) => void
}

function OpenActions({ kind, record, onOpenDialog }: OpenActionsProps) {
  const { common } = useMessages()
  const texts = useMessages().captain.actions
  const { one: methods, action } = captainResource(kind.resource)
  const read = useOpened(kind, record.id).status === 'ready'
  // A record that was not read cannot be edited: its form would be empty.
  if (record.id === null || (isBare(record) && !read)) return null
  return (
    <Group justify="flex-end" gap="sm" mt="md">
      {methods.includes('PATCH') ? (
        <Button variant="default" size="sm" onClick={() => onOpenDialog({ what: 'edit', record })}>
          {common.editMore}
        </Button>
      ) : null}
      {action === 'test' ? (
        <Button variant="default" size="sm" onClick={() => onOpenDialog({ what: 'test', record })}>
          {texts.test}
        </Button>
      ) : null}
    </Group>
  )
}

interface ActDialogProps {
  readonly kind: Kind
  readonly record: CaptainRecord
  readonly title: string
  readonly onClose: () => void
}

/** The result of reading a document anew, or of trying a server. */
function ActDialog({ kind, record, title, onClose }: ActDialogProps) {
  const { captain: texts, common } = useMessages()
  const captain = useFeature('captain')
  const { working, answer } = useStore(captain.mutations)
  const action = kind.resource === 'documents' ? 'sync' : 'connect'
  return (
    <Dialog writes onClose={onClose} title={title} size={560}>
      <Stack gap="md">
        {working ? <Text role="status">{common.asking}</Text> : null}
        <MutationFailure />
        {answer?.of === `${action} ${record.id}` ? (
          <div>
            <h2 className="captain-heading heading">{action === 'sync' ? texts.synced : texts.connected}</h2>
            <AnswerView answer={answer.answer} />
          </div>
        ) : null}
        <CloseButton onClose={onClose} />
      </Stack>
    </Dialog>
  )
}

/** A tool acts on another system, so it is called only on request. */
function TestDialog({ kind, record, title, onClose }: ActDialogProps) {
  const texts = useMessages().captain.test
  const captain = useFeature('captain')
  const { working, answer, test } = useStore(captain.mutations)
  const isUnconfirmed = useUnconfirmed()
  return (
    <Dialog writes onClose={onClose} title={texts.title(title)} size={560}>
      <Stack gap="md">
        <Text size="md">{texts.text}</Text>
        <MutationFailure />
        {answer?.of === 'test' ? (
          <div>
            <h2 className="captain-heading heading">{texts.answer}</h2>
            <AnswerView answer={answer.answer} />
          </div>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <CloseButton onClose={onClose} />
          <Button
            size="sm"
            loading={working === 'test'}
            disabled={isUnconfirmed}
            onClick={() => void test(kind, record.id, record.fields)}
          >
            {texts.run}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function CloseButton({ onClose }: { readonly onClose: () => void }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" size="sm" onClick={onClose}>
        {useMessages().common.close}
      </Button>
    </Group>
  )
}

interface RemoveDialogProps extends ActDialogProps {
  readonly onDone: (notice: string) => void
}

/** Names what is deleted from the service, before the deletion. */
function RemoveDialog({ kind, record, title, onDone, onClose }: RemoveDialogProps) {
  const { common } = useMessages()
  const texts = useMessages().captain.remove
  const { working, remove } = useStore(useFeature('captain').mutations)
  const { isLink } = captainResource(kind.resource)
  const send = async () => {
    if (record.id !== null && (await remove(kind, record.id)) === 'done') onDone(isLink ? texts.unlinked : texts.done)
  }
  const losses = [isLink ? texts.losesLink : texts.loses(title)]
  return (
    <ConfirmDialog
      writes
      title={isLink ? texts.unlinkTitle(title) : texts.title(title)}
      willBeLost={texts.willBeLost}
      lost={kind.resource === 'assistants' ? [...losses, texts.losesAssistant] : losses}
      confirm={isLink ? texts.unlink : common.delete}
      disabled={useUnconfirmed()}
      busy={working !== null}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <MutationFailure />
    </ConfirmDialog>
  )
}

/** Every field of a record of a list. It is read from the service where the resource allows it. */
export function RecordDetails({ kind, record }: { readonly kind: Kind; readonly record: CaptainRecord }) {
  const texts = useMessages().captain
  const captain = useFeature('captain')
  const { resource, parent } = kind
  const { id } = record
  const readable = captainResource(resource).one.includes('GET')
  const thing = useOpened(kind, id)
  useEffect(() => {
    if (readable && id !== null) void captain.records.getState().open({ resource, parent }, id)
  }, [captain, resource, parent, id, readable])
  const shown = readyValue(thing) ?? record
  const fields = ordered(resource, shown.fields)
  const nameOf = useNameOf()
  return (
    <div className="captain-sheet stack">
      {thing.status === 'failed' ? (
        <FailureNotice
          failure={thing.failure}
          kept={isBare(record) ? null : texts.detail.asListed}
          onRetry={id === null ? undefined : () => void captain.records.getState().open(kind, id)}
        />
      ) : null}
      <FieldsView fields={fields} nameOf={nameOf} />
      {JSON.stringify(fields).includes('••••••') ? (
        <Text size="sm" c="dimmed">
          {texts.covered}
        </Text>
      ) : null}
    </div>
  )
}

/**
 * The fields in the order of the form, with those that only the service writes at the end. The parts of `config` are
 * fields.
 */
function ordered(resource: CaptainResourceName, record: CaptainRecord['fields']) {
  const paths = captainResource(resource).fields.map(({ path }) => path)
  const rank = (path: string) => {
    if (last.includes(path)) return paths.length + 1 + last.indexOf(path)
    return paths.includes(path) ? paths.indexOf(path) : paths.length
  }
  return Object.fromEntries(Object.entries(withConfigPaths(record)).sort(([one], [other]) => rank(one) - rank(other)))
}
const last = ['id', 'account_id', 'created_at', 'updated_at']
