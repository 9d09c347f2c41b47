import './sheets.css'
import { IconArrowsJoin, IconDownload, IconFileAlert, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { filterPhrase } from '../leads/filter-phrase.ts'
import { ExportDialog } from '../tables/export-dialog.tsx'
import type { GridRow, TableStore } from '../tables/table-state.ts'
import { TableView } from '../tables/table-view.tsx'
import { leadWords } from '../tables/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useWhileMounted } from '../ui/use-is-mounted.ts'
import { leadDefaults } from './lead-columns.ts'
import { saveServerCsv } from './save-server-csv.ts'
import { ServerCsvProgress } from './server-csv-progress.tsx'
import type { ServerCsvStore } from './server-csv-store.ts'
import { SheetBadge } from './sheet-badge.tsx'
import { ForgetSheetDialog, RenameSheetDialog } from './sheet-dialogs.tsx'
import { SheetNotices } from './sheet-notices.tsx'
import { isReading } from './sheet-progress.tsx'
import { canReadAgain } from './sheet-state.ts'
import type { SheetsStore } from './sheets-store.ts'

export interface SheetScreenProps {
  readonly store: SheetsStore
  readonly csv: ServerCsvStore
  readonly table: TableStore
  readonly id: string
  readonly tasks: readonly Task[]
  /** Rows of total, rate and time left of a task, or why it waits. */
  readonly taskWords: (task: Task) => string
  readonly now: () => number
  /** Where the lead of a row leads to. */
  readonly rowActions: (sheet: Sheet, row: GridRow) => ReactNode
  readonly onBack: () => void
  readonly onCruzar: () => void
  readonly onCancelTask: (id: string) => void
}

/** One sheet: what it is, whether it is whole, what can be done with it, and its rows. */
export function SheetScreen(props: SheetScreenProps) {
  const { store, id, onBack } = props
  const list = useStore(store, (state) => state.list)
  const onForgotten = useWhileMounted(onBack)
  const texts = useMessages().sheets
  useEffect(() => {
    if (readyValue(store.getState().list) === undefined) void store.getState().load()
  }, [store])
  return (
    <LoadableView of={list} onRetry={() => void store.getState().load()}>
      {(sheets) => {
        const sheet = sheets.find((each) => each.id === id)
        return sheet ? (
          <OpenSheet {...props} sheet={sheet} onForgotten={onForgotten} />
        ) : (
          <EmptyState title={texts.gone} text={texts.goneText} action={{ label: texts.backToList, onClick: onBack }} />
        )
      }}
    </LoadableView>
  )
}

interface OpenSheetProps extends SheetScreenProps {
  readonly sheet: Sheet
  readonly onForgotten: () => void
}

type Asking = 'rename' | 'forget' | 'export' | null

function OpenSheet(props: OpenSheetProps) {
  const { store, csv, table, sheet, tasks, taskWords, rowActions, onBack, onCruzar, onCancelTask } = props
  const messages = useMessages()
  const texts = messages.sheets
  const { unavailable } = messages.common
  const words = useMemo(() => leadWords(messages), [messages])
  const { failure, resume, refresh, dismissFailure } = useStore(store)
  const [asking, setAsking] = useState<Asking>(null)
  const receiving = useStore(csv, (state) => state.received !== null)
  const reading = isReading(sheet)
  const hasRows = sheet.rows > 0
  const damaged = sheet.badge.kind === 'damaged' && !reading
  const unreadable = useStore(table, ({ failure }) => failure?.code === 'file_damaged')
  // What cannot be read is found when the rows are: then the list says so too.
  useEffect(() => {
    if (unreadable) void store.getState().load()
  }, [unreadable, store])
  useShortcuts([
    { keys: 'mod+e', label: texts.shortcuts.export, run: () => hasRows && setAsking('export') },
    { keys: 'mod+r', label: texts.shortcuts.refresh, run: () => !reading && void refresh(sheet.id, 'quick') },
  ])
  return (
    <>
      <PageHeader
        title={sheet.name}
        facts={<SheetFacts {...props} />}
        onBack={onBack}
        actions={[
          {
            label: texts.actions.refresh,
            icon: <IconRefresh size={16} />,
            disabled: reading && unavailable.reading,
            items: [
              {
                label: texts.actions.quick,
                disabled: !sheet.read_at && unavailable.neverRead,
                onClick: () => void refresh(sheet.id, 'quick'),
              },
              { label: texts.actions.full, onClick: () => void refresh(sheet.id, 'full') },
            ],
          },
          {
            label: texts.actions.cruzar,
            icon: <IconArrowsJoin size={16} />,
            disabled: damaged && unavailable.damaged,
            onClick: onCruzar,
          },
          {
            label: texts.actions.export,
            icon: <IconDownload size={16} />,
            disabled: !hasRows && unavailable.noRows,
            onClick: () => setAsking('export'),
          },
        ]}
        menu={[
          { label: texts.actions.rename, disabled: damaged && unavailable.damaged, onClick: () => setAsking('rename') },
          {
            label: texts.actions.serverCsv,
            disabled: receiving && unavailable.busy,
            onClick: () =>
              void saveServerCsv(csv, { connectionId: sheet.connection_id, filter: sheet.filter, name: sheet.name }),
          },
          { label: texts.actions.forget, onClick: () => setAsking('forget'), dangerous: true },
        ]}
      />
      {failure && asking === null ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      <ServerCsvProgress store={csv} />
      <SheetNotices
        sheet={sheet}
        tasks={tasks}
        taskWords={taskWords}
        onCancel={(task) => onCancelTask(task.id)}
        onResume={() => void resume(sheet.id)}
      />
      {damaged ? (
        <DamagedSheet
          sheet={sheet}
          onReadAgain={() => void refresh(sheet.id, 'full')}
          onForget={() => setAsking('forget')}
        />
      ) : (
        <TableView
          store={table}
          words={words}
          label={sheet.name}
          sum={leadDefaults.sum}
          empty={<SheetWithoutRows sheet={sheet} />}
          rowActions={(row) => rowActions(sheet, row)}
        />
      )}
      <SheetDialogs {...props} asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

function SheetFacts({ store, sheet, now }: OpenSheetProps) {
  const messages = useMessages()
  const format = useFormat()
  const known = useStore(store, (state) => state.known[sheet.connection_id])
  const texts = messages.sheets
  const facts = joinFacts([
    sheet.badge.kind === 'damaged' ? null : messages.common.rows(sheet.rows),
    sheet.read_at ? texts.readAt(format.moment(Date.parse(sheet.read_at), now())) : null,
    sheet.refreshed_at ? texts.refreshedAt(format.moment(Date.parse(sheet.refreshed_at), now())) : null,
    filterPhrase(sheet.filter, { messages, format, known }),
    sheet.connection_name || texts.forgottenConnection,
  ])
  return (
    <>
      <SheetBadge sheet={sheet} /> <span title={facts}>{facts}</span>
    </>
  )
}

/** No rows: because reading has only begun, because it stopped at once, or because there are none. */
function SheetWithoutRows({ sheet }: { readonly sheet: Sheet }) {
  const texts = useMessages().sheets
  if (isReading(sheet)) return <EmptyState title={texts.waitingRows} />
  if (sheet.badge.kind === 'partial') return <EmptyState title={texts.nothingRead} />
  return <EmptyState title={texts.noRows} text={texts.noRowsText} />
}

interface DamagedSheetProps {
  readonly sheet: Sheet
  readonly onReadAgain: () => void
  readonly onForget: () => void
}

/** Instead of rows that cannot be opened: what happened, and the ways on. */
function DamagedSheet({ sheet, onReadAgain, onForget }: DamagedSheetProps) {
  const texts = useMessages().sheets.damaged
  const again = canReadAgain(sheet) ? { label: texts.readAgain, onClick: onReadAgain } : undefined
  return (
    <EmptyState
      icon={<IconFileAlert size={32} />}
      title={texts.title}
      text={again ? texts.text : texts.orphan}
      action={again}
      second={{ label: texts.forget, onClick: onForget }}
    />
  )
}

interface SheetDialogsProps extends OpenSheetProps {
  readonly asking: Asking
  readonly onClose: () => void
}

function SheetDialogs({ store, table, sheet, asking, onForgotten, onClose }: SheetDialogsProps) {
  const { working, failure, rename, forget, dismissFailure } = useStore(store)
  const close = () => {
    dismissFailure()
    onClose()
  }
  const after = async (deed: Promise<boolean>, next: () => void) => {
    if (await deed) next()
  }
  const state = { sheet, working: working === sheet.id, failure, onClose: close }
  return (
    <>
      {asking === 'rename' ? (
        <RenameSheetDialog {...state} onRename={(name) => void after(rename(sheet.id, name), close)} />
      ) : null}
      {asking === 'forget' ? (
        <ForgetSheetDialog {...state} onForget={() => void after(forget(sheet.id), onForgotten)} />
      ) : null}
      <ExportDialog store={table} name={sheet.name} opened={asking === 'export'} onClose={close} />
    </>
  )
}
