import './reports.css'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChartBar, IconDownload, IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Dataset, Report } from '../../preload/contract/reports.ts'
import type { ExportFormat, SavedFile } from '../../preload/contract/saved-files.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { pngOf } from '../ui/picture.ts'
import { noticeSaved } from '../ui/saved-notice.tsx'
import { DayTrend } from './day-trend.tsx'
import { ReconcilePanel } from './reconcile-panel.tsx'
import { ReportPanels } from './report-panel.tsx'
import { ReportTools } from './report-tools.tsx'
import { tellsDays, useReportWords } from './report-words.ts'

/** The reports of an account, compared with the period before and with cached sheets. */
export function ReportsScreen({ connection }: { readonly connection: Connection }) {
  const store = useFeature('reports')
  const { now } = useApp()
  const { reports: texts, common, summaries } = useMessages()
  const { go } = useNavigation()
  const format = useFormat()
  const words = useReportWords()
  const { choice, report, reading, refresh, dismissFailure, ...mutation } = useStore(store)
  const isReading = reading.working !== null
  const failure = reading.failure ?? mutation.failure
  const shown = readyValue(report) ?? null
  const moment = shown ? format.moment(Date.parse(shown.read_at), now()) : null
  const panels = useRef<HTMLDivElement>(null)
  const exporting = useExports(connection, shown, panels)

  useEffect(() => {
    void store.getState().open(connection.id)
    return () => store.getState().stop()
  }, [store, connection.id])
  useShortcuts([{ keys: 'mod+r', label: common.refresh, run: () => void refresh() }])

  return (
    <>
      <PageHeader
        title={texts.title}
        facts={joinFacts([
          texts.names[choice.report],
          words.days(choice),
          shown?.compared && texts.comparedWith(words.days(shown.compared)),
          moment && common.readAt(moment),
        ])}
        actions={[
          { label: common.refresh, icon: <IconRefresh size={16} />, busy: isReading, onClick: () => void refresh() },
          {
            label: common.export,
            icon: <IconDownload size={16} />,
            disabled: exporting.length === 0 && common.unavailable.nothingRead,
            items: exporting,
          },
        ]}
        menu={[{ label: summaries.title, onClick: () => go({ screen: 'summaries' }) }]}
      />
      <div className="reports page">
        <ReportTools />
        {failure ? (
          <FailureNotice
            failure={failure}
            kept={moment ? texts.kept(moment) : texts.keptNothing}
            onRetry={() => void refresh()}
            onClose={dismissFailure}
          />
        ) : null}
        <LoadableView of={report} onRetry={() => void refresh()}>
          {(value) => (value ? <ShownReport report={value} panels={panels} /> : <Unread isReading={isReading} />)}
        </LoadableView>
      </div>
    </>
  )
}

function Unread({ isReading }: { readonly isReading: boolean }) {
  const { reports: texts, common } = useMessages()
  const icon = <IconChartBar size={32} stroke={1.5} />
  return isReading ? (
    <EmptyState icon={icon} title={common.asking} />
  ) : (
    <EmptyState icon={icon} title={texts.neverRead} text={texts.neverReadText} />
  )
}

interface ShownReportProps {
  readonly report: Report
  readonly panels: RefObject<HTMLDivElement | null>
}

function ShownReport({ report, panels }: ShownReportProps) {
  const texts = useMessages().reports
  const format = useFormat()
  const name = texts.names[report.question.report]
  const hasRows = report.tables.some(({ rows, columns }) => rows.length > 0 && columns.length > 0)
  // The days of the report are shown above: the service writes the same ones in its own way.
  const notes = report.notes.filter((note) => !tellsDays(note, report.question))
  const titleOf = (table: string) => (table === 'meta' ? texts.meta : table || name)
  return (
    <>
      {notes.length > 0 ? (
        <section className="report-notes row note" aria-label={texts.notes}>
          <IconInfoCircle size={14} aria-hidden="true" />
          {notes.map((note) => (
            <span key={note}>{note.replace(/\b\d{4}-\d{2}-\d{2}\b/g, format.day)}</span>
          ))}
        </section>
      ) : null}
      {report.compare_failure ? <p className="my-4 note">{texts.compareFailed}</p> : null}
      {hasRows ? null : (
        <EmptyState icon={<IconChartBar size={32} stroke={1.5} />} title={texts.empty} text={texts.emptyText} />
      )}
      <div ref={panels} className="report-panels">
        {report.tables.map((table) => (
          <ReportPanels
            key={table.name}
            table={table}
            title={titleOf(table.name)}
            row={report.question.report === 'summary' ? null : texts.row[report.question.report]}
          />
        ))}
        <DayTrend since={report.question.since} until={report.question.until} />
        <ReconcilePanel report={report.question.report} />
      </div>
    </>
  )
}

/** The exports of the shown report: the first table as files or as a data set, and the picture of its first panel. */
function useExports(connection: Connection, report: Report | null, panels: RefObject<HTMLDivElement | null>) {
  const { exportTable, saveDataset, savePicture } = useStore(useFeature('reports'))
  const { now } = useApp()
  const { go } = useNavigation()
  const { reports: texts, common } = useMessages()
  const format = useFormat()
  const words = useReportWords()
  const table = report?.tables.findIndex(({ rows, columns }) => rows.length > 0 && columns.length > 0) ?? -1
  if (!report || table < 0) return []
  const { since, until } = report.question
  const name = texts.fileName(texts.names[report.question.report], since, until)
  const save = async (exportFormat: ExportFormat) => saySaved(await exportTable(table, exportFormat, name), texts)
  const picture = async () => {
    const moment = common.readAt(format.moment(Date.parse(report.read_at), now()))
    const panel = panels.current?.querySelector('section')
    if (!panel) return
    const facts = joinFacts([texts.names[report.question.report], words.days(report.question), connection.name, moment])
    saySaved(await savePicture(name, await pngOf(panel, facts)), texts)
  }
  const dataset = async () => {
    const saved = await saveDataset(table, name)
    if (saved)
      sayDataset(saved, texts, ({ connection_id, id }) => go({ screen: 'dataset', connection: connection_id, id }))
  }
  return [
    { label: texts.exportXlsx, onClick: () => void save('xlsx') },
    { label: texts.exportCsvExcel, onClick: () => void save('csv-excel') },
    { label: texts.exportCsvRaw, onClick: () => void save('csv-raw') },
    { label: texts.exportPicture, onClick: () => void picture() },
    { label: common.saveAsDataset, onClick: () => void dataset() },
  ]
}

type Texts = ReturnType<typeof useMessages>['reports']

function saySaved(file: SavedFile | null, texts: Texts): void {
  if (!file?.saved) return
  const { notes, origins } = messagesNow().tables.export
  const saved = file.rows > 0 ? texts.savedRows(file.name, file.rows) : texts.saved(file.name)
  noticeSaved({ message: `${saved} ${origins[file.origin](file.name)}`.trim(), notes: notes(file), file: file.file })
}

function sayDataset(dataset: Dataset, texts: Texts, onDataset: (dataset: Dataset) => void): void {
  const id = `dataset-${dataset.id}`
  const open = () => {
    notifications.hide(id)
    onDataset(dataset)
  }
  notifications.show({
    id,
    autoClose: 10_000,
    message: (
      <>
        {texts.datasetSaved(dataset.name)}{' '}
        <Button size="compact-xs" variant="subtle" onClick={open}>
          {messagesNow().common.open}
        </Button>
      </>
    ),
  })
}
