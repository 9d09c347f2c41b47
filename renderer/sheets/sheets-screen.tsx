import './sheets.css'
import { IconPlus, IconTable } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { useFormat } from '../kernel/format.ts'
import { type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { filterPhrase } from '../leads/filter-phrase.ts'
import { ExportDialog, ExportLine } from '../tables/export-dialog.tsx'
import type { TableStore } from '../tables/table-state.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { useDialogItem } from '../ui/use-dialog-subject.ts'
import { NewSheetForm } from './new-sheet-form.tsx'
import type { NewSheetStore } from './new-sheet-store.ts'
import type { ServerCsvStore } from './server-csv-store.ts'
import { ForgetSheetDialog, RenameSheetDialog } from './sheet-dialogs.tsx'
import { SheetList } from './sheet-list.tsx'
import type { SheetsStore } from './sheets-store.ts'

export interface SheetsScreenProps {
  readonly store: SheetsStore
  readonly draft: NewSheetStore
  readonly csv: ServerCsvStore
  readonly connections: Loadable<readonly Connection[]>
  readonly tasks: readonly Task[]
  /** Rows of total, rate and time left of a task, or why it waits. */
  readonly taskWords: (task: Task) => string
  /** The table of a sheet, for exporting from the list. */
  readonly tableOf: (sheet: Sheet) => TableStore
  /** The form of a new sheet is open. */
  readonly create: boolean
  readonly now: () => number
  readonly onCreate: (open: boolean) => void
  readonly onOpen: (id: string) => void
  readonly onConnect: () => void
  /** Puts a connection in use. */
  readonly onUse: (connection: string) => void
  readonly onCancelTask: (id: string) => void
}
/** What is being asked about a sheet. */
type Asking = 'rename' | 'forget' | 'export'
/** The sheets of this computer, and the form of a new one. */
export function SheetsScreen(props: SheetsScreenProps) {
  const { store, create, onCreate, onOpen, onCancelTask, taskWords, tasks, now } = props
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.sheets
  const { list, known, failure, load, refresh, resume, dismissFailure } = useStore(store)
  const [exported, setExported] = useState<TableStore | null>(null)
  const sheets = readyValue(list)
  const [asked, ask, close] = useDialogItem<Asking, Sheet>(sheets)
  const platform = readyValue(props.connections)?.filter(({ service }) => service === 'platform')
  const unconnected = platform?.length === 0

  useEffect(() => void store.getState().load(), [store])

  return (
    <>
      <PageHeader
        title={texts.title}
        facts={sheets && sheets.length > 0 ? texts.count(sheets.length) : null}
        actions={
          sheets?.length === 0 || unconnected
            ? []
            : [{ label: texts.create, primary: true, icon: <IconPlus size={16} />, onClick: () => onCreate(true) }]
        }
      />
      <div className="sheets">
        {failure && !asked ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
        {exported ? <ExportLine store={exported} /> : null}
        <LoadableView of={list} onRetry={() => void load()}>
          {(found) =>
            found.length === 0 ? (
              <NoSheets unconnected={unconnected} onCreate={() => onCreate(true)} onConnect={props.onConnect} />
            ) : (
              <SheetList
                sheets={found}
                tasks={tasks}
                taskWords={taskWords}
                phrase={(sheet) => filterPhrase(sheet.filter, { messages, format, known: known[sheet.connection_id] })}
                now={now()}
                onOpen={(sheet) => onOpen(sheet.id)}
                onResume={(sheet) => void resume(sheet.id)}
                onRefresh={(sheet, mode) => void refresh(sheet.id, mode)}
                onRename={(sheet) => ask('rename', sheet)}
                onExport={(sheet) => {
                  setExported(props.tableOf(sheet))
                  ask('export', sheet)
                }}
                onForget={(sheet) => ask('forget', sheet)}
                onCancel={(task) => onCancelTask(task.id)}
              />
            )
          }
        </LoadableView>
      </div>
      {asked ? <AskingDialog {...props} asking={asked.what} sheet={asked.item} onClose={close} /> : null}
      <NewSheetDrawer {...props} opened={create && !unconnected} platform={platform ?? []} />
    </>
  )
}
interface NoSheetsProps {
  readonly unconnected: boolean
  readonly onCreate: () => void
  readonly onConnect: () => void
}
function NoSheets({ unconnected, onCreate, onConnect }: NoSheetsProps) {
  const texts = useMessages().sheets
  const icon = <IconTable size={32} stroke={1.5} />
  return unconnected ? (
    <EmptyState
      icon={icon}
      title={texts.noConnection}
      text={texts.noConnectionText}
      action={{ label: texts.connect, onClick: onConnect }}
    />
  ) : (
    <EmptyState
      icon={icon}
      title={texts.empty}
      text={texts.emptyText}
      action={{ label: texts.create, onClick: onCreate }}
    />
  )
}
interface AskingDialogProps extends SheetsScreenProps {
  readonly asking: Asking
  readonly sheet: Sheet
  readonly onClose: () => void
}
function AskingDialog({ store, tableOf, asking, sheet, onClose }: AskingDialogProps) {
  const { working, failure, rename, forget, dismissFailure } = useStore(store)
  const close = () => {
    dismissFailure()
    onClose()
  }
  const closeAfter = async (deed: Promise<boolean>) => {
    if (await deed) close()
  }
  const state = { sheet, working: working === sheet.id, failure, onClose: close }
  switch (asking) {
    case 'rename':
      return <RenameSheetDialog {...state} onRename={(name) => void closeAfter(rename(sheet.id, name))} />
    case 'forget':
      return <ForgetSheetDialog {...state} onForget={() => void closeAfter(forget(sheet.id))} />
    case 'export':
      return <ListExportDialog table={tableOf(sheet)} name={sheet.name} onClose={close} />
  }
}
interface ListExportDialogProps {
  readonly table: TableStore
  readonly name: string
  readonly onClose: () => void
}
/** The export of a sheet that is not on screen: its table is opened for what is in it and how the person arranged it. */
function ListExportDialog({ table, name, onClose }: ListExportDialogProps) {
  useEffect(() => {
    void table.getState().open()
    return () => table.getState().close()
  }, [table])
  return <ExportDialog opened store={table} name={name} onClose={onClose} />
}
interface NewSheetDrawerProps extends SheetsScreenProps {
  readonly opened: boolean
  readonly platform: readonly Connection[]
}
function NewSheetDrawer({ store, draft, csv, platform, opened, now, onCreate, onOpen, onUse }: NewSheetDrawerProps) {
  const messages = useMessages()
  const connectionId = useStore(draft, (state) => state.connectionId)
  const known = useStore(store, (state) => (connectionId ? state.known[connectionId] : undefined))
  const sheets = useStore(store, (state) => readyValue(state.list))
  const inUse = platform.find((connection) => connection.current)?.id ?? null

  useEffect(() => {
    if (opened) draft.getState().reset(null)
    return () => draft.getState().close()
  }, [opened, draft])
  useEffect(() => {
    if (opened && inUse !== null) draft.getState().setConnection(inUse)
  }, [opened, draft, inUse])
  useEffect(() => {
    if (opened && connectionId) void store.getState().loadNames(connectionId)
  }, [opened, connectionId, store])

  return (
    <SideDrawer
      opened={opened}
      onClose={() => onCreate(false)}
      size={520}
      title={messages.sheets.new.title}
      classNames={{ content: 'new-sheet-drawer', body: 'new-sheet-body' }}
    >
      <NewSheetForm
        draft={draft}
        csv={csv}
        connections={platform}
        onUse={onUse}
        known={known}
        taken={new Set(sheets?.map(({ name }) => name))}
        today={new Date(now())}
        onCreated={store.getState().load}
        onOpen={onOpen}
      />
    </SideDrawer>
  )
}
