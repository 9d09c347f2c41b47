import './sheets.css'
import { Button } from '@mantine/core'
import { IconPlus, IconTable } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import type { CollectionDialog } from '../collections/collection-dialogs.tsx'
import { type CollectionLine, CollectionList } from '../collections/collection-list.tsx'
import { ReadingProgress } from '../collections/reading.tsx'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { filterPhrase } from '../leads/lead-filter.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ListColumn } from '../ui/list-table.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { NewSheetDrawer } from './new-sheet-drawer.tsx'
import { canReadAgain, canResume, isReading, SheetBadge } from './sheet-parts.tsx'

/** The sheets of this computer, and the form of a new one. */
export function SheetsScreen({ place: { create, filter } }: { readonly place: PlaceOf<'sheets'> }) {
  const { store, tableOf } = useFeature('sheets')
  const connections = useStore(useFeature('connections').store, ({ list }) => readyValue(list))
  const { go, goInstead } = useNavigation()
  const { sheets: texts, common } = useMessages()
  const sheets = useStore(store, ({ list }) => readyValue(list))
  const line = useSheetLine()
  const platform = connections?.filter(({ service }) => service === 'platform')
  const unconnected = platform?.length === 0
  const onCreate = () => goInstead({ screen: 'sheets', create: true })
  const icon = <IconTable size={32} stroke={1.5} />
  useEffect(() => void store.getState().load(), [store])
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={sheets && sheets.length > 0 ? texts.count(sheets.length) : null}
        actions={
          sheets?.length === 0 || unconnected
            ? []
            : [{ label: texts.create, primary: true, icon: <IconPlus size={16} />, onClick: onCreate }]
        }
      />
      <div className="pad-16 scroll">
        <CollectionList
          store={store}
          texts={texts}
          caption={texts.list}
          columns={(shown) => columnsOf(common.fields, shown)}
          line={line}
          menu={{ label: common.moreOf, width: 260 }}
          empty={
            unconnected ? (
              <EmptyState
                icon={icon}
                title={texts.noConnection}
                text={texts.noConnectionText}
                action={{ label: texts.connect, onClick: () => go({ screen: 'connections', create: true }) }}
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
          tableOf={({ id }) => tableOf(id)}
          onOpen={({ id }) => go({ screen: 'sheet', id })}
        />
      </div>
      {create === true && !unconnected ? (
        <NewSheetDrawer connections={platform ?? []} filter={filter} onClose={() => goInstead({ screen: 'sheets' })} />
      ) : null}
    </>
  )
}

function columnsOf(fields: Messages['common']['fields'], sheets: readonly Sheet[]): readonly ListColumn[] {
  const hasButtons = sheets.some((sheet) => canReadAgain(sheet) || canResume(sheet))
  return [
    { label: fields.name },
    { label: fields.rows, width: 92, narrowWidth: 80, number: true },
    { label: fields.size, width: 84, narrowWidth: 80, number: true },
    { label: fields.state, width: 160, narrowWidth: 140 },
    { label: fields.readAt, width: 136, narrowWidth: 116 },
    { label: fields.actions, width: hasButtons ? 160 : 60, unseen: true },
  ]
}

function useSheetLine() {
  const { now } = useApp()
  const { go } = useNavigation()
  const messages = useMessages()
  const format = useFormat()
  const { known, refresh, resume } = useStore(useFeature('sheets').store)
  const { sheets: texts } = messages
  const { unavailable } = messages.common
  return (sheet: Sheet, openDialog: (dialog: CollectionDialog) => void): CollectionLine => {
    const reading = isReading(sheet)
    const damaged = sheet.badge.kind === 'damaged'
    // What an unreadable file has is not known.
    const never = damaged ? '—' : messages.common.notYet
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
              <div className="list-sentence clamp">{texts.refreshedAt(moment(sheet.refreshed_at))}</div>
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
              {messages.common.readAgain}
            </Button>
          ) : null}
          {canResume(sheet) ? (
            <Button variant="default" aria-label={texts.resumeNamed(sheet.name)} onClick={() => void resume(sheet.id)}>
              {messages.common.continue}
            </Button>
          ) : null}
        </>
      ),
      menu: [
        { label: messages.common.open, onClick: () => go({ screen: 'sheet', id: sheet.id }) },
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
          label: messages.common.renameMore,
          onClick: () => openDialog('rename'),
          disabled: damaged && unavailable.damaged,
        },
        {
          label: messages.common.exportMore,
          onClick: () => openDialog('export'),
          disabled: sheet.rows === 0 && unavailable.noRows,
        },
        { label: messages.common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
      ],
      progress: reading ? <ReadingProgress item={sheet} label={texts.progress(sheet.name)} /> : null,
    }
  }
}
