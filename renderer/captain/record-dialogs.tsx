import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { captainResources } from '../../preload/contract/captain-resources.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { AnswerView } from './answer-view.tsx'
import { thingOf } from './answers-store.ts'
import { useCaptain } from './captain-context.tsx'
import { DeedFailure } from './deed-failure.tsx'
import type { Kind } from './lists-store.ts'
import { isBare } from './looks.ts'
import { RecordForm } from './record-form.tsx'
import { RecordSheet } from './record-sheet.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useTitle } from './use-title.ts'

/** What is asked of a thing, or for a new one. */
export type RecordAsking =
  | { readonly what: 'create' }
  | { readonly what: 'open' | 'edit' | 'remove' | 'act' | 'test'; readonly record: CaptainRecord }

export interface RecordDialogsProps {
  readonly kind: Kind
  readonly asking: RecordAsking | null
  readonly onAsk: (asking: RecordAsking) => void
  readonly onClose: () => void
}

/** The dialogs of a list: a new thing, one that is seen, changed, deleted, or does something. */
export function RecordDialogs({ kind, asking, onAsk, onClose }: RecordDialogsProps): ReactNode {
  const texts = useMessages().captain
  const { captain } = useCaptain()
  const title = useTitle(kind)
  const close = () => {
    captain.deeds.getState().detach()
    onClose()
  }
  const done = (said: string) => {
    notifications.show({ message: said })
    close()
  }
  switch (asking?.what) {
    case undefined:
      return null
    case 'create':
      return (
        <RecordForm
          title={texts.form.newTitle[kind.resource]}
          kind={kind}
          record={null}
          onDone={() => done(messagesNow().captain.form.created)}
          onClose={close}
        />
      )
    case 'open':
      return (
        <Dialog opened onClose={close} title={title(asking.record)} size={720}>
          <RecordSheet kind={kind} record={asking.record} />
          <OpenActions kind={kind} record={asking.record} onAsk={onAsk} />
        </Dialog>
      )
    case 'edit':
      return (
        <RecordForm
          title={texts.form.editTitle(title(asking.record))}
          kind={kind}
          record={asking.record}
          onDone={() => done(messagesNow().captain.form.saved)}
          onClose={close}
        />
      )
    case 'remove':
      return (
        <RemoveDialog kind={kind} record={asking.record} title={title(asking.record)} onDone={done} onClose={close} />
      )
    case 'act':
      return <ActDialog kind={kind} record={asking.record} title={title(asking.record)} onClose={close} />
    case 'test':
      return <TestDialog kind={kind} record={asking.record} title={title(asking.record)} onClose={close} />
  }
}

interface OpenActionsProps {
  readonly kind: Kind
  readonly record: CaptainRecord
  readonly onAsk: (asking: RecordAsking) => void
}

function OpenActions({ kind, record, onAsk }: OpenActionsProps) {
  const texts = useMessages().captain.actions
  const methods: readonly string[] = captainResources[kind.resource].one
  const { captain } = useCaptain()
  const read = useStore(captain.answers, ({ things }) => things[thingOf(kind, record.id ?? 0)]?.status === 'ready')
  // What nobody has read cannot be edited: its form would be empty.
  if (record.id === null || (isBare(record) && !read)) return null
  return (
    <Group justify="flex-end" gap="sm" mt="md">
      {methods.includes('PATCH') ? (
        <Button variant="default" size="sm" onClick={() => onAsk({ what: 'edit', record })}>
          {texts.edit}
        </Button>
      ) : null}
      {kind.resource === 'custom_tools' ? (
        <Button variant="default" size="sm" onClick={() => onAsk({ what: 'test', record })}>
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

/** What came of reading a document anew, or of trying a server. */
function ActDialog({ kind, record, title, onClose }: ActDialogProps) {
  const texts = useMessages().captain
  const { captain } = useCaptain()
  const { working, answer } = useStore(captain.deeds)
  const action = kind.resource === 'documents' ? 'sync' : 'connect'
  return (
    <Dialog writes opened onClose={onClose} title={title} size={560}>
      <Stack gap="md">
        {working ? <Text role="status">{texts.reading}</Text> : null}
        <DeedFailure />
        {answer?.of === `${action} ${record.id}` ? (
          <div>
            <h2 className="captain-heading">{action === 'sync' ? texts.synced : texts.connected}</h2>
            <AnswerView answer={answer.answer} />
          </div>
        ) : null}
        <CloseButton onClose={onClose} />
      </Stack>
    </Dialog>
  )
}

/** A tool acts on another system: it is called when the person says so. */
function TestDialog({ kind, record, title, onClose }: ActDialogProps) {
  const texts = useMessages().captain.test
  const { captain } = useCaptain()
  const { working, answer, failure, test } = useStore(captain.deeds)
  return (
    <Dialog writes opened onClose={onClose} title={texts.title(title)} size={560}>
      <Stack gap="md">
        <Text size="md">{texts.text}</Text>
        <DeedFailure />
        {answer?.of === 'test' ? (
          <div>
            <h2 className="captain-heading">{texts.answer}</h2>
            <AnswerView answer={answer.answer} />
          </div>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <CloseButton onClose={onClose} />
          <Button
            size="sm"
            loading={working === 'test'}
            disabled={failure?.code === 'sent_unknown'}
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
