import { Button, Group } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useDialogSubject } from '../ui/use-dialog-subject.ts'
import { MutationFailure, useCaptain, useList } from './captain-context.tsx'
import { type RecordDialog, RecordDialogs } from './record-dialogs.tsx'
import { type RecordChoice, RecordList } from './record-list.tsx'
import type { Kind } from './records-store.ts'

export interface ResourceViewProps {
  readonly kind: Kind
  /** What narrows the list, or belongs to it. */
  readonly tools?: ReactNode
  /** Opens a thing elsewhere than in a dialog. */
  readonly onOpen?: ((record: CaptainRecord) => void) | undefined
  readonly choice?: RecordChoice | undefined
}

/** The things of one kind: read, listed, and what can be done with them. */
export function ResourceView({ kind, tools, onOpen, choice }: ResourceViewProps) {
  const messages = useMessages()
  const texts = messages.captain
  const { captain } = useCaptain()
  const { resource, parent } = kind
  const list = useList(kind)
  const [dialog, openDialog, close] = useDialogSubject<RecordDialog>()
  const { refresh, more } = captain.records.getState()
  const create = () => openDialog({ what: 'create' })
  const again = () => void refresh({ resource, parent })

  useEffect(() => {
    void captain.records.getState().show({ resource, parent })
  }, [captain, resource, parent])
  // A failure here does not apply elsewhere.
  useEffect(() => () => captain.mutations.getState().clear(), [captain])
  useShortcuts([
    { keys: 'n', label: texts.things[resource].create, run: create },
    { keys: 'mod+r', label: texts.refresh, run: again },
  ])

  return (
    <div className="captain-view stack">
      <div className="captain-bar">
        <ListFacts kind={kind} />
        {tools ? <div className="captain-tools">{tools}</div> : null}
        <Group gap="sm" className="captain-bar-end">
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={list.loading && list.readAt !== null}
            onClick={again}
          >
            {texts.refresh}
          </Button>
          <Button leftSection={<IconPlus size={16} />} onClick={create}>
            {texts.things[resource].create}
          </Button>
        </Group>
      </div>
      <ReadFailure kind={kind} />
      {dialog ? null : <MutationFailure closable />}
      {list.records.length > 0 ? (
        <RecordList
          kind={kind}
          records={list.records}
          choice={choice}
          onOpen={(record) => (onOpen ? onOpen(record) : openDialog({ what: 'open', record }))}
          onOpenDialog={openDialog}
        />
      ) : (
        <NoRecords kind={kind} onCreate={create} />
      )}
      {list.more ? (
        <Button variant="default" className="captain-more" loading={list.loading} onClick={() => void more(kind)}>
          {texts.more}
        </Button>
      ) : null}
      <RecordDialogs kind={kind} dialog={dialog} onOpenDialog={openDialog} onClose={close} />
    </div>
  )
}

function ListFacts({ kind }: { readonly kind: Kind }) {
  const texts = useMessages().captain
  const format = useFormat()
  const { now } = useCaptain()
  const { records, total, readAt } = useList(kind)
  if (readAt === null) return null
  const all = total !== null && total > records.length
  const count = all ? texts.shownOf(records.length, total) : texts.things[kind.resource].many(records.length)
  return (
    <span className="captain-facts figures">
      {joinFacts([count, texts.readAt(format.moment(Date.parse(readAt), now()))])}
    </span>
  )
}

/** Why a list is not newer, with the date of what is shown. */
export function ReadFailure({ kind }: { readonly kind: Kind }) {
  const texts = useMessages().captain
  const format = useFormat()
  const { captain, now } = useCaptain()
  const { failure, readAt } = useList(kind)
  if (!failure) return null
  const kept = readAt === null ? {} : { kept: texts.keptOf(format.moment(Date.parse(readAt), now())) }
  return <FailureNotice failure={failure} onRetry={() => void captain.records.getState().retry(kind)} {...kept} />
}

function NoRecords({ kind, onCreate }: { readonly kind: Kind; readonly onCreate: () => void }) {
  const texts = useMessages().captain
  const { loading, readAt, filter, failure } = useList(kind)
  const { resource } = kind
  if (loading && readAt === null) return <EmptyState title={texts.reading} />
  if (readAt === null) return failure ? null : <EmptyState title={texts.neverRead} />
  if (Object.keys(filter).length > 0) return <EmptyState title={texts.nothingFound} />
  return (
    <EmptyState
      title={texts.things[resource].many(0)}
      text={texts.empty[resource]}
      action={{ label: texts.things[resource].create, onClick: onCreate }}
    />
  )
}
