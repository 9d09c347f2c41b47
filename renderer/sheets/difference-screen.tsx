import './differences.css'
import { NativeSelect } from '@mantine/core'
import { IconDownload, IconGitCompare } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Sheet, SheetDifference, SheetSnapshots } from '../../preload/contract/sheets.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import type { ReadingPair, SheetReading } from '../../preload/values/sheet-differences.ts'
import { useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { ExportDialog } from '../tables/export-dialog.tsx'
import { TableView } from '../tables/table-view.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { DifferenceStrip } from './difference-strip.tsx'
import { differenceWords, lastPair, readingKey, useDifference, useReadings } from './differences.ts'
import { changesPhrase } from './since-line.tsx'

/** What changed between two readings of a sheet, or of two sheets of an account that are grouped alike. */
export function DifferenceScreen({ place }: { readonly place: PlaceOf<'changes'> }) {
  const { sheets: texts } = useMessages()
  const { store } = useFeature('sheets')
  const { goInstead } = useNavigation()
  const list = useStore(store, (state) => state.list)
  const backToList = { label: texts.backToList, onClick: () => goInstead({ screen: 'sheets' }) }
  return (
    <LoadableView of={list} onRetry={() => void store.getState().load()}>
      {(sheets) => {
        const sheet = sheets.find(({ id }) => id === place.id)
        if (!sheet) return <EmptyState title={texts.gone} text={texts.goneText} action={backToList} />
        const alike = sheets.filter(
          ({ connection_id, filter }) =>
            connection_id === sheet.connection_id && filter.agrupar === sheet.filter.agrupar,
        )
        return <Readings place={place} sheet={sheet} sheets={alike} />
      }}
    </LoadableView>
  )
}

interface SheetsProps {
  readonly place: PlaceOf<'changes'>
  readonly sheet: Sheet
  /** Those of which readings can be compared, the sheet among them. */
  readonly sheets: readonly Sheet[]
}

function Readings({ place, sheet, sheets }: SheetsProps) {
  const { ask } = useApp()
  const { store } = useFeature('sheets')
  const { differences: texts } = useMessages()
  const { go, goInstead } = useNavigation()
  const readings = useReadings(ask, sheets)
  const back = () => go({ screen: 'sheet', id: sheet.id })
  return (
    <LoadableView of={readings} onRetry={() => void store.getState().load()}>
      {(bySheet) => {
        const ofSheet = bySheet.get(sheet.id)
        const last = ofSheet ? lastPair(sheet.id, ofSheet) : null
        const pair = place.from && place.to ? { from: place.from, to: place.to } : last
        const isStored = ({ sheet: id, number }: SheetReading) =>
          bySheet.get(id)?.snapshots.some((one) => one.number === number) ?? false
        if (pair && isStored(pair.from) && isStored(pair.to)) {
          return <Compared sheet={sheet} sheets={sheets} readings={bySheet} pair={pair} onBack={back} />
        }
        const action = last
          ? { label: texts.compareLast, onClick: () => goInstead({ screen: 'changes', id: sheet.id }) }
          : undefined
        return (
          <>
            <PageHeader title={texts.title} facts={sheet.name} onBack={back} />
            <EmptyState
              icon={<IconGitCompare size={32} stroke={1.5} />}
              title={pair ? texts.lost : texts.onlyOne}
              text={pair ? texts.lostText : texts.onlyOneText}
              action={action}
            />
          </>
        )
      }}
    </LoadableView>
  )
}

interface ComparedProps extends Omit<SheetsProps, 'place'> {
  readonly readings: ReadonlyMap<string, SheetSnapshots>
  readonly pair: ReadingPair
  readonly onBack: () => void
}

function Compared({ sheet, sheets, readings, pair, onBack }: ComparedProps) {
  const { ask } = useApp()
  const messages = useMessages()
  const texts = messages.differences
  const { differenceOf } = useFeature('sheets')
  const [exporting, setExporting] = useState(false)
  const [tries, setTries] = useState(0)
  const difference = useDifference(ask, pair, String(tries))
  const hasRows = (readyValue(difference)?.rows ?? 0) > 0
  const table = differenceOf(pair)
  const toCruzar = useFeature('cruzar').useRowActions(table)
  useShortcuts([{ keys: 'mod+e', label: messages.common.export, run: () => hasRows && setExporting(true) }])
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={joinFacts([
          sheet.name,
          difference.status === 'ready' && difference.value ? changesPhrase(difference.value, texts) : null,
        ])}
        onBack={onBack}
        actions={[
          {
            label: messages.common.export,
            icon: <IconDownload size={16} />,
            disabled: !hasRows && messages.common.unavailable.noRows,
            onClick: () => setExporting(true),
          },
        ]}
        menu={hasRows ? toCruzar.shown : []}
      />
      <ReadingChoice sheet={sheet} sheets={sheets} readings={readings} pair={pair} />
      <LoadableView of={difference} onRetry={() => setTries(tries + 1)}>
        {(value) => (value ? <DifferenceRows sheet={sheet} pair={pair} difference={value} /> : null)}
      </LoadableView>
      {exporting ? (
        <ExportDialog store={table} name={texts.fileName(sheet.name)} onClose={() => setExporting(false)} />
      ) : null}
    </>
  )
}

