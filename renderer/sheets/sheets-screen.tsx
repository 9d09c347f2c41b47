import './sheets.css'
import { Button } from '@mantine/core'
import { IconPlus, IconTable } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import type { CollectionDialog } from '../collections/collection-dialogs.tsx'
import { type CollectionLine, CollectionList } from '../collections/collection-list.tsx'
import { ReadingProgress, type TaskProps } from '../collections/reading.tsx'
import { useFormat } from '../kernel/format.ts'
import { type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { filterPhrase } from '../leads/lead-filter.ts'
import type { TableStore } from '../tables/table-state.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ListColumn } from '../ui/list-table.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { NewSheetDrawer } from './new-sheet-drawer.tsx'
import type { NewSheetStore } from './new-sheet-store.ts'
import type { ServerCsvStore } from './server-csv.tsx'
import { canReadAgain, canResume, isReading, SheetBadge, sheetTexts } from './sheet-words.tsx'
import type { SheetsStore } from './sheets-store.ts'

export interface SheetsScreenProps extends TaskProps {
  readonly store: SheetsStore
  readonly newSheet: NewSheetStore
  readonly csv: ServerCsvStore
  readonly connections: Loadable<readonly Connection[]>
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
}

/** The sheets of this computer, and the form of a new one. */
export function SheetsScreen(props: SheetsScreenProps) {
  const { store, create, tableOf, onCreate, onOpen, onConnect } = props
  const messages = useMessages()
  const texts = messages.sheets
  const sheets = useStore(store, ({ list }) => readyValue(list))
  const line = useSheetLine(props)
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
      <div className="collection scroll">
        <CollectionList
          store={store}
          texts={sheetTexts(messages)}
          caption={texts.list}
          columns={(shown) => columnsOf(texts.columns, shown)}
          line={line}
          menu={{ label: texts.actions.more, width: 260 }}
          empty={<NoSheets unconnected={unconnected} onCreate={() => onCreate(true)} onConnect={onConnect} />}
          tableOf={tableOf}
          onOpen={({ id }) => onOpen(id)}
        />
      </div>
      <NewSheetDrawer
        {...props}
        connections={platform ?? []}
        opened={create && !unconnected}
        onClose={() => onCreate(false)}
      />
    </>
  )
}

function columnsOf(columns: Messages['sheets']['columns'], sheets: readonly Sheet[]): readonly ListColumn[] {
  const hasButtons = sheets.some((sheet) => canReadAgain(sheet) || canResume(sheet))
  return [
    { label: columns.name },
    { label: columns.rows, width: 92, narrowWidth: 80, number: true },
    { label: columns.size, width: 84, narrowWidth: 80, number: true },
    { label: columns.badge, width: 160, narrowWidth: 140 },
    { label: columns.read, width: 136, narrowWidth: 116 },
    { label: columns.actions, width: hasButtons ? 160 : 60, unseen: true },
  ]
}

function useSheetLine(props: SheetsScreenProps) {
  const { store, now, onOpen } = props
  const messages = useMessages()
  const format = useFormat()
  const { known, refresh, resume } = useStore(store)
  const { sheets: texts } = messages
  const { unavailable } = messages.common
  return (sheet: Sheet, openDialog: (dialog: CollectionDialog) => void): CollectionLine => {
    const reading = isReading(sheet)
    const damaged = sheet.badge.kind === 'damaged'
    // What a file that cannot be read holds is not known.
    const never = damaged ? '—' : texts.never
    const moment = (at: string) => format.moment(Date.parse(at), now())
    const phrase = filterPhrase(sheet.filter, { messages, format, known: known[sheet.connection_id] })
    return {
      sentence: { text: joinFacts([sheet.connection_name || texts.forgottenConnection, phrase]), title: phrase },
      cells: (
        <>
          <td className="list-number">{damaged ? '—' : format.number(sheet.rows)}</td>
          <td className="list-number dim">{format.bytes(sheet.bytes)}</td>
          <td>
            <SheetBadge sheet={sheet} />
          </td>
          <td className="dim">
            {sheet.read_at ? moment(sheet.read_at) : never}
            {sheet.refreshed_at ? (
              <div className="list-sentence">{texts.refreshedAt(moment(sheet.refreshed_at))}</div>
            ) : null}
          </td>
        </>
      ),
      button: (
        <>
          {canReadAgain(sheet) ? (
            <Button
              variant="default"
              aria-label={texts.damaged.readAgainNamed(sheet.name)}
              onClick={() => void refresh(sheet.id, 'full')}
            >
              {texts.damaged.readAgain}
            </Button>
          ) : null}
          {canResume(sheet) ? (
            <Button variant="default" aria-label={texts.resumeNamed(sheet.name)} onClick={() => void resume(sheet.id)}>
              {texts.resume}
            </Button>
          ) : null}
        </>
      ),
      menu: [
        { label: texts.actions.open, onClick: () => onOpen(sheet.id) },
        {
          label: texts.actions.quick,
          onClick: () => void refresh(sheet.id, 'quick'),
          disabled: reading ? unavailable.reading : !sheet.read_at && unavailable.neverRead,
        },
        {
          label: texts.actions.full,
          onClick: () => void refresh(sheet.id, 'full'),
          disabled: reading && unavailable.reading,
        },
        {
          label: texts.actions.rename,
          onClick: () => openDialog('rename'),
          disabled: damaged && unavailable.damaged,
        },
        {
          label: texts.actions.exportMore,
          onClick: () => openDialog('export'),
          disabled: sheet.rows === 0 && unavailable.noRows,
        },
        { label: texts.actions.forget, onClick: () => openDialog('forget'), dangerous: true },
      ],
      progress: reading ? <ReadingProgress {...props} item={sheet} texts={texts} /> : null,
    }
  }
}

function NoSheets({
  unconnected,
  onCreate,
  onConnect,
}: {
  readonly unconnected: boolean
  readonly onCreate: () => void
  readonly onConnect: () => void
}) {
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
