import { IconFileTypePdf, IconRefresh, IconReportAnalytics, IconTableExport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Summary } from '../../preload/contract/summaries.ts'
import { CollectionScreen, type OpenItem } from '../collections/collection-screen.tsx'
import { useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SummaryDialog } from './summary-form.tsx'
import { SummaryPageView } from './summary-page.tsx'

/** One summary: its page, made anew by one press, saved as a PDF or its numbers as a workbook. */
export function SummaryScreen({ place: { id } }: { readonly place: PlaceOf<'summary'> }) {
  const store = useFeature('summaries')
  const sheetsStore = useFeature('sheets').store
  const texts = useMessages().summaries
  const { goInstead } = useNavigation()
  const onBack = () => goInstead({ screen: 'summaries' })
  useEffect(() => void sheetsStore.getState().load(), [sheetsStore])
  return (
    <CollectionScreen store={store} texts={texts} gone={texts} id={id} onBack={onBack}>
      {(open) => <OpenSummary {...open} onBack={onBack} />}
    </CollectionScreen>
  )
}

interface OpenSummaryProps extends OpenItem<Summary> {
  readonly onBack: () => void
}

function OpenSummary({ item: summary, notice, openDialog, onBack }: OpenSummaryProps) {
  const store = useFeature('summaries')
  const sheets = useStore(useFeature('sheets').store, ({ list }) => readyValue(list))
  const { summaries: texts, common, schedules } = useMessages()
  const { working, make, savePdf, exportLines } = useStore(store)
  const [dialog, setDialog] = useState<'change' | 'schedule' | null>(null)
  const { id, name, page } = summary
  const isBusy = working === id
  const onMake = () => void make(id)
  const [ScheduleLine, ScheduleNotice, ScheduleDialog] = [
    useSlot('scheduleLine'),
    useSlot('scheduleNotice'),
    useSlot('scheduleDialog'),
  ]
  const target = { kind: 'summary', id } as const
  const schedule = () => setDialog('schedule')
  useShortcuts([{ keys: 'mod+r', label: texts.make, run: () => !isBusy && onMake() }])
  return (
    <>
      <PageHeader
        title={name}
        onBack={onBack}
        actions={[
          { label: isBusy ? texts.making : texts.make, icon: <IconRefresh size={16} />, busy: isBusy, onClick: onMake },
          {
            label: texts.pdf,
            icon: <IconFileTypePdf size={16} />,
            disabled: !page && common.unavailable.nothingRead,
            onClick: () => void savePdf(id, () => window.print()),
          },
          {
            label: common.export,
            icon: <IconTableExport size={16} />,
            disabled: !page && common.unavailable.nothingRead,
            items: [
              { label: texts.xlsx, onClick: () => void exportLines(id, 'xlsx') },
              { label: texts.csv, onClick: () => void exportLines(id, 'csv-excel') },
            ],
          },
        ]}
        menu={[
          { label: texts.change, onClick: () => setDialog('change') },
          { label: schedules.of.summary.more, onClick: schedule },
          { label: common.renameMore, onClick: () => openDialog('rename') },
          { label: common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
        ]}
      />
      {dialog ? null : notice}
      <ScheduleNotice target={target} onChange={schedule} />
      <ScheduleLine target={target} onChange={schedule} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="scroll" aria-label={name} tabIndex={0}>
        {page ? (
          <SummaryPageView name={name} page={page} />
        ) : (
          <EmptyState
            icon={<IconReportAnalytics size={32} stroke={1.5} />}
            title={texts.notMade}
            text={texts.notMadeText}
            action={{ label: texts.make, onClick: onMake }}
          />
        )}
      </section>
      {dialog === 'change' && sheets ? (
        <SummaryDialog
          summary={summary}
          sheets={sheets}
          onSaved={() => setDialog(null)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'schedule' ? (
        <ScheduleDialog target={target} name={name} fields={() => null} onClose={() => setDialog(null)} />
      ) : null}
    </>
  )
}
