import { Button, Group, Select, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { formatOf, useFormat } from '../kernel/format.ts'
import { languageStore, messagesNow, useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDialogSubject } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { MutationFailure, useList, useNamed } from './captain-context.tsx'
import { type RecordDialog, RecordDialogs } from './record-dialogs.tsx'
import { type RecordChoice, RecordList } from './record-list.tsx'
import type { Kind, Named } from './records-store.ts'

interface ResourceViewProps {
  readonly kind: Kind
  /** Controls that narrow the list or belong to it. */
  readonly tools?: ReactNode
  /** Opens a record elsewhere than in a dialog. */
  readonly onOpen?: ((record: CaptainRecord) => void) | undefined
  readonly choice?: RecordChoice | undefined
}

/** The records of one kind, with all actions on them. */
export function ResourceView({ kind, tools, onOpen, choice }: ResourceViewProps) {
  const messages = useMessages()
  const texts = messages.captain
  const captain = useFeature('captain')
  const { resource, parent } = kind
  const list = useList(kind)
  const [dialog, openDialog, close] = useDialogSubject<RecordDialog>()
  const { refresh, more } = captain.records.getState()
  const create = () => openDialog({ what: 'create' })
  const again = () => void refresh({ resource, parent })

  useEffect(() => {
    void captain.records.getState().show({ resource, parent })
  }, [captain, resource, parent])
  // A failure of this list does not concern other screens.
  useEffect(() => () => captain.mutations.getState().clear(), [captain])
  useShortcuts([
    { keys: 'n', label: texts.things[resource].create, run: create },
    { keys: 'mod+r', label: messages.common.refresh, run: again },
  ])

  return (
    <div className="captain-view stack">
      <div className="captain-bar">
        <ListFacts kind={kind} />
        {tools ? <div className="captain-tools">{tools}</div> : null}
        <Group gap="sm" className="at-end">
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={list.loading && list.readAt !== null}
            onClick={again}
          >
            {messages.common.refresh}
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
          {messages.common.showMore}
        </Button>
      ) : null}
      <RecordDialogs kind={kind} dialog={dialog} onOpenDialog={openDialog} onClose={close} />
    </div>
  )
}

function ListFacts({ kind }: { readonly kind: Kind }) {
  const { captain: texts, common } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { records, total, readAt } = useList(kind)
  if (readAt === null) return null
  const all = total !== null && total > records.length
  const count = all ? common.outOf(records.length, total) : texts.things[kind.resource].many(records.length)
  return (
    <span className="captain-facts figures">
      {joinFacts([count, common.listOf(format.moment(Date.parse(readAt), now()))])}
    </span>
  )
}

/** Why a list is not newer, with the date of the shown one. */
export function ReadFailure({ kind }: { readonly kind: Kind }) {
  const { common } = useMessages()
  const format = useFormat()
  const captain = useFeature('captain')
  const { now } = useApp()
  const { failure, readAt } = useList(kind)
  if (!failure) return null
  const note = readAt === null ? {} : { kept: common.listShownOf(format.moment(Date.parse(readAt), now())) }
  return <FailureNotice failure={failure} onRetry={() => void captain.records.getState().retry(kind)} {...note} />
}

function NoRecords({ kind, onCreate }: { readonly kind: Kind; readonly onCreate: () => void }) {
  const { captain: texts, common } = useMessages()
  const { loading, readAt, filter, failure } = useList(kind)
  const { resource } = kind
  if (loading && readAt === null) return <EmptyState title={common.asking} />
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

const responses: Kind = { resource: 'responses', parent: null }
/** The debounce of typing before a request, in ms. */
const typingMs = 350

/** Questions and answers: they can be searched, and approved or deleted many at once. */
export function ResponsesView() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const { records } = useList(responses)
  // Records that a filter or a deletion removed from the list are no longer acted on.
  const chosenRecords = records.filter(({ id }) => id !== null && ids.has(id))
  const chosen = new Set(chosenRecords.flatMap(({ id }) => (id === null ? [] : [id])))
  return (
    <>
      {chosenRecords.length > 0 ? <BulkBar records={chosenRecords} onDone={() => setIds(new Set())} /> : null}
      <ResourceView kind={responses} tools={<Filters />} choice={{ chosen, onChoose: setIds }} />
    </>
  )
}

