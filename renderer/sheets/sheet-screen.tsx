import './differences.css'
import './sheets.css'
import { IconArrowsJoin, IconDownload, IconFileAlert, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { CollectionScreen, type OpenItem } from '../collections/collection-screen.tsx'
import { InterruptedBand, ReadingBand, rowsOfReading } from '../collections/reading.tsx'
import { useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { filterPhrase } from '../leads/lead-filter.ts'
import { personOfRow } from '../leads/lead-person.ts'
import { TableView } from '../tables/table-view.tsx'
import { leadWords } from '../tables/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { KeptReadingsDialog } from './kept-readings.tsx'
import { badgeReason, canReadAgain, canResume, isReading, ServerCsvProgress, SheetBadge } from './sheet-parts.tsx'
import { SheetScheduleDialog } from './sheet-schedule.tsx'
import { SinceLine } from './since-line.tsx'

/** One sheet: its facts, whether it is complete, its actions, and its rows. */
export function SheetScreen({ place: { id } }: { readonly place: PlaceOf<'sheet'> }) {
  const { sheets: texts } = useMessages()
  const { store, tableOf } = useFeature('sheets')
  const { goInstead } = useNavigation()
  const onBack = () => goInstead({ screen: 'sheets' })
  return (
    <CollectionScreen store={store} texts={texts} gone={texts} table={tableOf(id)} id={id} onBack={onBack}>
      {(open) => <OpenSheet {...open} onBack={onBack} />}
    </CollectionScreen>
  )
}

function OpenSheet({ item: sheet, notice, openDialog, onBack }: OpenItem<Sheet> & { readonly onBack: () => void }) {
  const { store, serverCsv, tableOf } = useFeature('sheets')
  const { crossWith, useRowActions } = useFeature('cruzar')
  const LeadActions = useSlot('leadActions')
  const PersonNote = useSlot('personNote')
  const { go } = useNavigation()
  const table = tableOf(sheet.id)
  const toCruzar = useRowActions(table)
  const messages = useMessages()
  const texts = messages.sheets
  const { unavailable } = messages.common
  const { refresh } = useStore(store)
  const receiving = useStore(serverCsv, (state) => state.working !== null)
  const [asked, setAsked] = useState<'readings' | 'schedule' | null>(null)
  const ScheduleLine = useSlot('scheduleLine')
  const ScheduleNotice = useSlot('scheduleNotice')
  const target = { kind: 'sheet' as const, id: sheet.id }
  const schedule = () => setAsked('schedule')
  const reading = isReading(sheet)
  const hasRows = sheet.rows > 0
  const damaged = sheet.badge.kind === 'damaged' && !reading
  const unreadable = useStore(table, ({ failure }) => failure?.code === 'file_damaged')
  // A damaged file is found when its rows are read: then the list must show it too.
  useEffect(() => {
    if (unreadable) void store.getState().load()
  }, [unreadable, store])
  useShortcuts([
    { keys: 'mod+e', label: messages.common.export, run: () => hasRows && openDialog('export') },
    { keys: 'mod+r', label: texts.shortcuts.refresh, run: () => !reading && void refresh(sheet.id, 'quick') },
  ])
  return (
    <>
      <PageHeader
        title={sheet.name}
        facts={<SheetFacts sheet={sheet} />}
        onBack={onBack}
        actions={[
          {
            label: messages.common.refresh,
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
            onClick: () => crossWith(sheet.id),
          },
          {
            label: messages.common.export,
            icon: <IconDownload size={16} />,
            disabled: !hasRows && unavailable.noRows,
            onClick: () => openDialog('export'),
          },
        ]}
        menu={[
          ...toCruzar.shown,
          {
            label: messages.differences.title,
            disabled: damaged ? unavailable.damaged : !hasRows && unavailable.noRows,
            onClick: () => go({ screen: 'changes', id: sheet.id }),
          },
          {
            label: messages.duplicates.title,
            disabled: damaged ? unavailable.damaged : !hasRows && unavailable.noRows,
            onClick: () => go({ screen: 'duplicates', connection: sheet.connection_id, id: sheet.id }),
          },
          {
            label: messages.summaries.ofSheet,
            disabled: !hasRows && unavailable.noRows,
            onClick: () => go({ screen: 'summaries', create: true, sheet: sheet.id }),
          },
          { label: messages.schedules.of.sheet.more, onClick: schedule },
          {
            label: messages.differences.keep.menu,
            disabled: damaged && unavailable.damaged,
            onClick: () => setAsked('readings'),
          },
          {
            label: texts.actions.serverCsv,
            disabled: receiving && unavailable.busy,
            onClick: () => void serverCsv.getState().save(sheet.connection_id, sheet.filter, sheet.name),
          },
          {
            label: messages.common.renameMore,
            disabled: damaged && unavailable.damaged,
            onClick: () => openDialog('rename'),
          },
          { label: messages.common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
        ]}
      />
      {notice}
      <ServerCsvProgress />
      <SheetNotices sheet={sheet} />
      <ScheduleNotice target={target} onChange={schedule} />
      <div className="sheet-lines row">
        {reading || damaged ? null : <SinceLine sheet={sheet} />}
        <ScheduleLine target={target} onChange={schedule} />
      </div>
      {damaged ? (
        <DamagedSheet sheet={sheet} onForget={() => openDialog('forget')} />
      ) : (
        <TableView
          store={table}
          words={leadWords}
          label={sheet.name}
          partOf={reading ? rowsOfReading(sheet, messages) : null}
          empty={<SheetWithoutRows sheet={sheet} />}
          moreActions={[toCruzar.selected, ...toCruzar.shown]}
          rowActions={(row) => (
            <>
              <LeadActions connection={sheet.connection_id} row={row} />
              <PersonNote person={personOfRow(row, { connection: sheet.connection_id })} />
            </>
          )}
        />
      )}
      {asked === 'readings' ? <KeptReadingsDialog sheet={sheet} onClose={() => setAsked(null)} /> : null}
      {asked === 'schedule' ? <SheetScheduleDialog sheet={sheet} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

interface SheetProps {
  readonly sheet: Sheet
}

/** Above the rows: the progress of a reading, or a warning that rows are missing with a way to continue. */
function SheetNotices({ sheet }: SheetProps) {
  const { store } = useFeature('sheets')
  const messages = useMessages()
  const texts = messages.sheets
  if (isReading(sheet)) return <ReadingBand item={sheet} label={texts.progress(sheet.name)} />
  if (!canResume(sheet)) return null
  const read = sheet.total === null ? texts.partial.readSome(sheet.rows) : texts.partial.read(sheet.rows, sheet.total)
  return (
    <InterruptedBand resume={messages.common.continue} onResume={() => void store.getState().resume(sheet.id)}>
      {sheet.badge.kind === 'partial' ? (
        <>
          <strong>{texts.partial.title}</strong> {read} {badgeReason(sheet, messages)}
        </>
      ) : (
        texts.partial.interrupted
      )}
    </InterruptedBand>
  )
}

function SheetFacts({ sheet }: SheetProps) {
  const { now } = useApp()
  const messages = useMessages()
  const format = useFormat()
  const names = useStore(useFeature('sheets').store, (state) => state.known[sheet.connection_id])
  const texts = messages.sheets
  const facts = joinFacts([
    // While it is read, the progress and the table show the numbers.
    sheet.badge.kind === 'damaged' || isReading(sheet) ? null : messages.common.rows(sheet.rows),
    sheet.read_at ? messages.common.readAtFeminine(format.moment(Date.parse(sheet.read_at), now())) : null,
    sheet.refreshed_at ? texts.refreshedAt(format.moment(Date.parse(sheet.refreshed_at), now())) : null,
    filterPhrase(sheet.filter, { messages, format, known: names }),
    sheet.connection_name || texts.forgottenConnection,
  ])
  return (
    <>
      <SheetBadge sheet={sheet} /> <span title={facts}>{facts}</span>
    </>
  )
}

/** Explains why there are no rows: reading has only begun, it stopped at once, or there are none. */
function SheetWithoutRows({ sheet }: SheetProps) {
  const texts = useMessages().sheets
  if (isReading(sheet)) return <EmptyState title={texts.waitingRows} />
  if (sheet.badge.kind === 'partial') return <EmptyState title={texts.nothingRead} />
  return <EmptyState title={texts.noRows} text={texts.noRowsText} />
}

/** Replaces rows that cannot be opened: what happened, and what the person can do. */
function DamagedSheet({ sheet, onForget }: SheetProps & { readonly onForget: () => void }) {
  const { refresh } = useStore(useFeature('sheets').store)
  const { common } = useMessages()
  const texts = useMessages().sheets.damaged
  const again = canReadAgain(sheet)
    ? { label: common.readAgain, onClick: () => void refresh(sheet.id, 'full') }
    : undefined
  return (
    <EmptyState
      icon={<IconFileAlert size={32} />}
      title={texts.title}
      text={again ? texts.text : texts.orphan}
      action={again}
      second={{ label: common.forgetMore, onClick: onForget }}
    />
  )
}