interface RowsProps {
  readonly sheet: Sheet
  readonly pair: ReadingPair
  readonly difference: SheetDifference
}

function DifferenceRows({ sheet, pair, difference }: RowsProps) {
  const { differences: texts } = useMessages()
  const { differenceOf } = useFeature('sheets')
  const table = differenceOf(pair)
  const toCruzar = useFeature('cruzar').useRowActions(table)
  const LeadActions = useSlot('leadActions')
  const strip = <DifferenceStrip table={table} difference={difference} />
  if (difference.rows === 0) {
    return (
      <>
        {strip}
        <EmptyState icon={<IconGitCompare size={32} stroke={1.5} />} title={texts.none} text={texts.noneText} />
      </>
    )
  }
  return (
    <div className="pane">
      {strip}
      <TableView
        store={table}
        words={differenceWords}
        label={texts.table}
        moreActions={[toCruzar.selected, ...toCruzar.shown]}
        rowActions={(row) => <LeadActions connection={sheet.connection_id} row={row} />}
      />
    </div>
  )
}

/** The two readings that are compared: any of the sheet, and of each other sheet its newest. */
function ReadingChoice({ sheet, sheets, readings, pair }: Omit<ComparedProps, 'onBack'>) {
  const { differences: texts, common } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { goInstead } = useNavigation()
  const moment = (at: string | null) => (at === null ? texts.neverEnded : format.moment(Date.parse(at), now()))
  const options = sheets.flatMap((one) => {
    const all = readings.get(one.id)?.snapshots ?? []
    const shown = one.id === sheet.id ? all : all.slice(0, 1)
    return shown.map(({ number, read_at, rows }) => ({
      reading: { sheet: one.id, number },
      label:
        one.id === sheet.id
          ? texts.reading(moment(read_at), common.rows(rows))
          : texts.readingOf(one.name, moment(read_at)),
    }))
  })
  const select = (side: keyof ReadingPair) => (
    <NativeSelect
      size="xs"
      label={texts[side]}
      classNames={{ root: 'reading-choice row', label: 'note' }}
      value={readingKey(pair[side])}
      data={options
        .filter(({ reading }) => readingKey(reading) !== readingKey(pair[side === 'from' ? 'to' : 'from']))
        .map(({ reading, label }) => ({ value: readingKey(reading), label }))}
      onChange={(event) => {
        const chosen = options.find(({ reading }) => readingKey(reading) === event.currentTarget.value)
        if (chosen) goInstead({ screen: 'changes', id: sheet.id, ...pair, [side]: chosen.reading })
      }}
    />
  )
  return (
    <div className="reading-choices row">
      {select('from')}
      {select('to')}
    </div>
  )
}
