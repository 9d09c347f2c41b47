import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { formatOf } from '../kernel/format.ts'
import { languageStore, messagesNow, useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useCaptain, useList, useNamed } from './captain-context.tsx'
import type { Kind } from './records-store.ts'
import { ResourceView } from './resource-view.tsx'

const kind: Kind = { resource: 'responses', parent: null }
/** The debounce of typing before a request, in ms. */
const typingMs = 350

/** Questions and answers: found, and approved or deleted many at once. */
export function ResponsesView() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const { records } = useList(kind)
  // What a filter or a deletion took from the list is not acted on unseen.
  const chosenRecords = records.filter(({ id }) => id !== null && ids.has(id))
  const chosen = new Set(chosenRecords.flatMap(({ id }) => (id === null ? [] : [id])))
  return (
    <>
      {chosenRecords.length > 0 ? <BulkBar records={chosenRecords} onDone={() => setIds(new Set())} /> : null}
      <ResourceView kind={kind} tools={<Filters />} choice={{ chosen, onChoose: setIds }} />
    </>
  )
}

function Filters() {
  const messages = useMessages().captain
  const texts = messages.filters
  const { captain } = useCaptain()
  const { filter } = useList(kind)
  const assistants = useNamed('assistants')
  const documents = useNamed('documents')
  const [search, setSearch] = useState(filter.search ?? '')
  const { filterBy } = captain.records.getState()
  useEffect(() => void captain.records.getState().showAll({ resource: 'documents', parent: null }), [captain])
  useEffect(() => {
    if (search.trim() === (filter.search ?? '')) return
    const timer = setTimeout(() => void captain.records.getState().filterBy(kind, { search: search.trim() }), typingMs)
    return () => clearTimeout(timer)
  }, [captain, search, filter.search])
  const select = (key: string, label: string, every: string, data: readonly { value: string; label: string }[]) => (
    <Select
      aria-label={label}
      placeholder={every}
      size="xs"
      w={180}
      clearable
      searchable={data.length > 8}
      data={[...data]}
      value={filter[key] ?? null}
      onChange={(value) => void filterBy(kind, { [key]: value ?? '' })}
    />
  )
  return (
    <Group gap="sm">
      <TextInput
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={14} />}
        size="xs"
        w={220}
        maxLength={200}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {select('assistant_id', texts.assistant, texts.everyAssistant, assistants)}
      {select('document_id', texts.document, texts.everyDocument, documents)}
      {select('status', texts.status, texts.everyStatus, [
        { value: 'approved', label: messages.states.approved ?? 'approved' },
        { value: 'pending', label: messages.states.pending ?? 'pending' },
      ])}
    </Group>
  )
}

function BulkBar({ records, onDone }: { readonly records: readonly CaptainRecord[]; readonly onDone: () => void }) {
  const texts = useMessages().captain.bulk
  const { captain, now } = useCaptain()
  const { working, failure, detached, bulk, detach } = useStore(captain.mutations)
  const [confirming, setConfirming] = useState(false)
  const unconfirmed = failure?.code === 'sent_unknown'
  const send = async (action: 'approve' | 'delete') => {
    const name = messagesNow().captain.bulk.copyName(formatOf(languageStore.getState().language).dateTime(now()))
    const end = await bulk(action, records, name)
    // The list below shows an unknown result. Here it could be sent twice.
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
        {texts.remove}
      </Button>
      <Button variant="subtle" onClick={onDone}>
        {texts.clear}
      </Button>
      <ConfirmDialog
        writes
        opened={confirming}
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
    </div>
  )
}