function Filters() {
  const { captain: messages, common } = useMessages()
  const texts = messages.filters
  const captain = useFeature('captain')
  const { filter } = useList(responses)
  const assistants = useNamed('assistants')
  const documents = useNamed('documents')
  const [search, setSearch] = useState(filter.search ?? '')
  const { filterBy } = captain.records.getState()
  useEffect(() => void captain.records.getState().showAll({ resource: 'documents', parent: null }), [captain])
  useEffect(() => {
    if (search.trim() === (filter.search ?? '')) return
    const timer = setTimeout(
      () => void captain.records.getState().filterBy(responses, { search: search.trim() }),
      typingMs,
    )
    return () => clearTimeout(timer)
  }, [captain, search, filter.search])
  const select = (key: string, label: string, every: string, data: readonly Named[]) => (
    <Select
      aria-label={label}
      placeholder={every}
      size="xs"
      w={180}
      clearable
      searchable={data.length > 8}
      data={[...data]}
      value={filter[key] ?? null}
      onChange={(value) => void filterBy(responses, { [key]: value ?? '' })}
    />
  )
  return (
    <Group gap="sm">
      <SearchField label={texts.search} width={220} value={search} onChange={setSearch} />
      {select('assistant_id', texts.assistant, texts.everyAssistant, assistants)}
      {select('document_id', texts.document, texts.everyDocument, documents)}
      {select('status', common.fields.state, texts.everyStatus, [
        { value: 'approved', label: messages.states.approved ?? 'approved' },
        { value: 'pending', label: messages.states.pending ?? 'pending' },
      ])}
    </Group>
  )
}

function BulkBar({ records, onDone }: { readonly records: readonly CaptainRecord[]; readonly onDone: () => void }) {
  const { common } = useMessages()
  const texts = useMessages().captain.bulk
  const captain = useFeature('captain')
  const { now } = useApp()
  const { working, failure, detached, bulk, detach } = useStore(captain.mutations)
  const [confirming, setConfirming] = useState(false)
  const unconfirmed = failure?.code === 'sent_unknown'
  const send = async (action: 'approve' | 'delete') => {
    const name = messagesNow().captain.bulk.copyName(formatOf(languageStore.getState().language).dateTime(now()))
    const end = await bulk(action, records, name)
    // The list below shows an unknown result. Here the action could be sent twice.
    if (end === 'unknown') setConfirming(false)
    if (end !== 'done') return
    const bulkTexts = messagesNow().captain.bulk
    notifications.show({
      message: action === 'delete' ? bulkTexts.removed(records.length) : bulkTexts.approved(records.length),
    })
    setConfirming(false)
    onDone()
  }
  return (
    <div className="captain-bulk row" role="toolbar" aria-label={texts.chosen(records.length)}>
      <span className="figures">{texts.chosen(records.length)}</span>
      <Button
        variant="default"
        loading={working === 'bulk' && !confirming}
        disabled={unconfirmed}
        onClick={() => void send('approve')}
      >
        {texts.approve}
      </Button>
      <Button
        variant="default"
        disabled={unconfirmed}
        onClick={() => {
          detach()
          setConfirming(true)
        }}
      >
        {common.deleteMore}
      </Button>
      <Button variant="subtle" onClick={onDone}>
        {texts.clear}
      </Button>
      {confirming ? (
        <ConfirmDialog
          writes
          title={texts.title}
          lost={[]}
          kept={texts.keeps}
          confirm={texts.confirm(records.length)}
          typed={texts.word}
          busy={working === 'bulk'}
          {...(failure && !detached ? { failure } : {})}
          onConfirm={() => void send('delete')}
          onClose={() => {
            detach()
            setConfirming(false)
          }}
        >
          <Text size="md">{texts.loses(records.length)}</Text>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
