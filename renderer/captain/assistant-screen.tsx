import { Button, NumberInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PartBar } from '../ui/part-bar.tsx'
import { useDialogSubject } from '../ui/use-dialog-subject.ts'
import { MutationFailure, useCaptain, useList, useOpened } from './captain-context.tsx'
import { FiguresView } from './figures-view.tsx'
import { PlaygroundView } from './playground-view.tsx'
import { RecordDetails, type RecordDialog, RecordDialogs } from './record-dialogs.tsx'
import { isBare, titleOf } from './record-fields.ts'
import { RecordForm } from './record-form.tsx'
import type { Kind } from './records-store.ts'
import { ResourceView } from './resource-view.tsx'

const assistants: Kind = { resource: 'assistants', parent: null }
const tabs = ['sheet', 'playground', 'figures', 'scenarios', 'inboxes', 'assistant_mcp_servers'] as const
type Tab = (typeof tabs)[number]
/** Their lists show the failure themselves. */
const listTabs: ReadonlySet<Tab> = new Set(['scenarios', 'inboxes', 'assistant_mcp_servers'])

export interface AssistantScreenProps {
  readonly id: number
  readonly onBack: () => void
}

/** One assistant: what it is set to, how it talks, what it did, and what belongs to it. */
export function AssistantScreen({ id, onBack }: AssistantScreenProps) {
  const texts = useMessages().captain
  const { captain } = useCaptain()
  const { records } = useList(assistants)
  const thing = useOpened(assistants, id)
  const [tab, setTab] = useState<Tab>('sheet')
  const [editing, edit, closeEdit] = useDialogSubject<{ readonly what: 'edit' }>()
  const record: CaptainRecord = readyValue(thing) ?? records.find((one) => one.id === id) ?? { id, fields: {} }
  const name = titleOf('assistants', record) ?? texts.number(id)
  const close = () => {
    captain.mutations.getState().detach()
    closeEdit()
  }
  const saved = () => {
    notifications.show({ message: messagesNow().captain.form.saved })
    close()
    void captain.records.getState().open(assistants, id)
  }
  return (
    <>
      <PageHeader
        title={name}
        facts={texts.number(id)}
        onBack={onBack}
        actions={
          isBare(record)
            ? []
            : [{ label: texts.actions.edit, icon: <IconPencil size={16} />, onClick: () => edit({ what: 'edit' }) }]
        }
      />
      <PartBar
        label={texts.assistant.tabs.label}
        parts={tabs.map((each) => [each, texts.assistant.tabs[each]])}
        part={tab}
        onGo={setTab}
      />
      <div className="captain-body pane">
        {editing || listTabs.has(tab) ? null : <MutationFailure closable />}
        <TabView tab={tab} id={id} name={name} record={record} />
      </div>
      {editing ? (
        <RecordForm
          title={texts.form.editTitle(name)}
          kind={assistants}
          record={record}
          onDone={saved}
          onClose={close}
        />
      ) : null}
    </>
  )
}

interface TabViewProps {
  readonly tab: Tab
  readonly id: number
  readonly name: string
  readonly record: CaptainRecord
}

function TabView({ tab, id, name, record }: TabViewProps): ReactNode {
  switch (tab) {
    case 'sheet':
      return (
        <div className="captain-view stack">
          <RecordDetails kind={assistants} record={record} />
        </div>
      )
    case 'playground':
      return <PlaygroundView assistant={id} name={name} />
    case 'figures':
      return <FiguresView assistant={id} />
    case 'scenarios':
      return <ScenariosView assistant={id} />
    case 'inboxes':
    case 'assistant_mcp_servers':
      return <ResourceView key={tab} kind={{ resource: tab, parent: id }} />
  }
}

/** The list holds the enabled ones only (features.md §8.8): another one is opened by its number. */
function ScenariosView({ assistant }: { readonly assistant: number }) {
  const texts = useMessages().captain.scenarios
  const kind: Kind = { resource: 'scenarios', parent: assistant }
  const [number, setNumber] = useState<number | null>(null)
  const [dialog, openDialog, close] = useDialogSubject<RecordDialog>()
  const thing = useOpened(kind, number)
  const open = () => {
    if (number !== null) openDialog({ what: 'open', record: { id: number, fields: {} } })
  }
  // What is changed is what was read, and not the bare number.
  const known = readyValue(thing) ?? null
  const openKnown = (next: RecordDialog) =>
    openDialog(next.what !== 'create' && known ? { ...next, record: known } : next)
  return (
    <>
      <ResourceView
        kind={kind}
        tools={
          <div className="captain-number row">
            <NumberInput
              aria-label={texts.byNumber}
              placeholder={texts.byNumber}
              value={number ?? ''}
              min={1}
              allowDecimal={false}
              hideControls
              size="xs"
              w={160}
              onChange={(value) => setNumber(typeof value === 'number' ? value : null)}
            />
            <Button variant="default" disabled={number === null} onClick={open}>
              {texts.openNumber}
            </Button>
          </div>
        }
      />
      <p className="captain-hint">{texts.onlyEnabled}</p>
      <RecordDialogs kind={kind} dialog={dialog} onOpenDialog={openKnown} onClose={close} />
    </>
  )
}
